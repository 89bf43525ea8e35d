/** The buttons of a table for whatever is no move: hints, taking back, leaving, giving up. */

import { button, h } from "../elements.js";
import { seatName, t } from "../words.js";

/**
 * @typedef {object} Doing
 * @property {(act: Record<string, any>) => void} act
 * @property {() => void} hint
 * @property {(seat: number) => void} undo
 * @property {(seat: number) => void} leave
 * @property {(seat: number) => void} resign
 */

/**
 * The buttons of one's seat.
 * @param {any} info
 * @param {{seat: number | null, moved: boolean, myTurn: boolean, past: boolean}} now
 * @param {Doing} can
 */
export function buttons(info, { seat, moved, myTurn, past }, can) {
  const shown = [];
  if (info.status === "running" && seat !== null && !past) {
    if (info.sitting[seat].away) shown.push(button(t("return"), () => can.act({ do: "return", seat }), { class: "main" }));
    if (myTurn && info.hints) shown.push(button(t("hint"), can.hint));
    if (moved) shown.push(button(t("undo"), () => can.undo(seat)));
  }
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

/** Somebody asks to take a move back: the answer's buttons, or that one waits for it. @param {any} info @param {number | null} seat @param {number[]} yours @param {Doing} can */
export function consent(info, seat, yours, can) {
  if (info.asked_back === null || info.status !== "running" || seat === null) return [];
  if (yours.includes(info.asked_back)) return [h("p", {}, t("back.waiting"))];
  return [
    h("p", {}, t("back.asked", { who: seatName(info, info.asked_back) })),
    button(t("back.agree"), () => can.act({ do: "agree", seat }), { class: "main" }),
    button(t("back.decline"), () => can.act({ do: "decline", seat })),
  ];
}
