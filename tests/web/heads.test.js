/** The last acknowledged hash of a table's log is stored. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { headOf, keepHead } from "../../src/spielwerk/web/heads.js";
import { hostOf } from "../../src/spielwerk/web/hosts.js";

/** Create a browser's storage. @param {Map<string, string>} items */
const storage = (items) => ({
  getItem: (/** @type {string} */ key) => items.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => void items.set(key, value),
});

test("a table's latest head is kept, also where nothing can be stored", () => {
  const unstored = { getItem: () => null, setItem: () => { throw new Error("full"); } };
  for (const [name, stored] of Object.entries({ stored: storage(new Map()), missing: undefined, unstored })) {
    Object.assign(globalThis, { localStorage: stored });
    keepHead(name, 8, "b0");
    if (stored === unstored) continue; // nothing is stored in this case
    keepHead(name, 7, "a0"); // the late answer to an older act
    assert.deepEqual(headOf(name), { table: name, entries: 8, head: "b0" });
    keepHead(name, 9, "c0");
    assert.equal(headOf(name)?.head, "c0");
  }
});

test("only the latest tables are kept", () => {
  Object.assign(globalThis, { localStorage: storage(new Map()) });
  for (let number = 0; number < 101; number += 1) keepHead(`T${number}`, 1, "00");
  assert.equal(headOf("T0"), undefined);
  assert.equal(headOf("T100")?.entries, 1);
});

test("every act at the server's tables keeps it", async () => {
  Object.assign(globalThis, { localStorage: storage(new Map()) });
  const live = /** @type {any} */ ({ act: async () => ({ number: 12, head: "9f" }) });
  const host = await hostOf(live, "T1");
  assert.equal((await host.act({ do: "say", text: "hi" })).number, 12);
  assert.deepEqual(headOf("T1"), { table: "T1", entries: 12, head: "9f" });
});
