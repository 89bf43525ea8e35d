/** Repeat native calls and decisions with `web/engine.js`, in Node and in browsers. */

import { decoded, Engine } from "../../src/spielwerk/web/engine.js";

/**
 * Repeat all of them; return their numbers, and the differences.
 * @param {BufferSource} code @param {any} expected  as written by `expected.py`
 * @returns {Promise<{calls: number, decisions: number, differences: string[]}>}
 */
export async function replay(code, expected) {
  const again = new Replay(await Engine.load(code), expected);
  expected.calls.forEach((/** @type {any} */ call, /** @type {number} */ k) =>
    again.attempt(`call ${k}, ${call.name}`, (title) => again.call(call, title)));
  expected.decisions.forEach((/** @type {any} */ one, /** @type {number} */ k) =>
    again.attempt(`decision ${k}, ${one.level} at seat ${one.seat} of ${one.seats}`, (title) => again.decide(one, title)));
  again.refuseTooLittle();
  const { calls: { length: calls }, decisions: { length: decisions } } = expected;
  return { calls, decisions, differences: again.differences };
}

class Replay {
  /** @param {Engine} engine @param {any} expected */
  constructor(engine, { arrays, declared }) {
    this.engine = engine;
    this.bottom = engine.top;
    this.declared = declared;
    this.arrays = arrays.map(decoded);
    this.differences = /** @type {string[]} */ ([]);
  }

  /** Run one comparison; an engine's failure counts as a difference, too. @param {string} title @param {(title: string) => void} doing */
  attempt(title, doing) {
    try {
      doing(title);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.differences.push(`${title}: ${error.message}`);
    }
  }

  /** @param {any} call  a native call @param {string} title */
  call({ name, given, result, after }, title) {
    const { engine } = this;
    engine.release(this.bottom);
    const words = given.map((/** @type {any} */ told) => this.argument(told));
    const found = engine.call(name, ...words);
    this.compare(title, [found], [result === null ? undefined : result]);
    words.forEach((/** @type {any} */ word, /** @type {number} */ k) => {
      if (typeof word === "object") this.compare(`${title}, argument ${k}`, engine.bytes(word), this.arrays[after[k]]);
    });
  }

  /** @param {any} told  an argument as written in the file: an array, a word, or the value itself */
  argument(told) {
    if (typeof told !== "object") return told;
    if ("word" in told) return BigInt(told.word);
    const array = this.engine.allocate(told.format, told.size, told.shape);
    this.engine.bytes(array).set(this.arrays[told.array]);
    return array;
  }

  /** Repeat a bot's decision, based on declarations only. @param {any} decision @param {string} title */
  decide({ seen, seats, seat, seed, level, nodes, candidates }, title) {
    const { engine, declared } = this;
    engine.release(this.bottom);
    const { call, arguments: own, sets = {}, budget, tree } = declared.bots.levels[level];
    const { layout, bots: { workspace, states: room } } = declared;
    const t = engine.records(declared.tables, 1);
    engine.bytes(t).set(decoded(declared.tables.bytes));
    const states = engine.records(layout, room);
    engine.bytes(engine.item(states, 0)).set(this.arrays[seen]);
    const w = engine.records(workspace, 1);
    engine.fill(w, workspace, { ...workspace.initial, ...workspace.by_seats[seats], ...sets[seats], ...(budget && { [budget]: nodes }) });
    const luck = engine.array("u8", 1);
    engine.call("seed_stream", luck, BigInt(seed), 0n);
    const words = [t, states, seat, engine.numbers(luck)[0], ...own];
    if (tree) words.push(nodes, engine.array("i8", nodes + 1, tree), engine.array("f8", nodes + 1), engine.array("i8", 0, 2));
    engine.call(call, ...words, w);
    const [n] = engine.values(engine.field(w, 0, workspace, "found"));
    const [actions, values, visits] = ["actions", "values", "visits"].map((name) =>
      engine.values(engine.field(w, 0, workspace, name)).slice(0, n));
    const found = actions.flatMap((action, k) => [action, bits(values[k]), visits[k]]);
    this.compare(title, found, candidates.flat());
  }

  /** Check that an export refuses missing arguments instead of taking them for zeros. */
  refuseTooLittle() {
    try {
      this.engine.call("count", 0);
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
    this.differences.push("count is called with too little");
  }

  /** @param {string} title @param {ArrayLike<any>} found @param {ArrayLike<any>} expected */
  compare(title, found, expected) {
    if (found.length !== expected.length) {
      this.differences.push(`${title}: ${found.length} instead of ${expected.length}`);
      return;
    }
    for (let k = 0; k < found.length; k++) {
      if (!Object.is(found[k], expected[k])) {
        this.differences.push(`${title}, at ${k}: ${found[k]} instead of ${expected[k]}`);
        return;
      }
    }
  }
}

/** Return a number's eight bytes as hexadecimal digits. @param {number} value */
function bits(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}
