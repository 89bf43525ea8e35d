import assert from "node:assert/strict";
import { test } from "node:test";
import { meeting } from "../../src/spielwerk/games/axio_rota/web/badges.js";
import { install } from "./dom.js";
import { rulesOf } from "./folders.js";
import { assertAllWithinReach, assertDrawsWell, assertMovesCome, load, names } from "./positions.js";

install();
const rules = await rulesOf("axio_rota");
const { kind: kinds, place: places, tile: tiles } = rules.notation.names;

/** @param {string} name */
const place = (name) => /** @type {number} */ (places.read(name));

/** @param {any} cell */
const isFree = ({ holds }) => holds === null;

/** Return the corners that a phrase names, as letters. @param {any} phrase */
const lettered = ({ key, values: { first, second, third, fourth } }) => {
  assert.equal(key, "tile.shows");
  return [first, second, third, fourth].map(([corner]) => (corner === "tile.empty" ? "_" : corner.at(-1))).join("");
};

/** Return a move with these numbers. @param {string} at @param {string} lies @param {string} [colour] */
const move = (at, lies, colour) => {
  const slots = { place: place(at), tile: tiles.read(lies) };
  return /** @type {any} */ (colour ? { form: "name", slots: { ...slots, named: "rgbop".indexOf(colour) } } : { form: "place", slots });
};

/** Return what a drawing shows in the corners of its tiles, by the classes of their colours. @param {any} drawn */
const inlays = (drawn) => drawn.all("inlay").map((/** @type {any} */ inlay) => /colour-(.)/.exec(inlay.attributes.class)?.[1] ?? "_").join("");

for (const name of names("axio_rota")) {
  test(`${name}: all legal moves are within reach`, () => assertAllWithinReach(name));
  test(`${name}: draws well`, () => assertDrawsWell(name));
  test(`${name}: moves come, and tell what they earn`, () => assertMovesCome(name, "tile"));

  test(`${name}: tiles lie where they were laid, as they were`, async () => {
    const { board, position, view } = await load(name);
    const lying = board.cells(position).filter((cell) => !isFree(cell));
    assert.deepEqual(Object.fromEntries(lying.map((cell) => [places.write(cell.id), lettered(cell.holds)])), view.tiles);
    assert.equal(inlays(board.draw(position, {})), Object.values(view.tiles).join(""));
  });

  test(`${name}: all places that tiles can be laid on can be pointed at, and those across a corner`, async () => {
    const { board, position, moves } = await load(name);
    const free = new Set(board.cells(position).filter(isFree).map(({ id }) => id));
    for (const { slots } of moves) assert.ok(free.has(/** @type {number} */ (slots.place)));
    if (moves.length) assert.ok(free.has(place("-1,-1")) || board.cells(position).some(({ id }) => id === place("-1,-1")));
  });

  test(`${name}: cells are called by row and column of what is drawn`, async () => {
    const { board, position } = await load(name);
    const cells = board.cells(position);
    const [left, top] = [Math.min(...cells.map(({ x }) => x)), Math.min(...cells.map(({ y }) => y))];
    for (const { x, y, name: called } of cells) {
      assert.deepEqual(called, { key: "cell.at", values: { row: (y - top) / 100 + 1, column: (x - left) / 100 + 1 } });
    }
  });

  test(`${name}: the frame shows every cell whole`, async () => {
    const { board, position } = await load(name);
    const { x, y, width, height } = board.frame(position);
    for (const cell of board.cells(position)) {
      assert.ok(cell.x - 50 >= x && cell.x + 50 <= x + width, places.write(cell.id));
      assert.ok(cell.y - 50 >= y && cell.y + 50 <= y + height, places.write(cell.id));
    }
  });

  test(`${name}: every seat has its tracks, and the viewer's hand alone is seen`, async () => {
    const { board, position, view } = await load(name);
    for (let seat = 0; seat < position.seats; seat++) {
      const values = /** @type {any} */ (board.seat(position, seat)).all("value");
      assert.deepEqual(values.map((/** @type {any} */ value) => Number(value.textContent)), view.tracks[seat]);
      assert.deepEqual(board.pieces(position, seat).map(({ name }) => lettered(name)), view.hands[seat] ? [view.hands[seat]] : []);
    }
  });
}

test("a tile turns clockwise: what was at the bottom left comes to the top left", async () => {
  const { board, position, seat } = await load("axio_rota-2-start");
  const [offered] = board.pieces(position, seat);
  const piece = { ...offered, kind: kinds.read("rgbp") };
  for (const [turn, lies] of ["rgbp", "prgb", "bprg", "gbpr"].entries()) {
    const held = { piece, turn, mirrored: false };
    assert.equal(inlays(board.drawPiece(position, held)), lies);
    const meant = board.meant(position, held, place("2,0"));
    assert.deepEqual(meant, [move("2,0", lies)]);
    assert.equal(inlays(board.put(position, meant[0])), lies);
  }
});

test("y grows upwards, and cells are read row by row from the top", async () => {
  const { board, position } = await load("axio_rota-2-start");
  const cells = board.cells(position);
  const rows = [2, 1, 0, -1].map((y) => [-1, 0, 1, 2].map((x) => `${x},${y}`));
  assert.deepEqual(cells.map(({ id }) => places.write(id)), rows.flat());
  const [above] = cells;
  assert.deepEqual([above.x, above.y, above.holds], [-100, -200, null]);
});

test("once the game is over there are no places left to point at but the tiles", async () => {
  const { board, position, view } = await load("axio_rota-4-end");
  assert.equal(board.cells(position).length, Object.keys(view.tiles).length);
});

test("a tile with an empty corner is one piece, whose click can mean each colour", async () => {
  const { board, position, seat, view } = await load("axio_rota-4-middle");
  const [piece, ...others] = board.pieces(position, seat);
  assert.deepEqual([lettered(piece.name), others], [view.hands[seat], []]);
  assert.match(view.hands[seat], /_/);
  const meant = board.meant(position, { piece, turn: 0, mirrored: false }, place("2,0"));
  assert.deepEqual(meant, [undefined, "r", "g", "b", "o", "p"].map((colour) => move("2,0", view.hands[seat], colour)));
});

test("where no colour has to be named, one of a click's moves is legal; elsewhere one a colour is", async () => {
  const { board, position, seat, moves } = await load("axio_rota-4-middle");
  const [piece] = board.pieces(position, seat);
  const legal = new Map(moves.map((one) => [rules.notation.write(one), one.form]));
  const ways = new Map(moves.map(({ form, slots }) => [`${slots.place} ${slots.tile}`, form === "name" ? 5 : 1]));
  assert.deepEqual(new Set(ways.values()), new Set([1, 5]));
  for (const [laid, count] of ways) {
    const [cell, tile] = laid.split(" ").map(Number);
    const meant = board.meant(position, { piece, turn: tile % 4, mirrored: false }, cell);
    assert.equal(meant.filter((one) => legal.has(rules.notation.write(one))).length, count);
  }
});

test("nothing held means nothing", async () => {
  const { board, position } = await load("axio_rota-4-middle");
  assert.deepEqual(board.meant(position, null, place("2,0")), []);
});

test("a tile can be meant for any place: why not is the engine's to say", async () => {
  const { board, position, seat } = await load("axio_rota-2-start");
  const [piece] = board.pieces(position, seat);
  const why = (/** @type {string} */ cell) => rules.refusal(position, seat, board.meant(position, { piece, turn: 0, mirrored: false }, place(cell))[0])?.code;
  assert.deepEqual(["0,0", "-1,-1", "2,2"].map(why), ["cell_not_free", "not_beside", "not_beside"]);
});

test("moves are told without coordinates, with the joker's colour", async () => {
  const { board, position } = await load("axio_rota-2-middle");
  assert.deepEqual(board.describe(position, { seat: 0, move: move("2,0", "rgbp") }), { key: "move.placed" });
  const named = move("2,0", "rg_b", "o");
  assert.deepEqual(board.describe(position, { seat: 0, move: named }), { key: "move.named", values: { colour: ["colour.o"] } });
  assert.equal(inlays(board.pictured?.(position, { seat: 0, move: named })), "rgob");
});

test("who moves again has a bonus turn; alone, if a track has just been filled", async () => {
  const asked = async (/** @type {string} */ name, /** @type {number[]} */ gained, /** @type {number} */ red) => {
    const { board, position, seat, moves } = await load(name);
    const tracks = position.state.tracks.map(([, ...rest]) => [red, ...rest]);
    const ply = { seat, action: 0, text: "", move: move("2,0", "rgbp"), gained };
    return board.asks?.({ ...position, state: { ...position.state, tracks }, plies: [ply] }, seat, moves).key;
  };
  assert.equal(await asked("axio_rota-2-middle", [0, 0, 0, 0, 0], 3), "asks.bonus");
  assert.equal(await asked("axio_rota-1-middle", [1, 0, 0, 0, 0], 3), "asks.tile");
  assert.equal(await asked("axio_rota-1-middle", [1, 0, 0, 0, 0], 12), "asks.bonus");
  assert.equal(await asked("axio_rota-1-middle", [0, 0, 0, 0, 0], 12), "asks.tile");
});

test("no bonus turn is told to who only thinks ahead", async () => {
  const { board, position, moves } = await load("axio_rota-2-middle");
  const other = 1 - position.state.seat;
  const ply = { seat: other, action: 0, text: "", move: move("2,0", "rgbp"), gained: [] };
  assert.deepEqual(board.asks?.({ ...position, plies: [ply] }, other, moves), { key: "asks.tile" });
});

test("what is left, and what would count now", async () => {
  const { board, position, view } = await load("axio_rota-2-middle");
  const at = (/** @type {any} */ changed) => ({ ...position, state: { ...position.state, seat: 0, ...changed } });
  const start = at({ stack: [4, 5], bonus: 0, tracks: [[3, 1, 2, 2, 4], [2, 2, 3, 4, 5]] });
  const counted = (/** @type {string} */ key, /** @type {number} */ n) => ({ key, values: { n } });
  assert.deepEqual(board.facts?.(start, null), [counted("facts.rounds", 5), counted("facts.supply", view.supply)]);
  assert.deepEqual(board.facts?.(start, 0), [{ key: "facts.weakest", values: { colours: "colour.g", value: 1 } }, counted("facts.stack", 4)]);
  assert.deepEqual(board.facts?.(start, 1), [{ key: "facts.weakest", values: { colours: "colour.r and colour.g", value: 2 } }, counted("facts.stack", 5)]);
  assert.deepEqual(board.facts?.(at({ bonus: 2 }), 0).at(-1), counted("facts.bonus", 2));
});

test("at the end only what counted is told", async () => {
  const { board, position } = await load("axio_rota-4-end");
  assert.deepEqual(board.facts?.(position, null), []);
  assert.equal(board.facts?.(position, 0).length, 1);
});

test("newcomers are told of points, jokers, full tracks and bonus turns", async () => {
  const { board, position: before, seat, moves } = await load("axio_rota-2-start");
  const chosen = /** @type {import("../../src/spielwerk/web/rules.js").Move} */ (moves.find(({ form }) => form === "place"));
  const hand = (/** @type {string} */ kind) => before.state.hand.with(seat, kinds.read(kind));
  const told = (/** @type {any} */ changed, gained = [1, 0, 0, 0, 0], laid = /** @type {any} */ (chosen)) => {
    const now = { ...before, state: { ...before.state, hand: hand("rgbp"), ...changed } };
    return board.firsts?.(before, now, { seat, action: chosen.action, text: "", move: laid, gained });
  };
  const full = { tracks: before.state.tracks.map(([, ...rest]) => [12, ...rest]) };
  const none = [0, 0, 0, 0, 0];
  assert.deepEqual([told({}, none), told({})], [[], ["points"]]);
  assert.deepEqual(told({ hand: hand("_rgb") }, none), ["joker"]);
  assert.deepEqual(told({}, none, { form: "name", slots: { ...chosen.slots, named: 0 } }), ["joker"]);
  assert.deepEqual(told({ ...full, supply: before.state.supply - 1 }), ["points", "bonus"]);
  assert.deepEqual(told(full), ["points", "full"]);
  assert.deepEqual(told(full, none), [], "it was full before");
});

test("newcomers are told of the first circle that is whole and scores", async () => {
  const { board, position: before, seat, moves } = await load("axio_rota-2-middle");
  const lie = new Set(board.cells(before).filter((cell) => !isFree(cell)).map(({ id }) => id));
  const seen = new Set();
  for (const chosen of moves) {
    const lines = rules.lines(before, seat, chosen, chosen.action);
    const whole = lines.some(({ cells: [, ...others] }) => others.every((cell) => lie.has(cell)));
    const ply = { seat, action: chosen.action, text: "", move: chosen, gained: chosen.points };
    assert.equal(board.firsts?.(before, rules.after(before, seat, chosen), ply).includes("circle"), whole);
    seen.add(whole);
  }
  assert.deepEqual(seen, new Set([false, true]));
});

test("what has come to a track is told from what was there", async () => {
  const { board, position } = await load("axio_rota-2-middle");
  const grown = { ...position, state: { ...position.state, tracks: position.state.tracks.map(([first, ...rest]) => [first + 1, ...rest]) } };
  const yet = (/** @type {any} */ drawn) => drawn.all("yet").length;
  assert.deepEqual([board.seat(grown, 1, position), board.seat(grown, 1)].map(yet), [1, 0]);
});

test("nobody holds what is not seen", async () => {
  const { board, position } = await load("axio_rota-2-watched");
  assert.deepEqual(board.pieces(position, 0), []);
});

test("points stand where the corners of one colour meet", () => {
  const lying = (/** @type {Record<string, string>} */ named) =>
    new Map(Object.entries(named).map(([at, shown]) => [place(at), [...shown].map((letter) => "rgbop_".indexOf(letter))]));
  const where = (/** @type {string} */ name, /** @type {string[]} */ cells, /** @type {Record<string, string>} */ named) =>
    meeting(rules, { cells: cells.map(place), name, points: 1 }, lying(named));
  const tiles = { "0,0": "rgbo", "1,0": "gpor", "1,1": "bopg" };
  assert.deepEqual(where("g", ["0,0", "1,0"], tiles), [50, -50]);
  assert.deepEqual(where("g", ["0,0", "1,1"], tiles), [50, -50]);
  assert.deepEqual(where("b", ["1,0", "0,0"], { ...tiles, "1,0": "prgb" }), [50, 50]);
  assert.deepEqual(where("g", ["0,0", "3,0"], tiles), [150, 0]);
  assert.deepEqual(where("g", ["0,0", "1,0"], { "0,0": "rg_b", "1,0": "gpo_" }), [50, -50], "rather than where both are empty");
});

test("every tile, the last move, the ghost and what it earns are drawn", async () => {
  const { board, position, moves, view } = await load("axio_rota-2-middle");
  const [cell] = board.where(moves[0]);
  const lines = [{ cells: [cell], name: "p", points: 2 }];
  const targets = [cell, place("9,9")];
  const drawn = /** @type {any} */ (board.draw(position, { last: [place("0,0")], ghost: moves[0], lines, targets }));
  assert.equal(drawn.all("tile").length, Object.keys(view.tiles).length + 1);
  assert.equal(drawn.all("ghost").length, 1);
  assert.equal(drawn.all("last")[0].attributes.transform, "translate(0 0)");
  assert.equal(drawn.all("target").length, 2);
  assert.deepEqual(drawn.all("badge").map((/** @type {any} */ badge) => badge.textContent), ["2"]);
});

test("a ghost shows its mood", async () => {
  const { board, position, moves } = await load("axio_rota-2-middle");
  const kinds = (/** @type {any} */ mood) => /** @type {any} */ (board.over(position, { ghost: moves[0], mood })[0]).all().map((/** @type {any} */ { attributes }) => attributes.class);
  assert.deepEqual([kinds(undefined)[0], kinds("wrong")[0], kinds("ahead")[0]], ["ghost", "ghost wrong", "ghost ahead"]);
  assert.deepEqual([undefined, "wrong", "ahead"].map((mood) => kinds(mood).includes("bar")), [false, true, false]);
});

test("what was earned looks other than what would be", async () => {
  const { board, position, moves } = await load("axio_rota-2-middle");
  const lines = [{ cells: board.where(moves[0]), name: "p", points: 2 }];
  const flags = (/** @type {any[]} */ drawn) => drawn.flatMap((one) => one.all("flag")).length;
  assert.deepEqual([flags(board.earned(position, moves[0], lines)), flags(board.over(position, { lines }))], [1, 0]);
});

test("a named colour shows in the empty corner while it is thought about, and not once it lies", async () => {
  const { board, position, moves } = await load("axio_rota-4-middle");
  const named = /** @type {any} */ (moves.find(({ form }) => form === "name"));
  const [ghost] = /** @type {any[]} */ (board.over(position, { ghost: named }));
  assert.equal(ghost.all("named")[0].attributes.class, `inlay named colour-${"rgbop"[named.slots.named]}`);
  assert.equal(/** @type {any} */ (board.put(position, named)).all("named").length, 0);
});
