/** Move between cells by arrow keys. */

/** @typedef {import("./board.js").Cell} Cell */

/** @type {Record<string, [number, number]>} */
export const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Return the nearest cell in a direction, preferring those straight ahead; undefined at the edge.
 * @param {readonly Cell[]} cells
 * @param {Cell} here
 * @param {readonly [number, number]} way
 * @returns {Cell | undefined}
 */
export function next(cells, here, [dx, dy]) {
  /** @type {Cell | undefined} */
  let best;
  let least = Infinity;
  for (const cell of cells) {
    const ahead = (cell.x - here.x) * dx + (cell.y - here.y) * dy;
    const aside = Math.abs((cell.x - here.x) * dy) + Math.abs((cell.y - here.y) * dx);
    if (ahead < 0.1) continue;
    const far = ahead + 2.5 * aside;
    if (far < least) [best, least] = [cell, far];
  }
  return best;
}
