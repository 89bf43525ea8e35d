/** Where everything of an Anubixx sheet is drawn. A stone of the pyramid is 10 wide. */

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

export const WIDTH = 112;
export const TRAY = 17; // the height of the dice's strip, above the sheet
export const SHEET = 115;

const STEP = 10.4; // from stone to stone
const RISE = 9.4; // from level to level
const STONE = { width: 10, height: 9 };
const MARGIN = 5;
const GROUND = 61.5; // under pyramid and arch
const FLOOR = 97; // under the relief
const DOOR = 90; // the middle of the arch

// How places are numbered: where the pyramid's levels, the pillars, the relief and all else begin
const FIRST = { levels: [0, 6, 11, 15, 18, 20], left: 21, right: 26, relief: 32 };
export const CLOSING = 31;
export const QUARRY = 44;
export const JOKERS = 60;

/** Whether a place is a stone of pyramid, arch or relief. @param {number} place */
export const isField = (place) => place < QUARRY;

/**
 * A row of stones.
 * @param {number} first  its number
 * @param {number} count
 * @param {number} left  the middle of the first
 * @param {number} y
 * @returns {Place[]}
 */
function row(first, count, left, y) {
  return Array.from({ length: count }, (_, k) => ({ id: first + k, x: left + k * STEP, y, ...STONE }));
}

/** @param {number} ground @param {number} level from 1 */
const above = (ground, level) => ground - RISE * (level - 0.5);

const PYRAMID = [6, 5, 4, 3, 2, 1].flatMap((level) =>
  row(FIRST.levels[level - 1], 7 - level, MARGIN + (STEP * level) / 2, above(GROUND, level)),
);

const ARCH = [
  { id: CLOSING, x: DOOR, y: above(GROUND, 6), width: 35, height: STONE.height },
  ...[5, 4, 3, 2, 1].flatMap((level) => [
    { id: FIRST.left + level - 1, x: DOOR - 11, y: above(GROUND, level), ...STONE },
    { id: FIRST.right + level - 1, x: DOOR + 11, y: above(GROUND, level), ...STONE },
  ]),
];

const RELIEF = [3, 2, 1].flatMap((height) =>
  row(FIRST.relief + 4 * (height - 1), 4, MARGIN + STEP / 2, above(FLOOR, height)),
);

/** All stones that can be crossed, as one would read them. @type {Place[]} */
export const STONES = [...PYRAMID, ...ARCH, ...RELIEF];

/**
 * The quarry, as wide as the sheet however many stones it has.
 * @param {number} stones
 * @returns {Place[]}
 */
export function quarry(stones) {
  const step = (WIDTH - 2 * MARGIN) / Math.max(stones, 12);
  return Array.from({ length: stones }, (_, k) => ({
    id: QUARRY + k,
    x: MARGIN + step * (k + 0.5),
    y: 105.3,
    width: step - 0.4,
    height: 8.6,
  }));
}

/**
 * The jokers, in the corner left of the pyramid.
 * @param {number} count
 * @returns {Box[]}
 */
export function jokers(count) {
  return Array.from({ length: count }, (_, k) => ({
    x: MARGIN + 3.8 + (k % 2) * 7.8,
    y: 9.2 + Math.floor(k / 2) * 8.6,
    width: 7.4,
    height: 8.2,
  }));
}

/**
 * All jokers as one place.
 * @param {number} count
 * @returns {Place}
 */
export function jokerCorner(count) {
  const all = jokers(count);
  const [first, right, below] = [all[0], all[Math.min(1, count - 1)], all[count - 1]];
  return {
    id: JOKERS,
    x: (first.x + right.x) / 2,
    y: (first.y + below.y) / 2,
    width: right.x - first.x + first.width,
    height: below.y - first.y + first.height,
  };
}

/**
 * The cartouches of the bonuses, in two rows beside the relief.
 * @param {number} count
 * @returns {Box[]}
 */
export function bonuses(count) {
  const across = Math.ceil(count / 2);
  const step = (WIDTH - MARGIN - 53.4) / across;
  return Array.from({ length: count }, (_, k) => ({
    x: 53.4 + step * ((k % across) + 0.5),
    y: 76 + Math.floor(k / across) * 14,
    width: step - 1.2,
    height: 13,
  }));
}

/**
 * Dice side by side in the strip above the sheet.
 * @param {number} count
 * @param {number} left
 * @returns {Box[]}
 */
export function dice(count, left) {
  return Array.from({ length: count }, (_, k) => ({
    x: left + 7 + k * 14,
    y: 8,
    width: 11,
    height: 11,
  }));
}

/** Where the points of pyramid, arch and relief are told. */
export const TOLD = [
  { x: 58, y: 11.5 },
  { x: DOOR, y: 26 },
  { x: 50, y: FLOOR - 3 * RISE - 0.6 },
];
export const LINES = { ground: GROUND, floor: FLOOR, margin: MARGIN, door: DOOR };

/** A place of the sheet, on the whole drawing: under the dice. @template {Box} B @param {B} box @returns {B} */
export const lowered = (box) => ({ ...box, y: box.y + TRAY });

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
