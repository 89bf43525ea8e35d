/**
 * Grids and what is drawn into them. Cells count from the lower left to the right and upwards; a drawing's squares
 * from the upper left to the right and downwards.
 *
 * @import { Meant, Position } from "../../../web/board.js"
 * @import { Shape, Square } from "./shapes.js"
 * @import { State, Tables } from "./state.js"
 *
 * @typedef {number | typeof ONE} Card  the number of its shape, or the 1 that is written
 * @typedef {{card: Card | null, shape: Shape}} Drawing  of no card where no ply tells of it
 */

export const ROWS = 9;
export const ONE = "one"; // the form of such a move

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

/** Whether a card is a start card: their numbers come after those of the deck. @param {Tables} tables @param {Card | null} card */
export const isStart = ({ copies, cells }, card) => typeof card === "number" && card >= copies.length && card < cells.length;

/** Whether a seat's bit is set. @param {number} bits @param {number} seat */
export const has = (bits, seat) => (bits >> seat) % 2 === 1;

/** The seat whose grid is the board: one's own, and for spectators the first. @param {Position} position */
export const shown = ({ viewer }) => viewer ?? 0;

/** The cells that a seat has drawn in. @param {State} state @param {number} seat */
export function filled({ grid }, seat) {
  const cells = Array.from({ length: ROWS * ROWS }, (_, cell) => cell);
  return cells.filter((cell) => (grid[seat][cell >> 6] >> BigInt(cell & 63)) & 1n);
}

/**
 * What a seat has drawn: its latest plies, as far as they lie on its grid (those before are of another game); all
 * else that is filled is one nameless drawing.
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
