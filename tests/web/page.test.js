import assert from "node:assert/strict";
import { test } from "node:test";

import { brings, know, momentOf, withOptions } from "../../src/spielwerk/web/games.js";
import { Rules } from "../../src/spielwerk/web/rules.js";
import { botName, isLeast, moveTold, named, phrase, reasons, rounds, scoreName, seatName, speak, speakOf, title } from "../../src/spielwerk/web/words.js";
import { install } from "./dom.js";
import { boardOf, folder, GAMES, gameWords, json, pageWords, rulesOf } from "./folders.js";

install();

for (const game of GAMES) {
  const sample = json(new URL("sample.json", folder(game)));

  test(`${game}: a kept game goes on from moment to moment, and is drawn where nothing is computed`, async () => {
    const declared = json(new URL("declarations.json", folder(game)));
    const rules = new Rules(withOptions(declared, sample[0].options), null);
    const board = await boardOf(rules);
    assert.ok(sample.length > 1);
    for (const told of sample) {
      const position = momentOf(rules, told);
      const latest = position.plies.at(-1);
      assert.ok(latest, "something happened since the moment before");
      for (const drawn of [board.draw(position, {}), board.put(position, latest.move)]) {
        assert.doesNotMatch(String(drawn ?? ""), /NaN|undefined|null|Infinity|\[object/);
      }
    }
  });

  test(`${game}: the scores of a kept game are those that its engine counts`, async () => {
    const rules = await rulesOf(game, sample[0].options);
    for (const { scores, ...told } of sample) assert.deepEqual(momentOf(rules, told).scores, scores);
  });
}

test("moves are numbered by rounds, those who follow with dots (HX-17)", () => {
  const seats = (/** @type {number[]} */ ...numbers) => rounds(numbers.map((seat) => ({ seat, action: 0, text: "", move: { form: "", slots: {} } })));
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
  know([{ id: "second_chance", seats: [1, 2], options: {}, scores: { 1: ["free", "series"], 2: ["free", "one"] }, texts: {}, page: [], state: "ready" }]);
  assert.equal(scoreName({ game: "second_chance", seats: 1 }, 1), "Series");
  assert.equal(scoreName({ game: "second_chance", seats: 2 }, 1), "The 1");
});

for (const [game, move, told] of [
  ["axio", "br g8-g9", "Ben lays red-blue: 3 points."],
  ["axio", "gg g8-g9", "Ben lays double green: 3 points."],
  ["axio_hex", "swap", "Ben swaps the hand."],
  ["axio", "keep", "Ben keeps the hand."],
  ["axio_rota", "-1,2:gb_r=o", "Ben lays a tile with a joker (orange): 3 points."],
  ["axio_rota", "2,0:rgbp", "Ben lays a tile: 3 points."],
  ["second_chance", "3B:d4,d5,e4", "Ben fills 3 cells."],
  ["second_chance", "1:c7", "Ben writes a 1."],
  ["anubixx", "stop", "Ben ends the turn."],
]) {
  test(`${game}: ${move} is told in words`, async () => {
    speak("en", pageWords("en"));
    speakOf(gameWords(game, "en"));
    const rules = await rulesOf(game);
    const ply = rules.ply({ seat: 1, action: 0, move, gained: [3] });
    const position = /** @type {any} */ ({ rules, seats: 2, plies: [ply], state: {} });
    assert.equal(moveTold({ sitting: [{ name: "Ada" }, { name: "Ben" }] }, await boardOf(rules), position, ply, false), told);
  });
}

for (const [game, moves, last] of /** @type {[string, [number, string][], string][]} */ ([
  ["axio", [[0, "br g8-g9"], [1, "gg c3-c4"], [1, "br d5-d6"]], "Bonus turn! Ben lays red-blue: 3 points."],
  ["axio", [[1, "br g8-g9"], [1, "swap"], [1, "gg c3-c4"]], "Bonus turn! Ben lays double green: 3 points."],
  ["axio", [[0, "gg c3-c4"], [1, "br d5-d6"], [1, "swap"]], "Ben swaps the hand."],
  ["axio_hex", [[1, "br g8-g9"], [1, "gg c7-c8"]], "Extra turn! Ben lays double green: 3 points."],
  ["axio_rota", [[1, "2,0:rgbp"], [1, "2,1:rgbp"]], "Bonus turn! Ben lays a tile: 3 points."],
  ["axio_rota", [[1, "2,0:rgbp"], [0, "2,1:rgbp"], [1, "2,2:rgbp"]], "Ben lays a tile: 3 points."],
])) {
  test(`${game}: after ${moves.length - 1} moves, "${last}"`, async () => {
    speak("en", pageWords("en"));
    speakOf(gameWords(game, "en"));
    const rules = await rulesOf(game);
    const plies = moves.map(([seat, move]) => rules.ply({ seat, action: 0, move, gained: [3] }));
    const position = /** @type {any} */ ({ rules, plies, seats: 2, state: {} });
    const told = (/** @type {any} */ at) => moveTold({ sitting: [{ name: "Ada" }, { name: "Ben" }] }, board, at, /** @type {any} */ (plies.at(-1)), false);
    const board = await boardOf(rules);
    assert.equal(told(position), last);
    assert.ok(!told({ ...position, seats: 1 }).includes("turn!"), "alone, one always goes on");
  });
}

test("a list in a phrase is one of texts", () => {
  speak("en", { "colour.r": "red", "colour.b": "blue", "holds.two": "{what} on {where}" });
  speakOf({});
  assert.equal(phrase({ key: "holds.two", values: { what: ["colour.r", "colour.b"], where: "colour.r" } }), "red blue on colour.r");
  assert.equal(phrase({ key: "colour.b" }), "blue");
});

test("a game without board, texts or rules is spoken of by its names", () => {
  speak("en", pageWords("en"));
  speakOf({});
  know([{ id: "pig", seats: [2], options: { dice: ["one"] }, scores: { 2: ["points"] }, texts: { en: { title: "pig", about: "" } }, page: [], state: "ready" }]);
  assert.deepEqual([title("pig"), title("unheard_of")], ["pig", "unheard_of"]);
  assert.deepEqual([named("pig", "option.dice", "dice"), scoreName({ game: "pig", seats: 2 }, 0), botName("robo@30ms")], ["dice", "points", "robo"]);
  assert.equal(brings("pig", "board"), false);
  const info = { sitting: [{ name: "Ada" }] };
  const ply = { seat: 0, action: 0, text: "roll", move: { form: "roll", slots: {} } };
  const notation = { write: () => "roll", spoken: () => ({}) };
  assert.equal(moveTold(info, null, { rules: { notation } }, { ...ply, gained: [2] }, true), "Ada: roll, 2 points.");
});

test("the lowest score is told apart where a game has words for it", () => {
  const term = { term: "score", name: "r", from: 1, to: 3, lowest: true };
  speak("en", pageWords("en"));
  speakOf(gameWords("axio", "en"));
  assert.deepEqual(reasons([term]), ["Your weakest colour, red, rises from 1 to 3."]);
  speakOf(gameWords("anubixx", "en"));
  assert.deepEqual(reasons([{ ...term, name: "arch" }]), ["Arch: 3 instead of 1."]);
});

test("several lowest scores are told in one sentence", () => {
  const rising = (name, to) => ({ term: "score", name, from: 0, to, lowest: true });
  const other = { term: "score", name: "b", from: 4, to: 5, lowest: false };
  speak("de", pageWords("de"));
  speakOf(gameWords("axio", "de"));
  assert.deepEqual(reasons([rising("o", 2), other, rising("p", 1)]), ["Orange steigt von 0 auf 2, Lila von 0 auf 1.", "Blau geht von 4 auf 5."]);
});

test("an answer that is as good as the other is no reason", () => {
  const answer = { term: "answer", name: "0", from: 2, to: 2, from_in: "p", in: "o" };
  speak("en", pageWords("en"));
  speakOf(gameWords("axio", "en"));
  assert.deepEqual(reasons([answer]), []);
  assert.deepEqual(reasons([{ ...answer, to: 1 }]), ["Your opponent’s best reply then brings 1 (orange) instead of 2 (purple)."]);
  assert.deepEqual(reasons([{ ...answer, to: 3 }]), [], "a worse answer is no reason for a move");
});

test("fewest free cells are a reason for a move, but not where another move leaves fewer", () => {
  const fills = (/** @type {number} */ free) => ({ points: [-free] });
  const term = { term: "score", name: "free", from: 68, to: 62, lowest: false };
  speak("en", pageWords("en"));
  speakOf(gameWords("second_chance", "en"));
  assert.deepEqual(reasons([term], isLeast(fills(6), [fills(5), fills(6)])), ["Then 62 cells are still free."]);
  assert.deepEqual(reasons([term], isLeast(fills(6), [fills(7), fills(6)])), ["It leaves room for more shapes."]);
  speakOf(gameWords("axio", "en"));
  assert.deepEqual(reasons([{ ...term, name: "r", from: 1, to: 3 }], false), ["Red goes from 1 to 3."], "more is better there");
  speakOf({});
});
