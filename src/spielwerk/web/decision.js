/** The move that decided a game, and where its points came from, drawn on the board. */

import { svg } from "./elements.js";

/** @typedef {import("./rules.js").Position} Position */

/**
 * Find the winner's last move that brought what counted at the end: the lowest number of the scoreboard where that one
 * counts, else any. None where several have won, or nobody scored.
 * @param {Position} position  the last one
 * @param {number[]} ranks
 * @returns {{ply: number, number: number | null} | null}
 */
export function decisiveMove({ rules, plies, scores, seats }, ranks) {
  const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  if (winners.length !== 1) return null;
  const [winner] = winners;
  const { lowest_counts: lowestCounts, signs } = rules.declared.scores;
  const number = lowestCounts ? scores[winner].indexOf(Math.min(...scores[winner])) : null;
  const counted = (/** @type {number} */ gain, /** @type {number} */ k) => gain * signs[seats][k] > 0 && (number === null || k === number);
  const ply = plies.findLastIndex(({ seat, gained }) => seat === winner && gained.some(counted));
  return ply < 0 ? null : { ply, number };
}

/**
 * Draw what the deciding move earned, until the drawing is removed; null where there is nothing to draw.
 * @param {object} over
 * @param {import("./board-view.js").BoardView} over.boardView
 * @param {import("./board.js").Board} over.board
 * @param {Position} over.position  the last one
 * @param {number[]} over.ranks
 * @param {(ply: number) => Promise<Position>} over.seen  the position after so many plies
 * @returns {Promise<SVGGElement | null>}
 */
export async function drawDecision({ boardView, board, position, ranks, seen }) {
  const found = decisiveMove(position, ranks);
  if (!found) return null;
  const { rules, seats } = position;
  const { seat, move, action } = position.plies[found.ply];
  const whose = board.whose(position);
  if (whose !== null && whose !== seat) return null;
  const name = found.number === null ? null : rules.declared.scores.names[seats][found.number];
  const lines = rules.lines(await seen(found.ply), seat, move, action).filter((line) => name === null || line.name === name);
  if (!lines.length) return null;
  const layer = svg("g", { class: `decision ${board.look}`, "aria-hidden": "true" }, ...board.earned(position, move, lines));
  boardView.picture.append(layer);
  return layer;
}
