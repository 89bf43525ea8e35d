/** Find the move that decided a game, and draw its points on the board. */

import { svg } from "./elements.js";

/** @typedef {import("./rules.js").Position} Position */

/**
 * Find the winner's scoring moves that counted, the last one first: in the lowest number of the scoreboard, if only that
 * one counts, otherwise in any. None if there are several winners or nobody scored.
 * @param {Position} position  the final one
 * @param {number[]} ranks
 * @returns {{plies: number[], number: number | null} | null}
 */
export function decisiveMoves({ rules, plies, scores, seats }, ranks) {
  const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  if (winners.length !== 1) return null;
  const [winner] = winners;
  const { lowest_counts: lowestCounts, signs } = rules.declared.scores;
  const number = lowestCounts ? scores[winner].indexOf(Math.min(...scores[winner])) : null;
  const counted = (/** @type {number} */ gain, /** @type {number} */ k) => gain * signs[seats][k] > 0 && (number === null || k === number);
  const scoring = plies.flatMap(({ seat, gained }, ply) => (seat === winner && gained.some(counted) ? [ply] : []));
  return scoring.length ? { plies: scoring.reverse(), number } : null;
}

/**
 * Draw the points of the deciding move: the last that has a place on the board, which a bonus for ending a round has not.
 * Null if there is nothing to draw.
 * @param {object} over
 * @param {import("./board.js").Board} over.board
 * @param {Position} over.position  the final one
 * @param {number[]} over.ranks
 * @param {(ply: number) => Promise<Position>} over.seen  returns the position after that many plies
 * @returns {Promise<{layer: SVGGElement, seat: number | null} | null>}  the drawing, and the seat whose small picture it belongs to; null if it belongs to the large board
 */
export async function drawDecision({ board, position, ranks, seen }) {
  const found = await lastOnBoard(position, ranks, seen);
  if (!found) return null;
  const { ply: { seat, move }, lines } = found;
  const whose = board.whose(position);
  const own = whose !== null && whose !== seat; // the winner's board is drawn small, at the winner's seat
  const at = own ? { ...position, viewer: seat } : position;
  const layer = svg("g", { class: `decision ${board.look}`, "aria-hidden": "true" }, ...(own ? outlines(board, at, move) : []), ...board.earned(at, move, lines));
  if (!own) return { layer, seat: null };
  layer.setAttribute("transform", board.small?.transform ?? "");
  for (const badge of layer.querySelectorAll(".badge")) badge.setAttribute("transform", `${badge.getAttribute("transform")} scale(${board.small?.grow ?? 1})`);
  return { layer, seat };
}

/**
 * Return the last deciding ply whose points come from cells, with their origin.
 * @param {Position} position
 * @param {number[]} ranks
 * @param {(ply: number) => Promise<Position>} seen
 */
async function lastOnBoard(position, ranks, seen) {
  const { rules, seats, plies } = position;
  const found = decisiveMoves(position, ranks);
  const { names, signs } = rules.declared.scores;
  for (const number of found?.plies ?? []) {
    const ply = plies[number];
    const all = rules.lines(await seen(number), ply.seat, ply.move, ply.action);
    const lines = all.filter(({ name }) => found?.number === null || name === names[seats][found?.number ?? 0]);
    if (lines.some(({ cells, name, points }) => cells.length && points * signs[seats][names[seats].indexOf(name)] > 0)) return { ply, lines };
  }
  return null;
}

/** Outline the cells of a move: numbers alone are hard to find on a small picture. @param {import("./board.js").Board} board @param {Position} position @param {import("./notation.js").Meant} move */
function outlines(board, position, move) {
  const cells = board.where(move);
  return board.cells(position).flatMap(({ id, outline }) => (cells.includes(id) ? [svg("path", { class: "decided-here", d: outline })] : []));
}

/**
 * Show the drawing on the large board or on a seat's small picture, also after that was redrawn.
 * @param {{layer: SVGGElement, seat: number | null}} drawn
 * @param {import("./board-view.js").BoardView} boardView
 * @param {import("./pages/seats.js").Seats} seats
 */
export function placeDecision({ layer, seat }, boardView, seats) {
  const picture = seat === null ? boardView.picture : seats.picture(seat);
  if (layer.parentNode !== picture) picture?.append(layer);
}
