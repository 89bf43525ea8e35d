import assert from "node:assert/strict";
import { test } from "node:test";

import { keepPlaces } from "../../src/spielwerk/web/hand-view.js";

const hand = (...ids) => ids.map((id) => ({ id, name: { key: "tile" }, turns: 1, mirrors: false }));
const ids = ({ pieces }) => pieces.map(({ id }) => id);

test("a hand that is seen first lies as it is told", () => {
  assert.deepEqual(ids(keepPlaces([], hand("a", "b", "c"))), ["a", "b", "c"]);
});

test("what is drawn takes the place of what was laid, and all else stays", () => {
  assert.deepEqual(ids(keepPlaces(["d", "b", "c"], hand("a", "c", "d"))), ["d", "a", "c"]);
});

test("a place stays free until something is drawn", () => {
  const laid = keepPlaces(["d", "b", "c"], hand("c", "d"));
  assert.deepEqual(ids(laid), ["d", "c"]);
  assert.deepEqual(ids(keepPlaces(laid.places, hand("a", "c", "d"))), ["d", "a", "c"]);
});

test("a hand that was swapped is new, and one that grows is longer", () => {
  assert.deepEqual(ids(keepPlaces(["a", "b"], hand("c", "d"))), ["c", "d"]);
  assert.deepEqual(ids(keepPlaces(["b", "a"], hand("a", "b", "c"))), ["b", "a", "c"]);
});
