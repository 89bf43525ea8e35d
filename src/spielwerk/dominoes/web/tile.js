/** Tiles of two symbols: the moves that place them, and their drawings. */

import { short, svg } from "../../web/elements.js";
import { UNIT, inset, joined, letterOf, middle, moved, outline, rounded } from "./cells.js";

/** @typedef {import("../../web/board.js").Meant} Meant */
/** @typedef {import("./cells.js").Grid} Grid */
/** @typedef {import("./cells.js").Outline} Outline */
/** @typedef {import("./cells.js").Point} Point */
/** @typedef {Record<string, string>} Symbols  paths within a radius of 1, by colour */
/** @typedef {readonly [number, number]} Pair */

const GAP = UNIT * 0.03; // between a tile and its cells' edges
const BEVEL = UNIT * 0.05;
const ROUND = UNIT * 0.2;
const SYMBOL = UNIT * 0.345;

// Placements as moves: a tile as it lies is numbered by the colours on its first and on its second cell

/**
 * @typedef {object} Placement
 * @property {Pair} cells  in the order of the move
 * @property {readonly [string, string]} colours  on these cells
 * @property {number} [clicked]  the cell that was clicked for it
 */

/**
 * Return a move's placement; undefined if it has none.
 * @param {Meant & {clicked?: number}} move
 * @param {string} colours
 * @returns {Placement | undefined}
 */
export function placed({ form, slots, clicked }, colours) {
  if (form !== "place") return undefined;
  const { tile, first, second } = /** @type {Record<string, number>} */ (slots);
  return { cells: [first, second], colours: [colours[Math.floor(tile / colours.length)], colours[tile % colours.length]], clicked };
}

/**
 * Return the move that puts one colour on a cell and another on its neighbour. The cell with the smaller letter comes
 * first, then the one with the smaller number.
 * @param {Pair} tile
 * @param {Pair} cells
 * @param {string} colours
 * @returns {Meant}
 */
export function placing([one, two], [cell, other], colours) {
  const order = letterOf(cell) - letterOf(other) || cell - other;
  if (order > 0) return placing([two, one], [other, cell], colours);
  return { form: "place", slots: { tile: one * colours.length + two, first: cell, second: other } };
}

/**
 * Return a placement with the framed half first: that of the tile's first colour (HX-14). Of a double, that is the half
 * that was clicked, otherwise the one that needs fewer rotations.
 * @param {Placement} placement
 * @param {string} colours  in the order of a tile's name
 * @param {Grid} grid
 * @returns {Placement}
 */
export function framedFirst(placement, colours, grid) {
  const { cells: [a, b], colours: [one, two], clicked } = placement;
  const first = clicked ?? (side(grid, [a, b]) < side(grid, [b, a]) ? a : b);
  const kept = one === two ? first === a : colours.indexOf(one) < colours.indexOf(two);
  return kept ? placement : { cells: [b, a], colours: [two, one] };
}

// Drawings

/** Return the side where a cell touches its neighbour. @param {Grid} grid @param {Pair} cells */
const side = (grid, [one, other]) => grid.steps.indexOf(other - one);

/** Return the outline around two neighbouring cells. @param {Grid} grid @param {Pair} cells */
export function across(grid, [one, other]) {
  return joined(grid.corners, middle(grid, one), middle(grid, other), side(grid, [one, other]));
}

/**
 * Return the path of a tile's body on an outline.
 * @param {Outline} around
 * @param {number} [smaller]
 */
export const body = (around, smaller = 0) => rounded(inset(around, GAP + smaller), ROUND);

/**
 * Return the path of the shadow below a tile.
 * @param {Grid} grid
 * @param {Pair} cells
 */
export const shadow = (grid, cells) => body(moved(across(grid, cells), [0, UNIT * 0.05]), -UNIT * 0.02);

/**
 * Draw a tile on two neighbouring cells.
 * @param {Grid} grid
 * @param {Symbols} symbols
 * @param {Placement} placement
 * @param {string} [kind] more classes
 */
export function tile(grid, symbols, { cells, colours }, kind = "") {
  const around = across(grid, cells);
  const k = side(grid, cells);
  const first = outline(grid, cells[0]);
  const groove = [first[k], first[(k + 1) % first.length]];
  return svg(
    "g",
    { class: `tile ${kind}`.trim() },
    ...lacquer(around),
    svg("path", { class: "groove", d: inner(groove) }),
    svg("path", { class: "sheen", d: cells.map((cell) => sheen(outline(grid, cell))).join("") }),
    ...cells.flatMap((cell, n) => half(symbols, colours[n], middle(grid, cell))),
  );
}

/**
 * Draw a half tile whose other half is unknown. It reaches the edges of its cell, so that halves join seamlessly.
 * @param {Grid} grid
 * @param {Symbols} symbols
 * @param {number} cell
 * @param {string} colour
 */
export function lone(grid, symbols, cell, colour) {
  const around = rounded(inset(outline(grid, cell), -0.2), 0);
  const floor = svg("path", { class: "body", d: around });
  return svg("g", { class: "tile lone" }, floor, ...half(symbols, colour, middle(grid, cell)));
}

/**
 * Draw a tile's body with a lit upper edge.
 * @param {Outline} around
 */
function lacquer(around) {
  const face = inset(around, GAP + BEVEL);
  return [
    svg("path", { class: "body", d: body(around) }),
    svg("path", { class: "lit", d: rounded(face, ROUND - BEVEL) }),
    svg("path", { class: "face", d: rounded(moved(inset(face, 0.4), [0, 0.9]), ROUND - BEVEL) }),
  ];
}

/**
 * Return the path of the light on the upper part of a half.
 * @param {Outline} around
 */
function sheen(around) {
  const face = inset(around, GAP + BEVEL * 2);
  const top = Math.min(...face.map(([, y]) => y));
  return rounded(face.map(([x, y]) => [x, top + (y - top) * 0.46]), ROUND * 0.7);
}

/**
 * @param {Symbols} symbols
 * @param {string} colour
 * @param {Point} at
 */
function half(symbols, colour, [x, y]) {
  return [
    svg("circle", { class: `halo colour-${colour}`, cx: short(x), cy: short(y), r: UNIT * 0.4 }),
    sign(symbols, colour, [x, y], SYMBOL),
  ];
}

/**
 * Draw a colour's symbol.
 * @param {Symbols} symbols
 * @param {string} colour
 * @param {Point} at
 * @param {number} radius
 */
export function sign(symbols, colour, [x, y], radius) {
  return svg("path", {
    d: symbols[colour],
    class: `symbol colour-${colour}`,
    transform: `translate(${short(x)} ${short(y)}) scale(${short(radius)})`,
    "fill-rule": "evenodd",
  });
}

/**
 * Draw the frame around the half at the pointer (HX-14).
 * @param {Grid} grid
 * @param {number} cell
 */
export function framed(grid, cell) {
  const around = inset(outline(grid, cell), GAP + BEVEL * 1.2);
  return svg("path", { class: "framed", d: rounded(around, ROUND * 0.8) });
}

/**
 * Return the path of a line, shortened at both ends.
 * @param {readonly Point[]} line
 */
function inner([[x, y], [toX, toY]]) {
  const at = (/** @type {number} */ part) =>
    `${short(x + (toX - x) * part)} ${short(y + (toY - y) * part)}`;
  return `M${at(0.12)}L${at(0.88)}`;
}
