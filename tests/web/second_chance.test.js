import assert from "node:assert/strict";
import { test } from "node:test";
import { board } from "../../src/spielwerk/web/boards/second_chance.js";
import { install } from "./dom.js";
import { assertAllWithinReach, assertDrawsWell, assertMovesCome, position, positionsOf } from "./positions.js";

install();

for (const name of positionsOf("second_chance")) {
  test(`${name}: all legal moves are within reach, and nothing else is`, () => assertAllWithinReach(board, name));
  test(`${name}: draws well`, () => assertDrawsWell(board, name));
  test(`${name}: moves come, and tell what they earn`, () => assertMovesCome(board, name, position(name).view.moves.at(-1)?.move.startsWith("1:") ? "one" : "pencilled"));
}

/** @param {string} name */
function offered(name) {
  const { seat, view, legal } = position(name);
  return board.pieces(view, seat ?? 0, legal);
}

test("cells are read from a9 to i1", () => {
  const { view } = position("second_chance_start_2");
  const cells = board.cells(view);
  assert.equal(cells.length, 81);
  assert.deepEqual([cells[0].id, cells[8].id, cells[9].id, cells[80].id], ["a9", "i9", "a8", "i1"]);
  const { x, y, width, height } = board.frame(view);
  assert.ok(cells.every((cell) => cell.x - 50 >= x && cell.x + 50 <= x + width));
  assert.ok(cells.every((cell) => cell.y - 50 >= y && cell.y + 50 <= y + height));
});

test("a cell holds nothing, a drawing or a one", () => {
  const { seat, view } = position("second_chance_end_6");
  const held = board.cells(view).map(({ holds }) => holds);
  assert.equal(held.filter((holds) => holds === "one").length, 1);
  assert.equal(held.filter((holds) => holds !== "").length, view.grids[seat ?? 0].length);
});

test("pieces are the start card, both cards, one's own card or the 1", () => {
  const names = (/** @type {string} */ name) => offered(name).map((piece) => piece.name);
  assert.deepEqual(names("second_chance_start_2"), ["8H"]);
  assert.deepEqual(names("second_chance_middle_4"), position("second_chance_middle_4").view.cards);
  assert.deepEqual(names("second_chance_own_3"), ["1A"]);
  assert.deepEqual(names("second_chance_one_2"), ["1"]);
  assert.deepEqual(names("second_chance_end_6"), []);
});

test("a card that lies twice is offered twice", () => {
  const [first, second] = offered("second_chance_twice_4");
  assert.equal(first.name, second.name);
  assert.notEqual(first.id, second.id);
});

test("a card's shape is seen from legal moves, whichever way round they lie", () => {
  const { view } = position("second_chance_middle_2");
  const card = view.cards[0];
  const one = board.pieces(view, 0, [{ move: `${card}:a1,a2,a3,b1`, points: [] }])[0];
  const other = board.pieces(view, 0, [{ move: `${card}:f6,g6,h6,h7`, points: [] }])[0];
  assert.deepEqual(one, other);
  assert.deepEqual([one.turns, one.mirrors], [4, true]);
});

test("cards that fit nowhere are there, greyed, with their shape if it was ever drawn", () => {
  const { view } = position("second_chance_waiting_2");
  const pieces = offered("second_chance_waiting_2");
  assert.deepEqual(pieces.map(({ id }) => id), view.cards);
  const drawn = pieces.map((piece) => /** @type {any} */ (board.drawPiece(view, { piece, turn: 0, mirrored: false })));
  assert.ok(drawn.every((card) => card.all("idle").length === 1));
  assert.deepEqual(
    drawn.map((card) => card.all("pencilled").length),
    view.cards.map((/** @type {string} */ card) =>
      view.moves.some((/** @type {any} */ ply) => ply.move.startsWith(`${card}:`)) ? 1 : 0,
    ),
  );
});

test("a move names the cell that is clicked first, the one nearest to its middle", () => {
  assert.deepEqual(board.where("5J:d5,e4,e5,e6,f5"), ["e5", "d5", "e4", "e6", "f5"]);
  assert.deepEqual(board.where("1:c7"), ["c7"]);
});

test("each drawing keeps its outline, and only those of the present game are shown", () => {
  for (const name of ["second_chance_middle_2", "second_chance_second_game_1"]) {
    const { view } = position(name);
    const drawn = /** @type {any} */ (board.draw(view, {}));
    const start = view.moves.findLastIndex((/** @type {any} */ ply) => ply.reveals?.start);
    const own = view.moves.slice(start + 1).filter((/** @type {any} */ ply) => ply.seat === 0);
    assert.equal(drawn.all("pencilled").length, own.length);
  }
});

test("cells whose drawing is not told of are filled all the same", () => {
  const { view } = position("second_chance_middle_2");
  const later = { ...view, since: 4, moves: view.moves.slice(4) };
  const drawn = /** @type {any} */ (board.draw(later, {}));
  assert.equal(drawn.all("pencil-none").length, 1);
  const squares = drawn.all("tint").map((/** @type {any} */ tint) => tint.attributes.d.match(/M/g).length);
  assert.equal(squares.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b), view.grids[0].length);
});

test("the last move is marked on the grid on which it was made", () => {
  const { view } = position("second_chance_middle_2");
  const mine = view.moves.findLast((/** @type {any} */ ply) => ply.seat === 0).move;
  const marked = (/** @type {string[]} */ last) => /** @type {any} */ (board.draw(view, { last })).all("last").length;
  assert.equal(marked(board.where(mine)), 1);
  assert.equal(marked(["a1", "i9"]), 0);
  assert.equal(marked([]), 0);
});

test("spectators see the first seat's grid", () => {
  const { view } = position("second_chance_watched_4");
  const filled = board.cells(view).filter(({ holds }) => holds);
  assert.deepEqual(filled.map(({ id }) => id).sort(), [...view.grids[0]].sort());
});

test("a seat's free cells are counted", () => {
  const { view } = position("second_chance_end_6");
  for (let seat = 0; seat < view.seats; seat++) {
    const [free] = /** @type {any} */ (board.seat(view, seat)).all("free");
    assert.equal(Number(free.textContent), view.scores[seat][0]);
  }
});
