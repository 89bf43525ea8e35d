import assert from "node:assert/strict";
import { test } from "node:test";
import { board, meeting, turned } from "../../src/spielwerk/web/boards/axio_rota.js";
import { install } from "./dom.js";
import { assertAllWithinReach, assertDrawsWell, assertMovesCome, position, positionsOf } from "./positions.js";

install();

for (const name of positionsOf("axio_rota")) {
  test(`${name}: all legal moves are within reach, and nothing else is`, () => assertAllWithinReach(board, name));
  test(`${name}: draws well`, () => assertDrawsWell(board, name));
  test(`${name}: moves come, and tell what they earn`, () => assertMovesCome(board, name, "tile"));
}

test("a tile turns clockwise: what was at the bottom left comes to the top left", () => {
  assert.equal(turned("rgbp", 0), "rgbp");
  assert.equal(turned("rgbp", 1), "prgb");
  assert.equal(turned("rgbp", 3), "gbpr");
});

test("y grows upwards, and cells are read row by row from the top", () => {
  const cells = board.cells(position("axio_rota_start_2").view);
  assert.deepEqual(
    cells.map(({ id }) => id),
    ["0,2", "1,2", "-1,1", "0,1", "1,1", "2,1", "-1,0", "0,0", "1,0", "2,0", "0,-1", "1,-1"],
  );
  const [above] = cells;
  assert.deepEqual([above.x, above.y, above.holds], [0, -200, ""]);
});

test("the frame shows every cell whole", () => {
  for (const name of positionsOf("axio_rota")) {
    const { view } = position(name);
    const { x, y, width, height } = board.frame(view);
    for (const cell of board.cells(view)) {
      assert.ok(cell.x - 50 >= x && cell.x + 50 <= x + width, cell.id);
      assert.ok(cell.y - 50 >= y && cell.y + 50 <= y + height, cell.id);
    }
  }
});

test("once the game is over there are no places left to point at but the tiles", () => {
  const { view } = position("axio_rota_end_4");
  assert.equal(board.cells(view).length, Object.keys(view.tiles).length);
});

test("a tile whose empty corner may be named is offered once a colour, and once where it is not", () => {
  const { seat, view, legal } = position("axio_rota_middle_4");
  const hand = view.hands[seat ?? 0];
  assert.deepEqual(
    board.pieces(view, seat ?? 0, legal).map(({ id }) => id),
    ["r", "g", "b", "o", "p"].map((colour) => `${hand}=${colour}`),
  );
  assert.deepEqual(board.pieces(view, seat ?? 0, []).map(({ id }) => id), [hand]);
});

test("nobody holds what is not seen", () => {
  const { view } = position("axio_rota_watched_2");
  assert.deepEqual(board.pieces(view, 0, []), []);
});

test("points stand where the corners of one colour meet", () => {
  const tiles = { "0,0": "rgbo", "1,0": "gpor", "1,1": "bopg" };
  assert.deepEqual(meeting({ cells: ["0,0", "1,0"], name: "g", points: 1 }, tiles), [50, -50]);
  assert.deepEqual(meeting({ cells: ["0,0", "1,1"], name: "g", points: 1 }, tiles), [50, -50]);
  const below = { ...tiles, "1,0": "prgb" };
  assert.deepEqual(meeting({ cells: ["1,0", "0,0"], name: "b", points: 1 }, below), [50, 50]);
  assert.deepEqual(meeting({ cells: ["0,0", "3,0"], name: "g", points: 1 }, tiles), [150, 0]);
});

test("every tile, the last move, the ghost and what it earns are drawn", () => {
  const { view, legal } = position("axio_rota_middle_2");
  const cell = board.where(legal[0].move)[0];
  const lines = [{ cells: [cell], name: "p", points: 2 }];
  const targets = [cell, "9,9"];
  const drawn = /** @type {any} */ (board.draw(view, { last: ["0,0"], ghost: legal[0].move, lines, targets }));
  assert.equal(drawn.all("tile").length, Object.keys(view.tiles).length + 1);
  assert.equal(drawn.all("ghost").length, 1);
  assert.equal(drawn.all("last")[0].attributes.transform, "translate(0 0)");
  assert.equal(drawn.all("target").length, 2);
  assert.deepEqual(drawn.all("badge").map((/** @type {any} */ badge) => badge.textContent), ["2"]);
});

test("the tracks of a seat are its own", () => {
  const { view } = position("axio_rota_middle_2");
  const drawn = /** @type {any} */ (board.seat(view, 1));
  assert.deepEqual(
    drawn.all("value").map((/** @type {any} */ value) => Number(value.textContent)),
    view.tracks[1],
  );
});
