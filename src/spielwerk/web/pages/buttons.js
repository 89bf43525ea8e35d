/** The buttons of a table that are not moves: hints, take-backs, leaving, resigning. */

import { button, h } from "../elements.js";
import { list, seatName, t } from "../words.js";

/**
 * @typedef {object} Doing
 * @property {(act: Record<string, any>) => void} act
 * @property {() => void} hint
 * @property {(seat: number) => void} undo
 * @property {(seat: number) => void} leave
 * @property {(seat: number) => void} resign
 */

/**
 * Create the buttons for the current seat.
 * @param {any} info
 * @param {{seat: number | null, moved: boolean, myTurn: boolean, past: boolean}} now
 * @param {Doing} can
 */
export function buttons(info, { seat, moved, myTurn, past }, can) {
  const shown = [];
  if (info.status === "running" && seat !== null && !past) {
    if (info.sitting[seat].away) shown.push(button(t("return"), () => can.act({ do: "return", seat }), { class: "main" }));
    if (myTurn && info.hints) shown.push(button(t("hint"), can.hint, { class: "ask-hint" }));
    if (moved) shown.push(button(t("undo"), () => can.undo(seat), { class: "undo" }));
  }
  return shown;
}

/**
 * Create the buttons for leaving and resigning, which stand apart.
 * @param {any} info
 * @param {number | null} seat
 * @param {Doing} can
 */
export function ways(info, seat, can) {
  if (info.status !== "running" || seat === null) return [];
  const { away, resigned } = info.sitting[seat];
  return [
    ...(away || info.device ? [] : [button(t("leave"), () => can.leave(seat), { class: "quiet" })]),
    ...(resigned ? [] : [button(t("resign"), () => can.resign(seat), { class: "quiet" })]),
  ];
}

/** Create the buttons that answer a request to take a move back, or the note that the answer is pending. @param {any} info @param {number | null} seat @param {number[]} yours @param {Doing} can */
export function consent(info, seat, yours, can) {
  if (info.asked_back === null || info.status !== "running" || seat === null) return [];
  if (yours.includes(info.asked_back)) {
    const others = info.sitting.flatMap((/** @type {any} */ { name, away, resigned }, /** @type {number} */ one) => (!name || away || resigned || yours.includes(one) ? [] : [seatName(info, one)]));
    return [h("p", {}, t(others.length > 1 ? "back.waiting.several" : "back.waiting", { who: list(others) }))];
  }
  return [
    h("p", {}, t("back.asked", { who: seatName(info, info.asked_back) })),
    button(t("back.agree"), () => can.act({ do: "agree", seat }), { class: "main" }),
    button(t("back.decline"), () => can.act({ do: "decline", seat })),
  ];
}
