/** Tables on the device: news, take-backs, resigning, and continuing after a reload. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { DeviceTable } from "../../src/spielwerk/web/device/table.js";
import { asListed } from "../../src/spielwerk/web/kept.js";
import { rulesOf } from "./folders.js";

const PEOPLE = [{ name: "Ada", bot: null }, { name: "Ben", bot: null }];
const ALONE = [{ name: "Ada", bot: null }, { name: null, bot: "meister" }];

/** @param {string} game @param {{name: string | null, bot: string | null}[]} sitting */
async function begun(game, sitting) {
  const rules = await rulesOf(game);
  return DeviceTable.begin(rules, { id: "here-1", seed: 7n, seats: sitting.length, options: {}, sitting, hints: true }, 1000);
}

/** Return any move of a seat that may act. @param {DeviceTable} table */
function move(table) {
  const [seat] = table.toAct;
  const { rules, match } = table;
  const [{ action }] = rules.moves(rules.position(match.granted(seat), match.seats, seat, []), seat);
  return { do: "move", seat, action };
}

test("a seat hears what it has not heard, and no more", async () => {
  const table = await begun("axio", PEOPLE);
  const [first] = table.toAct;
  const all = table.news(first, 0);
  assert.deepEqual([all.number, all.since, all.plies, all.info.status], [1, 0, [], "running"]);
  table.act(move(table), 2000);
  const news = table.news(first, all.number);
  assert.deepEqual([news.since, news.plies?.length, news.events.map(({ kind, ply }) => [kind, ply])], [0, 1, [["move", 0]]]);
  const others = table.news(1 - first, all.number);
  assert.equal(news.plies?.[0].known.length, 1); // the tile that was drawn
  assert.equal(others.plies?.[0].known.length, 0);
});

test("who is asked at one screen agrees, and what was drawn does not come again", async () => {
  let table = await begun("axio", ALONE.toReversed());
  while (!table.toAct.includes(1)) table.act(move(table), 2000);
  const made = move(table);
  const drew = new Set();
  for (let k = 0; k < 12; k++) {
    table.act(made, 3000);
    drew.add(JSON.stringify(table.kept.plies.at(-1).reveals));
    assert.throws(() => table.act({ do: "undo", seat: 1 }, 4000), { code: "chance_seen" });
    table.act({ do: "ask_back", seat: 1 }, 4000);
    assert.equal(table.entries.at(-1)?.kind, "back");
    table = DeviceTable.read(table.rules, JSON.parse(JSON.stringify(table.kept))); // a reload does not bring the draw back
  }
  assert.ok(drew.size > 3, `${drew.size} draws`);
});

test("a move that nobody has answered is taken back", async () => {
  const table = await begun("second_chance", PEOPLE);
  const before = table.match.bytes;
  table.act({ ...move(table) }, 2000);
  table.act({ do: "undo", seat: 0 }, 3000);
  assert.deepEqual(table.match.bytes, before);
  assert.equal(table.news(0, 2).since, 0);
});

test("who gives up comes last, and a bot plays on where others are left", async () => {
  const table = await begun("anubixx", [...PEOPLE, { name: "Cleo", bot: null }]);
  table.act({ do: "resign", seat: 1 }, 2000);
  assert.equal(table.isOver, false);
  assert.equal(table.botFor(1), "geselle");
  table.act({ do: "resign", seat: 0 }, 3000);
  assert.equal(table.isOver, true);
  assert.deepEqual(table.ranks, [2, 3, 1]);
  assert.deepEqual(table.kept.resigned, [1, 0]);
  assert.deepEqual(asListed(table.kept).ranks, [2, 3, 1]);
  assert.throws(() => table.act({ do: "resign", seat: 2 }, 4000), { code: "game_over" });
});

test("what the engine does not allow is refused, and nothing has happened", async () => {
  const table = await begun("axio", PEOPLE);
  const [seat] = table.toAct;
  const before = JSON.stringify(table.kept);
  for (const action of [-1, 1e9, 0.5, undefined]) assert.throws(() => table.act({ do: "move", seat, action }, 2000), { code: "not_legal" });
  assert.throws(() => table.act({ ...move(table), seat: 1 - seat }, 2000), { code: "not_your_turn" });
  assert.equal(JSON.stringify(table.kept), before);
  assert.equal(table.entries.length, 1);
});

test("a game goes on from what was kept of it", async () => {
  const table = await begun("axio_rota", ALONE);
  for (let k = 0; k < 6; k++) table.act(move(table), 2000);
  const again = DeviceTable.read(table.rules, JSON.parse(JSON.stringify(table.kept)));
  assert.deepEqual(again.info(), table.info());
  const next = move(table);
  table.act(next, 3000);
  again.act(next, 3000);
  assert.deepEqual(again.match.bytes, table.match.bytes); // also what was drawn after it
  assert.deepEqual(again.kept, table.kept);
});

test("a record that was changed is not gone on with", async () => {
  const table = await begun("axio", PEOPLE);
  table.act(move(table), 2000);
  const kept = JSON.parse(JSON.stringify(table.kept));
  kept.plies[0].move = "rr a1-a2";
  assert.throws(() => DeviceTable.read(table.rules, kept), { code: "unreadable" });
});
