/** The status line above the board. */

import { awaited, isOpen, list, phrase, plural, seatName, t } from "../words.js";

/** @typedef {import("../rules.js").Position} Position */

/**
 * @typedef {object} At
 * @property {any} info
 * @property {Position | undefined} position
 * @property {import("../board.js").Board | null} board
 * @property {number | null} seat  the seat whose view is shown
 * @property {number[]} yours
 * @property {boolean} myTurn
 * @property {number | null} past  the ply being viewed
 * @property {number[]} [reserved]  the user's reserved seats after a game, until they are taken
 */

/** Describe which seats an open table is waiting for. @param {any} info @returns {string} */
export function seatsLeft(info) {
  const free = info.sitting.filter(isOpen).length;
  return free ? plural("status.open", free) : t("status.reserved", { who: awaited(info) });
}

/** @param {At} at @returns {string} */
export function statusText({ info, position, board, seat, yours, myTurn, past, reserved = [] }) {
  const { status, sitting } = info;
  if (past !== null) return past ? plural("status.past", past) : t("status.past.start");
  if (info.opening) return t("status.opening");
  if (status === "open") return reserved.some((one) => sitting[one].reserved_for) ? t("tables.awaited") : seatsLeft(info);
  if (status === "over") return t("status.over");
  if (myTurn && position && seat !== null) {
    const wanted = board?.asks ? phrase(board.asks(position, seat, position.rules.moves(position, seat))) : t("status.your_turn");
    return yours.length > 1 ? t("status.your_turn_as", { who: seatName(info, seat), wanted }) : wanted;
  }
  const names = list((position?.toAct ?? []).map((one) => seatName(info, one)));
  if (!yours.length) return names ? t("status.watching", { who: names }) : t("status.watching.only");
  if (seat !== null && sitting[seat].away) return t("status.away");
  if (!names) return t("status.moment");
  const acting = position?.toAct ?? [];
  const thinks = acting.every((one) => sitting[one].bot || sitting[one].away);
  return t(!thinks ? "status.waiting" : acting.length > 1 ? "status.thinking.several" : "status.thinking", { who: names });
}
