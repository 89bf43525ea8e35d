/** Every cell of every board can be reached by arrow keys. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

import { boardOf } from "../../src/spielwerk/web/boards/index.js";
import { next, WAYS } from "../../src/spielwerk/web/stepping.js";
import { install } from "./dom.js";

install();
const folder = new URL("./fixtures/", import.meta.url);

for (const name of readdirSync(folder).filter((file) => file.endsWith(".json"))) {
  test(`${name}: arrow keys lead everywhere`, async () => {
    const { view } = JSON.parse(readFileSync(new URL(name, folder), "utf-8"));
    const cells = (await boardOf(view.game)).cells(view);
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
