import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { momentOf } from "../../src/spielwerk/web/games.js";
import { Rules } from "../../src/spielwerk/web/rules.js";
import { all, install } from "./dom.js";
import { boardOf, folder, gameWords, json, rulesOf } from "./folders.js";
import { assertDrawsWell, assertMovesCome, holdings, load, names, written } from "./positions.js";

/** @typedef {import("../../src/spielwerk/web/board.js").Board} Board */
/** @typedef {import("../../src/spielwerk/web/board.js").Position} Position */

install();

for (const name of names("second_chance")) {
  test(`${name}: all legal moves are within reach, each from the cell that it names first`, async () => {
    const { board, position, seat, moves, legal } = await load(name);
    assert.deepEqual(written(position, moves), legal.map(({ move }) => move));
    const found = [...holdings(board.pieces(position, seat))].flatMap((held) =>
      board.cells(position).flatMap(({ id }) => board.meant(position, held, id).filter((meant) => board.where(meant)[0] === id)),
    );
    const reached = new Set(written(position, found));
    assert.deepEqual(legal.filter(({ move }) => !reached.has(move)), []);
  });
  test(`${name}: draws well`, () => assertDrawsWell(name));
  test(`${name}: moves come, and tell what they earn`, async () => {
    const { position } = await load(name);
    await assertMovesCome(name, position.plies.at(-1)?.move.form === "one" ? "one" : "pencilled");
  });
  test(`${name}: every seat has before it what it is told, and the common cards until all are done`, async () => {
    const { board, position, view } = await load(name);
    for (const [seat, before] of view.before.entries()) {
      const common = view.to_act.length && !view.out.includes(seat) ? view.cards : [];
      assert.deepEqual(cards(position, board.pieces(position, seat)), before.length ? before : common);
    }
  });
  test(`${name}: drawings are those of the plies, and fill what is filled`, async () => {
    const { board, position, seat, view } = await load(name);
    assert.deepEqual(called(position, filled(board, position)).sort(), view.grids[seat].toSorted());
    const own = shown(view, seat);
    const squares = all(/** @type {any} */ (board.draw(position, {})), "tint").map(({ attributes: { d } }) => d.match(/M/g)?.length);
    assert.deepEqual(squares, own.flatMap((text) => (text.startsWith("1:") ? [] : [text.split(",").length])));
  });
}

/** Return the names of cells. @param {Position} position @param {number[]} cells */
const called = ({ rules }, cells) => cells.map((cell) => rules.notation.names.cell.write(cell));

/** @param {Position} position @param {"card" | "cell"} kind @param {string} name */
const number = ({ rules }, kind, name) => rules.notation.names[kind].read(name) ?? assert.fail(name);

/** Return the names of pieces in notation. @param {Position} position @param {any[]} pieces */
const cards = ({ rules }, pieces) => pieces.map(({ card }) => (card === "one" ? "1" : rules.notation.names.card.write(card)));

/** Return phrases as text. @param {"de" | "en"} language @param {import("../../src/spielwerk/web/board.js").Phrase[]} phrases */
function say(language, phrases) {
  const words = gameWords("second_chance", language);
  return phrases.map(({ key, values = {} }) => {
    const text = words[typeof values.n === "number" ? `${key}.${values.n === 1 ? "one" : "other"}` : key] ?? assert.fail(key);
    return text.replace(/\{(\w+)\}/g, (_, place) => [values[place]].flat().map((value) => words[value] ?? value).join(" "));
  });
}

/** Return the filled cells. @param {Board} board @param {Position} position */
const filled = (board, position) => board.cells(position).flatMap(({ id, holds }) => (holds ? [id] : []));

/** Return a seat's plies in the current game, in notation. @param {any} view @param {number} seat @returns {string[]} */
function shown(view, seat) {
  const start = view.moves.findLastIndex((/** @type {any} */ ply) => ply.reveals?.start);
  return view.moves.slice(start + 1).flatMap((/** @type {any} */ ply) => (ply.seat === seat ? [ply.move] : []));
}

/** @param {string} name */
async function offered(name) {
  const { board, position, seat } = await load(name);
  return /** @type {any[]} */ (board.pieces(position, seat));
}

/** Return a position in which the first seat has its own card. @param {Position} position @param {number} card @returns {Position} */
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

test("pieces are the start card, both cards, one's own card or the 1, called as people do", async () => {
  const named = async (/** @type {string} */ name) => say("en", (await offered(name)).map((piece) => piece.name));
  assert.deepEqual(await named("second_chance-2-start"), ["start card of 8 cells"]);
  assert.equal((await named("second_chance-4-middle")).length, 2);
  assert.deepEqual(await named("second_chance-3-own"), ["card: 2 cells, a line"]);
  assert.deepEqual(await named("second_chance-2-one"), ["the 1 that you write"]);
  assert.deepEqual(await named("second_chance-6-end"), []);
});

test("every card of the deck has a name in words, and no two of one size share theirs but stairs", async () => {
  const { board, position } = await load("second_chance-2-start");
  const deck = [...position.rules.tables.copies.keys()].filter((card) => position.rules.tables.copies[card]);
  const told = (/** @type {"de" | "en"} */ language) => deck.flatMap((card) => say(language, board.pieces(owning(position, card), 0).map(({ name }) => name)));
  const english = told("en");
  assert.ok(english.includes("card: 5 cells, like a T"));
  assert.ok(english.includes("card: a single cell"));
  assert.equal(english.length - new Set(english).size, 1);
  assert.ok(told("de").includes("Karte: 3 Felder, ein Winkel"));
  assert.ok(!english.includes("card: 5 cells"), "every shape is like something");
});

test("nothing lies before who is out, nor before anybody once the game is over", async () => {
  const { board, position } = await load("second_chance-2-middle");
  const offers = (/** @type {number} */ out, /** @type {number[]} */ toAct) => [0, 1].map((seat) => board.pieces({ ...position, state: { ...position.state, out }, toAct }, seat).length);
  assert.deepEqual(offers(0, [0, 1]), [2, 2]);
  assert.deepEqual(offers(0, [1]), [2, 2], "they lie there until all have drawn");
  assert.deepEqual(offers(0b01, [1]), [0, 2]);
  assert.deepEqual(offers(0, []), [0, 0]);
});

test("a card that lies twice is offered twice", async () => {
  const [first, second] = await offered("second_chance-4-twice");
  assert.deepEqual(first.name, second.name);
  assert.notEqual(first.id, second.id);
});

test("every card can be held in all its ways, and is drawn as it is written", async () => {
  const { board, position } = await load("second_chance-2-start");
  const { rules } = position;
  const cards = [...rules.tables.cells.keys()].filter((card) => rules.tables.cells[card]);
  assert.equal(cards.length, rules.notation.names.card.numbers.size);
  for (const card of cards) {
    const owned = owning(position, card);
    const ways = [...holdings(board.pieces(owned, 0))];
    assert.equal(ways.length, rules.tables.ways[card]);
    assert.equal(new Set(ways.map((held) => String(board.drawPiece(owned, held)))).size, ways.length);
    for (const held of ways) {
      const meant = board.cells(owned).flatMap(({ id }) => board.meant(owned, held, id));
      assert.equal(meant.length, 81, "it is put somewhere wherever one clicks");
      for (const move of meant) assert.ok(!["wrong_shape", "cells_in_wrong_order"].includes(rules.refusal(owned, 0, move)?.code ?? ""));
    }
  }
});

test("a held card is put where it is clicked, also on what is filled, and pushed back into the grid at its edge", async () => {
  const { board, position, seat } = await load("second_chance-2-middle");
  const [piece] = board.pieces(owning(position, number(position, "card", "5J")), seat);
  const meant = (/** @type {string} */ name) => written(position, board.meant(position, { piece, turn: 0, mirrored: false }, number(position, "cell", name)));
  const inside = ["5J:a5,b4,b5,b6,c5"];
  assert.deepEqual(["b5", "a5"].map(meant), [inside, inside]);
  assert.deepEqual(["h2", "i1", "i2", "h1"].map(meant), Array(4).fill(["5J:g2,h1,h2,h3,i2"]));
});

test("cards that one can't draw now are there with their shape, greyed", async () => {
  const idle = (/** @type {Board} */ board, /** @type {Position} */ position) =>
    board.pieces(position, 0).map((piece) => {
      const card = /** @type {any} */ (board.drawPiece(position, { piece, turn: 0, mirrored: false }));
      assert.equal(all(card, "pencilled").length, 1);
      return all(card, "idle").length === 1;
    });
  const waits = await load("second_chance-2-waiting");
  assert.deepEqual(idle(waits.board, waits.position), [true, true], "neither fits");
  const { board, position } = await load("second_chance-2-middle");
  assert.deepEqual(idle(board, position), [false, false]);
  assert.deepEqual(idle(board, { ...position, toAct: [1] }), [true, true], "one has drawn");
});

test("a card shows how many cells it fills, and no code", async () => {
  const { board, position } = await load("second_chance-2-start");
  const [piece] = board.pieces(position, 0);
  const card = /** @type {any} */ (board.drawPiece(position, { piece, turn: 0, mirrored: false }));
  assert.deepEqual(all(card, "card-name").map((name) => name.textContent), ["8", "8"]);
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

test("a ghost that is not allowed crosses what is in its way, or points at the centre", async () => {
  const { board, position, seat } = await load("second_chance-2-middle");
  const [cell] = filled(board, position);
  const [ghost] = board.meant(position, { piece: board.pieces(position, seat)[0], turn: 0, mirrored: false }, cell);
  const [wrong] = /** @type {any[]} */ (board.over(position, { ghost, mood: "wrong" }));
  const full = filled(board, position).filter((one) => board.where(ghost).includes(one));
  assert.equal(all(wrong, "in-the-way")[0].attributes.d.match(/M/g)?.length, full.length);
  assert.equal(all(wrong, "missed").length, 0);
  const start = await load("second_chance-2-start");
  const [off] = start.board.meant(start.position, { piece: start.board.pieces(start.position, 0)[0], turn: 0, mirrored: false }, 0);
  assert.equal(all(/** @type {any} */ (start.board.over(start.position, { ghost: off, mood: "wrong" })[0]), "missed").length, 1);
});

test("a ghost for later looks otherwise", async () => {
  const { board, position, moves } = await load("second_chance-2-middle");
  const [, ahead] = /** @type {any[]} */ (board.over(position, { ghost: moves[0], mood: "ahead" }));
  assert.equal(all(ahead, "ahead").length, 1);
});

test("the centre is marked while a start card is to be drawn", async () => {
  const goals = async (/** @type {string} */ name) => {
    const { board, position } = await load(name);
    return all(/** @type {any} */ (board.draw(position, {})), "goal").length;
  };
  assert.equal(await goals("second_chance-2-start"), 1);
  assert.equal(await goals("second_chance-2-middle"), 0);
  const { board, position, moves } = await load("second_chance-2-start");
  assert.equal(board.over(position, { ghost: moves[0] }).flatMap((one) => all(/** @type {any} */ (one), "covered")).length, 1);
});

test("columns and rows have no names beside them, cells have theirs for who listens", async () => {
  const { board, position } = await load("second_chance-2-start");
  assert.equal(all(/** @type {any} */ (board.draw(position, {})), "name").length, 0);
  const names = say("en", board.cells(position).map(({ name }) => name ?? assert.fail()));
  assert.deepEqual([names[0], names[40], names[80]], ["row 1, column 1", "centre", "row 9, column 9"]);
});

test("a move is told by the cells that it fills, and pictured by its shape", async () => {
  const { board, position } = await load("second_chance-2-start");
  const told = (/** @type {"de" | "en"} */ language, /** @type {string} */ text) => {
    const move = position.rules.notation.read(text) ?? assert.fail();
    const picture = /** @type {any} */ (board.pictured?.(position, { seat: 1, move }));
    assert.doesNotMatch(String(picture), /NaN|undefined/);
    assert.equal(all(picture, text.startsWith("1:") ? "one" : "pencilled").length, 1);
    return say(language, [board.describe(position, { seat: 1, move })])[0];
  };
  assert.match(told("en", "5J:d5,e4,e5,e6,f5"), /fills 5 cells/);
  assert.match(told("de", "1A:e5"), /füllt 1 Feld\./);
  assert.match(told("de", "1:e5"), /schreibt eine 1/);
});

test("a seat is asked for what is due", async () => {
  const asked = async (/** @type {string} */ name, /** @type {(moves: any[]) => any[]} */ some = (moves) => moves) => {
    const { board, position, seat, moves } = await load(name);
    return board.asks?.(position, seat, some(moves)).key;
  };
  assert.equal(await asked("second_chance-2-start"), "asks.start");
  assert.equal(await asked("second_chance-2-middle"), "asks.draw");
  assert.equal(await asked("second_chance-2-middle", (moves) => moves.filter(({ slots }) => slots.card === moves[0].slots.card)), "asks.only");
  assert.equal(await asked("second_chance-4-twice"), "asks.draw");
  assert.equal(await asked("second_chance-3-own"), "asks.second");
  assert.equal(await asked("second_chance-2-one"), "asks.one");
});

test("a seat's free cells are told, and who waits, is out or has a 1", async () => {
  for (const name of names("second_chance")) {
    const { board, position, view } = await load(name);
    for (let seat = 0; seat < view.seats; seat++) {
      const keys = board.facts?.(position, seat).map(({ key }) => key) ?? [];
      const free = 81 - view.grids[seat].length;
      assert.equal(say("en", board.facts?.(position, seat) ?? [])[0], `${free} free cell${free === 1 ? "" : "s"}`);
      assert.equal(keys.includes("facts.out"), view.to_act.length > 0 && view.out.includes(seat));
      assert.equal(keys.includes("facts.waiting"), view.waiting.includes(seat));
      assert.equal(keys.includes("facts.one"), view.ones.includes(seat));
    }
  }
});

test("the table tells what is left in the deck", async () => {
  const { board, position, view } = await load("second_chance-2-middle");
  assert.deepEqual(say("en", board.facts?.(position, null) ?? []), [`${view.deck} cards left in the deck`]);
  const start = await load("second_chance-2-start");
  assert.deepEqual(say("de", start.board.facts?.(start.position, null) ?? []), ["Noch 40 Karten im Stapel"]);
});

test("newcomers are told of what happens to them first", async () => {
  const middle = await load("second_chance-2-middle");
  const told = (/** @type {any} */ then, /** @type {any} */ since, /** @type {object} */ more = {}) => {
    const at = (/** @type {any} */ changed) => ({ ...middle.position, state: { ...middle.position.state, ...changed } });
    return middle.board.firsts?.(at(then), { ...at(since), ...more }, middle.position.plies[0]);
  };
  const none = middle.position.rules.tables.cells.length;
  const own = (/** @type {number} */ card) => ({ own: [card, ...middle.position.state.own.slice(1)] });
  assert.deepEqual(told({}, {}), []);
  assert.deepEqual(told({ cards: [none, none] }, {}), ["round"]);
  assert.deepEqual(told({}, { waiting: 1 }), ["waiting"]);
  assert.deepEqual(told({}, own(3)), ["chance"]);
  assert.deepEqual(told({}, own(none - 1)), [], "a start card is none");
  assert.deepEqual(told({}, { out: 1, owes: 1 }), ["first_out"]);
  assert.deepEqual(told({}, { out: 1 }), ["out"]);
  assert.deepEqual(told({}, { out: 2, owes: 2 }), ["one"], "another's 1 is new, too");
  assert.deepEqual(told({}, {}, { toAct: [] }), ["deck"]);
  assert.deepEqual(told({}, { out: 3 }, { toAct: [] }), [], "all are out: that is plain");
  assert.deepEqual(told({}, {}, { toAct: [], scores: [[0, 0], [7, 0]] }), ["full"]);
  assert.deepEqual(told({}, { game: 1 }), ["series"]);
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

test("who plays alone is told which game of the series it is, and what is in all", async () => {
  const { board, position, view } = await load("second_chance-1-second_game");
  const told = say("en", board.facts?.(position, null) ?? []);
  assert.deepEqual(told.slice(0, 2), [`Game ${view.game_number} of 3`, `${view.scores[0][1]} free cells so far`]);
});

test("hands in the rules' figures show their shapes, where nothing is computed", async () => {
  const rules = new Rules((await rulesOf("second_chance")).declared, null);
  const board = await boardOf(rules);
  const files = new URL("rules/positions/", folder("second_chance"));
  const hands = readdirSync(files).map((file) => {
    const position = momentOf(rules, json(new URL(file, files)));
    const drawn = board.pieces(position, 0).map((piece) => /** @type {any} */ (board.drawPiece(position, { piece, turn: 0, mirrored: false })));
    assert.ok(drawn.every((card) => all(card, "pencilled").length + all(card, "one").length === 1));
    return [file, cards(position, board.pieces(position, 0)).map((name, k) => name + (all(drawn[k], "idle").length ? " idle" : ""))];
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

test("a second chance is told with its card, and nothing where nobody got one", async () => {
  const { board, position } = await load("second_chance-2-middle");
  const [ply] = position.plies;
  const topic = position.rules.declared.reveals.topics.findIndex(({ key }) => key === "second_chances");
  const [served] = board.revealed(position, { ...ply, known: [[topic, 1, 4]] });
  assert.equal(served.seat, 1);
  assert.equal(served.told.key, "reveal.second");
  assert.match(String(served.picture), /path/);
  assert.deepEqual(board.revealed(position, { ...ply, known: [[topic - 1, -1, 4]] }), []);
});
