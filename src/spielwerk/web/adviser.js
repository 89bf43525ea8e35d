/** Hints: a bot of the game's engine thinks in a worker, so that the page goes on meanwhile. */

/** @typedef {import("./rules.js").Advice} Advice */

const LEVEL = "meister";

export class Adviser {
  /** @param {import("./rules.js").Rules} rules  with an engine */
  constructor({ declared, engine }) {
    this.worker = new Worker(new URL("./adviser-worker.js", import.meta.url), { type: "module" });
    this.worker.postMessage({ declared, code: engine?.code });
    /** @type {Map<number, {done: (advice: Advice[]) => void, failed: (error: Error) => void}>} */
    this.asked = new Map();
    this.number = 0;
    this.worker.onmessage = ({ data: { id, advice, error } }) => {
      if (error) this.asked.get(id)?.failed(new Error(error));
      else this.asked.get(id)?.done(advice);
      this.asked.delete(id);
    };
    this.worker.onerror = (event) => {
      for (const { failed } of this.asked.values()) failed(new Error(event.message));
      this.asked.clear();
    };
  }

  /** What a bot would do in a seat's place, the same in the same position. @param {import("./rules.js").Position} position @param {number} seat @returns {Promise<Advice[]>} */
  ask({ bytes, seats, plies }, seat) {
    const id = ++this.number;
    this.worker.postMessage({ id, bytes, seats, seat, level: LEVEL, seed: BigInt(plies.length) });
    return new Promise((done, failed) => this.asked.set(id, { done, failed }));
  }

  leave() {
    this.worker.terminate();
  }
}
