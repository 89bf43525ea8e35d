/** The coach's comments on the player's turns: when it praises, and when it names a better move. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Coach, verdictOn } from "../../src/spielwerk/web/pages/coach.js";
import { raisingFirst } from "../../src/spielwerk/web/weakest.js";
import { callGames, speak, speakOf } from "../../src/spielwerk/web/words.js";
import { install } from "./dom.js";
import { folder, gameWords, json, pageWords, rulesOf } from "./folders.js";

install();
const info = { sitting: [{ name: "Ada" }, { bot: "lehrling" }] };
const board = { plans: true, isBegun: (/** @type {any} */ { state }) => state.built > 0, plain: () => [], describe: () => ({ key: "move.stopped" }) };
const stone = (/** @type {number[]} */ ...gained) => ({ seat: 0, action: 1, move: {}, gained });

/** Return a position after these plies. @param {any[]} plies @param {number} built @returns {any} */
const after = (plies, built = 0) => ({
  rules: { declared: { game: "anubixx", scores: { lowest_counts: false } }, moves: () => [] },
  seats: 2,
  scores: [[0, 0], [0, 0]],
  plies,
  state: { built },
});

/** Show positions to a coach, and return its comment on the last turn. @param {any[]} positions @param {any} [how] */
async function told(positions, how = board) {
  speak("en", pageWords("en"));
  speakOf(gameWords("anubixx", "en"));
  callGames([{ id: "anubixx", scores: { 2: ["pyramid", "quarry"] }, texts: {} }]);
  const coach = new Coach(async () => [], async () => [], () => {});
  for (const position of positions) {
    coach.show({ info, position, board: how, seat: 0, myTurn: true }, true);
    await null;
  }
  return coach.brought.textContent;
}

test("two turns in a row are spoken of one by one", async () => {
  const first = [stone(3, 0), stone(2, -1)];
  const second = [...first, stone(1, 0)];
  assert.equal(await told([after([]), after(first.slice(0, 1), 1), after(first)]), "Your last turn: +5 pyramid, −1 quarry points.");
  assert.equal(await told([after([]), after(first.slice(0, 1), 1), after(first), after(second)]), "Your last turn: +1 pyramid.");
  assert.equal(await told([after([]), after(first), after([...first, stone(0, 0)])]), "Your last turn: no points.");
});

test("a turn that was taken back is spoken of no more", async () => {
  assert.equal(await told([after([]), after([stone(3, 0)]), after([])]), "");
});

test("to keep one's hand leaves standing what was said of the tile", async () => {
  const laid = { ...board, plans: undefined, isBegun: undefined, plain: (/** @type {any[]} */ [{ keeps }]) => (keeps ? [{}] : []) };
  const tile = stone(3, 0);
  const kept = { ...stone(0, 0), move: { keeps: true } };
  assert.equal(await told([after([]), after([tile]), after([tile, kept])], laid), "Your last turn: +3 pyramid.");
});

/** Return moves with these values, numbered from 0. @param {number[]} values @returns {[number, number][]} */
const of = (...values) => values.map((value, action) => [action, value]);
const EVEN = of(...Array.from({ length: 40 }, (_, k) => 40 - k));

test("praised is what is rarely as good, where it matters", () => {
  assert.equal(verdictOn(EVEN, [0], 0), "great");
  assert.equal(verdictOn(EVEN, [1], 0), "great");
  assert.equal(verdictOn(EVEN, [8], 0), "");
  assert.equal(verdictOn(of(9, 9, 9, 9, 9, 9, 9, 1), [2], 0), ""); // nearly all are equally good
  assert.equal(verdictOn(of(9, 9, 9, 9, 1, 1, 1, 1, 1), [3], 0), ""); // many are equally good
  assert.equal(verdictOn(of(5, 5, 5), [0], 0), ""); // all are equally good
});

test("a better move is named where much was lost", () => {
  assert.equal(verdictOn(EVEN, [12], 0), "");
  assert.equal(verdictOn(EVEN, [30], 0), "less");
  assert.equal(verdictOn(EVEN, [30, 0], 0), "great"); // the best one was made second
  assert.equal(verdictOn(EVEN, [30], undefined), ""); // the bots' advice is unknown
});

/** Return a position with this scoreboard, and moves that add these points. @param {number[]} scores @param {number[][]} moves @returns {any} */
const offering = (scores, moves) => ({
  rules: { declared: { game: "anubixx", scores: { lowest_counts: true } }, moves: () => moves.map((points, action) => ({ action, points })) },
  seats: 2,
  scores: [scores],
});

test("advised is what raises the weakest, if it is about as good", () => {
  const position = offering([5, 1], [[3, 0], [0, 2]]);
  const advised = (/** @type {number[]} */ ...values) => raisingFirst(values.map((value, action) => ({ action, value, visits: 1, terms: [] })), of(10, 0), position, 0)[0].action;
  assert.equal(advised(4, 3), 1);
  assert.equal(advised(4, 2), 0); // clearly worse
  const alike = offering([0, 0, 0], [[0, 0, 0], [0, 2, 0]]);
  assert.equal(raisingFirst([{ action: 0, value: 4, visits: 1, terms: [] }, { action: 1, value: 4, visits: 1, terms: [] }], of(10, 0), alike, 0)[0].action, 0); // nothing is said of the lowest then
});

test("a move that does not raise the weakest has a reason that newcomers know", async () => {
  const rules = await rulesOf("axio");
  const { board: make } = await import(new URL("board.js", folder("axio")).href);
  speak("en", pageWords("en"));
  speakOf(gameWords("axio", "en"));
  callGames([{ id: "axio", scores: rules.declared.scores.names, texts: {} }]);
  const stake = async (/** @type {string} */ name) => {
    const step = json(new URL("lesson/steps.json", folder("axio"))).find((/** @type {any} */ one) => one.name === name);
    const position = rules.position(step, step.seats, 0, step.plies.map((/** @type {any} */ ply) => rules.ply({ ...ply, gained: [0, 0, 0, 0, 0] })));
    const ask = async (/** @type {any} */ { bytes, seats }, /** @type {number} */ seat) => rules.advise(bytes, seats, seat, "meister", 6n);
    const weigh = async (/** @type {any} */ { bytes, seats }, /** @type {number} */ seat) => rules.think(bytes, seats, seat, "geselle", 0n).map(({ action, value }) => /** @type {[number, number]} */ ([action, value]));
    const coach = new Coach(ask, weigh, () => {});
    coach.show({ info, position, board: make(rules), seat: 0, myTurn: true }, true);
    for (let k = 0; k < 9; k++) await null;
    return coach.stake.textContent;
  };
  assert.match(await stake("weakest"), /That scores more than any move for orange\.$/);
  assert.match(await stake("bonus"), /Orange can wait: it can gain \d on your next turn, if nobody gets in the way\.$/);
});
