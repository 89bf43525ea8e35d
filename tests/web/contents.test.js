import assert from "node:assert/strict";
import { test } from "node:test";

import { changesTold, contents } from "../../src/spielwerk/web/contents.js";
import { listed, sought } from "../../src/spielwerk/web/listing.js";
import { lineTold, moveNamed, speak, speakOf } from "../../src/spielwerk/web/words.js";
import { pageWords } from "./folders.js";
import { load, names } from "./positions.js";

const FIELDS = {
  turn: { format: "u1", shape: [], sight: "public" },
  at_risk: { format: "u1", shape: [], sight: "public" },
  points: { format: "u1", shape: [3], sight: "public" },
  hand: { format: "u1", shape: [3, 2], sight: "owner" },
  bag: { format: "u1", shape: [2], sight: "secret" },
  row: { format: "u1", shape: [4], sight: "public" },
  crossed: { format: "u8", shape: [4], sight: "public" },
  square: { format: "i1", shape: [2, 4], sight: "public" },
  cube: { format: "u1", shape: [2, 2, 1], sight: "public" },
  long: { format: "u1", shape: [60], sight: "public" },
};
const STATE = {
  turn: 1, at_risk: 4, points: [7, 0, 0], hand: [[1, 0], [0, 0], [0, 0]], bag: [0, 0], row: [2, 0, 0, 1], crossed: [0b101n, 0n, 0n, 0n],
  square: [[-1, 0, 0, 0], [0, 0, 0, 5]], cube: [[[1], [2]], [[3], [4]]], long: Array.from({ length: 60 }, (_, k) => (k === 31 ? 2 : 6)),
};

/** Return a position of a game for up to three, with two players. @param {any} [state] @param {number | null} [viewer] @returns {any} */
const position = (state = {}, viewer = 0) => ({
  rules: { declared: { layout: { fields: FIELDS }, seats: [2, 3] }, notation: { cells: { words: ["a1", "", "b1", "b2"] } } },
  seats: 2, viewer, state: { ...STATE, ...state },
});

/** @param {any[]} all @param {string} name */
const find = (all, name) => all.find((one) => one.name === name);
/** @param {any[] | null} places */
const texts = (places) => places?.map(({ value }) => value.text) ?? null;

/** Use the page's texts, and a game's own. @param {Record<string, string>} [words] */
function talk(words = {}) {
  speak("en", pageWords("en"));
  speakOf(words);
}

test("fields are arranged by their shapes, and called by their own names where there are no texts", () => {
  talk();
  const all = contents(position());
  assert.deepEqual(all.map(({ kind, name }) => [kind, name]), [
    ["number", "At risk"], ["seats", "Points"], ["seats", "Hand"], ["list", "Row"], ["list", "Crossed"], ["grid", "Square"], ["grid", "Cube 1"], ["grid", "Cube 2"], ["list", "Long"],
  ]);
  assert.deepEqual(find(all, "Square").rows.map((/** @type {any} */ row) => texts(row.places)), [["−1", "0", "0", "0"], ["0", "0", "0", "5"]]);
  assert.deepEqual(find(all, "Cube 2").rows.map((/** @type {any} */ row) => texts(row.places)), [["3"], ["4"]]);
});

test("seats that do not play have no column, and what others hold is hidden, not zero", () => {
  talk();
  assert.deepEqual(find(contents(position()), "Points").seats.map(texts), [["7"], ["0"]]);
  assert.deepEqual(find(contents(position()), "Hand").seats.map(texts), [["1", "0"], null]);
  assert.deepEqual(find(contents(position({}, null)), "Hand").seats, [null, null]);
});

test("cells are called as notation does, and those without a name are none", () => {
  talk();
  assert.deepEqual(find(contents(position()), "Row").places.map((/** @type {any} */ { name, value }) => `${name} ${value.text}`), ["a1 2", "b1 0", "b2 1"]);
});

test("a word tells which bits are set", () => {
  talk({ "field.crossed.2": "the top" });
  assert.deepEqual(texts(find(contents(position()), "Crossed").places), ["0 the top", "–", "–"]);
});

test("of a long list only that is told which differs from most of it", () => {
  talk();
  const { places, rest } = find(contents(position()), "Long");
  assert.deepEqual(places.map((/** @type {any} */ { name, value }) => [name, value.text]), [["32", "2"]]);
  assert.equal(rest, "6");
});

test("a game's texts name fields, values and places, show what is left out else, and leave out", () => {
  talk({ "field.at_risk": "Auf dem Spiel", "field.at_risk.4": "vier", "field.row.at.1": "Mitte", "field.turn": "Zug", "field.long": "" });
  const all = contents(position());
  assert.equal(find(all, "Auf dem Spiel").value.text, "vier");
  assert.deepEqual(find(all, "Row").places.map((/** @type {any} */ { name }) => name), ["a1", "Mitte", "b1", "b2"]);
  assert.ok(find(all, "Zug"));
  assert.ok(!all.some(({ name }) => name === "" || name === "Long"));
});

test("what has changed is marked, and told", () => {
  talk();
  const now = position({ at_risk: 0, points: [7, 4, 0], row: [2, 0, 0, 3], hand: [[1, 1], [0, 0], [0, 0]] });
  const before = position();
  const all = contents(now, before);
  assert.ok(find(all, "At risk").value.changed);
  assert.deepEqual(find(all, "Points").seats.map((/** @type {any} */ [{ value }]) => value.changed), [false, true]);
  assert.deepEqual(changesTold(now, before, (seat) => ["Ada", "Ben"][seat]), ["At risk: 0.", "Points, Ben: 4.", "Hand, Ada, 2: 1.", "Row, b2: 3."]);
  assert.deepEqual(changesTold(position({ hand: [[0, 0], [2, 2], [0, 0]] }, 1), before, String), [], "what another seat did not see is not new");
  assert.deepEqual(changesTold(position({ long: STATE.long.map((one) => one + 1) }), before, String), [], "too many to listen to");
});

for (const name of names()) {
  test(`${name}: all that lies there can be told, and nothing that is hidden`, async () => {
    talk();
    const { position: shown } = await load(name);
    const all = contents(shown);
    assert.ok(all.length);
    assert.doesNotMatch(JSON.stringify(all), /NaN|undefined|\[object/);
    for (const one of all) {
      if (one.kind !== "seats") continue;
      const field = Object.entries(shown.rules.declared.layout.fields).find(([key]) => key === one.name.toLowerCase().replaceAll(" ", "_"));
      const hides = /** @type {any} */ (field?.[1]).sight === "owner";
      assert.deepEqual(one.seats.map((places) => places === null), one.seats.map((_, seat) => hides && seat !== shown.viewer));
    }
  });
}

// Moves

test("moves are sorted as they are written, numbers by their size, and searched by all that is said of them", async () => {
  talk();
  const { position: shown, moves } = await load("anubixx-2-middle");
  const { notation } = shown.rules;
  const all = listed(moves, (move) => moveNamed(notation, move), (move) => `${move.points}`, (move) => notation.write(move));
  const written = all.map(({ move }) => notation.write(move));
  assert.deepEqual([...written].sort(new Intl.Collator("en", { numeric: true }).compare), written);
  assert.equal(sought(all, "").length, moves.length);
  const [first] = all;
  assert.ok(sought(all, ` ${notation.write(first.move).toUpperCase()} `).includes(first));
  assert.deepEqual(sought(all, "no such move"), []);
});

test("a move is called by the game's text for its form, if that speaks of its numbers", async () => {
  const { position: shown } = await load("axio-2-middle");
  const { notation } = shown.rules;
  const meant = /** @type {any} */ (notation.read("br g8-g9"));
  talk({ "move.place": "{tile} on {first} and {second}" });
  assert.equal(moveNamed(notation, meant), "br on g8 and g9");
  talk({ "move.place": "{who} laid {tile}" });
  assert.equal(moveNamed(notation, meant), "br g8-g9");
  talk();
  assert.equal(moveNamed(notation, meant), "br g8-g9");
});

test("where points come from is told by cells and scores", () => {
  talk({ "score.r": "red" });
  assert.equal(lineTold({ cells: [1, 2], name: "r", points: 3 }, { write: (cell) => `c${cell}` }), "+3 red (c1, c2)");
  assert.equal(lineTold({ cells: [], name: "b", points: -1 }), "−1 b");
});
