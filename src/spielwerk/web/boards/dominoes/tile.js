/** Tiles of two symbols, and single symbols, as they lie on a board. */

import { short, svg } from "../../svg.js";
import { UNIT, direction, middle, outline } from "./grid.js";
import { inset, joined, moved, rounded } from "./outline.js";

/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./outline.js").Outline} Outline */
/** @typedef {import("./outline.js").Point} Point */
/** @typedef {Record<string, string>} Symbols  paths within a radius of 1, by colour */

const GAP = UNIT * 0.03; // between a tile and its cells' edges
const BEVEL = UNIT * 0.05;
const ROUND = UNIT * 0.2;
const SYMBOL = UNIT * 0.345;

/**
 * The outline of what lies on two neighbouring cells.
 * @param {Grid} grid
 * @param {readonly [string, string]} cells
 */
export function across(grid, [one, other]) {
  const k = direction(grid, one, other);
  return joined(grid.corners, middle(grid, one), middle(grid, other), k);
}

/**
 * The path of a tile's body on an outline.
 * @param {Outline} around
 * @param {number} [smaller]
 */
export const body = (around, smaller = 0) => rounded(inset(around, GAP + smaller), ROUND);

/**
 * A tile on two neighbouring cells.
 * @param {Grid} grid
 * @param {Symbols} symbols
 * @param {{cells: readonly [string, string], colours: readonly [string, string]}} placement
 * @param {string} [kind] more classes
 */
export function tile(grid, symbols, { cells, colours }, kind = "") {
  const around = across(grid, cells);
  const k = direction(grid, ...cells);
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
 * One half of a tile, of which the other is not known: it goes to the edges of its cell, so that
 * halves join without a seam.
 * @param {Grid} grid
 * @param {Symbols} symbols
 * @param {string} cell
 * @param {string} colour
 */
export function lone(grid, symbols, cell, colour) {
  const around = rounded(inset(outline(grid, cell), -0.2), 0);
  const floor = svg("path", { class: "body", d: around });
  return svg("g", { class: "tile lone" }, floor, ...half(symbols, colour, middle(grid, cell)));
}

/**
 * A body with a lit upper edge.
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
 * The light on the upper part of a half.
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
 * A colour's symbol.
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
 * The frame around the half that lies where one points (HX-14).
 * @param {Grid} grid
 * @param {string} cell
 */
export function framed(grid, cell) {
  const around = inset(outline(grid, cell), GAP + BEVEL * 1.2);
  return svg("path", { class: "framed", d: rounded(around, ROUND * 0.8) });
}

/**
 * A line that stops before its ends.
 * @param {readonly Point[]} line
 */
function inner([[x, y], [toX, toY]]) {
  const at = (/** @type {number} */ part) =>
    `${short(x + (toX - x) * part)} ${short(y + (toY - y) * part)}`;
  return `M${at(0.12)}L${at(0.88)}`;
}
