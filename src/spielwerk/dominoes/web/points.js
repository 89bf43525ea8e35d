/** Points: the lines that score, with a number at the end (HX-15), and the tracks. */

import { drawing, short, svg } from "../../web/elements.js";
import { list, t } from "../../web/words.js";
import { UNIT, middle } from "./cells.js";
import { sign } from "./tile.js";

/** @typedef {import("../../web/board.js").Line} Line */
/** @typedef {import("./cells.js").Grid} Grid */
/** @typedef {import("./cells.js").Point} Point */

/**
 * Draw all lines, below all numbers. A line either begins with a half of the tile and goes straight on, or begins with
 * another cell that is surrounded by its symbols.
 * @param {Grid} grid
 * @param {Line[]} lines
 * @param {number[]} halves  the cells of the scoring tile
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
 * Return the place of a line's number: the far edge of its last cell, so that symbols stay visible.
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
 * Return the place for the number of symbols around a cell: between it and the first of them.
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

// A seat's tracks in one line: one number per colour

const APART = 46; // between colours: a sign and two digits

/**
 * Draw the values. Frame the lowest, unless all are equal; briefly highlight those that have risen.
 * @param {import("./tile.js").Symbols} symbols
 * @param {string} colours
 * @param {number[]} values
 * @param {number[]} [before]  the previous values
 */
export function numbers(symbols, colours, values, before = values) {
  const least = lowest(values);
  const marked = least.length < values.length ? least : [];
  const made = [...colours].map((colour, n) =>
    svg(
      "g",
      { class: `track colour-${colour}${marked.includes(n) ? " lowest" : ""}${values[n] > before[n] ? " risen" : ""}`, transform: `translate(${n * APART} 0)` },
      svg("rect", { class: "row", x: 1, y: 1, width: APART - 3, height: ROW - 2, rx: 6 }),
      svg("rect", { class: "chip", x: 3, y: 2.5, width: 16, height: 16, rx: 5 }),
      sign(symbols, colour, [11, ROW / 2], 6.4),
      svg("text", { class: "value", x: APART - 5, y: ROW / 2 + 0.5 }, String(values[n])),
    ),
  );
  return drawing(0, 0, APART * colours.length, ROW, svg("g", { class: "dominoes numbers" }, ...made));
}

// A seat's tracks: one row per colour, one pip per point

const ROW = 21;
const WIDTH = 220;
const LEFT = 29; // where the pips begin
const RIGHT = 178; // where they end; to the right are the mark of the lowest, and space for two digits
const SIX = 3; // the gap after six pips
const BOARD = 4; // the additional gap between two boards of 18

/** Return the indices of the lowest tracks. @param {number[]} values */
function lowest(values) {
  const least = Math.min(...values);
  return [...values.keys()].filter((n) => values[n] === least);
}

const NAMED = 3; // if there are more colours, they are counted instead

/**
 * Name what counts at the end: the weakest colours, or how many of them there are.
 * @param {number[]} tracks  one number per colour
 * @param {(colour: number) => string[]} named
 * @returns {import("../../web/board.js").Phrase}
 */
export function weakest(tracks, named) {
  const all = lowest(tracks);
  const value = tracks[all[0]];
  if (all.length === tracks.length) return { key: "facts.even", values: { value } };
  if (all.length > NAMED) return { key: "facts.weakest_many", values: { n: all.length, value } };
  return { key: "facts.weakest", values: { colours: list(all.flatMap((colour) => named(colour).map((each) => t(each)))), value } };
}

/**
 * Draw the tracks. Mark the lowest, unless all are equal.
 * @param {import("./tile.js").Symbols} symbols
 * @param {string} colours  one row each
 * @param {number[]} values
 * @param {number} top  the end of the tracks
 * @param {number[]} [before]  the previous values
 */
export function tracks(symbols, colours, values, top, before = values) {
  const least = lowest(values);
  const marked = least.length < values.length ? least : [];
  const rows = [...colours].map((colour, n) =>
    row(symbols, colour, values[n], top, marked.includes(n), n * ROW, before[n]),
  );
  const height = colours.length * ROW;
  return drawing(0, 0, WIDTH, height, svg("g", { class: "dominoes tracks" }, ...rows));
}

/**
 * @param {import("./tile.js").Symbols} symbols
 * @param {string} colour
 * @param {number} value
 * @param {number} top
 * @param {boolean} isLowest
 * @param {number} y
 * @param {number} before
 */
function row(symbols, colour, value, top, isLowest, y, before) {
  const kind = `track colour-${colour}${isLowest ? " lowest" : ""}${value >= top ? " full" : ""}`;
  const middle = ROW / 2;
  return svg(
    "g",
    { class: kind, transform: `translate(0 ${y})` },
    svg("rect", { class: "row", x: 1, y: 1, width: WIDTH - 2, height: ROW - 2, rx: 6 }),
    svg("rect", { class: "chip", x: 5, y: 1.75, width: 17.5, height: 17.5, rx: 5 }),
    sign(symbols, colour, [13.75, middle], 7),
    svg("path", { class: "open", d: pips(value, top, top, middle) }),
    svg("path", { class: "won", d: pips(0, value, top, middle) }),
    ...(value > before ? [svg("path", { class: "open yet", d: pips(before, value, top, middle) })] : []),
    ...(value > 0 ? [marker(value, top, middle, before)] : []),
    svg("text", { class: "value", x: WIDTH - 6, y: middle + 0.5 }, String(value)),
    ...(isLowest ? [svg("path", { class: "mark", d: `M${RIGHT + 3} ${middle}l6 -4.5v9z` })] : []),
  );
}

/**
 * Draw the marker of a track, with the distance that it has moved.
 * @param {number} value
 * @param {number} top
 * @param {number} y
 * @param {number} before
 */
function marker(value, top, y, before) {
  const at = (/** @type {number} */ n) => place(Math.min(n, top), top);
  const x = at(value);
  const by = value > before ? short(x - at(before)) : undefined;
  return svg("g", { class: "marker", "data-by": by }, svg("circle", { cx: short(x), cy: y, r: 3.6 }));
}

/** @param {number} n @param {number} top */
function place(n, top) {
  const { step, gaps } = rule(top);
  return n ? LEFT + (n - 1) * step + gaps(n - 1) + step * 0.38 : LEFT - 2;
}

/** Return the width of a pip, and the gaps before it. @param {number} top */
function rule(top) {
  const gaps = (/** @type {number} */ n) => SIX * Math.floor(n / 6) + BOARD * Math.floor(n / 18);
  return { gaps, step: (RIGHT - LEFT - gaps(top - 1)) / top };
}

/**
 * Return the path of the pips from one value to another, in groups of six, to help counting.
 * @param {number} from
 * @param {number} to
 * @param {number} top
 * @param {number} y
 */
function pips(from, to, top, y) {
  const { step, gaps } = rule(top);
  let d = "";
  for (let n = from; n < Math.min(to, top); n++) {
    d += `M${short(LEFT + n * step + gaps(n))} ${y - 5}h${short(step * 0.76)}v10h${short(-step * 0.76)}z`;
  }
  return d;
}
