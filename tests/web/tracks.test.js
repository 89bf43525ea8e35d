import assert from "node:assert/strict";
import { test } from "node:test";
import { tracks } from "../../src/spielwerk/web/boards/tracks.js";
import { install } from "./dom.js";

install();
const COLOURS = ["r", "g", "b", "o", "p"];
/** @param {number[]} values @returns {any} */
const drawn = (values) => tracks(values, COLOURS, 12);

test("a track a colour, with its value", () => {
  const values = drawn([3, 12, 0, 7, 5]).all("tracks-value");
  assert.deepEqual(values.map((/** @type {any} */ value) => value.textContent), ["3", "12", "0", "7", "5"]);
});

test("the lowest are marked, all of them", () => {
  const lowest = drawn([3, 12, 2, 7, 2]).all("lowest");
  assert.deepEqual(lowest.map((/** @type {any} */ row) => row.all("symbol")[0].attributes.class), [
    "symbol colour-b",
    "symbol colour-p",
  ]);
  assert.equal(drawn([0, 0, 0, 0, 0]).all("lowest").length, 0, "none is lower than others");
});

test("a head stands at its value between both ends", () => {
  const at = drawn([0, 12, 6, 3, 9])
    .all("tracks-head")
    .map((/** @type {any} */ head) => Number(head.attributes.cx));
  const [none, all, half, quarter, most] = at;
  assert.equal(half, (none + all) / 2);
  assert.equal(quarter, (none + half) / 2);
  assert.equal(most, (half + all) / 2);
});
