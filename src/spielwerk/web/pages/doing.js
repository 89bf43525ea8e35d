/** What one may do at a table besides moving: hints, taking back, leaving, giving up, once more. */

import { button, h } from "../dom.js";
import { seatName, t } from "../words.js";

/**
 * @typedef {object} Doing
 * @property {(act: Record<string, any>) => void} act
 * @property {() => void} hint
 * @property {(seat: number) => void} undo
 * @property {(seat: number) => void} leave
 * @property {(seat: number) => void} resign
 * @property {() => void} rematch
 */

/**
 * The buttons of one's seat.
 * @param {any} info
 * @param {{seat: number | null, yours: number[], moves: number, myTurn: boolean, past: boolean}} now
 * @param {Doing} can
 */
export function buttons(info, { seat, yours, moves, myTurn, past }, can) {
  const shown = [];
  if (info.status === "running" && seat !== null && !past) {
    const sitter = info.sitting[seat];
    if (info.asked_back !== null && !yours.includes(info.asked_back)) shown.push(...consent(info, seat, can));
    if (myTurn && info.hints) shown.push(button(t("hint"), can.hint));
    if (moves) shown.push(button(t("undo"), () => can.undo(seat)));
    if (sitter.away) shown.push(button(t("return"), () => can.act({ do: "return", seat }), { class: "main" }));
  }
  if (info.status === "over" && yours.length && !info.next) shown.push(button(t("rematch"), can.rematch, { class: "main" }));
  if (info.next) shown.push(h("a", { href: `/table/${info.next}`, class: "button main" }, t("rematch.go")));
  return shown;
}

/**
 * The buttons by which one goes; they stand apart.
 * @param {any} info
 * @param {number | null} seat
 * @param {Doing} can
 */
export function ways(info, seat, can) {
  if (info.status !== "running" || seat === null) return [];
  const { away, resigned } = info.sitting[seat];
  return [
    ...(away ? [] : [button(t("leave"), () => can.leave(seat), { class: "quiet" })]),
    ...(resigned ? [] : [button(t("resign"), () => can.resign(seat), { class: "quiet" })]),
  ];
}

/** Somebody asks to take a move back. @param {any} info @param {number} seat @param {Doing} can */
function consent(info, seat, can) {
  return [
    h("span", {}, t("back.asked", { who: seatName(info, info.asked_back) })),
    button(t("back.agree"), () => can.act({ do: "agree", seat })),
    button(t("back.decline"), () => can.act({ do: "decline", seat })),
  ];
}

/**
 * Ask before something is done that can't be undone.
 * @param {HTMLElement} page
 * @param {string} question
 * @param {() => void} act
 */
export function ask(page, question, act) {
  const dialog = h(
    "dialog",
    { "aria-label": question },
    h("p", {}, question),
    h("form", { method: "dialog", class: "buttons" }, button(t("yes"), () => { dialog.close(); act(); }, { class: "main" }), h("button", {}, t("no"))),
  );
  dialog.addEventListener("close", () => dialog.remove());
  page.append(dialog);
  dialog.showModal();
}
