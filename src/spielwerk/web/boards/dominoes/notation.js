/** Placements as they are written: `br h8-i7` puts blue on h8 and red on i7. */

import { before } from "./grid.js";

/**
 * @typedef {object} Placement
 * @property {[string, string]} cells  as they are written
 * @property {[string, string]} colours  of these cells
 */

/**
 * A placement, or nothing where a move has no place.
 * @param {string} move
 * @returns {Placement | undefined}
 */
export function read(move) {
  const found = /^([a-z])([a-z]) ([a-z]\d+)-([a-z]\d+)$/.exec(move);
  return found ? { colours: [found[1], found[2]], cells: [found[3], found[4]] } : undefined;
}

/**
 * The move that puts a tile's first half on one cell and its second on another.
 * @param {string} tile
 * @param {string} first
 * @param {string} second
 */
export function write([one, two], first, second) {
  return before(first, second) ? `${one}${two} ${first}-${second}` : `${two}${one} ${second}-${first}`;
}

/**
 * The cells of a placement, that of the tile's first half first (HX-14: the framed one).
 * @param {Placement} placement
 * @param {string} colours  in the order of a tile's name
 * @returns {[string, string]}
 */
export function framedFirst({ cells: [a, b], colours: [one, two] }, colours) {
  return colours.indexOf(one) <= colours.indexOf(two) ? [a, b] : [b, a];
}
