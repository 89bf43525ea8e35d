/** Run the engine's bots in a worker, so that the page stays responsive: for hints, and for games on this device. */

import { raisingFirst } from "./weakest.js";

/** @typedef {import("./rules.js").Advice} Advice */

const LEVEL = "meister"; // the bot behind hints
const GLANCE = "geselle"; // evaluates each move

export class Adviser {
  /** @param {import("./rules.js").Rules} rules  with an engine */
  constructor({ declared, engine }) {
    this.worker = new Worker(new URL("./adviser-worker.js", import.meta.url), { type: "module" });
    this.worker.postMessage({ declared, code: engine?.code });
    /** @type {Map<number, {done: (answer: any) => void, failed: (error: Error) => void}>} */
    this.asked = new Map();
    this.number = 0;
    this.worker.onmessage = ({ data: { id, answer, error } }) => {
      if (error) this.asked.get(id)?.failed(new Error(error));
      else this.asked.get(id)?.done(answer);
      this.asked.delete(id);
    };
    this.worker.onerror = (event) => {
      for (const { failed } of this.asked.values()) failed(new Error(event.message));
      this.asked.clear();
    };
  }

  /**
   * Return the moves that a bot would consider for a seat: of those about as good, one that raises its weakest number
   * first. The same position always gives the same answer.
   * @param {import("./rules.js").Position} position
   * @param {number} seat
   * @returns {Promise<Advice[]>}
   */
  async ask(position, seat) {
    const { bytes, seats, plies } = position;
    const advice = this.#post({ ask: "advise", bytes, seats, seat, level: LEVEL, seed: BigInt(plies.length) });
    return raisingFirst(await advice, await this.weigh(position, seat), position, seat);
  }

  /** Return the value of each of a seat's moves, best first, without looking ahead. @param {import("./rules.js").Position} position @param {number} seat @returns {Promise<[action: number, value: number][]>} */
  async weigh({ bytes, seats }, seat) {
    /** @type {Advice[]} */
    const found = await this.#post({ ask: "think", bytes, seats, seat, level: GLANCE, seed: 0n });
    return found.map(({ action, value }) => [action, value]);
  }

  /** Return the action that a bot chooses, based only on what its seat sees. @param {{bytes: Uint8Array, seats: number}} seen @param {number} seat @param {string} level @param {bigint} seed @returns {Promise<number>} */
  async choose({ bytes, seats }, seat, level, seed) {
    const [best] = await this.#post({ ask: "think", bytes, seats, seat, level, seed });
    return best.action;
  }

  /** @param {Record<string, any>} message @returns {Promise<any>} */
  #post(message) {
    const id = ++this.number;
    this.worker.postMessage({ id, ...message });
    return new Promise((done, failed) => this.asked.set(id, { done, failed }));
  }

  leave() {
    this.worker.terminate();
  }
}
