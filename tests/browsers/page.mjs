/**
 * Replay all tables, one after the other. The page does this itself while tests wait, because scripts run by a
 * browser's driver may bypass the page's content security policy.
 */

import { replay } from "../engine/replay.mjs";

/** @param {string} address */
async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** Return whether the policy forbids turning text into scripts. */
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
/** Replay a table on a separate engine. @param {number} number */
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
