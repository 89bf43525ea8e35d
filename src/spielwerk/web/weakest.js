/** A seat's lowest numbers, which count in some games: which they are, and what moves do for them. */

/** @typedef {import("./rules.js").Advice} Advice */
/** @typedef {import("./rules.js").Move} Move */
/** @typedef {import("./rules.js").Position} Position */

const ALIKE = 0.15; // as a fraction of the gap between best and worst move: so close to the best is about as good, as far as the bots can tell
const FEW = 2; // lowest numbers that matter: with more of them, almost every move raises one

/** Return the places of a seat's lowest numbers on the scoreboard. @param {Position} position @param {number} seat @returns {number[]} */
export function lowestPlaces({ scores }, seat) {
  const numbers = scores[seat];
  return numbers.flatMap((value, k) => (numbers.every((other) => other >= value) ? [k] : []));
}

/** Return whether a seat's lowest number counts, and few are equally low. @param {Position} position @param {number} seat */
export const hasWeakest = (position, seat) => Boolean(position.rules.declared.scores.lowest_counts) && lowestPlaces(position, seat).length <= FEW;

/** Return how far a move raises the lowest numbers of a seat in a position, at most. @param {Position} position @param {number} seat @param {Move} move */
export function raised(position, seat, { points }) {
  const [most] = lowestPlaces(position, seat).map((k) => points[k]).sort((one, other) => other - one);
  return most > 0 ? most : 0;
}

/**
 * Put the first move that raises a lowest number first, if that counts and the bots find it about as good as their best.
 * @param {Advice[]} advice  best first
 * @param {[action: number, value: number][]} standings  all moves, best first
 * @param {Position} position
 * @param {number} seat
 */
export function raisingFirst(advice, standings, position, seat) {
  if (!advice.length || !standings.length || !hasWeakest(position, seat)) return advice;
  const gap = standings[0][1] - standings[standings.length - 1][1];
  const moves = new Map(position.rules.moves(position, seat).map((move) => [move.action, move]));
  const raising = advice.find(({ action, value }) => {
    const move = moves.get(action);
    return move && raised(position, seat, move) > 0 && advice[0].value - value <= ALIKE * gap;
  });
  return raising ? [raising, ...advice.filter((one) => one !== raising)] : advice;
}
