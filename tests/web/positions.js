/** Positions of real games, as the server tells of them, and what boards must do with each. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { all } from "./dom.js";

const FOLDER = new URL("fixtures/", import.meta.url);

/** @param {string} name @returns {{seat: number | null, view: any, legal: {move: string, points: number[]}[]}} */
export const position = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"));

/** @param {string} game */
export const positionsOf = (game) =>
  readdirSync(FOLDER)
    .filter((file) => file.startsWith(`${game}_`))
    .map((file) => file.replace(".json", ""));

/**
 * Every way to hold what is offered.
 * @param {import("../../src/spielwerk/web/boards/types.js").Piece[]} pieces
 */
export function* holdings(pieces) {
  for (const piece of pieces) {
    for (const mirrored of piece.mirrors ? [false, true] : [false]) {
      for (let turn = 0; turn < piece.turns; turn++) yield { piece, turn, mirrored };
    }
  }
}

/**
 * Each legal move can be made by choosing, turning and clicking, and no other can.
 * @param {import("../../src/spielwerk/web/boards/types.js").Board} board
 * @param {string} name
 */
export function assertAllWithinReach(board, name) {
  const { seat, view, legal } = position(name);
  const places = new Set(board.cells(view).map(({ id }) => id));
  const pieces = board.pieces(view, seat ?? 0, legal);
  assert.equal(new Set(pieces.map(({ id }) => id)).size, pieces.length, "ids are unique");
  const reached = new Set(board.plain(legal));
  for (const held of holdings(pieces)) {
    for (const [cell, move] of board.targets(view, legal, held)) {
      assert.ok(places.has(cell), `${cell} can be clicked`);
      assert.equal(board.where(move)[0], cell);
      reached.add(move);
    }
  }
  assert.deepEqual([...reached].sort(), legal.map(({ move }) => move).sort());
}

/**
 * All that a board draws of a position has numbers in it where numbers belong.
 * @param {import("../../src/spielwerk/web/boards/types.js").Board} board
 * @param {string} name
 */
export function assertDrawsWell(board, name) {
  const { seat, view, legal } = position(name);
  const pieces = board.pieces(view, seat ?? 0, legal);
  const marks = { ghost: legal.at(-1)?.move, focus: board.cells(view)[0].id, targets: [board.cells(view)[1].id] };
  const drawn = [
    board.draw(view, {}),
    board.draw(view, marks),
    ...[...holdings(pieces)].map((held) => board.drawPiece(view, held)),
    ...Array.from({ length: view.seats }, (_, k) => board.seat(view, k)),
  ];
  for (const drawing of drawn) assert.doesNotMatch(String(drawing), /NaN|undefined|null|Infinity/);
}

/**
 * The latest move can be drawn by itself, and what it earns, too; a shared board does without it until it comes.
 * @param {import("../../src/spielwerk/web/boards/types.js").Board} board
 * @param {string} name
 * @param {string} piece  the class of what a move puts there
 */
export function assertMovesCome(board, name, piece) {
  const { view } = position(name);
  const latest = view.moves.at(-1);
  if (!latest) return;
  const count = (/** @type {any} */ drawn) => all(drawn, piece).length;
  assert.equal(count(board.put(view, latest.move)), 1);
  if (board.whose(view) === null) {
    assert.equal(count(board.draw(view, { without: latest.move })), count(board.draw(view, {})) - 1);
  } else assert.ok(board.small, "what others do is seen in small");
  const lines = [{ cells: board.where(latest.move), name: "r", points: 2 }];
  const badges = board.earned(view, latest.move, lines).filter((made) => made.getAttribute("class")?.includes("badge"));
  assert.equal(badges.length, 1);
  assert.match(badges[0].textContent ?? "", /2$/);
}
