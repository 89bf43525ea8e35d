/** AXIO's board: squares, printed fields, pyramids. */

import { SYMBOLS, corners, polygon, svg } from "../../../web/elements.js";
import { dominoBoard } from "../../../dominoes/web/board.js";
import { LETTERS, STRIDE, UNIT, letterOf, middle, moved, numberOf } from "../../../dominoes/web/cells.js";
import { arrives } from "../../../dominoes/web/phrases.js";

/** @typedef {import("../../../web/board.js").Rules} Rules */
/** @typedef {import("../../../dominoes/web/cells.js").Point} Point */

const END = 18; // of a track (AX-14)
const MARGIN = UNIT * 0.62; // of wood around the cells, for letters and numbers

/** @type {import("../../../dominoes/web/cells.js").Grid} */
export const grid = {
  steps: [1, -STRIDE, -1, STRIDE],
  corners: corners(4, UNIT * Math.SQRT1_2, 45),
  place: (letter, number) => [letter * UNIT, -number * UNIT],
};

/** Return the range of letters and numbers in play (AX-4). @param {number[]} cells */
function area(cells) {
  const [topLeft, bottomRight] = [cells[0], cells[cells.length - 1]];
  return { left: letterOf(topLeft), bottom: numberOf(bottomRight), right: letterOf(bottomRight), top: numberOf(topLeft) };
}

/**
 * @param {number[]} cells
 * @returns {Point[]}
 */
function rim(cells) {
  const { left, bottom, right, top } = area(cells);
  const out = UNIT / 2 + MARGIN;
  const [fromX, fromY] = grid.place(left, top);
  const [toX, toY] = grid.place(right, bottom);
  const [x, y, otherX, otherY] = [fromX - out, fromY - out, toX + out, toY + out];
  return [[otherX, y], [otherX, otherY], [x, otherY], [x, y]];
}

/** @param {number[]} cells */
function labels(cells) {
  const { left, bottom, right, top } = area(cells);
  const out = UNIT * 0.84;
  return [
    ...range(left, right).map((letter) => ({ text: LETTERS[letter - 1], at: moved([grid.place(letter, bottom)], [0, out])[0] })),
    ...range(bottom, top).map((number) => ({ text: String(number), at: moved([grid.place(left, number)], [-out, 0])[0] })),
  ];
}

/**
 * Draw a pyramid from above, lit from the upper left.
 * @param {number} cell
 * @returns {SVGElement}
 */
function pyramid(cell) {
  const [x, y] = middle(grid, cell);
  const foot = UNIT * 0.4;
  const apex = /** @type {const} */ ([-UNIT * 0.02, -UNIT * 0.05]);
  const corner = /** @type {Point[]} */ ([[foot, -foot], [foot, foot], [-foot, foot], [-foot, -foot]]);
  const sides = ["right", "below", "left", "above"].map((side, k) =>
    svg("path", { class: `side ${side}`, d: polygon([corner[k], corner[(k + 1) % 4], apex]) }),
  );
  const base = polygon(corner.map(([dx, dy]) => [dx * 1.04 + 1, dy * 1.04 + 2]));
  const at = { class: "pyramid", transform: `translate(${x} ${y})` };
  return svg("g", at, svg("path", { class: "foot", d: base }), ...sides);
}

/**
 * Return the cells of the standing pyramids, oldest first: once none are left, the oldest is moved next (AX-11).
 * @param {{pyramids: number[], closed: number}} state
 * @param {{pyramids: number}} tables
 */
function pyramids({ pyramids: cells, closed }, { pyramids: all }) {
  return range(Math.max(0, closed - all), closed - 1).map((k) => cells[k % all]);
}

/**
 * @param {{closed: number}} state
 * @param {{pyramids: number}} tables
 * @returns {import("../../../web/board.js").Phrase}
 */
function pyramidsLeft({ closed }, { pyramids: all }) {
  return closed < all ? { key: "facts.pyramids", values: { n: all - closed } } : { key: "facts.pyramids_stand" };
}

/**
 * @param {number} from
 * @param {number} to
 */
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

/** @param {Rules} rules */
export const board = (rules) =>
  dominoBoard(rules, {
    id: "axio",
    colours: "rgbop",
    symbols: { ...SYMBOLS, o: polygon(corners(4, 0.95, 45)) }, // AX-1: orange is a square here
    grid,
    rim,
    labels,
    standing: ({ state }) => pyramids(state, rules.tables).map((cell) => ({ cell, drawn: pyramid(cell), holds: { key: "holds.pyramid" } })),
    pips: (seats) => (seats > 1 ? END : 2 * END), // AX-14; solo, two boards in a row (AX-20)
    facts: ({ state }) => [pyramidsLeft(state, rules.tables)],
    firsts: (before, now, { seat }) => [
      ...(now.state.closed > before.state.closed ? ["pyramid"] : []),
      ...(now.seats === 1 && arrives(before.state.tracks[seat], now.state.tracks[seat], END) ? ["second"] : []),
    ],
  });
