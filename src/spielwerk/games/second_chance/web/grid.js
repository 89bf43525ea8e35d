/**
 * Grids and the drawings in them. Cells count from the lower left to the right and upwards; squares of a drawing from
 * the upper left to the right and downwards.
 *
 * @import { Meant, Position } from "../../../web/board.js"
 * @import { Shape, Square } from "./shapes.js"
 * @import { State, Tables } from "./state.js"
 *
 * @typedef {number | typeof ONE} Card  the number of its shape, or the written 1
 * @typedef {{card: Card | null, shape: Shape}} Drawing  `card` is null if no ply is known for it
 */

export const ROWS = 9;
export const ONE = "one"; // the form of the move that writes a 1

/** @param {number} cell @returns {Square} */
export const square = (cell) => [cell % ROWS, ROWS - 1 - Math.floor(cell / ROWS)];

/** @param {Square} square */
export const cellAt = ([x, y]) => (ROWS - 1 - y) * ROWS + x;

/** @param {Meant} move @returns {Card} */
export const cardOf = ({ form, slots }) => (form === ONE ? ONE : /** @type {number} */ (slots.card));

/** @param {Meant} move */
export const cellsOf = ({ slots }) => [slots.cells ?? slots.cell].flat();

/** @param {Meant} move @returns {Drawing} */
export const drawn = (move) => ({ card: cardOf(move), shape: cellsOf(move).map(square) });

/** Return whether a card is a start card: their numbers follow those of the deck. @param {Tables} tables @param {Card | null} card */
export const isStart = ({ copies, cells }, card) => typeof card === "number" && card >= copies.length && card < cells.length;

/** Return whether a seat's bit is set. @param {number} bits @param {number} seat */
export const has = (bits, seat) => (bits >> seat) % 2 === 1;

/** Return the seat whose grid is the board: the viewer's, and the first for spectators. @param {Position} position */
export const shown = ({ viewer }) => viewer ?? 0;

/** Return the cells that a seat has filled. @param {State} state @param {number} seat */
export function filled({ grid }, seat) {
  const cells = Array.from({ length: ROWS * ROWS }, (_, cell) => cell);
  return cells.filter((cell) => (grid[seat][cell >> 6] >> BigInt(cell & 63)) & 1n);
}

/**
 * Return a seat's drawings: those of its latest plies that are on its grid (earlier plies belong to a previous game).
 * Other filled cells form one drawing without a card.
 * @param {Position} position
 * @param {number} seat
 */
export function drawings({ state, plies }, seat) {
  const left = new Set(filled(state, seat));
  /** @type {Drawing[]} */
  const found = [];
  for (let k = plies.length - 1; k >= 0 && left.size; k--) {
    if (plies[k].seat !== seat) continue;
    found.unshift(drawn(plies[k].move));
    for (const cell of found[0].shape.map(cellAt)) left.delete(cell);
  }
  return left.size ? [...found, { card: null, shape: [...left].map(square) }] : found;
}
