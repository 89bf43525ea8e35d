/** What a table wants: the line above the board. */

import { list, phrase, plural, seatName, t } from "../words.js";

/** @typedef {import("../rules.js").Position} Position */

/**
 * @typedef {object} At
 * @property {any} info
 * @property {Position | undefined} position
 * @property {import("../board.js").Board | null} board
 * @property {number | null} seat  through whose eyes one looks
 * @property {number[]} yours
 * @property {boolean} myTurn
 * @property {number | null} past  the ply that is looked at again
 */

/** @param {At} at @returns {string} */
export function statusText({ info, position, board, seat, yours, myTurn, past }) {
  const { status, sitting } = info;
  if (past !== null) return past ? plural("status.past", past) : t("status.past.start");
  if (status === "open") return plural("status.open", sitting.filter((/** @type {any} */ one) => !one.name && !one.bot).length);
  if (status === "over") return t("status.over");
  if (myTurn && position && seat !== null) {
    const wanted = board?.asks ? phrase(board.asks(position, seat, position.rules.moves(position, seat))) : t("status.your_turn");
    return yours.length > 1 ? t("status.your_turn_as", { who: seatName(info, seat), wanted }) : wanted;
  }
  const names = list((position?.toAct ?? []).map((one) => seatName(info, one)));
  if (!yours.length) return names ? t("status.watching", { who: names }) : t("status.watching.only");
  if (seat !== null && sitting[seat].away) return t("status.away");
  return names ? t("status.waiting", { who: names }) : t("status.moment");
}
