/** What is told of a position besides its drawing: the scoreboard in words, and where the latest move was. */

import { h } from "../elements.js";
import { scoreName } from "../words.js";

/** @typedef {import("../rules.js").Position} Position */

/**
 * The scoreboard, for those who do not see the drawing; where there is none, for everybody.
 * @param {{game: string, seats: number}} info
 * @param {Position} position
 * @param {number} seat
 * @param {import("../board.js").Board | null} board
 */
export function scoresTold(info, position, seat, board) {
  const told = position.scores[seat].map((value, k) => `${scoreName(info, k)} ${value}`);
  return h("p", { class: board ? "unseen" : "" }, told.join(", "));
}

/**
 * The cells of the latest move on the board that is drawn large.
 * @param {import("../board.js").Board | null} board
 * @param {Position} position
 */
export function lastCells(board, position) {
  if (!board) return [];
  const whose = board.whose(position);
  const last = position.plies.findLast((ply) => whose === null || ply.seat === whose);
  return last ? board.where(last.move) : [];
}
