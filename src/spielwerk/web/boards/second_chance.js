/**
 * Second Chance: pencil on squared paper. A cell is 100 units wide, a9 begins at (0, 0). The
 * browser has no table of shapes: what a card looks like is seen from the moves that draw it, the
 * legal ones and those that were made. A piece's id is such a move, drawn into the bottom left
 * corner: `3B:a1,a2,b1`; a card that fits nowhere now goes by its name alone.
 *
 * @import { Board, Cell, Held, Legal, Line, Marks, Piece, View } from "./types.js"
 * @import { Shape, Square } from "./shapes.js"
 */
import { drawing, polygon, short, svg } from "../svg.js";
import { outline, scribble } from "./pencil.js";
import { grip, key, laid, size, standing, ways } from "./shapes.js";

const COLUMNS = "abcdefghi";
const CELLS = COLUMNS.length;
const SIDE = 100;
const SHEET = { x: -62, y: -34, width: 996, height: 996 };
const ONE = "1";
const CARD = { width: 120, height: 168 };

/** Notation */

/** @param {string} id @returns {Square} */
const square = (id) => [COLUMNS.indexOf(id[0]), CELLS - Number(id[1])];

/** @param {Square} square */
const cellName = ([x, y]) => `${COLUMNS[x]}${CELLS - y}`;

/**
 * The parts of a move: `3B:d4,d5,e4` draws card 3B into three cells.
 * @param {string} move
 */
function parse(move) {
  const [card, cells] = move.split("#")[0].split(":");
  return { card, shape: cells ? cells.split(",").map(square) : [] };
}

/**
 * @param {string} card
 * @param {Shape} shape
 */
function write(card, shape) {
  return `${card}:${shape.map(cellName).sort().join(",")}`;
}

/**
 * What a card looks like, as far as these moves tell.
 * @param {string} card
 * @param {string[]} moves
 */
function looks(card, moves) {
  const drawn = moves.find((move) => move.startsWith(`${card}:`));
  return drawn ? standing(parse(drawn).shape) : null;
}

/** Grids */

/**
 * The seat whose grid is the board: one's own, and for spectators the first.
 * @param {View} view
 * @returns {number}
 */
const shown = (view) => view.viewer ?? 0;

/**
 * What a seat has drawn, as far as the view tells of its moves; all else that is filled is one
 * nameless drawing.
 * @param {View} view
 * @param {number} seat
 */
function drawings(view, seat) {
  const anew = view.moves.findLastIndex((/** @type {any} */ ply) => ply.reveals?.start);
  const known = view.moves
    .slice(anew + 1)
    .filter((/** @type {any} */ ply) => ply.seat === seat)
    .map((/** @type {any} */ ply) => parse(ply.move));
  /** @type {{card: string, shape: Shape}[]} */
  const found = known;
  const told = new Set(found.flatMap(({ shape }) => shape.map(cellName)));
  /** @type {string[]} */
  const filled = view.grids[seat];
  const rest = filled.filter((id) => !told.has(id));
  return rest.length ? [...found, { card: "", shape: rest.map(square) }] : found;
}

/** @param {View} view @returns {Cell[]} */
function cells(view) {
  const seat = shown(view);
  const ones = drawings(view, seat).filter(({ card }) => card === ONE);
  const written = new Set(ones.flatMap(({ shape }) => shape.map(cellName)));
  const filled = new Set(view.grids[seat]);
  return Array.from({ length: CELLS * CELLS }, (_, k) => {
    const [x, y] = [k % CELLS, Math.floor(k / CELLS)];
    const id = cellName([x, y]);
    const holds = written.has(id) ? "one" : filled.has(id) ? "drawn" : "";
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

/** Drawing */

/**
 * A shape in pencil. Pencils differ by the size that a card's name begins with.
 * @param {string} card
 * @param {Shape} shape
 * @param {number} side
 * @param {string} [kind] more classes
 */
function pencilled(card, shape, side, kind = "") {
  if (card === ONE) return one(shape[0], side, kind);
  const falling = card.charCodeAt(1) % 2 === 0;
  return svg(
    "g",
    { class: `pencilled pencil-${card ? card[0] : "none"} ${kind}`.trim() },
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
  const end = CELLS * SIDE;
  let fine = "";
  for (let at = -50; at < 950; at += SIDE / 2) fine += `M${at} ${y}V${y + height}M${x} ${at}H${x + width}`;
  let lines = "";
  for (let at = 0; at <= end; at += SIDE) lines += `M${at} 0V${end}M0 ${at}H${end}`;
  const middle = end / 2;
  const names = Array.from(COLUMNS, (letter, k) => [
    svg("text", { x: (k + 0.5) * SIDE, y: end + 43, class: "name" }, letter),
    svg("text", { x: -32, y: (k + 0.5) * SIDE + 12, class: "name" }, String(CELLS - k)),
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

/** @param {string} id */
function focus(id) {
  const [x, y] = square(id);
  return svg("rect", { x: x * SIDE + 4, y: y * SIDE + 4, width: 92, height: 92, rx: 12, class: "focus" });
}

/** @param {string} id */
function target(id) {
  const [cx, cy] = square(id).map((at) => (at + 0.5) * SIDE);
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

/** @param {View} view @param {Marks} marks */
function draw(view, marks) {
  const drawn = drawings(view, shown(view));
  const targets = [...(marks.targets ?? [])];
  const last = [...(marks.last ?? [])].sort().join();
  const fresh = drawn.filter(({ shape }) => shape.map(cellName).sort().join() === last);
  return svg(
    "g",
    { class: "board second_chance" },
    ...sheet(),
    ...targets.map(target),
    ...drawn.map(({ card, shape }) => pencilled(card, shape, SIDE)),
    ...fresh.map(({ shape }) => svg("path", { d: outline(shape, SIDE, 2), class: "last" })),
    ...over(view, marks),
  );
}

/** @type {Board["over"]} */
function over(_view, marks) {
  const ghost = marks.ghost ? parse(marks.ghost) : null;
  const paper = ghost?.shape.map((cell) => box(cell, SIDE)).join(""); // what is below would shine through
  return [
    ...(ghost ? [svg("path", { d: paper, class: "paper" }), pencilled(ghost.card, ghost.shape, SIDE, "ghost")] : []),
    ...(marks.focus ? [focus(marks.focus)] : []),
    ...(marks.lines ?? []).map(badge),
  ];
}

/** Pieces */

/**
 * What a seat has before it.
 * @param {View} view
 * @param {number} seat
 * @param {Legal[]} legal
 * @returns {Piece[]}
 */
function pieces(view, seat, legal) {
  const moves = legal.map(({ move }) => move);
  return view.before[seat].map((/** @type {string} */ card, /** @type {number} */ k, /** @type {string[]} */ all) => {
    const shape = looks(card, moves);
    const again = all.indexOf(card) < k ? "#2" : "";
    if (!shape) return { id: card + again, name: card, turns: 1, mirrors: false };
    const { height } = size(shape);
    const low = shape.map(([x, y]) => /** @type {Square} */ ([x, y + CELLS - height]));
    return { id: write(card, low) + again, name: card, ...ways(shape) };
  });
}

/** @param {View} view @param {Held} held */
function drawPiece(view, held) {
  const { card, shape } = parse(held.piece.id);
  const idle = shape.length === 0;
  const made = view.moves.map((/** @type {any} */ ply) => ply.move);
  const look = idle ? looks(card, made) : laid(shape, held.turn, held.mirrored);
  const { width, height } = CARD;
  const start = card[0] === "8";
  const drawn = drawing(
    0,
    0,
    width,
    height,
    svg("rect", { x: 2, y: 4, width: width - 4, height: height - 5, rx: 10, class: "card-shadow" }),
    svg("rect", { x: 2, y: 2, width: width - 4, height: height - 5, rx: 10, class: "card-face" }),
    svg("rect", { x: 7, y: 7, width: width - 14, height: height - 15, rx: 6, class: "card-frame" }),
    svg("text", { x: 14, y: 28, class: "card-name" }, card),
    svg("text", { x: 14, y: 28, class: "card-name", transform: `rotate(180 ${width / 2} ${height / 2 - 0.5})` }, card),
    look ? onCard(card, look, !idle) : svg("text", { x: width / 2, y: 100, class: "card-size" }, card[0]),
  );
  drawn.setAttribute("class", `piece second_chance${idle ? " idle" : ""}${start ? " start" : ""}`);
  return drawn;
}

/**
 * A shape in the middle of a card, with a dot on the cell that the pointer holds it by.
 * @param {string} card
 * @param {Shape} look
 * @param {boolean} held
 */
function onCard(card, look, held) {
  const { width, height } = size(look);
  const side = card === ONE ? 72 : Math.min(28, 92 / width, 104 / height);
  const left = (CARD.width - width * side) / 2;
  const top = (CARD.height - height * side) / 2;
  const [x, y] = grip(look);
  const dot = { cx: short((x + 0.5) * side), cy: short((y + 0.5) * side), r: short(side * 0.17), class: "grip" };
  return svg(
    "g",
    { transform: `translate(${short(left)} ${short(top)})` },
    pencilled(card, look, side),
    ...(held && card !== ONE ? [svg("circle", dot)] : []),
  );
}

/** @param {View} view @param {Legal[]} legal @param {Held} held */
function targets(view, legal, held) {
  const piece = parse(held.piece.id);
  /** @type {Map<string, string>} */
  const found = new Map();
  if (!piece.shape.length) return found;
  const wanted = key(laid(piece.shape, held.turn, held.mirrored));
  for (const { move } of legal) {
    const { card, shape } = parse(move);
    if (card === piece.card && key(shape) === wanted) found.set(cellName(grip(shape)), move);
  }
  return found;
}

/** @param {string} move */
function where(move) {
  const { shape } = parse(move);
  const first = grip(shape);
  return [first, ...shape.filter((cell) => cell !== first)].map(cellName);
}

/**
 * A seat's grid in small, and how many of its cells are free.
 * @param {View} view
 * @param {number} seat
 */
function seat(view, seat) {
  const side = 10;
  const end = CELLS * side;
  let lines = "";
  for (let at = 0; at <= end; at += side) lines += `M${at} 0V${end}M0 ${at}H${end}`;
  const shapes = drawings(view, seat).map(({ card, shape }) =>
    card === ONE
      ? one(shape[0], side, "")
      : svg(
          "g",
          { class: `pencilled pencil-${card ? card[0] : "none"}` },
          svg("path", { d: shape.map((cell) => box(cell, side)).join(""), class: "block" }),
          svg("path", { d: outline(shape, side, 0.4), class: "outline", "stroke-width": 0.9 }),
        ),
  );
  const out = view.out.includes(seat) && view.phase !== "over";
  const free = CELLS * CELLS - view.grids[seat].length;
  const drawn = drawing(
    -2,
    -2,
    138,
    94,
    svg("rect", { x: 0, y: 0, width: end, height: end, class: "grid" }),
    svg("path", { d: lines, class: "lines" }),
    ...shapes,
    svg("text", { x: 115, y: 48, class: "free" }, String(free)),
    svg("rect", { x: 109, y: 56, width: 12, height: 12, class: "free-cell" }),
    ...(view.seats === 1 ? [svg("text", { x: 115, y: 86, class: "series" }, `${view.game_number}. Σ ${view.scores[seat][1]}`)] : []),
  );
  drawn.setAttribute("class", `seat second_chance${out ? " out" : ""}`);
  return drawn;
}

/** @type {Board} */
export const board = {
  look: "board second_chance",
  whose: shown,
  small: { transform: "scale(0.1)", grow: 2.2 },
  put(_view, move) {
    const { card, shape } = parse(move);
    return pencilled(card, shape, SIDE);
  },
  earned: (_view, _move, lines) => lines.map(badge),
  speaks(move) {
    const { card, shape } = parse(move);
    return { kind: card === ONE ? "one" : "drew", what: card, where: shape.map(cellName).join(" ") };
  },
  frame: () => SHEET,
  cells,
  draw,
  over,
  pieces,
  drawPiece,
  targets,
  where,
  plain: () => [],
  seat,
};
