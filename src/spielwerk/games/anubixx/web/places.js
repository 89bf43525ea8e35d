/** The numbering of places on an Anubixx sheet, and shapes around them. */

import { polygon } from "../../../web/elements.js";

/**
 * @typedef {object} Box  a block on the drawing
 * @property {number} x  its centre
 * @property {number} y
 * @property {number} width
 * @property {number} height
 *
 * @typedef {Box & {id: number}} Place  one that can be selected, numbered as in `PLACES` of notation.py
 */

/** The first numbers of the pyramid's levels, the pillars, the closing stone and the relief. */
export const FIRST = { levels: [0, 6, 11, 15, 18, 20], left: 21, right: 26, relief: 32 };
export const CLOSING = 31;
export const QUARRY = 44;
export const JOKERS = 60;
export const DICE = 61; // by colour: all dice of one colour are one place
export const BADGES = 67; // of the bonuses, in the order of their bits

export const ACROSS = 4; // stones per row of the relief
export const ROWS = 3;

/** Return whether a place is a stone of pyramid, arch or relief. @param {number} place */
export const isField = (place) => place < QUARRY;

/** Return the building of a field. @param {number} field */
export function building(field) {
  if (field < FIRST.left) return "pyramid";
  return field < FIRST.relief ? "arch" : "relief";
}

/**
 * Return the path of a rectangle around a block.
 * @param {Box} box
 * @param {number} [beyond] how far it extends beyond the block's edge
 */
export function around({ x, y, width, height }, beyond = 0) {
  const [right, down] = [width / 2 + beyond, height / 2 + beyond];
  return polygon([
    [x - right, y - down],
    [x + right, y - down],
    [x + right, y + down],
    [x - right, y + down],
  ]);
}

/**
 * Return the path of the closing stone: wider at the top, like a cornice.
 * @param {Box} box
 */
export function cornice({ x, y, width, height }) {
  const [right, down] = [width / 2, height / 2];
  return polygon([
    [x - right, y - down],
    [x + right, y - down],
    [x + right - 1.5, y + down],
    [x - right + 1.5, y + down],
  ]);
}
