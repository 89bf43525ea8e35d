import assert from "node:assert/strict";
import { test } from "node:test";

import { Timeline } from "../../src/spielwerk/web/timeline.js";

/** Return a position after these moves, by two seats in turn. @param {string} moves @param {number | null} viewer @returns {any} */
const position = (moves, viewer = null) => ({ viewer, plies: [...moves].map((text, k) => ({ seat: k % 2, text })) });

/** Create a timeline that records its requests, to be answered by the test. */
function asked() {
  /** @type {{ply: number, answer: (found: any) => void, refuse: (error: Error) => void}[]} */
  const questions = [];
  const timeline = new Timeline((ply) => new Promise((answer, refuse) => questions.push({ ply, answer, refuse })));
  return { timeline, questions };
}

/** Create a timeline over positions that are already loaded. @param {string} moves */
function known(moves) {
  const timeline = new Timeline((ply) => position(moves.slice(0, ply)));
  timeline.show(position(moves));
  return timeline;
}

test("the newest position is looked at, until another one is asked for", async () => {
  const timeline = known("abcd");
  assert.deepEqual([timeline.past, timeline.ply, timeline.last], [null, 4, 4]);
  await timeline.look(2);
  assert.deepEqual([timeline.past, timeline.position?.plies.length], [2, 2]);
  timeline.now();
  assert.deepEqual([timeline.past, timeline.position?.plies.length], [null, 4]);
});

test("one steps to both sides, and not beyond the ends", async () => {
  const timeline = known("abc");
  for (const [by, ply] of [[-1, 2], [-1, 1], [-1, 0], [-1, 0], [1, 1], [1, 2], [1, 3], [1, 3]]) {
    await timeline.step(by);
    assert.equal(timeline.ply, ply);
  }
  assert.equal(timeline.past, null);
});

test("whoever steps fast sees where one wanted to go, and not what lies between", async () => {
  const { timeline, questions } = asked();
  timeline.show(position("abcd"));
  const seen = [];
  timeline.addEventListener("change", () => seen.push(timeline.past));
  const steps = [timeline.step(-1), timeline.step(-1), timeline.step(-1)];
  for (const { ply, answer } of questions) answer(position("abcd".slice(0, ply)));
  await Promise.all(steps);
  assert.deepEqual(seen, [1]);
});

test("a position is asked for once", async () => {
  const { timeline, questions } = asked();
  timeline.show(position("abcd"));
  const first = timeline.look(2);
  questions[0].answer(position("ab"));
  await first;
  timeline.now();
  await timeline.look(2);
  assert.equal(questions.length, 1);
});

test("a game that goes on leaves who looks back where one is", async () => {
  const timeline = known("abc");
  await timeline.look(1);
  timeline.show(position("abcde"));
  assert.deepEqual([timeline.past, timeline.last], [1, 5]);
});

test("a ply that was taken back is looked at no longer, and asked for anew", async () => {
  let moves = "abcd";
  const timeline = new Timeline((ply) => position(moves.slice(0, ply)));
  timeline.show(position(moves));
  await timeline.look(3);
  timeline.show(position("ab"));
  assert.equal(timeline.past, null);
  moves = "abxyz";
  timeline.show(position(moves));
  await timeline.look(3);
  assert.equal(timeline.then?.plies[2].text, "x");
});

test("through other eyes everything looks otherwise", async () => {
  const timeline = known("abc");
  await timeline.look(1);
  timeline.show(position("abc", 1));
  assert.equal(timeline.past, null);
});

test("what can't be had is told, and one stays where one was", async () => {
  const { timeline, questions } = asked();
  timeline.show(position("abcd"));
  const told = [];
  timeline.addEventListener("refused", (event) => told.push(/** @type {CustomEvent} */ (event).detail.message));
  const looked = timeline.look(2);
  questions[0].refuse(new Error("offline"));
  await looked;
  assert.deepEqual([told, timeline.past], [["offline"], null]);
});
