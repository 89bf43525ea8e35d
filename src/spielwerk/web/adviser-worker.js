/** Run the bots for `adviser.js`. The first message is a game, later ones are positions. */

import { Engine } from "./engine.js";
import { Rules } from "./rules.js";

const worker = /** @type {any} */ (self);
/** @type {{declared: any, code: BufferSource}} */
let game;
/** @type {Promise<Rules>} */
let rules;

/** Load a new engine: one that was stopped midway must not be called again. */
const fresh = () => Engine.load(game.code).then((engine) => new Rules(game.declared, engine));

worker.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  if ("declared" in data) {
    game = data;
    rules = fresh();
    return;
  }
  /** @type {{id: number, ask: "advise" | "think", bytes: Uint8Array, seats: number, seat: number, level: string, seed: bigint}} */
  const { id, ask, bytes, seats, seat, level, seed } = data;
  const think = async () => (await rules)[ask](bytes, seats, seat, level, seed);
  try {
    // WebKit's compiler occasionally produces wrong code; the second attempt succeeds.
    const answer = await think().catch(() => ((rules = fresh()), think()));
    worker.postMessage({ id, answer });
  } catch (error) {
    rules = fresh();
    worker.postMessage({ id, error: String(error) });
  }
};
