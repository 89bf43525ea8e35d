/**
 * One game from the deal to the ranks, played by its engine in this browser. Legal moves, nature's draws and what each
 * seat may see all follow from the engine and the game's declarations.
 *
 * @typedef {import("../rules.js").Rules} Rules
 * @typedef {import("./reveals.js").Known} Known
 *
 * @typedef {object} Made  a ply, and nature's draws after it
 * @property {number} seat
 * @property {number} action
 * @property {string} move  in notation
 * @property {number[]} beside  the seats that could act at the same time
 * @property {number[]} gained
 * @property {number[]} outcomes
 * @property {Known[]} known
 *
 * @typedef {(weights: number[], number: number, match: Match) => number} Draw  decides nature's draw of that number
 */

import { Refused } from "../server.js";
import { Reveals } from "./reveals.js";

const NATURE = 7; // its seat
const FORMAT = "spielwerk/1";
const LOT = (1n << 64n) - 1n; // the number of the draw for the starting seat

/** Create draws from a seed: the same number and weights always give the same result. @param {Rules} rules @param {bigint} seed @returns {Draw} */
export function drawn(rules, seed) {
  return (weights, number) =>
    rules.on(null, (engine) => {
      const stream = engine.array("u8", 1);
      engine.call("seed_stream", stream, seed, BigInt(number));
      const told = engine.array("i8", weights.length);
      engine.write(told, weights);
      return engine.call("weighted", stream, told, weights.length);
    });
}

/** Return the starting seat, drawn from the same seed. @param {Rules} rules @param {bigint} seed @param {number} seats @returns {number} */
export function lot(rules, seed, seats) {
  if (!rules.declared.has_first || seats === 1) return 0;
  return rules.on(null, (engine) => {
    const stream = engine.array("u8", 1);
    engine.call("seed_stream", stream, seed, LOT);
    return engine.call("below", stream, seats);
  });
}

export class Match {
  /** @param {Rules} rules @param {number} seats @param {number} first @param {Draw} draw */
  constructor(rules, seats, first, draw) {
    /** @type {Rules} */
    this.rules = rules;
    this.seats = seats;
    this.first = first;
    this.draw = draw;
    this.reveals = new Reveals(rules);
    /** @type {Made[]} */
    this.plies = [];
    this.draws = 0; // the number of draws, including those taken back
    /** @type {Uint8Array} */
    this.bytes = new Uint8Array(rules.declared.layout.size);
    this.#call("start", seats, first);
    this.dealt = this.#letNatureAct();
    /** The states after the deal and after each ply. @type {Uint8Array[]} */
    this.states = [this.bytes];
  }

  /** Read a record, leaving what it does not contain to `draw`. Refuse a record that cannot have happened. @param {Rules} rules @param {any} record @param {Draw} draw @param {number} [draws]  the number of draws so far, if some were taken back */
  static read(rules, record, draw, draws) {
    const { seats, setup, plies } = record;
    const reveals = new Reveals(rules);
    let claim = reveals.read(setup);
    const match = new Match(rules, seats, setup.first ?? 0, (weights, _, { bytes }) => recalled(rules, bytes, claim, weights));
    for (const { seat, move, reveals: told = {} } of plies) {
      claim = reveals.read(told);
      const action = match.find(seat, move);
      if (!match.allows(seat, action)) throw new Refused({ code: "unreadable", reason: `${move} is no move here` });
      match.play(seat, action);
      if (!claim.isUsedUp) throw new Refused({ code: "unreadable", reason: "more is drawn than happens" });
    }
    match.draw = draw;
    match.draws = draws ?? match.draws;
    return match;
  }

  // Queries

  get toAct() {
    return acting(this.rules, this.bytes, this.seats);
  }

  get isOver() {
    return !this.toAct.length;
  }

  /** @returns {number[] | null} */
  get ranks() {
    if (!this.isOver) return null;
    return this.rules.on(this.bytes, (engine, t, s) => {
      const out = engine.array("i8", this.seats);
      engine.call("ranks", t, s, 0, out);
      return engine.values(out);
    });
  }

  get scores() {
    return this.rules.scores(this.bytes, this.seats);
  }

  /**
   * Return what a viewer may see after that many plies, in the server's format.
   * @param {number | null} viewer @param {number} [since] @param {number} [ply]
   */
  granted(viewer, since = 0, ply = this.plies.length) {
    const { rules, seats } = this;
    const bytes = this.states[ply];
    return {
      state: granted(rules.declared.layout, bytes, viewer),
      since,
      plies: this.plies.slice(since, ply).map((made) => this.#seen(made, viewer)),
      to_act: acting(rules, bytes, seats),
      first: rules.declared.has_first ? this.first : null,
      commitment: null,
    };
  }

  /** @param {Made} made @param {number | null} viewer */
  #seen({ seat, action, move, gained, known }, viewer) {
    return { seat, action, move, gained, known: this.reveals.seen(known, seat, viewer) };
  }

  /** @param {Record<string, string>} options  that differ from the defaults */
  record(options) {
    const { rules: { declared }, seats, reveals, ranks } = this;
    const plies = this.plies.map(({ seat, move, known }) => ({ seat, move, ...(known.length ? { reveals: reveals.write(known, seats) } : {}) }));
    const result = ranks && { ranks, scores: this.scores };
    return { format: FORMAT, game: declared.game, seats, options, setup: reveals.writeSetup(this.dealt.known, seats, this.first), plies, result };
  }

  // Playing

  /** Return the action for a seat's move in notation, or a negative number if there is none. @param {number} seat @param {string} text @returns {number} */
  find(seat, text) {
    const move = this.rules.notation.read(text);
    if (!move) return -1;
    return this.rules.on(this.bytes, (engine, t, s) => {
      const row = engine.array("i8", this.rules.declared.sizes.move);
      engine.write(row, this.rules.notation.row(move));
      return engine.call("find", t, s, 0, seat, row);
    });
  }

  /** Return whether the engine allows the action now. @param {number} seat @param {number} action */
  allows(seat, action) {
    const isOne = Number.isInteger(action) && action >= 0 && action < this.rules.declared.sizes.actions;
    return isOne && this.toAct.includes(seat) && Boolean(this.#call("allows", seat, action));
  }

  /** Make a ply; refuse an illegal one. @param {number} seat @param {number} action */
  play(seat, action) {
    const { toAct } = this;
    if (!toAct.includes(seat)) throw new Refused({ code: "not_your_turn", reason: `seat ${seat} may not act now`, details: { seat } });
    if (!this.allows(seat, action)) throw new Refused({ code: "not_legal", reason: `action ${action} is not legal now` });
    const move = this.#written(seat, action);
    const before = this.scores[seat];
    const shown = this.#apply(seat, action);
    const { outcomes, known } = this.#letNatureAct();
    const gained = this.scores[seat].map((now, k) => now - before[k]);
    this.plies.push({ seat, action, move, beside: toAct.filter((one) => one !== seat), gained, outcomes, known: [...shown, ...known] });
    this.states.push(this.bytes);
  }

  /** Take back a seat's latest ply, unless others have answered it or something was revealed since. @param {number} seat @returns {number} the ply's number */
  undo(seat) {
    const number = this.latest(seat);
    const [latest, ...later] = this.plies.slice(number);
    for (const { seat: other } of later) {
      if (!latest.beside.includes(other)) throw new Refused({ code: "others_acted", reason: `seat ${other} has acted since` });
    }
    if ([latest, ...later].some(({ known }) => known.length)) throw new Refused({ code: "chance_seen", reason: "something was drawn, rolled or shown since" });
    this.#again([...this.plies.slice(0, number), ...later.map((ply) => ({ ...ply, beside: [...ply.beside, seat] }))]);
    return number;
  }

  /** Go back to before a ply; nature will draw anew from there. @param {number} number */
  rewind(number) {
    this.#again(this.plies.slice(0, number));
  }

  /** @param {number} seat */
  latest(seat) {
    const number = this.plies.findLastIndex((ply) => ply.seat === seat);
    if (number < 0) throw new Refused({ code: "nothing_to_undo", reason: "there is no ply to take back" });
    if (this.isOver) throw new Refused({ code: "game_over", reason: "the game is over" });
    return number;
  }

  /** Rebuild the state from the deal and these plies. @param {Made[]} plies */
  #again(plies) {
    this.plies = plies;
    this.bytes = this.states[0];
    this.states = [this.bytes];
    for (const { seat, action, outcomes } of plies) {
      this.#apply(seat, action);
      for (const outcome of outcomes) this.#apply(NATURE, outcome);
      this.states.push(this.bytes);
    }
  }

  #letNatureAct() {
    /** @type {{outcomes: number[], known: Known[]}} */
    const made = { outcomes: [], known: [] };
    while (turns(this.rules, this.bytes) === 1 << NATURE) {
      const outcome = this.draw(this.#odds(), this.draws, this);
      made.known.push(...this.#apply(NATURE, outcome));
      made.outcomes.push(outcome);
      this.draws += 1;
    }
    return made;
  }

  /** Return the weights of nature's outcomes. @returns {number[]} */
  #odds() {
    return this.rules.on(this.bytes, (engine, t, s) => {
      const out = engine.array("i8", this.rules.declared.sizes.odds);
      const n = engine.call("odds", t, s, 0, out);
      return engine.values(out).slice(0, n);
    });
  }

  /** @param {number} seat @param {number} action @returns {Known[]} what becomes known with it */
  #apply(seat, action) {
    const { rules } = this;
    const [most, columns] = rules.declared.sizes.shown;
    return rules.on(this.bytes, (engine, t, s) => {
      const out = engine.array("i8", Math.max(1, most), columns);
      const n = engine.call("apply", t, s, 0, seat, action, out);
      this.bytes = rules.changed();
      return Array.from({ length: n }, (_, k) => /** @type {Known} */ (engine.values(engine.item(out, k))));
    });
  }

  /** @param {number} seat @param {number} action */
  #written(seat, action) {
    const { rules } = this;
    return rules.on(this.bytes, (engine, t, s) => {
      const row = engine.array("i8", rules.declared.sizes.move);
      engine.call("move", t, s, 0, seat, action, row);
      return rules.notation.write(rules.notation.move(engine.values(row)));
    });
  }

  /** Call a kernel with two numbers, and store the state that it leaves. @param {string} name @param {number} one @param {number} other */
  #call(name, one, other) {
    return this.rules.on(this.bytes, (engine, t, s) => {
      const answer = engine.call(name, t, s, 0, one, other);
      this.bytes = this.rules.changed();
      return answer;
    });
  }
}

/** Return the bits of the seats that may act, including nature's. @param {Rules} rules @param {Uint8Array} bytes */
const turns = ({ declared: { layout } }, bytes) => bytes[layout.fields.turn.offset];

/** @param {Rules} rules @param {Uint8Array} bytes @param {number} seats @returns {number[]} */
function acting(rules, bytes, seats) {
  const bits = turns(rules, bytes);
  return Array.from({ length: seats }, (_, seat) => seat).filter((seat) => (bits >> seat) & 1);
}

/**
 * Return the bytes of a state that a viewer may see, in base64: public fields, the viewer's own rows, and zeros
 * elsewhere.
 * @param {any} layout @param {Uint8Array} bytes @param {number | null} viewer @returns {string}
 */
function granted({ size, fields }, bytes, viewer) {
  const seen = new Uint8Array(size);
  for (const { format, offset, shape, sight } of Object.values(fields)) {
    const length = shape.reduce((/** @type {number} */ all, /** @type {number} */ one) => all * one, Number(format[1]));
    const row = sight === "owner" ? length / shape[0] : length;
    const from = sight === "owner" ? offset + (viewer ?? 0) * row : offset;
    if (sight === "public" || (sight === "owner" && viewer !== null)) seen.set(bytes.subarray(from, from + row), from);
  }
  return btoa(String.fromCharCode(...seen));
}

/** Return the next outcome according to a record. @param {Rules} rules @param {Uint8Array} bytes @param {import("./reveals.js").Claim} claim @param {number[]} weights */
function recalled(rules, bytes, claim, weights) {
  return rules.on(bytes, (engine, t, s) => {
    const out = engine.array("i8", 2);
    engine.call("due", t, s, 0, out);
    const [topic, whose] = engine.values(out);
    const number = claim.next(topic, whose);
    const outcome = number === undefined ? -1 : engine.call("outcome", t, s, 0, number);
    if (!weights[outcome]) throw new Refused({ code: "unreadable", reason: "this can't have been drawn" });
    if (engine.call("told", t, s, 0, outcome) >= 0) claim.take(topic, whose); // otherwise further draws come first
    return outcome;
  });
}
