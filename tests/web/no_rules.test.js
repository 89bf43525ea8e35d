/** Boards judge nothing: what can be done, and what it earns, is what they are told. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";

import { install } from "./dom.js";
import { holdings, position } from "./positions.js";

install();
const { boardOf } = await import("../../src/spielwerk/web/boards/index.js");
const NAMES = readdirSync(new URL("fixtures/", import.meta.url))
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.replace(".json", ""));

for (const name of NAMES) {
  test(`${name}: where nothing is legal, nothing can be done`, async () => {
    const { view, legal } = position(name);
    const board = await boardOf(view.game);
    assert.deepEqual(board.plain([]), []);
    for (const held of holdings(board.pieces(view, view.viewer ?? 0, legal))) {
      assert.equal(board.targets(view, [], held).size, 0);
    }
  });

  test(`${name}: where one move is legal, it alone can be made`, async () => {
    const { view, legal } = position(name);
    const board = await boardOf(view.game);
    for (const only of legal.slice(0, 40)) {
      const offered = board.pieces(view, view.viewer ?? 0, [only]);
      const made = [...holdings(offered)].flatMap((held) => [...board.targets(view, [only], held).values()]);
      assert.deepEqual([...new Set([...made, ...board.plain([only])])], [only.move]);
    }
  });

  test(`${name}: points are those that were told`, async () => {
    const { view, legal } = position(name);
    const board = await boardOf(view.game);
    const ghost = legal.find(({ move }) => board.where(move).length)?.move;
    if (!ghost) return;
    const cells = board.where(ghost);
    const numbers = (/** @type {any} */ drawn) => [...String(drawn).matchAll(/>[+−]?(\d+)</g)].map(([, told]) => told);
    const without = numbers(board.draw(view, { ghost }));
    const told = [{ cells, name: "r", points: 4711 }];
    assert.deepEqual(numbers(board.draw(view, { ghost, lines: told })).filter((one) => !without.includes(one)), ["4711"]);
  });
}
