/** How the places of an Anubixx sheet are numbered, and shapes around them. */

import { polygon } from "../../../web/elements.js";

/**
 * @typedef {object} Box  a block on the drawing
 * @property {number} x  its middle
 * @property {number} y
 * @property {number} width
 * @property {number} height
 *
 * @typedef {Box & {id: number}} Place  one that can be pointed at, by its number as `PLACES` of notation.py counts
 */

/** Where the pyramid's levels, the pillars, the closing stone and the relief begin. */
export const FIRST = { levels: [0, 6, 11, 15, 18, 20], left: 21, right: 26, relief: 32 };
export const CLOSING = 31;
export const QUARRY = 44;
export const JOKERS = 60;
export const DICE = 61; // by colour: all dice of one are one place

export const ACROSS = 4; // stones in a row of the relief
export const ROWS = 3;

/** Whether a place is a stone of pyramid, arch or relief. @param {number} place */
export const isField = (place) => place < QUARRY;

/** To which building a field belongs. @param {number} field */
export function building(field) {
  if (field < FIRST.left) return "pyramid";
  return field < FIRST.relief ? "arch" : "relief";
}

/**
 * A rectangle around a block.
 * @param {Box} box
 * @param {number} [beyond] how far it reaches over the block's edge
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
 * The closing stone's shape: wider above, like a cornice.
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
