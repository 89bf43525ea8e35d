/** Thinks for `adviser.js`: it is sent a game first, and then positions. */

import { Engine } from "./engine.js";
import { Rules } from "./rules.js";

const worker = /** @type {any} */ (self);
/** @type {{declared: any, code: BufferSource}} */
let game;
/** @type {Promise<Rules>} */
let rules;

/** An engine that was stopped halfway must not be asked again. */
const fresh = () => Engine.load(game.code).then((engine) => new Rules(game.declared, engine));

worker.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  if ("declared" in data) {
    game = data;
    rules = fresh();
    return;
  }
  const { id, bytes, seats, seat, level, seed } = data;
  const think = async () => (await rules).advise(bytes, seats, seat, level, seed);
  try {
    // WebKit's compiler goes wrong now and then, and right on the next try.
    const advice = await think().catch(() => ((rules = fresh()), think()));
    worker.postMessage({ id, advice });
  } catch (error) {
    rules = fresh();
    worker.postMessage({ id, error: String(error) });
  }
};
