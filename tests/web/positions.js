/** Positions of real games as a seat saw them, and what boards must do with each. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { all } from "./dom.js";
import { boardOf, rulesOf } from "./folders.js";

/** @typedef {import("../../src/spielwerk/web/board.js").Board} Board */
/** @typedef {import("../../src/spielwerk/web/rules.js").Move} Move */
/** @typedef {import("../../src/spielwerk/web/rules.js").Position} Position */

const FOLDER = new URL("fixtures/", import.meta.url);

/** Return the names of all positions, or of one game's. @param {string} [game] */
export const names = (game) =>
  readdirSync(FOLDER)
    .filter((file) => game === undefined || file.startsWith(`${game}-`))
    .map((file) => file.replace(".json", ""));

/**
 * Load a position with its board, and the viewer's moves. `view` and `legal` are the same seat's view and moves in
 * notation, from Python.
 * @param {string} name
 * @returns {Promise<{board: Board, position: Position, seat: number, moves: Move[], view: any, legal: {move: string, points: number[]}[]}>}
 */
export async function load(name) {
  const { position: told, view, legal } = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"));
  const rules = await rulesOf(told.game, told.options);
  const position = rules.position(told, told.seats, told.viewer, told.plies.map((/** @type {any} */ ply) => rules.ply(ply)));
  const moves = told.viewer === null ? [] : rules.moves(position, told.viewer);
  return { board: await boardOf(rules), position, seat: told.viewer ?? 0, moves, view, legal };
}

/**
 * Yield every way to hold the pieces.
 * @param {import("../../src/spielwerk/web/board.js").Piece[]} pieces
 */
export function* holdings(pieces) {
  for (const piece of pieces) {
    for (const mirrored of piece.mirrors ? [false, true] : [false]) {
      for (let turn = 0; turn < piece.turns; turn++) yield { piece, turn, mirrored };
    }
  }
}

/** Return every way to hold a piece, or [null] if there is nothing to choose. @param {import("../../src/spielwerk/web/board.js").Piece[]} pieces */
export const held = (pieces) => (pieces.length ? [...holdings(pieces)] : [null]);

/** Return the moves without a cell. @param {Board} board @param {Move[]} moves */
export const plainMoves = (board, moves) => board.plain(moves).map(({ move }) => move);

/** Write moves in notation, sorted. @param {Position} position @param {import("../../src/spielwerk/web/notation.js").Meant[]} moves */
export const written = ({ rules }, moves) => moves.map((move) => rules.notation.write(move)).sort();

/**
 * Check that each legal move can be made by choosing, rotating and clicking, and is what the click means.
 * @param {string} name
 */
export async function assertAllWithinReach(name) {
  const { board, position, seat, moves, legal } = await load(name);
  assert.deepEqual(written(position, moves), legal.map(({ move }) => move));
  const cells = board.cells(position).map(({ id }) => id);
  const pieces = board.pieces(position, seat);
  assert.equal(new Set(pieces.map(({ id }) => id)).size, pieces.length, "ids are unique");
  const reached = new Set(written(position, plainMoves(board, moves)));
  const known = new Set(legal.map(({ move }) => move));
  for (const one of held(pieces)) {
    for (const cell of cells) {
      for (const meant of board.meant(position, one, cell)) {
        const text = position.rules.notation.write(meant);
        if (!known.has(text)) continue;
        assert.equal(board.where(meant)[0], cell);
        reached.add(text);
      }
    }
  }
  assert.deepEqual([...reached].sort(), [...known].sort());
}

/**
 * Check that a board's drawings contain no invalid values.
 * @param {string} name
 */
export async function assertDrawsWell(name) {
  const { board, position, seat, moves } = await load(name);
  const pieces = board.pieces(position, seat);
  const cells = board.cells(position).map(({ id }) => id);
  const marks = { ghost: moves.at(-1), focus: cells[0], targets: [cells[1]] };
  const drawn = [
    board.draw(position, {}),
    board.draw(position, marks),
    ...["wrong", "ahead"].map((mood) => board.draw(position, { ...marks, mood: /** @type {any} */ (mood) })),
    ...moves.slice(0, 20).flatMap((move) => board.pictured?.(position, { seat, move }) ?? []),
    ...[...holdings(pieces)].map((held) => board.drawPiece(position, held)),
    ...Array.from({ length: position.seats }, (_, k) => board.seat(position, k)),
  ];
  for (const drawing of drawn) assert.doesNotMatch(String(drawing), /NaN|undefined|null|Infinity|\[object/);
}

/**
 * Check that the latest move and its points can be drawn separately, and that a shared board leaves it out until it
 * arrives.
 * @param {string} name
 * @param {string} piece  the class of what a move places
 */
export async function assertMovesCome(name, piece) {
  const { board, position } = await load(name);
  const latest = position.plies.at(-1);
  if (!latest) return;
  const { move } = latest;
  const count = (/** @type {any} */ drawn) => all(drawn, piece).length;
  assert.equal(count(board.put(position, move)), 1);
  if (board.whose(position) === null) {
    assert.equal(count(board.draw(position, { without: move })), count(board.draw(position, {})) - 1);
  } else assert.ok(board.small, "what others do is seen in small");
  const lines = [{ cells: board.where(move), name: "r", points: 2 }];
  const badges = board.earned(position, move, lines).filter((made) => made.getAttribute("class")?.includes("badge"));
  assert.equal(badges.length, 1);
  assert.match(badges[0].textContent ?? "", /2$/);
}
