/** Where everything of an Anubixx sheet is drawn. A stone of the pyramid is 10 wide. */

import { polygon } from "../svg.js";

/**
 * @typedef {object} Place  a block on the drawing
 * @property {string} id
 * @property {number} x  its middle
 * @property {number} y
 * @property {number} width
 * @property {number} height
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

/**
 * A row of blocks whose numbers begin at 1.
 * @param {string} name
 * @param {number} count
 * @param {number} left  the middle of the first
 * @param {number} y
 * @returns {Place[]}
 */
function row(name, count, left, y) {
  return Array.from({ length: count }, (_, k) => ({
    id: `${name}${k + 1}`,
    x: left + k * STEP,
    y,
    ...STONE,
  }));
}

/** @param {number} ground @param {number} level from 1 */
const above = (ground, level) => ground - RISE * (level - 0.5);

/** @type {Place[]} */
export const PYRAMID = [6, 5, 4, 3, 2, 1].flatMap((level) =>
  row(`P${level}`, 7 - level, MARGIN + (STEP * level) / 2, above(GROUND, level)),
);

/** @type {Place[]} */
export const ARCH = [
  { id: "AT", x: DOOR, y: above(GROUND, 6), width: 35, height: STONE.height },
  ...[5, 4, 3, 2, 1].flatMap((level) =>
    ["L", "R"].map((side) => ({
      id: `A${side}${level}`,
      x: DOOR + (side === "L" ? -1 : 1) * 11,
      y: above(GROUND, level),
      ...STONE,
    })),
  ),
];

/** @type {Place[]} */
export const RELIEF = [3, 2, 1].flatMap((height) =>
  [..."abcd"].map((column, k) => ({
    id: `${column}${height}`,
    x: MARGIN + STEP * (k + 0.5),
    y: above(FLOOR, height),
    ...STONE,
  })),
);

/** All stones that can be crossed. */
export const STONES = [...PYRAMID, ...ARCH, ...RELIEF];

/**
 * The quarry, as wide as the sheet however many stones it has.
 * @param {number} stones
 * @returns {Place[]}
 */
export function quarry(stones) {
  const step = (WIDTH - 2 * MARGIN) / Math.max(stones, 12);
  return Array.from({ length: stones }, (_, k) => ({
    id: `q${k + 1}`,
    x: MARGIN + step * (k + 0.5),
    y: 105.3,
    width: step - 0.4,
    height: 8.6,
  }));
}

/**
 * The jokers, in the corner left of the pyramid.
 * @param {number} count
 * @returns {Place[]}
 */
export function jokers(count) {
  return Array.from({ length: count }, (_, k) => ({
    id: `j${k + 1}`,
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
    id: "j",
    x: (first.x + right.x) / 2,
    y: (first.y + below.y) / 2,
    width: right.x - first.x + first.width,
    height: below.y - first.y + first.height,
  };
}

/**
 * The cartouches of the bonuses, in two rows beside the relief.
 * @param {number} count
 * @returns {Place[]}
 */
export function bonuses(count) {
  const across = Math.ceil(count / 2);
  const step = (WIDTH - MARGIN - 53.4) / across;
  return Array.from({ length: count }, (_, k) => ({
    id: `bonus${k + 1}`,
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
 * @returns {Place[]}
 */
export function dice(count, left) {
  return Array.from({ length: count }, (_, k) => ({
    id: `die${k + 1}`,
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

/**
 * A rectangle around a block.
 * @param {Place} place
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
 * @param {Place} place
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
