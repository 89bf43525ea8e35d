/**
 * Second Chance: pencil on squared paper. A cell is 100 units wide, a9 begins at (0, 0); cells count
 * from a1 to the right and upwards. What a card looks like stands in the tables of the game's parts.
 *
 * @import { Board, Cell, Held, Line, Marks, Meant, Move, Position, Rules } from "../../../web/board.js"
 * @import { Shape, Square } from "./shapes.js"
 *
 * @import { State, Tables } from "./state.js"
 *
 * @typedef {number | typeof ONE} Card  the number of its shape, or the 1 that is written
 * @typedef {{card: Card | null, shape: Shape}} Drawing  of no card where no ply tells of it
 */
import { drawing, polygon, short, svg } from "../../../web/elements.js";
import { outline, scribble } from "./pencil.js";
import { grip, laid, size, standing, ways } from "./shapes.js";

const COLUMNS = "abcdefghi";
const ROWS = COLUMNS.length;
const SIDE = 100;
const SHEET = { x: -62, y: -34, width: 996, height: 996 };
const ONE = "one"; // the form of such a move
const CARD = { width: 120, height: 168 };
const DRAWING = 3; // the phase in which two cards lie before all

// Cells and moves

/** @param {number} cell @returns {Square} */
const square = (cell) => [cell % ROWS, ROWS - 1 - Math.floor(cell / ROWS)];

/** @param {Square} square */
const cellAt = ([x, y]) => (ROWS - 1 - y) * ROWS + x;

/** A number by which cells are sorted in moves: by column, then by row. @param {number} cell */
const byName = (cell) => (cell % ROWS) * ROWS + Math.floor(cell / ROWS);

/** @param {Meant} move @returns {Card} */
const cardOf = ({ form, slots }) => (form === ONE ? ONE : /** @type {number} */ (slots.card));

/** @param {Meant} move */
const cellsOf = ({ slots }) => [slots.cells ?? slots.cell].flat();

/** @param {Meant} move @returns {Drawing} */
const drawn = (move) => ({ card: cardOf(move), shape: cellsOf(move).map(square) });

/** @param {Rules} rules @param {Card} card */
const called = ({ notation: { names } }, card) => (card === ONE ? "1" : names.card.write(card));

/** Whether a seat's bit is set. @param {number} bits @param {number} seat */
const has = (bits, seat) => (bits >> seat) % 2 === 1;

// Grids

/** The seat whose grid is the board: one's own, and for spectators the first. @param {Position} position */
const shown = ({ viewer }) => viewer ?? 0;

/** The cells that a seat has drawn in. @param {State} state @param {number} seat */
function filled({ grid }, seat) {
  const cells = Array.from({ length: ROWS * ROWS }, (_, cell) => cell);
  return cells.filter((cell) => (grid[seat][cell >> 6] >> BigInt(cell & 63)) & 1n);
}

/**
 * What a seat has drawn: its latest plies, as far as they lie on its grid (those before are of another game); all
 * else that is filled is one nameless drawing.
 * @param {Position} position
 * @param {number} seat
 */
function drawings({ state, plies }, seat) {
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
    return { id, x: (x + 0.5) * SIDE, y: (y + 0.5) * SIDE, outline: box([x, y], SIDE), holds };
  });
}

/** @param {Square} square @param {number} side */
const box = ([x, y], side) =>
  polygon([
    [x * side, y * side],
    [(x + 1) * side, y * side],
    [(x + 1) * side, (y + 1) * side],
    [x * side, (y + 1) * side],
  ]);

// Drawing

/** Pencils differ by a drawing's size. @param {Drawing} drawing */
const pencil = ({ card, shape }) => `pencilled pencil-${card === null ? "none" : shape.length}`;

/**
 * A drawing in pencil. Whether its strokes fall depends on the letter in its card's name.
 * @param {Tables} tables
 * @param {Drawing} drawing
 * @param {number} side
 * @param {string} [kind] more classes
 */
function pencilled({ name }, { card, shape }, side, kind = "") {
  if (card === ONE) return one(shape[0], side, kind);
  const falling = card !== null && name[card][1] % 2 === 0;
  return svg(
    "g",
    { class: `${pencil({ card, shape })} ${kind}`.trim() },
    svg("path", { d: shape.map((cell) => box(cell, side)).join(""), class: "tint" }),
    svg("path", {
      d: shape.map((cell) => scribble(cell, side, falling)).join(""),
      class: "scribble",
      "stroke-width": short(side * 0.055),
    }),
    svg("path", { d: outline(shape, side, side * 0.05), class: "outline", "stroke-width": short(side * 0.065) }),
    svg("path", { d: outline(shape, side, side * 0.04, 9), class: "outline again", "stroke-width": short(side * 0.03) }),
  );
}

/**
 * A handwritten 1.
 * @param {Square} cell
 * @param {number} side
 * @param {string} kind
 */
function one([x, y], side, kind) {
  const transform = `translate(${short(x * side)} ${short(y * side)}) scale(${side / 100})`;
  return svg(
    "g",
    { class: `one ${kind}`.trim(), transform },
    svg("rect", { x: 6, y: 6, width: 88, height: 88, rx: 8, class: "one-ground" }),
    svg("path", { d: "M34 40Q46 34 55 18Q52 50 54 82M36 83Q54 80 72 82", class: "one-digit" }),
  );
}

/** The sheet: squared paper, the grid on it, and the names of columns and rows. */
function sheet() {
  const { x, y, width, height } = SHEET;
  const end = ROWS * SIDE;
  let fine = "";
  for (let at = -50; at < 950; at += SIDE / 2) fine += `M${at} ${y}V${y + height}M${x} ${at}H${x + width}`;
  let lines = "";
  for (let at = 0; at <= end; at += SIDE) lines += `M${at} 0V${end}M0 ${at}H${end}`;
  const middle = end / 2;
  const names = Array.from(COLUMNS, (letter, k) => [
    svg("text", { x: (k + 0.5) * SIDE, y: end + 43, class: "name" }, letter),
    svg("text", { x: -32, y: (k + 0.5) * SIDE + 12, class: "name" }, String(ROWS - k)),
  ]);
  return [
    svg("rect", { ...SHEET, rx: 14, class: "sheet" }),
    svg("path", { d: fine, class: "squared" }),
    svg("rect", { x: 0, y: 0, width: end, height: end, class: "grid" }),
    svg("path", { d: lines, class: "lines" }),
    svg("circle", { cx: middle, cy: middle, r: 13, class: "centre" }),
    ...names.flat(),
  ];
}

/** @param {number} cell */
function focus(cell) {
  const [x, y] = square(cell);
  return svg("rect", { x: x * SIDE + 4, y: y * SIDE + 4, width: 92, height: 92, rx: 12, class: "focus" });
}

/** @param {number} cell */
function target(cell) {
  const [cx, cy] = square(cell).map((at) => (at + 0.5) * SIDE);
  return svg("g", { class: "target" }, svg("circle", { cx, cy, r: 33 }), svg("circle", { cx, cy, r: 13 }));
}

/**
 * Beside the cell by which a drawing is held, so that what is drawn can still be seen.
 * @param {Line} line
 * @param {number} k
 */
function badge(line, k) {
  const [x, y] = grip(line.cells.map(square));
  const at = `translate(${(x + 1) * SIDE - 6 + 64 * k} ${y * SIDE + 6})`;
  const points = line.points < 0 ? `−${-line.points}` : `+${line.points}`;
  return svg(
    "g",
    { class: "badge", transform: at },
    svg("circle", { r: 30 }),
    svg("text", { y: 12 }, points),
  );
}

/** @param {Position} position @param {Marks} marks */
function draw(position, marks) {
  const own = drawings(position, shown(position));
  const last = String([...(marks.last ?? [])].sort());
  const fresh = own.filter(({ shape }) => String(shape.map(cellAt).sort()) === last);
  return svg(
    "g",
    { class: "board second_chance" },
    ...sheet(),
    ...[...(marks.targets ?? [])].map(target),
    ...own.map((one) => pencilled(position.rules.tables, one, SIDE)),
    ...fresh.map(({ shape }) => svg("path", { d: outline(shape, SIDE, 2), class: "last" })),
    ...over(position, marks),
  );
}

/** @type {Board["over"]} */
function over({ rules }, { ghost, focus: focused, lines = [] }) {
  const meant = ghost ? drawn(ghost) : null;
  const paper = meant?.shape.map((cell) => box(cell, SIDE)).join(""); // what is below would shine through
  return [
    ...(meant ? [svg("path", { d: paper, class: "paper" }), pencilled(rules.tables, meant, SIDE, "ghost")] : []),
    ...(focused === undefined ? [] : [focus(focused)]),
    ...lines.map(badge),
  ];
}

// Cards

/** What lies before a seat, whether it fits or not. @param {Position} position @param {number} seat @returns {Card[]} */
function before({ rules, state }, seat) {
  /** @type {State} */
  const { turn, phase, own, cards, out, owes } = state;
  const none = rules.tables.cells.length; // no card has this number
  if (has(owes, seat)) return [ONE];
  if (own[seat] !== none) return [own[seat]];
  return turn && phase === DRAWING && !has(out, seat) ? cards : [];
}

/** What a card looks like. @param {Tables} tables @param {Card} card @returns {Shape} */
function look({ cells, offsets, aside }, card) {
  if (card === ONE) return [[0, 0]];
  const columns = aside[card][0].slice(0, cells[card]);
  return standing(columns.map((x, k) => [x, (x - offsets[card][0][k]) / ROWS]));
}

/**
 * What a seat has before it; idle is what it can't draw, as far as its moves or its waiting tell.
 * @param {Position} position
 * @param {number} seat
 * @param {Move[]} moves
 */
function pieces(position, seat, moves) {
  const { rules } = position;
  /** @type {State} */
  const { waiting } = position.state;
  const drawable = new Set(moves.map(cardOf));
  return before(position, seat).map((card, k, all) => {
    const shape = look(rules.tables, card);
    const idle = drawable.size ? !drawable.has(card) : has(waiting, seat);
    return { id: all.indexOf(card) < k ? `${card}#2` : `${card}`, name: called(rules, card), ...ways(shape), card, shape, idle };
  });
}

/** @param {Position} position @param {Held} held */
function drawPiece({ rules: { tables } }, { piece: { card, name, shape, idle }, turn, mirrored }) {
  const { width, height } = CARD;
  const start = card >= tables.copies.length; // their numbers come after those of the deck
  const picture = drawing(
    0,
    0,
    width,
    height,
    svg("rect", { x: 2, y: 4, width: width - 4, height: height - 5, rx: 10, class: "card-shadow" }),
    svg("rect", { x: 2, y: 2, width: width - 4, height: height - 5, rx: 10, class: "card-face" }),
    svg("rect", { x: 7, y: 7, width: width - 14, height: height - 15, rx: 6, class: "card-frame" }),
    svg("text", { x: 14, y: 28, class: "card-name" }, name),
    svg("text", { x: 14, y: 28, class: "card-name", transform: `rotate(180 ${width / 2} ${height / 2 - 0.5})` }, name),
    onCard(tables, { card, shape: laid(shape, turn, mirrored) }, !idle),
  );
  picture.setAttribute("class", `piece second_chance${idle ? " idle" : ""}${start ? " start" : ""}`);
  return picture;
}

/**
 * A shape in the middle of a card, with a dot on the cell that the pointer holds it by.
 * @param {Tables} tables
 * @param {Drawing} drawing
 * @param {boolean} held
 */
function onCard(tables, { card, shape }, held) {
  const { width, height } = size(shape);
  const side = card === ONE ? 72 : Math.min(28, 92 / width, 104 / height);
  const left = (CARD.width - width * side) / 2;
  const top = (CARD.height - height * side) / 2;
  const [x, y] = grip(shape);
  const dot = { cx: short((x + 0.5) * side), cy: short((y + 0.5) * side), r: short(side * 0.17), class: "grip" };
  return svg(
    "g",
    { transform: `translate(${short(left)} ${short(top)})` },
    pencilled(tables, { card, shape }, side),
    ...(held && card !== ONE ? [svg("circle", dot)] : []),
  );
}

/** @type {Board["meant"]} */
function meant(_position, { piece, turn, mirrored }, cell) {
  if (piece.card === ONE) return { form: ONE, slots: { cell } };
  const shape = laid(piece.shape, turn, mirrored);
  const [x, y] = square(cell);
  const [gripX, gripY] = grip(shape);
  const there = shape.map(([a, b]) => /** @type {Square} */ ([a + x - gripX, b + y - gripY]));
  if (there.flat().some((at) => at < 0 || at >= ROWS)) return null;
  return { form: "draw", slots: { card: piece.card, cells: there.map(cellAt).sort((a, b) => byName(a) - byName(b)) } };
}

/** @param {Meant} move */
function where(move) {
  const { shape } = drawn(move);
  const first = grip(shape);
  return [first, ...shape.filter((cell) => cell !== first)].map(cellAt);
}

/**
 * A seat's grid in small, and how many of its cells are free.
 * @param {Position} position
 * @param {number} seat
 */
function seat(position, seat) {
  /** @type {State} */
  const { turn, game, out } = position.state;
  const side = 10;
  const end = ROWS * side;
  let lines = "";
  for (let at = 0; at <= end; at += side) lines += `M${at} 0V${end}M0 ${at}H${end}`;
  const shapes = drawings(position, seat).map(({ card, shape }) =>
    card === ONE
      ? one(shape[0], side, "")
      : svg(
          "g",
          { class: pencil({ card, shape }) },
          svg("path", { d: shape.map((cell) => box(cell, side)).join(""), class: "block" }),
          svg("path", { d: outline(shape, side, 0.4), class: "outline", "stroke-width": 0.9 }),
        ),
  );
  const [free, series] = position.scores[seat];
  const picture = drawing(
    -2,
    -2,
    138,
    94,
    svg("rect", { x: 0, y: 0, width: end, height: end, class: "grid" }),
    svg("path", { d: lines, class: "lines" }),
    ...shapes,
    svg("text", { x: 115, y: 48, class: "free" }, String(free)),
    svg("rect", { x: 109, y: 56, width: 12, height: 12, class: "free-cell" }),
    ...(position.seats === 1 ? [svg("text", { x: 115, y: 86, class: "series" }, `${game + 1}. Σ ${series}`)] : []),
  );
  const isOut = turn && has(out, seat); // drawn so until the game is over
  picture.setAttribute("class", `seat second_chance${isOut ? " out" : ""}`);
  return picture;
}

/** @param {Rules} rules @returns {Board} */
export const board = (rules) => ({
  look: "board second_chance",
  whose: shown,
  small: { transform: "scale(0.1)", grow: 2.2 },
  put: (_position, move) => pencilled(rules.tables, drawn(move), SIDE),
  earned: (_position, _move, lines) => lines.map(badge),
  describe(move) {
    const cells = cellsOf(move).map((cell) => rules.notation.names.cell.write(cell));
    return { key: move.form === ONE ? "move.one" : "move.drew", values: { what: called(rules, cardOf(move)), where: cells.join(" ") } };
  },
  frame: () => SHEET,
  cells,
  draw,
  over,
  pieces,
  drawPiece,
  meant,
  where,
  plain: () => [],
  seat,
});
