/**
 * Second Chance: pencil on squared paper. The shapes of cards are in the tables of the game's parts.
 *
 * @import { Board, Cell, Held, Meant, Position, Rules } from "../../../web/board.js"
 * @import { Square } from "./shapes.js"
 */
import { drawPiece, middle, pieces } from "./cards.js";
import { cellAt, drawings, drawn, filled, ONE, ROWS, shown, square } from "./grid.js";
import { grip, laid, size } from "./shapes.js";
import { badge, box, counted, draw, frame, over, pencilled, pictured, SIDE, small } from "./sheet.js";
import { asks, describe, ended, facts, firsts, revealed } from "./telling.js";

/** @param {Position} position @returns {Cell[]} */
function cells(position) {
  const seat = shown(position);
  const ones = drawings(position, seat).filter(({ card }) => card === ONE);
  const written = new Set(ones.flatMap(({ shape }) => shape.map(cellAt)));
  const full = new Set(filled(position.state, seat));
  return Array.from({ length: ROWS * ROWS }, (_, k) => {
    const [x, y] = [k % ROWS, Math.floor(k / ROWS)];
    const id = cellAt([x, y]);
    const holds = written.has(id) ? { key: "holds.one" } : full.has(id) ? { key: "holds.drawn" } : null;
    const middle = (ROWS - 1) / 2;
    const name = x === middle && y === middle ? { key: "cell.centre" } : { key: "cell", values: { row: y + 1, column: x + 1 } };
    return { id, x: (x + 0.5) * SIDE, y: (y + 0.5) * SIDE, outline: box([x, y], SIDE), name, holds };
  });
}

/** Return a sort key for the cells of a move: by column, then by row. @param {number} cell */
const byName = (cell) => (cell % ROWS) * ROWS + Math.floor(cell / ROWS);

/** A shape is held by a cell near its centre; at the edge it is pushed back into the grid. @type {Board["meant"]} */
function meant(_position, held, cell) {
  if (!held) return [];
  const { piece, turn, mirrored } = held;
  if (piece.card === ONE) return [{ form: ONE, slots: { cell } }];
  const shape = laid(piece.shape, turn, mirrored);
  const { width, height } = size(shape);
  const [x, y] = square(cell);
  const [gripX, gripY] = grip(shape);
  const inside = (/** @type {number} */ at, /** @type {number} */ length) => Math.max(0, Math.min(at, ROWS - length));
  const [left, top] = [inside(x - gripX, width), inside(y - gripY, height)];
  const there = shape.map(([a, b]) => cellAt([left + a, top + b]));
  return [{ form: "draw", slots: { card: piece.card, cells: there.sort((a, b) => byName(a) - byName(b)) } }];
}

/** @param {Meant} move */
function where(move) {
  const { shape } = drawn(move);
  const first = grip(shape);
  return [first, ...shape.filter((cell) => cell !== first)].map(cellAt);
}

/** @param {Rules} rules @returns {Board} */
export const board = (rules) => ({
  look: "board second_chance",
  whose: shown,
  small: { transform: "scale(0.1)", grow: 2.2 },
  put: (_position, move) => pencilled(rules.tables, drawn(move), SIDE),
  earned: (_position, _move, lines) => counted(lines).map(badge),
  describe,
  pictured: (_position, { move }) => pictured(move),
  revealed,
  asks,
  facts,
  firsts,
  ended,
  frame,
  cells,
  draw,
  over,
  pieces,
  drawPiece,
  meant,
  middle,
  where,
  plain: () => [],
  seat: small,
});
