/** The board shared by the games of two-symbol tiles, which differ in grid and wood. */

import { svg } from "../../web/elements.js";
import { LETTERS, UNIT, inner, letterOf, middle, numberOf, outline, rounded, wells, wood } from "./cells.js";
import { focusMark, ghostTile, lastMark, targetMarks } from "./marks.js";
import { lying, ofTile, phrases } from "./phrases.js";
import { pictures } from "./pictures.js";
import { drawLines, numbers, tracks } from "./points.js";
import { framedFirst, lone, placed, placing, shadow, sign, tile } from "./tile.js";

/** @typedef {import("../../web/board.js").Board} Board */
/** @typedef {import("../../web/board.js").Marks} Marks */
/** @typedef {import("../../web/board.js").Phrase} Phrase */
/** @typedef {import("../../web/board.js").Ply} Ply */
/** @typedef {import("../../web/board.js").Position} Position */
/** @typedef {import("../../web/board.js").Rules} Rules */
/** @typedef {import("./cells.js").Grid} Grid */
/** @typedef {import("./cells.js").Outline} Outline */
/** @typedef {import("./cells.js").Point} Point */
/** @typedef {import("./tile.js").Placement} Placement */

/**
 * @typedef {object} Game  the differences between the games' boards
 * @property {string} id
 * @property {string} colours  in the order of the state's numbers, which is also their order in a tile's name
 * @property {import("./tile.js").Symbols} symbols
 * @property {Grid} grid
 * @property {(cells: number[]) => Outline} rim  returns the outline of the wood around the cells
 * @property {(cells: number[]) => {text: string, at: Point}[]} labels  returns the letters and numbers around them
 * @property {(position: Position) => Standing[]} standing  returns what stands on cells besides tiles
 * @property {(seats: number) => number} pips  returns the length of a track
 * @property {(position: Position) => Phrase[]} facts  returns further facts about the table
 * @property {(before: Position, now: Position, ply: Ply) => string[]} firsts
 *   returns further events that newcomers need explained
 *
 * @typedef {{cell: number, drawn: SVGElement, holds: Phrase}} Standing
 *
 * @typedef {{board: number[], tracks: number[][], hand: number[][], held: number[], free: bigint[], in_bag: number, beside_bag: number, opening: number, seat: number}} State
 *   the fields of both games that are drawn or described
 * @typedef {{board: number[][], colours: [number, number][]}} Tables  the tables of both games' parts
 */

/**
 * @param {Rules} rules
 * @param {Game} game
 * @returns {Board}
 */
export function dominoBoard({ tables }, game) {
  const { colours, symbols, grid } = game;
  const parts = /** @type {Tables} */ (tables);
  const draws = pictures(game.id, grid, symbols);
  const edge = colours.length + 1; // on a board; lower numbers are the colours and the empty cell

  /** Return the board's cells in reading order. @param {Position} position */
  function area({ seats }) {
    const all = [...parts.board[seats].keys()].filter((cell) => isCell(seats, cell));
    return all.sort((one, other) => numberOf(other) - numberOf(one) || one - other);
  }

  /** @param {number} seats @param {number} cell */
  const isCell = (seats, cell) => parts.board[seats][cell] < edge;

  /** Return the colour printed on a cell, if any. @param {Position} position @param {number} cell */
  const printed = ({ seats }, cell) => colours[parts.board[seats][cell]];

  /** Return the colour that a cell shows, printed or on a tile. @param {Position} position @param {number} cell */
  const shown = ({ state }, cell) => colours[/** @type {State} */ (state).board[cell]];

  /** @type {Board["frame"]} */
  function frame(position) {
    const rim = game.rim(area(position));
    const xs = rim.map(([x]) => x);
    const ys = rim.map(([, y]) => y);
    const margin = UNIT * 0.12; // for the shadow
    const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
    return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
  }

  /** @type {Board["cells"]} */
  function cells(position) {
    const standing = new Map(game.standing(position).map(({ cell, holds }) => [cell, holds]));
    return area(position).map((id) => {
      const [x, y] = middle(grid, id);
      const name = { key: "cell", values: { letter: LETTERS[letterOf(id) - 1], number: String(numberOf(id)) } };
      const holds = lying(shown(position, id), printed(position, id) !== undefined) ?? standing.get(id) ?? null;
      return { id, x, y, outline: rounded(outline(grid, id), 0), name, holds };
    });
  }

  /** @type {Board["draw"]} */
  function draw(position, marks) {
    const all = area(position);
    const coming = marks.without ? where(marks.without) : [];
    const laid = tiles(position).filter((placement) => !coming.includes(placement.cells[0]));
    const known = new Set([...laid.flatMap((placement) => placement.cells), ...coming]);
    const single = all.filter((cell) => shown(position, cell) && !printed(position, cell) && !known.has(cell));
    return svg(
      "g",
      { class: `dominoes ${game.id}` },
      ...wood(game.rim(all)),
      ...game.labels(all).map(({ text, at: [x, y] }) => svg("text", { class: "label", x, y }, text)),
      ...wells(grid, all),
      ...all.filter((cell) => printed(position, cell)).map((cell) => inlay(cell, printed(position, cell))),
      targetMarks(grid, marks.targets ?? []),
      svg("path", { class: "shadow", d: laid.map((placement) => shadow(grid, placement.cells)).join("") }),
      ...single.map((cell) => lone(grid, symbols, cell, shown(position, cell))),
      ...laid.map((placement) => tile(grid, symbols, placement)),
      ...game.standing(position).map(({ drawn }) => drawn),
      ...lastMark(grid, marks.last ?? [], laid),
      ...over(position, marks),
    );
  }

  /** @type {Board["over"]} */
  function over(_position, marks) {
    const earning = marks.ghost ? where(marks.ghost) : (marks.last ?? []);
    return [
      ...ghost(marks),
      svg("g", { class: "lines" }, ...drawLines(grid, marks.lines ?? [], earning)),
      ...(marks.focus === undefined ? [] : [focusMark(grid, marks.focus)]),
    ];
  }

  /** A hand counts its tiles by kind; a hidden one has none. @type {Board["pieces"]} */
  function pieces({ state }, seat) {
    return /** @type {State} */ (state).hand[seat].flatMap((held, kind) => {
      const [one, two] = pair(kind);
      return Array.from({ length: held }, (_, copy) => ({
        id: copy ? `${one}${two}.${copy + 1}` : `${one}${two}`,
        name: ofTile([one, two], "tile", "tile_double"),
        kind,
        turns: grid.steps.length,
        mirrors: false,
      }));
    });
  }

  /** Return the colours of a kind of tile, in the order of its name. @param {number} kind */
  function pair(kind) {
    const [one, two] = parts.colours[kind];
    return /** @type {const} */ ([colours[one], colours[two]]);
  }

  /** @type {Board["drawPiece"]} */
  const drawPiece = (_position, { piece, turn }) => draws.held(pair(piece.kind), turn);

  /** Put the framed half on the cell, and the other beside it. @type {Board["meant"]} */
  function meant({ seats }, held, cell) {
    if (!held) return [];
    const other = cell + grid.steps[held.turn];
    if (!isCell(seats, cell) || !isCell(seats, other)) return [];
    const move = { ...placing(parts.colours[held.piece.kind], [cell, other], colours), clicked: cell };
    return [move];
  }

  /** @type {Board["where"]} */
  function where(move) {
    const placement = placed(move, colours);
    return placement ? [...framedFirst(placement, colours, grid).cells] : [];
  }

  /** @type {Board["put"]} */
  function put(_position, move) {
    const placement = placed(move, colours);
    if (!placement) return null;
    const under = svg("path", { class: "shadow", d: shadow(grid, placement.cells) });
    return svg("g", {}, under, tile(grid, symbols, placement));
  }

  /** @type {Board["earned"]} */
  const earned = (_position, move, lines) => drawLines(grid, lines, where(move));

  /** @type {NonNullable<Board["pictured"]>} */
  function pictured(_position, { move }) {
    const placement = placed(move, colours);
    if (placement) return draws.laid(framedFirst(placement, colours, grid).colours);
    return move.form === "swap" ? draws.swapped() : null;
  }

  /** Offer Keep and Swap, a button each. @type {Board["plain"]} */
  function plain(moves) {
    const offered = ["keep", "swap"].map((form) => moves.find((move) => move.form === form));
    return offered.flatMap((move) => (move ? [{ move, text: `move.${move.form}` }] : []));
  }

  /** @type {Board["seat"]} */
  function seat({ state, seats }, number, before) {
    return tracks(symbols, colours, /** @type {State} */ (state).tracks[number], game.pips(seats), before?.state.tracks[number]);
  }

  /** @type {NonNullable<Board["brief"]>} */
  function brief({ state }, number, before) {
    return numbers(symbols, colours, /** @type {State} */ (state).tracks[number], before?.state.tracks[number]);
  }

  /**
   * Return the tiles that the plies laid. The board alone does not show which halves belong together.
   * @param {Position} position
   * @returns {Placement[]}
   */
  function tiles(position) {
    return position.plies.flatMap(({ move }) => {
      const placement = placed(move, colours);
      const lies = placement?.cells.every((cell, n) => shown(position, cell) === placement.colours[n]);
      return placement && lies ? [placement] : [];
    });
  }

  /**
   * @param {number} cell
   * @param {string} colour
   */
  function inlay(cell, colour) {
    return svg(
      "g",
      { class: `printed colour-${colour}` },
      svg("path", { class: "ground", d: inner(grid, cell, 0.055) }),
      svg("path", { class: "ring", d: inner(grid, cell, 0.1) }),
      sign(symbols, colour, middle(grid, cell), UNIT * 0.33),
    );
  }

  /** @param {Marks} marks */
  function ghost({ ghost: move, focus, mood }) {
    const placement = move && placed(move, colours);
    if (!placement) return [];
    const [one, two] = placement.colours;
    // Either half of a double may be framed: the one at the focus or finger is.
    const isPointed = one === two && focus !== undefined && placement.cells.includes(focus);
    return ghostTile(grid, symbols, placement, isPointed ? focus : where(move)[0], mood);
  }

  const look = `dominoes ${game.id}`;
  const whose = () => null;
  return { look, symbols, whose, frame, cells, draw, over, pieces, drawPiece, meant, put, earned, pictured, where, plain, seat, brief, ...phrases(game) };
}
