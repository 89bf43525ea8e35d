import assert from "node:assert/strict";
import { test } from "node:test";

import { decisiveMoves } from "../../src/spielwerk/web/decision.js";
import { eventsByPly, Log } from "../../src/spielwerk/web/log.js";
import { headline } from "../../src/spielwerk/web/outcome.js";
import { harder } from "../../src/spielwerk/web/pages/end.js";
import { plyOf } from "../../src/spielwerk/web/timeline.js";
import { callGames, speak } from "../../src/spielwerk/web/words.js";
import { install } from "./dom.js";
import { pageWords } from "./folders.js";

/** Return the events shown before each ply. @param {[kind: string, ply?: number][]} happened @param {number} plies */
function told(happened, plies) {
  const events = happened.map(([kind, ply], number) => ({ number, kind, seat: 0, ply }));
  return Object.fromEntries([...eventsByPly(events, plies)].map(([ply, found]) => [ply, found.map(({ kind }) => kind)]));
}

test("what happened is told between the moves that it happened between", () => {
  assert.deepEqual(told([["bot"], ["start"], ["move", 0], ["leave"], ["say"], ["return"], ["move", 1], ["resign"]], 2), { 0: ["bot"], 1: ["leave", "return"], 2: ["resign"] });
});

test("a move that was taken back leaves the take-back where the next move begins", () => {
  assert.deepEqual(told([["move", 0], ["move", 1], ["late"], ["move", 2], ["undo"], ["move", 1]], 2), { 1: ["late", "undo"] });
  assert.deepEqual(told([["move", 0], ["undo"]], 0), { 0: ["undo"] });
});

test("whoever comes late hears of the latest events alone, and they stand in their places", () => {
  assert.deepEqual(told([["leave"], ["move", 7], ["return"]], 8), { 7: ["leave"], 8: ["return"] });
});

for (const [yours, text] of /** @type {[number[], string][]} */ ([[[0], "Ben is out of time; a bot steps in."], [[1], "You are out of time; a bot steps in."]])) {
  test(`a time-out is told in the log: ${text}`, () => {
    install();
    Object.assign(globalThis, { ResizeObserver: class { observe() {} } });
    speak("en", pageWords("en"));
    const log = new Log({ look: () => {} });
    const info = { status: "running", sitting: [{ name: "Ada" }, { name: "Ben" }] };
    log.show({ info, plies: [], events: [{ number: 3, kind: "late", seat: 1 }], position: undefined, board: null, yours, past: null });
    assert.equal(log.since.textContent, text);
  });
}

// The end

const sitter = { name: null, bot: null, away: false, resigned: false };
const ada = { ...sitter, name: "Ada" };
const ben = { ...sitter, name: "Ben" };
const bot = { ...sitter, bot: "geselle" };

/** @param {any[]} sitting @param {number[]} ranks @param {number[]} results */
const over = (sitting, ranks, results) => ({ seats: sitting.length, sitting, ranks, results });

for (const [what, info, yours, text, mood] of /** @type {[string, any, number[], string, string][]} */ ([
  ["the winner", over([ada, bot], [1, 2], [12, 8]), [0], "You win, 12 to 8!", "won"],
  ["the loser", over([ada, bot], [2, 1], [0, 12]), [0], "This time Journeyman wins, 12 to 0", "lost"],
  ["a spectator", over([ada, ben], [2, 1], [8, 12]), [], "Ben wins, 12 to 8!", "watched"],
  ["two at one screen", over([ada, ben], [1, 2], [12, 8]), [0, 1], "Ada wins, 12 to 8!", "won"],
  ["one of three", over([ada, ben, bot], [2, 1, 3], [5, 9, 2]), [2], "This time Ben wins, 9 to 5 to 2", "lost"],
  ["who shares a win", over([ada, ben], [1, 1], [7, 7]), [0], "You share the win with Ben, 7 to 7!", "won"],
  ["who wins a tie", over([ada, ben], [1, 2], [7, 7]), [0], "7 to 7, and the tie goes to you!", "won"],
  ["who loses a tie", over([ada, ben], [1, 2], [7, 7]), [1], "7 to 7, and the tie goes to Ada", "lost"],
  ["whose opponent resigned", over([ada, { ...ben, resigned: true }], [1, 2], [3, 9]), [0], "Ben resigned: you win!", "won"],
  ["who resigned", over([ada, { ...ben, resigned: true }], [1, 2], [3, 9]), [1], "You resigned. Ada wins.", "lost"],
  ["who plays alone", over([ada], [1], [23]), [0], "Done: 23", "won"],
])) {
  test(`the end is told to ${what}`, () => {
    speak("en", pageWords("en"));
    assert.deepEqual(headline(info, yours), { text, mood });
  });
}

test("an end is told with the unit of its numbers wherever the game is listed", () => {
  callGames([{ id: "second_chance", scores: {}, texts: { en: {}, de: { "end.unit": "freie Felder", "end.unit.compared": "freien Feldern" } } }]);
  speak("de", pageWords("de"));
  const info = { ...over([ada, bot], [2, 1], [18, 9]), game: "second_chance" };
  assert.equal(headline(info, [0]).text, "Diesmal gewinnt Geselle, 9 zu 18 freie Felder");
  assert.equal(headline(info, []).text, "Geselle gewinnt mit 9 zu 18 freien Feldern!");
});

test("who has beaten bots is offered the next stronger one", () => {
  assert.equal(harder({ sitting: [ada, bot] }, [0]), "meister");
  assert.equal(harder({ sitting: [{ ...sitter, bot: "meister@2s" }, ada, bot] }, [1]), "grossmeister");
  assert.equal(harder({ sitting: [ada, { ...sitter, bot: "grossmeister" }] }, [0]), null);
  assert.equal(harder({ sitting: [ada, ben] }, [0]), null);
  assert.equal(harder({ sitting: [ada, { ...sitter, bot: "my_own" }] }, [0]), null);
});

/** @param {boolean} lowestCounts @param {number[][]} scores @param {[seat: number, gained: number[]][]} moves @param {number[]} [signs] @returns {any} */
const last = (lowestCounts, scores, moves, signs = [1, 1]) => ({
  rules: { declared: { scores: { lowest_counts: lowestCounts, signs: { 2: signs } } } },
  seats: 2,
  scores,
  plies: moves.map(([seat, gained]) => ({ seat, gained })),
});

test("what decided are the winner’s moves in the number that counts, the last one first", () => {
  const moves = /** @type {[number, number[]][]} */ ([[0, [0, 2]], [1, [1, 1]], [0, [5, 0]], [1, [0, 3]]]);
  assert.deepEqual(decisiveMoves(last(true, [[5, 2], [1, 4]], moves), [1, 2]), { plies: [0], number: 1 });
  assert.deepEqual(decisiveMoves(last(false, [[5, 2], [1, 4]], moves), [1, 2]), { plies: [2, 0], number: null });
  assert.equal(decisiveMoves(last(true, [[5, 2], [1, 4]], moves), [1, 1]), null);
  assert.equal(decisiveMoves(last(true, [[0, 0], [1, 4]], [[1, [1, 4]]]), [1, 2]), null);
});

test("where fewer are better, what decided took some away", () => {
  assert.deepEqual(decisiveMoves(last(false, [[3, 0], [9, 0]], [[0, [-6, 0]], [0, [2, 0]]], [-1, 1]), [1, 2]), { plies: [0], number: null });
});

test("an address asks for a ply by its number alone", () => {
  assert.deepEqual(["#5", "", "#", "#-3", "#abc", "#1e3", "#2.5", "#999999"].map(plyOf), [5, 0, 0, 0, 0, 0, 0, 999999]);
});
