/** Marks on a board: possible cells, the previewed tile, the last move, the focus. */

import { svg } from "../../web/elements.js";
import { UNIT, inner, middle, outline } from "./cells.js";
import { across, body, framed, tile } from "./tile.js";

/** @typedef {import("../../web/board.js").Marks} Marks */
/** @typedef {import("./cells.js").Grid} Grid */
/** @typedef {import("./tile.js").Placement} Placement */
/** @typedef {import("./tile.js").Symbols} Symbols */

/**
 * @param {Grid} grid
 * @param {Iterable<number>} cells
 */
export function targetMarks(grid, cells) {
  const glow = [];
  const dots = [];
  for (const cell of cells) {
    const [x, y] = middle(grid, cell);
    const r = UNIT * 0.1;
    glow.push(inner(grid, cell, 0.06));
    dots.push(`M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`);
  }
  return svg(
    "g",
    { class: "targets" },
    svg("path", { class: "glow", d: glow.join("") }),
    svg("path", { class: "dots", d: dots.join("") }),
  );
}

/**
 * @param {Grid} grid
 * @param {number[]} last
 * @param {Placement[]} laid
 */
export function lastMark(grid, last, laid) {
  if (!last.length) return [];
  const whole = laid.find((placement) => placement.cells.every((cell) => last.includes(cell)));
  const around = whole ? [across(grid, whole.cells)] : last.map((cell) => outline(grid, cell));
  return [svg("path", { class: "last", d: around.map((one) => body(one, UNIT * 0.05)).join("") })];
}

/**
 * @param {Grid} grid
 * @param {number} cell
 */
export function focusMark(grid, cell) {
  const d = inner(grid, cell, 0.02);
  const [under, over] = ["under", "over"].map((kind) => svg("path", { class: kind, d }));
  return svg("g", { class: "focus" }, under, over);
}

/**
 * Draw a previewed tile; cross out an illegal one where its halves meet, so that both symbols stay readable.
 * @param {Grid} grid
 * @param {Symbols} symbols
 * @param {Placement} placement
 * @param {number} pointed  the cell of the framed half
 * @param {Marks["mood"]} mood
 */
export function ghostTile(grid, symbols, placement, pointed, mood) {
  const drawn = tile(grid, symbols, placement, mood ? `ghost ${mood}` : "ghost");
  return mood === "wrong" ? [drawn, crossedOut(grid, placement)] : [drawn, framed(grid, pointed)];
}

/**
 * @param {Grid} grid
 * @param {Placement} placement
 */
function crossedOut(grid, { cells }) {
  const [[x, y], [otherX, otherY]] = cells.map((cell) => middle(grid, cell));
  const reach = UNIT * 0.11;
  const cross = `M${-reach} ${-reach}L${reach} ${reach}M${reach} ${-reach}L${-reach} ${reach}`;
  return svg(
    "g",
    { class: "crossed", transform: `translate(${(x + otherX) / 2} ${(y + otherY) / 2})` },
    svg("circle", { r: UNIT * 0.22 }),
    svg("path", { d: cross }),
  );
}
