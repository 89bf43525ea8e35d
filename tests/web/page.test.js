import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { know } from "../../src/spielwerk/web/games.js";
import { boardOf } from "../../src/spielwerk/web/boards/index.js";
import { merged } from "../../src/spielwerk/web/pages/miniature.js";
import { rounds } from "../../src/spielwerk/web/pages/moves.js";
import { speak } from "../../src/spielwerk/web/texts.js";
import { moveTold, scoreName, seatName } from "../../src/spielwerk/web/words.js";

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

test("every game's moves are told in words", async () => {
  const words = new URL("../../src/spielwerk/web/texts/en.json", import.meta.url);
  speak("en", JSON.parse(readFileSync(words, "utf8")));
  const info = { sitting: [{ name: "Ada" }, { name: "Ben" }] };
  for (const [game, move, told] of [
    ["axio", "br g8-g9", "Ben laid blue red on g8 g9, 3 points."],
    ["axio_hex", "swap", "Ben swapped the hand."],
    ["axio", "keep", "Ben kept the hand."],
    ["axio_rota", "-1,2:gb_r=o", "Ben laid green blue empty red on -1,2 and named orange, 3 points."],
    ["axio_rota", "2,0:rgbp", "Ben laid red green blue purple on 2,0, 3 points."],
    ["second_chance", "3B:d4,d5,e4", "Ben drew 3B on d4 d5 e4."],
    ["second_chance", "1:c7", "Ben wrote a 1 into c7."],
    ["anubixx", "P11", "Ben crossed P11 and took a die, 3 points."],
    ["anubixx", "P11/q5", "Ben crossed P11 and paid with quarry stone 5, 3 points."],
    ["anubixx", "P11/j", "Ben crossed P11 and paid with a joker, 3 points."],
    ["anubixx", "stop", "Ben stopped building."],
  ]) {
    assert.equal(moveTold(info, await boardOf(game), { seat: 1, move }, 3, false), told);
  }
});
