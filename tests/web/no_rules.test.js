/** Boards contain no rules: legal moves and points are given to them. */
import assert from "node:assert/strict";
import test from "node:test";

import { install } from "./dom.js";
import { held, load, names, plainMoves } from "./positions.js";

install();

for (const name of names()) {
  test(`${name}: where nothing is legal, there is nothing to do but point`, async () => {
    const { board } = await load(name);
    assert.deepEqual(board.plain([]), []);
  });

  test(`${name}: what a click means does not depend on what is legal`, async () => {
    const { board, position, seat, moves } = await load(name);
    const cells = board.cells(position).map(({ id }) => id);
    const meant = held(board.pieces(position, seat)).flatMap((one) => cells.flatMap((cell) => board.meant(position, one, cell)));
    const texts = new Set(meant.map((one) => position.rules.notation.write(one)));
    for (const only of moves.slice(0, 10)) {
      const plain = plainMoves(board, [only]).map(({ action }) => action);
      assert.ok(plain.includes(only.action) || texts.has(position.rules.notation.write(only)));
    }
  });

  test(`${name}: points are those that were told`, async () => {
    const { board, position, moves } = await load(name);
    const ghost = moves.find((move) => board.where(move).length);
    if (!ghost) return;
    const cells = board.where(ghost);
    const numbers = (/** @type {any} */ drawn) => [...String(drawn).matchAll(/>[+−]?(\d+)</g)].map(([, told]) => told);
    const without = numbers(board.draw(position, { ghost }));
    const told = [{ cells, name: "r", points: 4711 }];
    assert.deepEqual(numbers(board.draw(position, { ghost, lines: told })).filter((one) => !without.includes(one)), ["4711"]);
  });
}
