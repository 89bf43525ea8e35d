import assert from "node:assert/strict";
import { test } from "node:test";

import { has, list, load, number, pick, plural, span, speak, speakOf, t, time } from "../../src/spielwerk/web/words.js";
import { gameWords, pageWords as words } from "./folders.js";


test("the chosen language comes first, then the browser's, then English", () => {
  assert.equal(pick("de", ["en-GB"]), "de");
  assert.equal(pick(null, ["fr", "de-AT", "en"]), "de");
  assert.equal(pick("xx", ["en-US", "de"]), "en");
  assert.equal(pick(undefined, ["fr"]), "en");
});

test("a text's places are filled, with numbers as the language writes them", () => {
  speak("de", { a: "{who} hat {n}, {who}!" });
  assert.equal(t("a", { who: "Ada", n: 1234.5 }), "Ada hat 1.234,5, Ada!");
  speak("en", { a: "{who} has {n}" });
  assert.equal(t("a", { who: "Ada", n: 1234.5 }), "Ada has 1,234.5");
});

test("what a value says is not read again, and a place without a value stays", () => {
  speak("en", { a: "{who} and {where}" });
  assert.equal(t("a", { who: "{where} $& $1" }), "{where} $& $1 and {where}");
});

test("a missing key stands for itself, also one that every object has", () => {
  speak("en", {});
  assert.equal(t("no.such"), "no.such");
  assert.equal(t("constructor"), "constructor");
});

test("one is told from many", () => {
  speak("de", words("de"));
  assert.equal(plural("points", 1), "1 Punkt");
  assert.equal(plural("points", 0), "0 Punkte");
  speak("en", words("en"));
  assert.equal(plural("points", -1), "−1 point");
  assert.equal(plural("points", 2), "2 points");
});

test("the texts of the game that is shown come first", () => {
  speak("en", { a: "the page's", b: "also" });
  speakOf({ a: "the game's", c: "{n} of it" });
  assert.deepEqual(["a", "b"].map((key) => t(key)), ["the game's", "also"]);
  assert.equal(t("c", { n: 2 }), "2 of it");
  speakOf({});
  assert.deepEqual([t("a"), has("c")], ["the page's", false]);
});

test("a move is told as people would", () => {
  speak("en", words("en"));
  speakOf(gameWords("axio", "en"));
  const told = t("move.laid", { who: "Ada", one: "red", two: "blue", points: plural("points", 3) });
  assert.equal(told, "Ada lays red-blue: 3 points.");
});

test("numbers, lists, times and spans follow the language", () => {
  speak("de", words("de"));
  const at = new Date(2025, 10, 16, 9, 5).getTime();
  assert.equal(number(1500), "1.500");
  assert.equal(list(["Ada", "Ben", "Cleo"]), "Ada, Ben und Cleo");
  assert.equal(time(at, at), "09:05");
  assert.match(time(at, at + 86_400_000), /^16\.11\.2025.*09:05$/);
  assert.equal(span(1000), "1 Sekunde");
  assert.equal(span(119_999), "119 Sekunden");
  assert.equal(span(120_000), "2 Minuten");
  assert.equal(span(3 * 86_400_000), "3 Tage");
  assert.equal(span(-5), "0 Sekunden");
});

test("the words are fetched beside this module, and a failure is told", async (context) => {
  const asked = [];
  Object.defineProperty(globalThis, "navigator", { value: { languages: ["de"] }, configurable: true });
  context.mock.method(globalThis, "fetch", async (url) => {
    asked.push(url.pathname.split("/").slice(-2).join("/"));
    return new Response('{"a": "b"}', { status: asked.length > 1 ? 503 : 200 });
  });
  assert.equal(await load(), "de");
  assert.equal(t("a"), "b");
  await assert.rejects(load("en"), /texts\/en.json: 503/);
  assert.deepEqual(asked, ["texts/de.json", "texts/en.json"]);
  assert.equal(t("a"), "b");
});
