/** The board of Axio on hexagons: numbers are horizontal rows, letters are lines leaning to the right. */

import { SYMBOLS, corners } from "../../../web/elements.js";
import { dominoBoard } from "../../../dominoes/web/board.js";
import { LETTERS, STRIDE, UNIT, letterOf, numberOf } from "../../../dominoes/web/cells.js";

/** @typedef {import("../../../web/board.js").Rules} Rules */
/** @typedef {import("../../../dominoes/web/cells.js").Point} Point */

const ROW = UNIT * Math.sqrt(3 / 4); // from one row to the next
const LABEL = 0.86; // the distance of letters and numbers from their cells

/** @type {import("../../../dominoes/web/cells.js").Grid} */
export const grid = {
  steps: [1, 1 - STRIDE, -STRIDE, -1, STRIDE - 1, STRIDE],
  corners: corners(6, UNIT / Math.sqrt(3), 60),
  place: (letter, number) => [(letter + number / 2) * UNIT, -number * ROW],
};

/** @param {number[]} cells */
function rim(cells) {
  const side = (numberOf(cells[0]) + 1) / 2; // the board has one row less than twice its side (HX-2, HX-4)
  const [x, y] = grid.place(side, side);
  const around = corners(6, UNIT * (side - 1 + 1.2), 30);
  return around.map(([dx, dy]) => /** @type {Point} */ ([x + dx, y + dy]));
}

/**
 * Place numbers to the left of their rows, and letters where their leaning lines would continue.
 * @param {number[]} cells
 */
function labels(cells) {
  return [
    ...firsts(cells, numberOf).map((cell) => ({ text: String(numberOf(cell)), at: grid.place(letterOf(cell) - LABEL, numberOf(cell)) })),
    ...firsts(cells, letterOf).map((cell) => ({ text: LETTERS[letterOf(cell) - 1], at: grid.place(letterOf(cell), numberOf(cell) + LABEL) })),
  ];
}

/** Return the first cell of each line. @param {number[]} cells @param {(cell: number) => number} line */
const firsts = (cells, line) => cells.filter((cell, n) => cells.findIndex((other) => line(other) === line(cell)) === n);

/** @param {Rules} rules @returns {import("../../../web/board.js").Board} */
export function board(rules) {
  const made = dominoBoard(rules, {
    id: "axio_hex",
    colours: "rgboyp",
    symbols: SYMBOLS,
    grid,
    rim,
    labels,
    standing: () => [],
    pips: () => 18, // HX-9
    facts: () => [],
    firsts: () => [],
  });
  const { notation } = rules;
  // The framed half comes first, as on the original page (HX-17).
  return { ...made, shorthand: (move) => made.where(move).map((cell) => notation.names.cell.write(cell)).join("-") || notation.write(move) };
}
