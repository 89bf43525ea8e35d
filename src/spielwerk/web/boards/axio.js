/** AXIO's board: squares, printed fields, pyramids. */

import { SYMBOLS, corners, polygon, svg } from "../svg.js";
import { dominoBoard } from "./dominoes.js";
import { UNIT, middle, read, write } from "./dominoes/grid.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./dominoes/outline.js").Point} Point */

const MARGIN = UNIT * 0.62; // of wood around the cells, for letters and numbers

/** @type {import("./dominoes/grid.js").Grid} */
export const grid = {
  steps: [[1, 0], [0, -1], [-1, 0], [0, 1]],
  corners: corners(4, UNIT * Math.SQRT1_2, 45),
  place: (letter, number) => [letter * UNIT, -number * UNIT],
};

/**
 * The area in play (AX-4): its letters and its numbers, from and to.
 * @param {View} view
 */
function area(view) {
  const [left, bottom] = read(view.area[0]);
  const [right, top] = read(view.area[1]);
  return { left, bottom, right, top };
}

/** @param {View} view */
function names(view) {
  const { left, bottom, right, top } = area(view);
  const rows = range(bottom, top).reverse();
  return rows.flatMap((number) => range(left, right).map((letter) => write(letter, number)));
}

/**
 * @param {View} view
 * @returns {Point[]}
 */
function rim(view) {
  const { left, bottom, right, top } = area(view);
  const out = UNIT / 2 + MARGIN;
  const [fromX, fromY] = grid.place(left, top);
  const [toX, toY] = grid.place(right, bottom);
  const [x, y, otherX, otherY] = [fromX - out, fromY - out, toX + out, toY + out];
  return [[otherX, y], [otherX, otherY], [x, otherY], [x, y]];
}

/** @param {View} view */
function labels(view) {
  const { left, bottom, right, top } = area(view);
  const out = UNIT * 0.84;
  const [x] = grid.place(left, bottom);
  const [, y] = grid.place(left, bottom);
  return [
    ...range(left, right).map((letter) => ({
      text: write(letter, 1)[0],
      at: /** @type {Point} */ ([grid.place(letter, 1)[0], y + out]),
    })),
    ...range(bottom, top).map((number) => ({
      text: String(number),
      at: /** @type {Point} */ ([x - out, grid.place(1, number)[1]]),
    })),
  ];
}

/**
 * A pyramid from above, lit from the upper left.
 * @param {string} name
 */
function pyramid(name) {
  const [x, y] = middle(grid, name);
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
 * @param {number} from
 * @param {number} to
 */
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

export const board = dominoBoard({
  id: "axio",
  colours: "rgbop",
  symbols: { ...SYMBOLS, o: polygon(corners(4, 0.95, 45)) }, // AX-1: orange is a square here
  grid,
  names,
  rim,
  labels,
  standing: (view) => view.pyramids.map(pyramid),
});
