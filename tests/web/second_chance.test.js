import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { momentOf } from "../../src/spielwerk/web/games.js";
import { Rules } from "../../src/spielwerk/web/rules.js";
import { all, install } from "./dom.js";
import { boardOf, folder, json, rulesOf } from "./folders.js";
import { assertAllWithinReach, assertDrawsWell, assertMovesCome, holdings, load, names } from "./positions.js";

/** @typedef {import("../../src/spielwerk/web/board.js").Board} Board */
/** @typedef {import("../../src/spielwerk/web/board.js").Position} Position */

install();

for (const name of names("second_chance")) {
  test(`${name}: all legal moves are within reach, and nothing else is`, () => assertAllWithinReach(name));
  test(`${name}: draws well`, () => assertDrawsWell(name));
  test(`${name}: moves come, and tell what they earn`, async () => {
    const { position } = await load(name);
    await assertMovesCome(name, position.plies.at(-1)?.move.form === "one" ? "one" : "pencilled");
  });
  test(`${name}: every seat has before it what it is told`, async () => {
    const { board, position, view } = await load(name);
    for (const [seat, before] of view.before.entries()) assert.deepEqual(board.pieces(position, seat, []).map((piece) => piece.name), before);
  });
  test(`${name}: drawings are those of the plies, and fill what is filled`, async () => {
    const { board, position, seat, view } = await load(name);
    assert.deepEqual(called(position, filled(board, position)).sort(), view.grids[seat].toSorted());
    const own = shown(view, seat);
    const squares = all(/** @type {any} */ (board.draw(position, {})), "tint").map(({ attributes: { d } }) => d.match(/M/g)?.length);
    assert.deepEqual(squares, own.flatMap((text) => (text.startsWith("1:") ? [] : [text.split(",").length])));
  });
}

/** What cells are called. @param {Position} position @param {number[]} cells */
const called = ({ rules }, cells) => cells.map((cell) => rules.notation.names.cell.write(cell));

/** @param {Position} position @param {"card" | "cell"} kind @param {string} name */
const number = ({ rules }, kind, name) => rules.notation.names[kind].read(name) ?? assert.fail(name);

/** The cells that hold something. @param {Board} board @param {Position} position */
const filled = (board, position) => board.cells(position).flatMap(({ id, holds }) => (holds ? [id] : []));

/** The plies of a seat in the present game, in notation. @param {any} view @param {number} seat @returns {string[]} */
function shown(view, seat) {
  const start = view.moves.findLastIndex((/** @type {any} */ ply) => ply.reveals?.start);
  return view.moves.slice(start + 1).flatMap((/** @type {any} */ ply) => (ply.seat === seat ? [ply.move] : []));
}

/** @param {string} name */
async function offered(name) {
  const { board, position, seat, moves } = await load(name);
  return /** @type {any[]} */ (board.pieces(position, seat, moves));
}

/** A position in which the first seat has a card of its own. @param {Position} position @param {number} card @returns {Position} */
const owning = (position, card) => ({ ...position, state: { ...position.state, own: [card, ...position.state.own.slice(1)] } });

test("cells are read from a9 to i1", async () => {
  const { board, position } = await load("second_chance-2-start");
  const cells = board.cells(position);
  assert.equal(cells.length, 81);
  assert.deepEqual(called(position, [0, 8, 9, 80].map((k) => cells[k].id)), ["a9", "i9", "a8", "i1"]);
  const { x, y, width, height } = board.frame(position);
  assert.ok(cells.every((cell) => cell.x - 50 >= x && cell.x + 50 <= x + width));
  assert.ok(cells.every((cell) => cell.y - 50 >= y && cell.y + 50 <= y + height));
});

test("a cell holds nothing, a drawing or a one", async () => {
  const { board, position, seat, view } = await load("second_chance-6-end");
  const held = board.cells(position).map(({ holds }) => holds);
  assert.equal(held.filter((holds) => holds?.key === "holds.one").length, 1);
  assert.equal(held.filter((holds) => holds !== null).length, view.grids[seat].length);
});

test("pieces are the start card, both cards, one's own card or the 1", async () => {
  const named = async (/** @type {string} */ name) => (await offered(name)).map((piece) => piece.name);
  assert.deepEqual(await named("second_chance-2-start"), ["8H"]);
  assert.deepEqual(await named("second_chance-4-middle"), (await load("second_chance-4-middle")).view.cards);
  assert.deepEqual(await named("second_chance-3-own"), ["2A"]);
  assert.deepEqual(await named("second_chance-2-one"), ["1"]);
  assert.deepEqual(await named("second_chance-6-end"), []);
});

test("nothing lies before who is out, nor before anybody once the game is over", async () => {
  const { board, position } = await load("second_chance-2-middle");
  const offers = (/** @type {object} */ changed) => [0, 1].map((seat) => board.pieces({ ...position, state: { ...position.state, ...changed } }, seat, []).length);
  assert.deepEqual(offers({}), [2, 2]);
  assert.deepEqual(offers({ out: 0b01 }), [0, 2]);
  assert.deepEqual(offers({ turn: 0 }), [0, 0]);
});

test("a card that lies twice is offered twice", async () => {
  const [first, second] = await offered("second_chance-4-twice");
  assert.equal(first.name, second.name);
  assert.notEqual(first.id, second.id);
});

test("every card can be held in all its ways, and is drawn as it is written", async () => {
  const { board, position } = await load("second_chance-2-start");
  const { rules } = position;
  const cards = [...rules.tables.cells.keys()].filter((card) => rules.tables.cells[card]);
  assert.equal(cards.length, rules.notation.names.card.numbers.size);
  for (const card of cards) {
    const owned = owning(position, card);
    const ways = [...holdings(board.pieces(owned, 0, []))];
    assert.equal(ways.length, rules.tables.ways[card]);
    assert.equal(new Set(ways.map((held) => String(board.drawPiece(owned, held)))).size, ways.length);
    for (const held of ways) {
      const meant = board.cells(owned).flatMap(({ id }) => board.meant(owned, held, id) ?? []);
      assert.ok(meant.length, "it has room on the grid");
      for (const move of meant) assert.ok(!["wrong_shape", "cells_in_wrong_order"].includes(rules.refusal(owned, 0, move)?.code ?? ""));
    }
  }
});

test("a held card is put where it is clicked, also on what is filled, but not over the edge", async () => {
  const { board, position, seat, moves } = await load("second_chance-2-middle");
  const [piece] = board.pieces(owning(position, number(position, "card", "5J")), seat, moves);
  const meant = (/** @type {string} */ name) => board.meant(position, { piece, turn: 0, mirrored: false }, number(position, "cell", name));
  const move = meant("b5");
  assert.equal(move && position.rules.notation.write(move), "5J:a5,b4,b5,b6,c5");
  for (const name of ["a5", "i5", "e9", "e1"]) assert.equal(meant(name), null);
});

test("cards that fit nowhere are there with their shape, greyed", async () => {
  const { board, position, moves, view } = await load("second_chance-2-waiting");
  assert.deepEqual(moves, []);
  const idle = (/** @type {Board} */ board, /** @type {Position} */ position, /** @type {any[]} */ moves) =>
    board.pieces(position, 0, moves).map((piece) => {
      const card = /** @type {any} */ (board.drawPiece(position, { piece, turn: 0, mirrored: false }));
      assert.equal(all(card, "pencilled").length, 1);
      assert.equal(all(card, "grip").length, 1 - all(card, "idle").length, "nothing is drawn with what is greyed");
      return all(card, "idle").length === 1;
    });
  assert.deepEqual(idle(board, position, moves), view.cards.map(() => true));
  const other = await load("second_chance-2-middle");
  const [first] = other.position.state.cards;
  assert.deepEqual(idle(other.board, other.position, other.moves), [false, false]);
  assert.deepEqual(idle(other.board, other.position, other.moves.filter(({ slots }) => slots.card === first)), [false, true]);
});

test("a move names the cell that is clicked first, the one nearest to its middle", async () => {
  const { board, position } = await load("second_chance-2-start");
  const where = (/** @type {string} */ text) => called(position, board.where(position.rules.notation.read(text) ?? assert.fail()));
  assert.deepEqual(where("5J:d5,e4,e5,e6,f5"), ["e5", "d5", "e4", "e6", "f5"]);
  assert.deepEqual(where("1:c7"), ["c7"]);
});

test("each drawing keeps its outline, and only those of the present game are shown", async () => {
  for (const name of ["second_chance-2-middle", "second_chance-1-second_game"]) {
    const { board, position, view } = await load(name);
    const own = shown(view, 0);
    assert.equal(all(/** @type {any} */ (board.draw(position, {})), "pencilled").length, own.length);
    assert.equal(all(/** @type {any} */ (board.seat(position, 0)), "pencilled").length, own.length);
  }
});

test("a new game of a series begins with an empty grid", async () => {
  const { board, position } = await load("second_chance-1-second_game");
  const begun = { ...position, state: { ...position.state, grid: position.state.grid.map(() => [0n, 0n]) } };
  assert.deepEqual(filled(board, begun), []);
  assert.equal(all(/** @type {any} */ (board.draw(begun, {})), "pencilled").length, 0);
});

test("cells whose drawing is not told of are filled all the same", async () => {
  const { board, position, view } = await load("second_chance-2-middle");
  const later = { ...position, plies: position.plies.slice(4) };
  const drawn = /** @type {any} */ (board.draw(later, {}));
  assert.equal(all(drawn, "pencil-none").length, 1);
  const squares = all(drawn, "tint").map((tint) => tint.attributes.d.match(/M/g)?.length ?? 0);
  assert.equal(squares.reduce((a, b) => a + b), view.grids[0].length);
});

test("the last move is marked on the grid on which it was made", async () => {
  const { board, position } = await load("second_chance-2-middle");
  const mine = position.plies.findLast((ply) => ply.seat === 0)?.move ?? assert.fail();
  const marked = (/** @type {number[]} */ last) => all(/** @type {any} */ (board.draw(position, { last })), "last").length;
  assert.equal(marked(board.where(mine)), 1);
  assert.equal(marked([0, 80]), 0);
  assert.equal(marked([]), 0);
});

test("the focus is drawn on every cell, a1 too", async () => {
  const { board, position } = await load("second_chance-2-middle");
  const focused = board.cells(position).map(({ id }) => String(board.over(position, { focus: id })));
  assert.ok(focused.every((drawn) => drawn.includes("focus")));
  assert.equal(new Set(focused).size, 81);
  assert.deepEqual(board.over(position, {}), []);
});

test("spectators see the first seat's grid", async () => {
  const { board, position, view } = await load("second_chance-4-watched");
  assert.equal(board.whose(position), 0);
  assert.deepEqual(called(position, filled(board, position)).sort(), view.grids[0].toSorted());
});

test("a seat's free cells are counted", async () => {
  const { board, position, view } = await load("second_chance-6-end");
  for (let seat = 0; seat < view.seats; seat++) {
    const [free] = all(/** @type {any} */ (board.seat(position, seat)), "free");
    assert.equal(Number(free.textContent), 81 - view.grids[seat].length);
    assert.equal(Number(free.textContent), view.scores[seat][0]);
  }
});

test("who is out is drawn so until the game is over", async () => {
  const out = async (/** @type {string} */ name) => {
    const { board, position, view } = await load(name);
    return { view, out: view.grids.flatMap((/** @type {any} */ _, /** @type {number} */ seat) => all(/** @type {any} */ (board.seat(position, seat)), "out").map(() => seat)) };
  };
  const playing = await out("second_chance-2-one");
  assert.ok(playing.view.out.length);
  assert.deepEqual(playing.out, playing.view.out);
  const over = await out("second_chance-6-end");
  assert.ok(over.view.out.length);
  assert.deepEqual(over.out, []);
});

test("who plays alone sees which game of the series it is, and what is in all", async () => {
  const { board, position, view } = await load("second_chance-1-second_game");
  const [series] = all(/** @type {any} */ (board.seat(position, 0)), "series");
  assert.equal(series.textContent, `${view.game_number}. Σ ${view.scores[0][1]}`);
});

test("hands in the rules' figures show their shapes, where nothing is computed", async () => {
  const rules = new Rules((await rulesOf("second_chance")).declared, null);
  const board = await boardOf(rules);
  const files = new URL("rules/positions/", folder("second_chance"));
  const hands = readdirSync(files).map((file) => {
    const position = momentOf(rules, json(new URL(file, files)));
    const drawn = board.pieces(position, 0, []).map((piece) => /** @type {any} */ (board.drawPiece(position, { piece, turn: 0, mirrored: false })));
    assert.ok(drawn.every((card) => all(card, "pencilled").length + all(card, "one").length === 1));
    return [file, drawn.map((card) => all(card, "card-name")[0].textContent + (all(card, "idle").length ? " idle" : ""))];
  });
  assert.deepEqual(Object.fromEntries(hands), {
    "end.json": [],
    "fits.json": ["3B"],
    "one.json": ["1"],
    "round.json": ["4C", "7C"],
    "start.json": ["8B"],
    "waiting.json": ["3B idle", "5H idle"],
  });
});
