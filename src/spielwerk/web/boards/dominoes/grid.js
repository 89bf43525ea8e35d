/** Grids of cells: their names, their places, and the ways from one to the next. */

import { moved } from "./outline.js";

/** @typedef {import("./outline.js").Point} Point */
/** @typedef {import("./outline.js").Outline} Outline */

/** How far the middles of neighbouring cells lie apart. */
export const UNIT = 40;

export const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * @typedef {object} Grid
 * @property {readonly Point[]} steps  letters and numbers to each neighbour: first the one to the
 *   right, then clockwise
 * @property {Outline} corners  of a cell around its middle; the side from corner k to the next is the
 *   one that steps[k] leads across
 * @property {(letter: number, number: number) => Point} place  the middle of a cell; letters count from 1
 */

/**
 * A cell's letter, counted from 1, and its number.
 * @param {string} name
 * @returns {[number, number]}
 */
export const read = (name) => [LETTERS.indexOf(name[0]) + 1, Number(name.slice(1))];

/**
 * @param {number} letter
 * @param {number} number
 */
export const write = (letter, number) => `${LETTERS[letter - 1]}${number}`;

/**
 * @param {Grid} grid
 * @param {string} name
 */
export const middle = (grid, name) => grid.place(...read(name));

/**
 * @param {Grid} grid
 * @param {string} name
 */
export const outline = (grid, name) => moved(grid.corners, middle(grid, name));

/**
 * The name of the neighbour in a direction, be it on the board or not; "" where no letter is left.
 * @param {Grid} grid
 * @param {string} name
 * @param {number} direction
 */
export function neighbour(grid, name, direction) {
  const [letter, number] = read(name);
  const [letters, numbers] = grid.steps[direction];
  const reached = LETTERS[letter + letters - 1];
  return reached ? `${reached}${number + numbers}` : "";
}

/**
 * The direction that leads from a cell to its neighbour; -1 if it is none.
 * @param {Grid} grid
 * @param {string} from
 * @param {string} to
 */
export function direction(grid, from, to) {
  return grid.steps.findIndex((_, k) => neighbour(grid, from, k) === to);
}

/**
 * Whether one cell's name comes before another's: by letter, then by number.
 * @param {string} one
 * @param {string} other
 */
export function before(one, other) {
  return one[0] === other[0] ? read(one)[1] < read(other)[1] : one < other;
}
