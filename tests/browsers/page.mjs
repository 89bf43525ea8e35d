/**
 * Replays all tables, one after the other. The page does so by itself, and tests only wait: what a
 * browser's driver calls may do more than the policy allows.
 */

import { replay } from "../engine/replay.mjs";

/** @param {string} address */
async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** Is it so strict here that no text becomes a script? */
function refusesEval() {
  try {
    return !eval("true");
  } catch (error) {
    return error instanceof EvalError;
  }
}

const tables = await (await load("/tables.json")).json();
/** @type {Promise<any>[]} */
const replayed = [];
/** Replay a table on an engine of its own. @param {number} number */
async function again(number) {
  const { engine, expected } = tables[number];
  const code = await (await load(engine)).arrayBuffer();
  return replay(code, await (await load(expected)).json());
}
for (const number of tables.keys()) {
  const before = replayed.at(-1);
  replayed.push((async () => {
    await before;
    return again(number);
  })());
}
Object.assign(globalThis, { replayed, again, isStrict: refusesEval() });
