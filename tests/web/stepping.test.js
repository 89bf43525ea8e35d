/** All cells of every board can be reached with arrow keys. */
import assert from "node:assert/strict";
import test from "node:test";

import { next, WAYS } from "../../src/spielwerk/web/stepping.js";
import { install } from "./dom.js";
import { load, names } from "./positions.js";

install();

for (const name of names()) {
  test(`${name}: arrow keys lead everywhere`, async () => {
    const { board, position } = await load(name);
    const cells = board.cells(position);
    const reached = new Set([cells[0]]);
    for (const here of reached) {
      for (const way of Object.values(WAYS)) {
        const there = next(cells, here, way);
        if (there) reached.add(there);
      }
    }
    const missed = cells.filter((cell) => !reached.has(cell)).map((cell) => cell.id);
    assert.deepEqual(missed, []);
  });
}
