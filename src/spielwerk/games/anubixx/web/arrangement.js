/**
 * Where everything of an Anubixx sheet is drawn: beside each other where there is room, one below the other on a narrow
 * screen. A stone is about 10 wide.
 *
 * @typedef {import("./places.js").Box} Box
 * @typedef {import("./places.js").Place} Place
 *
 * @typedef {object} Plaque  where a name is written, and the points beside it
 * @property {number} x
 * @property {number} y  the line that it stands on
 * @property {"start" | "middle" | "end"} anchor
 * @property {"beside" | "below" | "none"} note  where more is said
 * @property {{x: number, y: number}} disc  the middle of the points
 *
 * @typedef {object} Arrangement
 * @property {string} name
 * @property {number} width
 * @property {number} height
 * @property {number} top  where the sheet begins; what is above belongs to the table
 * @property {Place[]} stones  all that can be crossed, as one would read them
 * @property {(count: number) => Place[]} quarry
 * @property {number} digits  how far below a quarry stone's middle its number stands
 * @property {(count: number) => Box[]} jokers
 * @property {(count: number) => Box[]} bonuses
 * @property {(count: number) => Box[]} dice
 * @property {Box} well  what the dice lie in
 * @property {{x: number, y: number, anchor: "start" | "end"}} diceLabel
 * @property {{x: number, y: number, r: number, wings: boolean}} sun  tells the sum
 * @property {Plaque[]} plaques  in the order of the scoreboard
 * @property {number} ground  under the pyramid
 * @property {Box} door  of the arch
 * @property {Box} bed  of the relief
 */

import { ACROSS, CLOSING, FIRST, QUARRY, ROWS } from "./places.js";

/**
 * The three buildings.
 * @param {object} where
 * @param {{width: number, height: number}} where.stone
 * @param {number} where.step  from stone to stone
 * @param {number} where.rise  from level to level
 * @param {number} where.left  of the pyramid
 * @param {number} where.ground  under it
 * @param {{x: number, ground: number, width: number, apart: number, stone: number}} where.arch
 *   its middle, and how far from there the pillars stand
 * @param {{left: number, floor: number, step: number, stone: number}} where.relief
 * @returns {Place[]}
 */
function buildings({ stone, step, rise, left, ground, arch, relief }) {
  const { height } = stone;
  const above = (/** @type {number} */ floor, /** @type {number} */ level) => floor - rise * (level - 0.5);
  const pyramid = [6, 5, 4, 3, 2, 1].flatMap((level) =>
    FIRST.levels.slice(0, 7 - level).map((_, k) => ({ id: FIRST.levels[level - 1] + k, x: left + step * (level / 2 + k), y: above(ground, level), ...stone })),
  );
  const closing = { id: CLOSING, x: arch.x, y: above(arch.ground, 6), width: arch.width, height };
  const pillars = [5, 4, 3, 2, 1].flatMap((level) => [
    { id: FIRST.left + level - 1, x: arch.x - arch.apart, y: above(arch.ground, level), width: arch.stone, height },
    { id: FIRST.right + level - 1, x: arch.x + arch.apart, y: above(arch.ground, level), width: arch.stone, height },
  ]);
  const floor = Array.from({ length: ROWS * ACROSS }, (_, k) => {
    const [row, column] = [ROWS - 1 - Math.floor(k / ACROSS), k % ACROSS];
    return { id: FIRST.relief + ACROSS * row + column, x: relief.left + relief.step * (column + 0.5), y: above(relief.floor, row + 1), width: relief.stone, height };
  });
  return [...pyramid, closing, ...pillars, ...floor];
}

/**
 * Boxes in rows.
 * @param {number} count
 * @param {number} across  in a row
 * @param {{x: number, y: number, right: number, down: number}} from  the middle of the first, and how far it is to the next
 * @param {{width: number, height: number}} size
 * @returns {Box[]}
 */
function rows(count, across, { x, y, right, down }, size) {
  return Array.from({ length: count }, (_, k) => ({ x: x + (k % across) * right, y: y + Math.floor(k / across) * down, ...size }));
}

/** @param {Box[]} boxes @returns {Place[]} */
const numbered = (boxes) => boxes.map((box, k) => ({ id: QUARRY + k, ...box }));

/** @type {Arrangement} */
export const WIDE = {
  name: "wide",
  width: 112,
  height: 137,
  top: 17,
  stones: buildings({
    stone: { width: 10, height: 9 },
    step: 10.4,
    rise: 9.4,
    left: 5,
    ground: 78.5,
    arch: { x: 90, ground: 78.5, width: 35, apart: 11, stone: 10 },
    relief: { left: 5, floor: 115, step: 10.4, stone: 10 },
  }),
  quarry(count) {
    const step = 102 / Math.max(count, 12);
    return numbered(rows(count, count, { x: 5 + step / 2, y: 126.2, right: step, down: 0 }, { width: step - 0.4, height: 8.6 }));
  },
  digits: 7.8,
  jokers: (count) => rows(count, 2, { x: 8.7, y: 34, right: 7.9, down: 8.8 }, { width: 7.5, height: 8.4 }),
  bonuses: (count) => rows(count, 4, { x: 60.1, y: 93.6, right: 13.4, down: 14.2 }, { width: 12.2, height: 13 }),
  dice: (count) => rows(count, count, { x: 30, y: 8.2, right: 13.2, down: 0 }, { width: 12.8, height: 12.8 }),
  well: { x: 56, y: 8, width: 110, height: 15 },
  diceLabel: { x: 6, y: 9.4, anchor: "start" },
  sun: { x: 57, y: 28, r: 6, wings: true },
  plaques: [
    { x: 61, y: 45, anchor: "middle", note: "none", disc: { x: 61, y: 50.8 } },
    { x: 90, y: 39, anchor: "middle", note: "none", disc: { x: 90, y: 45 } },
    { x: 4.6, y: 84.6, anchor: "start", note: "beside", disc: { x: 49.6, y: 90 } },
    { x: 54, y: 84.6, anchor: "start", note: "beside", disc: { x: 103, y: 83.4 } },
    { x: 4.6, y: 120.6, anchor: "start", note: "beside", disc: { x: 103, y: 119 } },
    { x: 4.6, y: 24.4, anchor: "start", note: "below", disc: { x: 19.6, y: 23.4 } },
  ],
  ground: 78.5,
  door: { x: 90, y: 55, width: 12, height: 47 },
  bed: { x: 25.8, y: 100.9, width: 43.6, height: 30.2 },
};

const NARROW_STONE = { width: 9.9, height: 8 };
const NARROW_RISE = 8.4; // 44 pixels on a phone that is 360 wide

/** @type {Arrangement} */
export const NARROW = {
  name: "narrow",
  width: 64,
  height: 137,
  top: 0,
  stones: buildings({
    stone: NARROW_STONE,
    step: 10.3,
    rise: NARROW_RISE,
    left: 1.1,
    ground: 56,
    arch: { x: 12.4, ground: 111.4, width: 22.4, apart: 6.4, stone: 9.6 },
    relief: { left: 25.2, floor: 111.4, step: 9.4, stone: 9 },
  }),
  quarry(count) {
    const across = Math.ceil(count / 2);
    const step = 61.8 / across;
    return numbered(rows(count, across, { x: 1.1 + step / 2, y: 121.6, right: step, down: 8.6 }, { width: step - 0.4, height: 8.2 }));
  },
  digits: 3.2,
  jokers(count) {
    const below = Math.max(0, count - 3); // beside the pyramid's tip is room for three
    return [count - below, below].flatMap((some, row) => rows(some, some, { x: 58.6 - 8.1 * (some - 1), y: 9.5 + 8.6 * row, right: 8.1, down: 0 }, { width: 7.7, height: 8.2 }));
  },
  bonuses: (count) => rows(count, 4, { x: 29.9, y: 66.4, right: 9.4, down: 9.9 }, { width: 8.8, height: 9.2 }),
  dice: (count) => rows(count, 2, { x: 6, y: 8.9, right: 9, down: 9 }, { width: 8.6, height: 8.6 }),
  well: { x: 10.5, y: 13.4, width: 18.6, height: 18 },
  diceLabel: { x: 1.6, y: 3.7, anchor: "start" },
  sun: { x: 57.4, y: 29.2, r: 5.2, wings: false },
  plaques: [
    { x: 1.6, y: 28.6, anchor: "start", note: "none", disc: { x: 5.4, y: 33.4 } },
    { x: 1.6, y: 60, anchor: "start", note: "none", disc: { x: 20.4, y: 58.9 } },
    { x: 25.4, y: 84.8, anchor: "start", note: "beside", disc: { x: 59.8, y: 83.7 } },
    { x: 25.4, y: 60, anchor: "start", note: "beside", disc: { x: 59.8, y: 58.9 } },
    { x: 1.6, y: 116, anchor: "start", note: "beside", disc: { x: 59.8, y: 114.9 } },
    { x: 56.2, y: 3.7, anchor: "end", note: "beside", disc: { x: 59.8, y: 3.3 } },
  ],
  ground: 56,
  door: { x: 12.4, y: 90.4, width: 3.2, height: 42 },
  bed: { x: 44, y: 98.8, width: 38.2, height: 26 },
};

/** How a sheet is drawn on this screen. @returns {Arrangement} */
export function arrangement() {
  const narrow = globalThis.matchMedia?.("(max-width: 40rem)").matches;
  return narrow ? NARROW : WIDE;
}
