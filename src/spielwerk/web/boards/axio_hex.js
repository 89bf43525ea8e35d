/** The board of Axio on hexagons: rows of cells; numbers are rows, letters lean to the right. */

import { SYMBOLS, corners } from "../svg.js";
import { dominoBoard } from "./dominoes.js";
import { UNIT, write } from "./dominoes/grid.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./dominoes/outline.js").Point} Point */

const ROW = UNIT * Math.sqrt(3 / 4); // from one row to the next
const LABEL = 0.86; // how far from their cells letters and numbers stand

/** @type {import("./dominoes/grid.js").Grid} */
export const grid = {
  steps: [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]],
  corners: corners(6, UNIT / Math.sqrt(3), 60),
  place: (letter, number) => [(letter + number / 2) * UNIT, -number * ROW],
};

/**
 * Each row from above: its number, its first and its last letter (HX-2, HX-4).
 * @param {View} view
 */
function rows({ side }) {
  const size = 2 * side - 1;
  return Array.from({ length: size }, (_, n) => {
    const number = size - n;
    return { number, from: Math.max(1, side + 1 - number), to: Math.min(size, 3 * side - 1 - number) };
  });
}

/** @param {View} view */
function names(view) {
  return rows(view).flatMap(({ number, from, to }) =>
    Array.from({ length: to - from + 1 }, (_, n) => write(from + n, number)),
  );
}

/** @param {View} view */
function rim({ side }) {
  const [x, y] = grid.place(side, side);
  const around = corners(6, UNIT * (side - 1 + 1.2), 30);
  return around.map(([dx, dy]) => /** @type {Point} */ ([x + dx, y + dy]));
}

/**
 * Numbers stand to the left of their rows, letters where their leaning lines would go on.
 * @param {View} view
 */
function labels(view) {
  const { side } = view;
  const numbers = rows(view).map(({ number, from }) => ({
    text: String(number),
    at: grid.place(from - LABEL, number),
  }));
  const letters = Array.from({ length: 2 * side - 1 }, (_, n) => {
    const letter = n + 1;
    const last = Math.min(2 * side - 1, 3 * side - 1 - letter);
    return { text: write(letter, 1)[0], at: grid.place(letter, last + LABEL) };
  });
  return [...numbers, ...letters];
}

export const board = dominoBoard({
  id: "axio_hex",
  colours: "rgboyp",
  symbols: SYMBOLS,
  grid,
  names,
  rim,
  labels,
  standing: () => [],
});
