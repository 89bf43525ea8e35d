import assert from "node:assert/strict";
import { test } from "node:test";

import { Chooser, worth } from "../../src/spielwerk/web/chooser.js";
import { Hints } from "../../src/spielwerk/web/hints.js";
import { speak } from "../../src/spielwerk/web/words.js";
import { pageWords } from "./folders.js";
import { load } from "./positions.js";

/** @typedef {import("../../src/spielwerk/web/rules.js").Move} Move */

/** Make a premove at the start of the turn; return the moves made and the message shown. @param {(moves: Move[]) => {move: Move, worth: number}} choose */
async function turnComes(choose) {
  const { position, seat, moves } = await load("axio-2-middle");
  /** @type {Move[]} */
  const made = [];
  const told = { text: "" };
  const table = /** @type {any} */ ({ commit: async (/** @type {Move} */ move) => Boolean(made.push(move)), tell: (/** @type {string} */ text) => (told.text = text) });
  const chooser = new Chooser(/** @type {any} */ ({}), table);
  speak("en", pageWords("en"));
  chooser.premove = choose(moves);
  chooser.show({ position, seat, mode: "act", last: [] });
  assert.equal(chooser.premove, null, "it is made once, or never");
  return { made: made.map(({ action }) => action), told: told.text, planned: choose(moves).move.action };
}

test("a planned move that brings as much as then, or more, is made when the turn comes", async () => {
  for (const before of [0, 1]) {
    const { made, told, planned } = await turnComes(([move]) => ({ move, worth: worth(move) - before }));
    assert.deepEqual([made, told], [[planned], ""]);
  }
});

test("a planned move that would bring less is dropped with a word", async () => {
  const { made, told } = await turnComes(([move]) => ({ move, worth: worth(move) + 1 }));
  assert.deepEqual([made, told], [[], "Your planned move would score less now, so it was not made."]);
});

test("a planned move that is not legal any more is dropped with a word", async () => {
  const { made, told } = await turnComes(([move]) => ({ move: { ...move, action: -1 }, worth: 0 }));
  assert.deepEqual([made, told], [[], "Your planned move is no longer possible."]);
});

test("a hint says what a move brings, if it brings points, and names its place for screen readers alone", () => {
  speak("en", pageWords("en"));
  const cells = [1, 2, 3].map((id) => ({ id, name: { key: `place ${id}` } }));
  const hint = (/** @type {number[]} */ points, /** @type {"area" | "piece" | "move"} */ step = "move", /** @type {number[]} */ where = [1, 2, 3]) => {
    const board = { plain: () => [], where: () => where };
    const hints = new Hints(/** @type {any} */ ({ advised: () => ({ points }), advice: [{ terms: [] }], moves: [], board, boardView: { cells }, points: () => "+2 red" }));
    hints.step = step;
    return [hints.text, hints.where];
  };
  assert.deepEqual(hint([2, 0]), ["I would play it here: +2 red.", ""]);
  assert.deepEqual(hint([0, 0]), ["I would play it here.", ""]);
  assert.deepEqual(hint([2, 0], "area"), ["Look here: +2 red. Press again for more.", ""]);
  assert.deepEqual(hint([0, 0], "area"), ["I would play it here. Press again for more.", ""]);
  assert.deepEqual(hint([2, 0], "area", [1, 2]), ["Look here: +2 red. Press again for more.", "place 1 and place 2"]);
  assert.deepEqual(hint([0, 0], "piece", [3]), ["Take this piece. Press again for more.", ""]);
  assert.deepEqual(hint([0, 0], "move", [3]), ["I would play it here.", "place 3"]);
});
