/**
 * Places on a table without edges. A place is 100 units wide; the centre of the place x, y is at (100 x, -100 y),
 * because y points upwards.
 *
 * @import { Cell, Meant, Position, Rules } from "../../../web/board.js"
 * @import { State } from "./state.js"
 * @import { Corners } from "./tile.js"
 *
 * @typedef {Map<number, Corners>} Tiles  the tiles on the table, by place
 */
import { polygon } from "../../../web/elements.js";
import { tileNamed } from "./tile.js";

export const SIDE = 100;

/** Return how places are numbered: column by column. @param {Rules} rules */
const counting = ({ notation }) => /** @type {{middle: number, width: number}} */ (notation.names.place.points);

/** @param {Position} position @returns {Tiles} */
export function lying({ rules, state }) {
  const { middle, width } = counting(rules);
  const { n, x, y, quarters } = /** @type {State} */ (state);
  return new Map(x.slice(0, n).map((column, k) => [(column + middle) * width + y[k] + middle, quarters[k + 1]]));
}

/** Return what a move lays, and where. @param {Meant} move */
export const laid = ({ slots }) => /** @type {{place: number, tile: number, named?: number}} */ (slots);

/** Return the centre of a place. @param {Rules} rules @param {number} place @returns {[number, number]} */
export function point(rules, place) {
  const { middle, width } = counting(rules);
  return [SIDE * (Math.floor(place / width) - middle), SIDE * (middle - (place % width))];
}

/** Return the place with this centre. @param {Rules} rules @param {number} x @param {number} y */
function placeAt(rules, x, y) {
  const { middle, width } = counting(rules);
  return (x / SIDE + middle) * width + middle - y / SIDE;
}

/** @param {Position} position */
const isOver = ({ toAct }) => !toAct.length;

/** Return the empty places beside tiles; none once the game is over. @param {Position} position */
export function free(position) {
  if (isOver(position)) return [];
  const { width } = counting(position.rules);
  const tiles = lying(position);
  const around = [...tiles.keys()].flatMap((place) => [place + width, place - width, place + 1, place - 1]);
  return [...new Set(around)].filter((place) => !tiles.has(place));
}

/** Return the bounds of the outermost places' centres, with a margin. @param {Position} position @param {number} room */
function extent(position, room) {
  const middles = [...lying(position).keys()].map((place) => point(position.rules, place));
  const [left, right] = span(middles.map(([x]) => x));
  const [top, bottom] = span(middles.map(([, y]) => y));
  return { left: left - room, right: right + room, top: top - room, bottom: bottom + room };
}

/** @param {number[]} numbers */
const span = (numbers) => [Math.min(...numbers), Math.max(...numbers)];

/** @param {Position} position */
export function frame(position) {
  const { left, right, top, bottom } = extent(position, SIDE * (isOver(position) ? 0.9 : 1.56));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * Return all places in the rectangle around the tiles, even where no tile can lie, so that clicks there are answered.
 * Once the game is over, return only those with tiles.
 * @param {Position} position
 * @returns {Cell[]}
 */
export function cells(position) {
  const tiles = lying(position);
  const { left, right, top, bottom } = extent(position, isOver(position) ? 0 : SIDE);
  const found = [];
  for (let y = top; y <= bottom; y += SIDE) {
    for (let x = left; x <= right; x += SIDE) {
      const id = placeAt(position.rules, x, y);
      const shown = tiles.get(id);
      if (!shown && isOver(position)) continue;
      const name = { key: "cell.at", values: { row: (y - top) / SIDE + 1, column: (x - left) / SIDE + 1 } };
      found.push({ id, x, y, outline: square(x, y, SIDE / 2), name, holds: shown ? tileNamed(shown) : null });
    }
  }
  return found;
}

/** @param {number} x @param {number} y @param {number} half */
const square = (x, y, half) =>
  polygon([
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ]);
