import assert from "node:assert/strict";
import { test } from "node:test";
import { outline, scribble, wobble } from "../../src/spielwerk/games/second_chance/web/pencil.js";
import { around, grip, key, laid, size, standing, ways } from "../../src/spielwerk/games/second_chance/web/shapes.js";

/** @param {string} rows @returns {[number, number][]} */
const shape = (rows) =>
  rows.split("/").flatMap((row, y) =>
    [...row].flatMap((mark, x) => (mark === "X" ? [/** @type {[number, number]} */ ([x, y])] : [])),
  );

test("a shape turns clockwise", () => {
  assert.equal(key(laid(shape("X./X./XX"), 1, false)), key(shape("XXX/X..")));
  assert.equal(key(laid(shape("X./X./XX"), 2, false)), key(shape("XX/.X/.X")));
  assert.equal(key(laid(shape("X./X./XX"), 3, false)), key(shape("..X/XXX")));
});

test("a shape is turned over before it is turned", () => {
  assert.equal(key(laid(shape("X./X./XX"), 0, true)), key(shape(".X/.X/XX")));
  assert.equal(key(laid(shape("X./X./XX"), 1, true)), key(shape("X../XXX")));
});

test("a shape has as many ways round as look different", () => {
  assert.deepEqual(ways(shape("XX/XX")), { turns: 1, mirrors: false });
  assert.deepEqual(ways(shape("XXXX")), { turns: 2, mirrors: false });
  assert.deepEqual(ways(shape(".XX/XX.")), { turns: 2, mirrors: true });
  assert.deepEqual(ways(shape("XXX/.X.")), { turns: 4, mirrors: false });
  assert.deepEqual(ways(shape("X./X./XX")), { turns: 4, mirrors: true });
});

test("all ways round stand the same way", () => {
  for (const rows of ["X./X./XX", ".XX/XX./.X.", "X.../X.../X.../XXXX", "XXXXX", "X"]) {
    const stands = standing(shape(rows));
    assert.ok(size(stands).height >= size(stands).width);
    for (const turn of [0, 1, 2, 3]) {
      for (const over of [false, true]) {
        assert.equal(key(standing(laid(shape(rows), turn, over))), key(stands));
      }
    }
  }
});

test("a shape is held by the cell nearest to its middle, the first of equals", () => {
  assert.deepEqual(grip(shape(".X./XXX/.X.")), [1, 1]);
  assert.deepEqual(grip(shape("XX/XX")), [0, 0]);
  assert.deepEqual(grip(shape("X.X/X.X/XXX")), [1, 2]);
});

test("where a shape lies does not change by which cell it is held", () => {
  for (const rows of ["X./X./XX", "XXXX", "XX/XX", ".XX/XX."]) {
    const [x, y] = grip(shape(rows));
    const moved = shape(rows).map(([a, b]) => /** @type {[number, number]} */ ([a + 5, b + 3]));
    assert.deepEqual(grip(moved.reverse()), [x + 5, y + 3]);
  }
});

test("a line goes around a shape clockwise, and around its hole", () => {
  assert.deepEqual(around(shape("XX")), [
    [
      [0, 0],
      [2, 0],
      [2, 1],
      [0, 1],
    ],
  ]);
  assert.deepEqual(around(shape("XXX/X.X/XXX")).map((loop) => loop.length), [4, 4]);
  assert.equal(around(shape("X./.X")).flat().length, 8, "cells that meet at a corner");
});

test("a hand draws the same place the same way, and other places differently", () => {
  assert.equal(scribble([3, 4], 100, true), scribble([3, 4], 100, true));
  assert.equal(outline([[3, 4]], 100, 5), outline([[3, 4]], 100, 5));
  const drawn = Array.from({ length: 81 }, (_, k) => wobble(k % 9, Math.floor(k / 9), 0));
  assert.equal(new Set(drawn).size, 81);
  assert.ok(drawn.every((value) => value >= -1 && value <= 1));
  assert.ok(Math.abs(drawn.reduce((sum, value) => sum + value, 0)) < 20, "to both sides");
});

test("pencil strokes stay in their cell, but for a hair", () => {
  for (let k = 0; k < 81; k++) {
    const [x, y] = [k % 9, Math.floor(k / 9)];
    const numbers = [...scribble([x, y], 100, k % 2 === 0).matchAll(/[ML](\S+) ([\d.-]+)/g)];
    assert.ok(numbers.length > 10);
    for (const [, across, down] of numbers) {
      assert.ok(Math.abs(Number(across) - 100 * x - 50) <= 50, `${across} in column ${x}`);
      assert.ok(Math.abs(Number(down) - 100 * y - 50) <= 50, `${down} in row ${y}`);
    }
  }
});
