import assert from "node:assert/strict";
import { test } from "node:test";
import { meeting } from "../../src/spielwerk/games/axio_rota/web/board.js";
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

/** What a drawing shows in the corners of its tiles: the classes of their colours. @param {any} drawn */
const inlays = (drawn) => drawn.all("inlay").map((/** @type {any} */ inlay) => /colour-(.)/.exec(inlay.attributes.class)?.[1] ?? "_").join("");

for (const name of names("axio_rota")) {
  test(`${name}: all legal moves are within reach`, () => assertAllWithinReach(name));
  test(`${name}: draws well`, () => assertDrawsWell(name));
  test(`${name}: moves come, and tell what they earn`, () => assertMovesCome(name, "tile"));

  test(`${name}: tiles lie where they were laid, as they were`, async () => {
    const { board, position, view } = await load(name);
    const said = (/** @type {any} */ { holds }) => holds.values.colours.map((/** @type {string} */ key) => (key === "holds.empty" ? "_" : key.at(-1))).join("");
    const lying = board.cells(position).filter((cell) => !isFree(cell));
    assert.deepEqual(Object.fromEntries(lying.map((cell) => [places.write(cell.id), said(cell)])), view.tiles);
    assert.equal(inlays(board.draw(position, {})), Object.values(view.tiles).join(""));
  });

  test(`${name}: the free places are all that tiles can be laid on`, async () => {
    const { board, position, moves } = await load(name);
    const free = board.cells(position).filter(isFree).map(({ id }) => id);
    if (moves.length) assert.deepEqual(new Set(free), new Set(moves.map(({ slots }) => slots.place)));
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
      assert.deepEqual(board.pieces(position, seat, []).map(({ name }) => name), view.hands[seat] ? [view.hands[seat]] : []);
    }
  });
}

test("a tile turns clockwise: what was at the bottom left comes to the top left", async () => {
  const { board, position, seat } = await load("axio_rota-2-start");
  const [offered] = board.pieces(position, seat, []);
  const piece = { ...offered, kind: kinds.read("rgbp") };
  for (const [turn, lies] of ["rgbp", "prgb", "bprg", "gbpr"].entries()) {
    const held = { piece, turn, mirrored: false };
    assert.equal(inlays(board.drawPiece(position, held)), lies);
    const meant = /** @type {any} */ (board.meant(position, held, place("2,0")));
    assert.deepEqual(meant, { form: "place", slots: { place: place("2,0"), tile: tiles.read(lies) } });
    assert.equal(inlays(board.put(position, meant)), lies);
  }
});

test("y grows upwards, and cells are read row by row from the top", async () => {
  const { board, position } = await load("axio_rota-2-start");
  const cells = board.cells(position);
  assert.deepEqual(
    cells.map(({ id }) => places.write(id)),
    ["0,2", "1,2", "-1,1", "0,1", "1,1", "2,1", "-1,0", "0,0", "1,0", "2,0", "0,-1", "1,-1"],
  );
  const [above] = cells;
  assert.deepEqual([above.x, above.y, above.holds], [0, -200, null]);
});

test("once the game is over there are no places left to point at but the tiles", async () => {
  const { board, position, view } = await load("axio_rota-4-end");
  assert.equal(board.cells(position).length, Object.keys(view.tiles).length);
});

test("a tile whose empty corner may be named is offered once a colour, and once where it is not", async () => {
  const { board, position, seat, moves, view } = await load("axio_rota-4-middle");
  const hand = view.hands[seat];
  assert.deepEqual(
    board.pieces(position, seat, moves).map(({ name }) => name),
    ["r", "g", "b", "o", "p"].map((colour) => `${hand}=${colour}`),
  );
  assert.deepEqual(board.pieces(position, seat, []).map(({ name }) => name), [hand]);
});

test("a colour is meant where one has to be named, and elsewhere none", async () => {
  const { board, position, seat, moves } = await load("axio_rota-4-middle");
  const forms = new Map(moves.map(({ form, slots }) => [`${slots.place} ${slots.tile}`, form]));
  assert.deepEqual(new Set(forms.values()), new Set(["place", "name"]));
  const [piece] = /** @type {any[]} */ (board.pieces(position, seat, moves));
  for (const [laid, form] of forms) {
    const [cell, tile] = laid.split(" ").map(Number);
    const meant = board.meant(position, { piece, turn: tile % 4, mirrored: false }, cell);
    assert.deepEqual(meant, { form, slots: form === "name" ? { place: cell, tile, named: piece.named } : { place: cell, tile } });
  }
});

test("a tile can be meant for a place that another one lies on: why not is the engine's to say", async () => {
  const { board, position, seat, moves } = await load("axio_rota-4-middle");
  for (const piece of [...board.pieces(position, seat, moves), ...board.pieces(position, seat, [])]) {
    const meant = /** @type {any} */ (board.meant(position, { piece, turn: 0, mirrored: false }, place("0,0")));
    assert.deepEqual(rules.refusal(position, seat, meant), { code: "cell_not_free", details: { cell: "0,0" } });
  }
});

test("what has come to a track is told from what was there", async () => {
  const { board, position } = await load("axio_rota-2-middle");
  const grown = { ...position, state: { ...position.state, tracks: position.state.tracks.map(([first, ...rest]) => [first + 1, ...rest]) } };
  const yet = (/** @type {any} */ drawn) => drawn.all("yet").length;
  assert.deepEqual([board.seat(grown, 1, position), board.seat(grown, 1)].map(yet), [1, 0]);
});

test("nobody holds what is not seen", async () => {
  const { board, position } = await load("axio_rota-2-watched");
  assert.deepEqual(board.pieces(position, 0, []), []);
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

test("a named colour shows in the empty corner while it is thought about, and not once it lies", async () => {
  const { board, position, moves } = await load("axio_rota-4-middle");
  const named = /** @type {any} */ (moves.find(({ form }) => form === "name"));
  const [ghost] = /** @type {any[]} */ (board.over(position, { ghost: named }));
  assert.equal(ghost.all("named")[0].attributes.class, `inlay named colour-${"rgbop"[named.slots.named]}`);
  assert.equal(/** @type {any} */ (board.put(position, named)).all("named").length, 0);
});
