/** Which move is drawn as the one that decided a game. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { decisiveMoves, drawDecision } from "../../src/spielwerk/web/decision.js";
import { all, install } from "./dom.js";
import { load } from "./positions.js";

install();

/**
 * Return the position after two turns of a stone each, the second of which ends with a bonus for ending the round, and
 * those before each ply.
 */
async function ended() {
  const { board, position: start, seat } = await load("anubixx-2-start");
  const { rules } = start;
  const reached = ["P12", "stop"].reduce((from, text) => {
    const at = from[from.length - 1];
    const move = rules.moves(at, seat).find((one) => rules.notation.write(one) === text);
    assert.ok(move, text);
    return [...from, rules.after(at, seat, move)];
  }, [start]);
  const position = reached[reached.length - 1];
  position.plies[1].gained = [0, 0, 0, 3, 0, 0];
  const ranks = [2, 2];
  ranks[seat] = 1;
  return { board, position, ranks, seen: async (/** @type {number} */ ply) => reached[ply] };
}

test("the deciding move is the last that earned points, or one before it", async () => {
  const { position, ranks } = await ended();
  assert.deepEqual(decisiveMoves(position, ranks), { plies: [1, 0], number: null });
  assert.equal(decisiveMoves(position, [1, 1]), null);
});

test("points without a place on the board are not drawn, but the move before them is", async () => {
  const { board, position, ranks, seen } = await ended();
  const drawn = await drawDecision({ board, position, ranks, seen });
  assert.deepEqual(all(drawn?.layer, "badge").map((badge) => badge.textContent), ["+1"]);
});

test("nothing is drawn for points that have no place at all", async () => {
  const { board, position, ranks, seen } = await ended();
  position.plies[0].gained = [0, 0, 0, 0, 0, 0];
  assert.equal(await drawDecision({ board, position, ranks, seen }), null);
});
