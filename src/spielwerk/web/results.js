/** Compute ranks and results of finished games from what the engine and a game's declarations tell. */

/**
 * Return each seat's rank: players who resigned rank last, the first of them at the very end.
 * @param {number[] | null} played  the ranks by the rules; null if the game was not played to its end
 * @param {number} seats
 * @param {number[]} resigned  the first to resign first
 */
export function placed(played, seats, resigned) {
  const places = (played ?? Array(seats).fill(1)).map((rank, seat) => (resigned.includes(seat) ? 2 * seats - resigned.indexOf(seat) : rank));
  return places.map((mine) => 1 + places.filter((place) => place < mine).length);
}

/** Return a seat's result, as declared: the lowest of the numbers, or a weighted sum. @param {"lowest" | number[] | null} declared @param {number[]} numbers */
export function resulting(declared, numbers) {
  if (declared === "lowest") return Math.min(...numbers);
  return (declared ?? []).reduce((sum, weight, k) => sum + weight * numbers[k], 0);
}
