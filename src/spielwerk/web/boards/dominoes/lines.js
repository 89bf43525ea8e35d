/** Where points come from: a line through cells, and at its end how many (HX-15). */

import { short, svg } from "../../svg.js";
import { UNIT, middle } from "./grid.js";

/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./outline.js").Point} Point */
/** @typedef {import("../types.js").Line} Line */

/**
 * All lines, below all numbers. A line begins with a half of the tile and goes straight on, or with
 * another cell, around which its symbols lie.
 * @param {Grid} grid
 * @param {Line[]} lines
 * @param {string[]} halves  the cells of the tile that earns
 */
export function drawLines(grid, lines, halves) {
  const threads = [];
  const badges = [];
  for (const line of lines.filter(({ points, cells }) => points > 0 && cells.length > 0)) {
    const points = line.cells.map((cell) => middle(grid, cell));
    const straight = halves.includes(line.cells[0]);
    threads.push(thread(straight ? path(points) : spokes(points), line.name));
    badges.push(badge(straight ? end(points) : beside(points), line));
  }
  return [...threads, ...badges];
}

/** @param {Point[]} points */
const path = (points) => `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}`;

/** @param {Point[]} points */
const spokes = ([hub, ...points]) => points.map((point) => path([hub, point])).join("");

/**
 * @param {string} d
 * @param {string} colour
 */
function thread(d, colour) {
  return svg(
    "g",
    { class: `thread colour-${colour}` },
    svg("path", { class: "under", d }),
    svg("path", { class: "over", d }),
  );
}

/**
 * Where a line's number stands: at the far edge of its last cell, so that symbols stay visible.
 * @param {Point[]} points
 * @returns {Point}
 */
function end(points) {
  const [x, y] = points[points.length - 1];
  if (points.length === 1) return [x, y];
  const [fromX, fromY] = points[points.length - 2];
  const length = Math.hypot(x - fromX, y - fromY);
  const reach = (UNIT * 0.46) / length;
  return [x + (x - fromX) * reach, y + (y - fromY) * reach];
}

/**
 * Where the number of symbols around a cell stands: between it and the first of them.
 * @param {Point[]} points
 * @returns {Point}
 */
function beside([[x, y], [toX, toY] = [x, y]]) {
  return [(x + toX) / 2, (y + toY) / 2];
}

/**
 * @param {Point} at
 * @param {Line} line
 */
function badge([x, y], { name, points }) {
  return svg(
    "g",
    { class: `badge colour-${name}`, transform: `translate(${short(x)} ${short(y)})` },
    svg("circle", { r: UNIT * 0.27 }),
    svg("text", { y: UNIT * 0.01 }, String(points)),
  );
}
