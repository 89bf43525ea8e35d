import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { know } from "../../src/spielwerk/web/games.js";
import { merged } from "../../src/spielwerk/web/pages/miniature.js";
import { rounds } from "../../src/spielwerk/web/pages/moves.js";
import { speak } from "../../src/spielwerk/web/texts.js";
import { scoreName, seatName } from "../../src/spielwerk/web/words.js";

test("what changes in a view is merged into it, and the old one stays", () => {
  const old = { board: { a1: "r" }, moves: [{ seat: 0 }], tracks: [[1, 2], [3, 4]], cards: ["5A"] };
  const made = merged(old, { board: { b2: "g" }, moves: { 1: { seat: 1 } }, tracks: { 1: { 0: 9 } }, cards: ["6B", "7A"] });
  assert.deepEqual(made, { board: { a1: "r", b2: "g" }, moves: [{ seat: 0 }, { seat: 1 }], tracks: [[1, 2], [9, 4]], cards: ["6B", "7A"] });
  assert.deepEqual(old.tracks, [[1, 2], [3, 4]]);
});

test("a kept game grows move by move", () => {
  for (const game of ["axio", "axio_hex", "axio_rota", "second_chance", "anubixx"]) {
    const file = new URL(`../../src/spielwerk/web/samples/${game}.json`, import.meta.url);
    const sample = JSON.parse(readFileSync(file, "utf8"));
    let view = sample.view;
    for (const changes of sample.then) {
      const before = view.moves;
      view = merged(view, changes);
      assert.ok(view.moves.length > before.length, game);
      assert.deepEqual(view.moves.slice(0, before.length), before, game);
    }
  }
});

test("moves are numbered by rounds, those who follow with dots (HX-17)", () => {
  const seats = (/** @type {number[]} */ ...numbers) => rounds(numbers.map((seat) => ({ seat, move: "" })));
  assert.deepEqual(seats(0, 1, 0, 1), ["1.", "1...", "2.", "2..."]);
  assert.deepEqual(seats(1, 0, 0, 1, 1, 0), ["1.", "1...", "1...", "2.", "2.", "2..."]);
  assert.deepEqual(seats(0, 0, 0), ["1.", "2.", "3."]);
});

test("who is called alike is told apart by the seat", () => {
  speak("en", { "seat.alike": "{who} ({seat})", "seat.free": "Seat {seat}", "bot.geselle": "Journeyman" });
  const info = { sitting: [{ name: "Ada" }, { name: "Ada" }, { bot: "geselle" }, {}] };
  assert.deepEqual(info.sitting.map((_, seat) => seatName(info, seat)), ["Ada (1)", "Ada (2)", "Journeyman", "Seat 4"]);
});

test("what a scoreboard's numbers are called is what the server says", () => {
  speak("en", { "score.free": "free cells", "score.series": "Series", "score.one": "The 1" });
  know([{ id: "second_chance", seats: [1, 2], options: {}, scores: { 1: ["free", "series"], 2: ["free", "one"] }, state: "ready" }]);
  assert.equal(scoreName({ game: "second_chance", seats: 1 }, 1), "Series");
  assert.equal(scoreName({ game: "second_chance", seats: 2 }, 1), "The 1");
});
