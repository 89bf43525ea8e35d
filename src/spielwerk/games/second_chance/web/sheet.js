/**
 * The sheet of squared paper, with everything drawn on it in pencil. A cell of the large sheet is 100 units wide; the
 * grid begins at (0, 0).
 *
 * @import { Board, Line, Marks, Meant, Position } from "../../../web/board.js"
 * @import { Drawing } from "./grid.js"
 * @import { Shape, Square } from "./shapes.js"
 * @import { State, Tables } from "./state.js"
 */
import { drawing, polygon, short, svg } from "../../../web/elements.js";
import { settings } from "../../../web/settings.js";
import { cellAt, drawings, drawn, filled, has, isStart, ONE, ROWS, shown, square } from "./grid.js";
import { outline, scribble } from "./pencil.js";
import { grip, settled, size } from "./shapes.js";

export const SIDE = 100;
const END = ROWS * SIDE;
const MIDDLE = END / 2;
const COLUMNS = "abcdefghi";

/** Return whether to show the names of columns and rows. */
const named = () => settings.notation;

/** Return the bounds of the sheet, with space for names if they are shown. */
export const frame = () => (named() ? { x: -62, y: -34, width: 996, height: 996 } : { x: -26, y: -26, width: 952, height: 952 });

/** @param {Square} square @param {number} side */
export const box = ([x, y], side) =>
  polygon([
    [x * side, y * side],
    [(x + 1) * side, y * side],
    [(x + 1) * side, (y + 1) * side],
    [x * side, (y + 1) * side],
  ]);

/** @param {Shape} shape @param {number} side */
const boxes = (shape, side) => shape.map((cell) => box(cell, side)).join("");

/** @param {number} side */
function lines(side) {
  const end = ROWS * side;
  let path = "";
  for (let at = 0; at <= end; at += side) path += `M${at} 0V${end}M0 ${at}H${end}`;
  return path;
}

// Pencil drawings

/** Return the classes of a drawing: its size selects the pencil. @param {Drawing} drawing */
const pencil = ({ card, shape }) => `pencilled pencil-${card === null ? "none" : shape.length}`;

/**
 * Draw in pencil. The letter in the card's name selects the direction of the strokes.
 * @param {Tables} tables
 * @param {Drawing} drawing
 * @param {number} side
 * @param {string} [kind] more classes
 */
export function pencilled({ name }, { card, shape }, side, kind = "") {
  if (card === ONE) return one(shape[0], side, kind);
  const falling = card !== null && name[card][1] % 2 === 0;
  return svg(
    "g",
    { class: `${pencil({ card, shape })} ${kind}`.trim() },
    svg("path", { d: boxes(shape, side), class: "tint" }),
    svg("path", {
      d: shape.map((cell) => scribble(cell, side, falling)).join(""),
      class: "scribble",
      "stroke-width": short(side * 0.055),
    }),
    svg("path", { d: outline(shape, side, side * 0.05), class: "outline", "stroke-width": short(side * 0.065) }),
    svg("path", { d: outline(shape, side, side * 0.04, 9), class: "outline again", "stroke-width": short(side * 0.03) }),
  );
}

/** Draw a handwritten 1. @param {Square} cell @param {number} side @param {string} [kind] */
function one([x, y], side, kind = "") {
  const transform = `translate(${short(x * side)} ${short(y * side)}) scale(${side / 100})`;
  return svg(
    "g",
    { class: `one ${kind}`.trim(), transform },
    svg("rect", { x: 6, y: 6, width: 88, height: 88, rx: 8, class: "one-ground" }),
    svg("path", { d: "M34 40Q46 34 55 18Q52 50 54 82M36 83Q54 80 72 82", class: "one-digit" }),
  );
}

/** Draw a small drawing in plain colour, because strokes would blur. @param {Drawing} drawing @param {number} side */
function plain({ card, shape }, side) {
  if (card === ONE) return one(shape[0], side);
  return svg(
    "g",
    { class: pencil({ card, shape }) },
    svg("path", { d: boxes(shape, side), class: "block" }),
    svg("path", { d: outline(shape, side, side * 0.04), class: "outline", "stroke-width": short(side * 0.09) }),
  );
}

// The sheet

function sheet() {
  const { x, y, width, height } = frame();
  let fine = "";
  for (let at = -50; at < 950; at += SIDE / 2) fine += `${at > x ? `M${at} ${y}V${y + height}` : ""}${at > y ? `M${x} ${at}H${x + width}` : ""}`;
  const names = Array.from(named() ? COLUMNS : "", (letter, k) => [
    svg("text", { x: (k + 0.5) * SIDE, y: END + 43, class: "name" }, letter),
    svg("text", { x: -32, y: (k + 0.5) * SIDE + 12, class: "name" }, String(ROWS - k)),
  ]);
  return [
    svg("rect", { ...frame(), rx: 14, class: "sheet" }),
    svg("path", { d: fine, class: "squared" }),
    svg("rect", { x: 0, y: 0, width: END, height: END, class: "grid" }),
    svg("path", { d: lines(SIDE), class: "lines" }),
    svg("circle", { cx: MIDDLE, cy: MIDDLE, r: 13, class: "centre" }),
    ...names.flat(),
  ];
}

/** Draw the centre, which a start card has to cover. @param {string} kind */
const goal = (kind) => svg("circle", { cx: MIDDLE, cy: MIDDLE, r: 36, class: kind });

/** @param {number} cell */
function focus(cell) {
  const [x, y] = square(cell);
  return svg("rect", { x: x * SIDE + 4, y: y * SIDE + 4, width: 92, height: 92, rx: 12, class: "focus" });
}

/** @param {number} cell */
function target(cell) {
  const [cx, cy] = square(cell).map((at) => (at + 0.5) * SIDE);
  return svg("circle", { cx, cy, r: 8, class: "target" });
}

/**
 * Show the number of filled cells, beside the cell by which the drawing is held, so that it stays visible.
 * @param {Line} line
 */
export function badge({ cells, points }) {
  const [x, y] = grip(cells.map(square));
  return svg(
    "g",
    { class: "badge", transform: `translate(${(x + 1) * SIDE - 6} ${y * SIDE + 6})` },
    svg("circle", { r: 30 }),
    svg("text", { y: 12 }, String(Math.abs(points))),
  );
}

/** Return the lines that count filled cells; a 1 needs no number. @param {Line[]} lines */
export const counted = (lines) => lines.filter(({ name }) => name !== ONE);

/** Draw a shape where it is illegal, and cross out the cells in its way. @param {Position} position @param {Drawing} meant */
function wrong(position, { card, shape }) {
  const full = new Set(filled(position.state, shown(position)));
  const crossed = shape.filter((cell) => full.has(cellAt(cell))).map(([x, y]) => `M${x * SIDE + 30} ${y * SIDE + 30}l40 40m0 -40l-40 40`);
  const misses = isStart(position.rules.tables, card) && !crossed.length;
  return svg(
    "g",
    { class: "ghost wrong" },
    svg("path", { d: boxes(shape, SIDE), class: "not-here" }),
    svg("path", { d: outline(shape, SIDE, SIDE * 0.05), class: "not-here-edge" }),
    svg("path", { d: crossed.join(""), class: "in-the-way" }),
    ...(misses ? [goal("goal missed")] : []),
  );
}

/** Draw a previewed move. @param {Position} position @param {Meant} move @param {Marks["mood"]} mood */
function ghost(position, move, mood) {
  const meant = drawn(move);
  if (mood === "wrong") return [wrong(position, meant)];
  const paper = svg("path", { d: boxes(meant.shape, SIDE), class: "paper" }); // hides what is below
  const { tables } = position.rules;
  const centre = isStart(tables, meant.card) ? [goal("goal covered")] : [];
  return [paper, pencilled(tables, meant, SIDE, mood ? `ghost ${mood}` : "ghost"), ...centre];
}

/** @type {Board["over"]} */
export function over(position, { ghost: move, mood, focus: focused, lines: told = [] }) {
  return [
    ...(move ? ghost(position, move, mood) : []),
    ...(focused === undefined ? [] : [focus(focused)]),
    ...counted(told).map(badge),
  ];
}

/** @type {Board["draw"]} */
export function draw(position, marks) {
  const { tables } = position.rules;
  const seat = shown(position);
  const made = drawings(position, seat);
  const last = String([...(marks.last ?? [])].sort());
  const fresh = made.filter(({ shape }) => String(shape.map(cellAt).sort()) === last);
  const starts = isStart(tables, /** @type {State} */ (position.state).own[seat]);
  return svg(
    "g",
    { class: "board second_chance" },
    ...sheet(),
    ...(starts ? [goal("goal")] : [...(marks.targets ?? [])].map(target)),
    ...made.map((one) => pencilled(tables, one, SIDE)),
    ...fresh.map(({ shape }) => svg("path", { d: outline(shape, SIDE, 2), class: "last" })),
    ...over(position, marks),
  );
}

// Small drawings

/** Draw a seat's grid. @param {Position} position @param {number} seat */
export function small(position, seat) {
  const side = 10;
  const end = ROWS * side;
  const picture = drawing(
    -2,
    -2,
    end + 4,
    end + 4,
    svg("rect", { x: 0, y: 0, width: end, height: end, class: "grid" }),
    svg("path", { d: lines(side), class: "lines" }),
    ...drawings(position, seat).map((made) => plain(made, side)),
  );
  const isOut = position.toAct.length && has(/** @type {State} */ (position.state).out, seat); // shown until the game is over
  picture.setAttribute("class", `seat second_chance${isOut ? " out" : ""}`);
  return picture;
}

/** Draw a move's shape. @param {Meant} move */
export const pictured = (move) => alone(drawn(move));

/** Draw a single shape. @param {Drawing} drawing */
export function alone({ card, shape }) {
  const side = 10;
  const { width, height } = size(shape);
  const edge = side * Math.max(3, width, height) + 2;
  const picture = drawing((width * side - edge) / 2, (height * side - edge) / 2, edge, edge, plain({ card, shape: settled(shape) }, side));
  picture.setAttribute("class", "pictured second_chance");
  return picture;
}
