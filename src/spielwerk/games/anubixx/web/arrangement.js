/**
 * The layout of an Anubixx sheet: side by side where there is space, stacked on a narrow screen. A stone is about 10
 * units wide.
 *
 * @typedef {import("./places.js").Box} Box
 * @typedef {import("./places.js").Place} Place
 *
 * @typedef {object} Plaque  where a name is written, with its points
 * @property {number} x
 * @property {number} y  the baseline
 * @property {"start" | "middle" | "end"} anchor
 * @property {"beside" | "below" | "none"} note  where the note is written
 * @property {{x: number, y: number}} disc  the centre of the points
 *
 * @typedef {object} Rung  where a value is written
 * @property {number} x
 * @property {number} y  the baseline
 * @property {"start" | "middle" | "end"} anchor
 * @property {Box} [count]  where it says for how many stones
 *
 * @typedef {object} Arrangement
 * @property {string} name
 * @property {number} width
 * @property {number} height
 * @property {number} top  where the sheet begins; the dice in the middle of the table are above
 * @property {Place[]} stones  all stones that can be crossed, in reading order
 * @property {(count: number) => Place[]} quarry
 * @property {number} digits  the distance from a quarry stone's centre down to its number
 * @property {(count: number) => Box[]} jokers
 * @property {(count: number) => Box[]} bonuses
 * @property {(count: number) => Box[]} dice
 * @property {Box} well  holds the dice
 * @property {{x: number, y: number, anchor: "start" | "end"}} diceLabel
 * @property {{x: number, y: number, r: number, wings: boolean, told: boolean}} sun
 *   shows the sum; `told`: whether its label is below
 * @property {Plaque[]} plaques  in the order of the scoreboard
 * @property {{pyramid: Rung[], arch: Rung[], relief: Rung[]}} rungs  where the values of each building are written
 * @property {number} ground  below the pyramid
 * @property {Box} door  of the arch
 * @property {Box} bed  of the relief
 */

import { ACROSS, CLOSING, FIRST, QUARRY, ROWS } from "./places.js";

/**
 * Return the stones of the three buildings.
 * @param {object} where
 * @param {{width: number, height: number}} where.stone
 * @param {number} where.step  from stone to stone
 * @param {number} where.rise  from level to level
 * @param {number} where.left  of the pyramid
 * @param {number} where.ground  below it
 * @param {{x: number, ground: number, width: number, apart: number, stone: number}} where.arch
 *   its centre, and the distance of the pillars from there
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
 * Return boxes in rows.
 * @param {number} count
 * @param {number} across  per row
 * @param {{x: number, y: number, right: number, down: number}} from
 *   the centre of the first, and the distance to the next
 * @param {{width: number, height: number}} size
 * @returns {Box[]}
 */
function rows(count, across, { x, y, right, down }, size) {
  return Array.from({ length: count }, (_, k) => ({ x: x + (k % across) * right, y: y + Math.floor(k / across) * down, ...size }));
}

/**
 * Return where the six values of a building are written, from the first to the last.
 * @param {"start" | "middle" | "end"} anchor
 * @param {(k: number) => {x: number, y: number, count?: Box}} place
 * @returns {Rung[]}
 */
const ladder = (anchor, place) => Array.from({ length: 6 }, (_, k) => ({ anchor, ...place(k) }));

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
    arch: { x: 89.4, ground: 78.5, width: 35, apart: 11, stone: 10 },
    relief: { left: 5, floor: 115, step: 10.4, stone: 10 },
  }),
  quarry(count) {
    const step = 102 / Math.max(count, 12);
    return numbered(rows(count, count, { x: 5 + step / 2, y: 126.2, right: step, down: 0 }, { width: step - 0.4, height: 8.6 }));
  },
  digits: 7.8,
  jokers: (count) => rows(count, 2, { x: 8.7, y: 34, right: 7.9, down: 8.8 }, { width: 7.5, height: 8.4 }),
  bonuses: (count) => rows(count, 4, { x: 62.4, y: 93.6, right: 12.9, down: 14.2 }, { width: 11.8, height: 13 }),
  dice: (count) => rows(count, count, { x: 30, y: 8.2, right: 13.2, down: 0 }, { width: 12.8, height: 12.8 }),
  well: { x: 56, y: 8, width: 110, height: 15 },
  diceLabel: { x: 6, y: 9.4, anchor: "start" },
  sun: { x: 57, y: 28, r: 6, wings: true, told: true },
  plaques: [
    { x: 61, y: 45, anchor: "middle", note: "none", disc: { x: 61, y: 50.8 } },
    { x: 89.4, y: 39, anchor: "middle", note: "none", disc: { x: 89.4, y: 45 } },
    { x: 4.6, y: 84.6, anchor: "start", note: "beside", disc: { x: 52, y: 88.6 } },
    { x: 56.6, y: 84.6, anchor: "start", note: "beside", disc: { x: 103, y: 83.4 } },
    { x: 4.6, y: 120.6, anchor: "start", note: "beside", disc: { x: 103, y: 119 } },
    { x: 4.6, y: 24.4, anchor: "start", note: "below", disc: { x: 21, y: 23.4 } },
  ],
  rungs: {
    pyramid: ladder("end", (k) => ({ x: 4.4 + 5.2 * k, y: 74.9 - 9.4 * k })),
    arch: ladder("start", (k) => ({ x: k < 5 ? 106.3 : 107.5, y: 74.9 - 9.4 * k })),
    relief: ladder("end", (k) => ({ x: 55.8, y: 113.6 - 3.6 * k, count: { x: 50, y: 112.6 - 3.6 * k, width: 3.7, height: 2.8 } })),
  },
  ground: 78.5,
  door: { x: 89.4, y: 55, width: 12, height: 47 },
  bed: { x: 25.8, y: 100.9, width: 43.6, height: 30.2 },
};

/** The whole sheet on a phone's screen: rows of 30 pixels at a width of 360. @type {Arrangement} */
export const NARROW = {
  name: "narrow",
  width: 69.2,
  height: 94.4,
  top: 0,
  stones: buildings({
    stone: { width: 9.9, height: 5.6 },
    step: 10.3,
    rise: 6,
    left: 4.9,
    ground: 37.3,
    arch: { x: 12.9, ground: 80.2, width: 22.4, apart: 6.4, stone: 9.6 },
    relief: { left: 30.2, floor: 80.2, step: 9.4, stone: 9 },
  }),
  quarry(count) {
    const lines = count > 12 ? 2 : 1;
    const across = Math.ceil(count / lines);
    const [step, down] = [67 / across, 8.2 / lines];
    return numbered(rows(count, across, { x: 1.1 + step / 2, y: 85.3 + down / 2, right: step, down }, { width: step - 0.4, height: down - 0.4 }));
  },
  digits: 3.5,
  jokers(count) {
    const below = Math.max(0, count - 3); // beside the pyramid's tip, there is space for three
    return [count - below, below].flatMap((some, row) => rows(some, some, { x: 65.3 - 6.1 * (some - 1), y: 9.6 + 6.3 * row, right: 6.1, down: 0 }, { width: 5.7, height: 5.9 }));
  },
  bonuses: (count) => rows(count, 4, { x: 34.9, y: 46.2, right: 9.4, down: 7 }, { width: 8.8, height: 6.6 }),
  dice: (count) => rows(count, 2, { x: 4.5, y: 7.6, right: 7.6, down: 7.6 }, { width: 7.2, height: 7.2 }),
  well: { x: 8.3, y: 11.5, width: 15.6, height: 16 },
  diceLabel: { x: 1.2, y: 3.4, anchor: "start" },
  sun: { x: 63.2, y: 23.6, r: 4.3, wings: false, told: false },
  plaques: [
    { x: 26.3, y: 4.6, anchor: "end", note: "none", disc: { x: 43.4, y: 4.4 } },
    { x: 1.7, y: 41.2, anchor: "start", note: "none", disc: { x: 21.1, y: 40.1 } },
    { x: 30.3, y: 60.9, anchor: "start", note: "none", disc: { x: 65.6, y: 59.8 } },
    { x: 30.3, y: 41.2, anchor: "start", note: "beside", disc: { x: 65.6, y: 40.1 } },
    { x: 1.2, y: 84, anchor: "start", note: "beside", disc: { x: 65.6, y: 83 } },
    { x: 62.5, y: 4.4, anchor: "end", note: "beside", disc: { x: 65.9, y: 3.3 } },
  ],
  rungs: {
    pyramid: ladder("end", (k) => ({ x: 4.6 + 5.15 * k, y: 35.3 - 6 * k })),
    arch: ladder("start", (k) => ({ x: 24.6 + (k < 5 ? 0 : 0.3), y: 78.2 - 6 * k })),
    relief: ladder("middle", (k) => ({ x: 40.6 + 3.9 * k, y: 61.4, count: { x: 40.6 + 3.9 * k, y: 57.9, width: 3.5, height: 2.3 } })),
  },
  ground: 37.3,
  door: { x: 12.9, y: 62.4, width: 3.2, height: 35 },
  bed: { x: 49, y: 71.4, width: 38.2, height: 18.6 },
};

/** Return the layout for this screen. @returns {Arrangement} */
export function arrangement() {
  const narrow = globalThis.matchMedia?.("(max-width: 40rem)").matches;
  return narrow ? NARROW : WIDE;
}
