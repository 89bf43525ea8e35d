/**
 * A game's rules on the page: its declarations, and its engine, which computes synchronously what is legal, the points
 * of moves and their origin, and the reasons for refusals. No rules are implemented here.
 *
 * @typedef {import("./engine.js").Memory} Memory
 * @typedef {import("./engine.js").Layout} Layout
 * @typedef {import("./notation.js").Meant} Meant
 *
 * @typedef {object} Granted  what a viewer may see, as the server sends it
 * @property {string} state  a record's bytes, in base64; zeros for hidden fields
 * @property {number[]} to_act  the seats that may act now
 * @property {number | null} first  the starting seat
 * @property {number[][]} [scores]  the scoreboards, if no engine computes them
 *
 * @typedef {object} Ply  a seat's move
 * @property {number} seat
 * @property {number} action
 * @property {string} text  the move in notation
 * @property {Meant} move
 * @property {number[]} gained  the points that it added to the seat's scoreboard
 * @property {number[][]} [known]  what became known with it: rows of topic, seat or place, and number
 *
 * @typedef {object} Position  a position as a viewer sees it
 * @property {Rules} rules
 * @property {number} seats
 * @property {number | null} viewer  a seat; null for spectators
 * @property {number[]} toAct
 * @property {number | null} first
 * @property {Ply[]} plies  all plies so far
 * @property {number[][]} scores  one scoreboard per seat
 * @property {any} state  the record's fields by name: see the game's `state.d.ts`
 * @property {Uint8Array} bytes  the undecoded record
 * @property {Position} [from]  of an imagined position: the one before the move
 *
 * @typedef {Meant & {action: number, points: number[]}} Move
 *   a legal move, and the points that it adds to the scoreboard
 *
 * @typedef {object} Line  the origin of points
 * @property {number[]} cells
 * @property {string} name  of the number on the scoreboard, such as a colour
 * @property {number} points
 *
 * @typedef {{action: number, value: number, visits: number, terms: any[]}} Advice  a candidate, and the reasons for it
 */

import { decoded } from "./engine.js";
import { Notation } from "./notation.js";

const ADVISED = 5; // candidates in advice
const NODES = 20_000; // the search budget of bots whose level does not set one

export class Rules {
  /** @param {any} declared  the game with its options and parts @param {import("./engine.js").Engine | null} engine */
  constructor(declared, engine) {
    this.declared = declared;
    this.engine = engine;
    this.notation = new Notation(declared.notation);
    /** The tables of the game's parts, by name: see its `state.d.ts`. @type {any} */
    this.tables = fields(declared.tables, decoded(declared.tables.bytes));
    if (!engine) return;
    const { sizes } = declared;
    this.t = engine.records(declared.tables, 1);
    engine.bytes(this.t).set(decoded(declared.tables.bytes));
    this.s = engine.records(declared.layout, 2);
    this.listed = engine.array("i8", sizes.legal);
    /** @type {Uint8Array | null} */
    this.seen = null; // the bytes in the first state
  }

  /**
   * Decode what a viewer may see.
   * @param {Granted} granted @param {number} seats @param {number | null} viewer @param {Ply[]} plies
   * @returns {Position}
   */
  position({ state, to_act: toAct, first, scores }, seats, viewer, plies) {
    const bytes = decoded(state);
    return { rules: this, seats, viewer, toAct, first, plies, scores: scores ?? this.scores(bytes, seats), state: fields(this.declared.layout, bytes), bytes };
  }

  /** @param {{seat: number, action: number, move: string, gained?: number[], known?: number[][]}} told @returns {Ply} */
  ply({ seat, action, move: text, gained = [], known = [] }) {
    const move = this.notation.read(text);
    if (!move) throw new Error(`${text} is no move`);
    return { seat, action, text, move, gained, known };
  }

  /** Return the fields that declare a seat's next turn; null if the game declares none. @param {Position} position @param {number} seat @returns {Record<string, number> | null} */
  ahead({ plies }, seat) {
    const { premoves, first_premoves: first } = this.declared;
    return (plies.some((ply) => ply.seat === seat) ? premoves : first) ?? null;
  }

  /**
   * Return the position as if it were a seat's turn, by the fields that the game declares; null if it declares none, or
   * the game is over.
   * @param {Position} position @param {number} seat
   * @returns {Position | null}
   */
  imagined(position, seat) {
    const { layout } = this.declared;
    const ahead = this.ahead(position, seat);
    if (!ahead || !position.toAct.length) return null;
    const bytes = position.bytes.slice();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const [name, value] of Object.entries({ ...ahead, turn: 1 << seat })) {
      const { format, offset } = layout.fields[name];
      if (format !== "u1") throw new Error(`${name} is no byte`);
      view.setUint8(offset, Number(value));
    }
    return { ...position, bytes, state: fields(layout, bytes), toAct: [seat] };
  }

  /**
   * Return the position after a legal move of the viewer's, as far as it follows from what they see. If chance decides
   * next, no seat may act.
   * @param {Position} position @param {number} seat @param {Move} move
   * @returns {Position}
   */
  after(position, seat, move) {
    const { layout } = this.declared;
    const bytes = this.on(position.bytes, (engine, t, s) => {
      engine.call("act", t, s, 0, seat, move.action);
      return this.changed();
    });
    const state = fields(layout, bytes);
    const toAct = Array.from({ length: position.seats }, (_, one) => one).filter((one) => (Number(state.turn) >> one) & 1);
    const ply = { seat, action: move.action, text: this.notation.write(move), move, gained: move.points };
    return { ...position, from: position, bytes, state, toAct, plies: [...position.plies, ply], scores: this.scores(bytes, position.seats) };
  }

  /** Return what a ply revealed about a topic: the seat or place, and the number. @param {Ply} ply @param {string} key */
  revealed({ known = [] }, key) {
    const topic = this.declared.reveals.topics.findIndex((/** @type {any} */ one) => one.key === key);
    return known.filter(([of]) => of === topic).map(([, whose, number]) => ({ whose, number }));
  }

  // Queries to the engine

  /** Return the scoreboards, one per seat. @param {Uint8Array} bytes @param {number} seats @returns {number[][]} */
  scores(bytes, seats) {
    return this.on(bytes, (engine, t, s) => {
      const out = engine.array("i8", seats, this.declared.sizes.scores);
      const n = engine.call("scoreboards", t, s, 0, out);
      return Array.from({ length: seats }, (_, seat) => engine.values(engine.item(out, seat)).slice(0, n));
    });
  }

  /** Return a seat's legal moves. @param {Position} position @param {number} seat @returns {Move[]} */
  moves({ bytes, toAct, scores }, seat) {
    if (!toAct.includes(seat)) return [];
    return this.on(bytes, (engine, t, s) => {
      const { sizes } = this.declared;
      const n = engine.call("legal", t, s, 0, seat, /** @type {Memory} */ (this.listed));
      const actions = { .../** @type {Memory} */ (this.listed), shape: [n] };
      const after = engine.array("i8", n, sizes.scores);
      const rows = engine.array("i8", n, sizes.move);
      engine.call("scores_after", t, s, seat, actions, after);
      engine.call("write_moves", t, s, 0, seat, actions, rows);
      const points = engine.values(after);
      const numbers = engine.values(rows);
      return engine.values(actions).map((action, k) => ({
        ...this.notation.move(numbers.slice(k * sizes.move, (k + 1) * sizes.move)),
        action,
        points: scores[seat].map((before, number) => points[k * sizes.scores + number] - before),
      }));
    });
  }

  /** Return the origin of the points of a legal move, by any seat. @param {Position} position @param {number} seat @param {Meant} move @param {number} action @returns {Line[]} */
  lines({ bytes, seats }, seat, move, action) {
    return this.on(bytes, (engine, t, s) => {
      const row = engine.array("i8", this.declared.sizes.move);
      engine.write(row, this.notation.row(move));
      engine.call("disclose", t, s, 0, seat, row);
      const { sizes, scores } = this.declared;
      const [most, columns] = sizes.lines;
      const out = engine.array("i8", most, columns);
      const n = engine.call("lines", t, s, 0, seat, action, out);
      this.seen = null; // the call has changed the state
      return Array.from({ length: n }, (_, k) => {
        const [number, points, size, ...cells] = engine.values(engine.item(out, k));
        return { cells: cells.slice(0, size), name: scores.names[seats][number], points };
      });
    });
  }

  /**
   * Return why a seat cannot make a move, as a code and details; null if the move is legal.
   * @param {Position} position @param {number} seat @param {Meant} meant
   */
  refusal({ bytes }, seat, meant) {
    return this.on(bytes, (engine, t, s) => {
      const row = engine.array("i8", this.declared.sizes.move);
      const out = engine.array("i8", this.declared.sizes.refusal);
      engine.write(row, this.notation.row(meant));
      const code = engine.call("why_not", t, s, 0, seat, row, out);
      return code ? this.notation.refusal(code, engine.values(out)) : null;
    });
  }

  /**
   * Return the moves that a bot would consider for a seat, best first and with reasons, based only on what the seat
   * sees.
   * @param {Uint8Array} bytes @param {number} seats @param {number} seat @param {string} level @param {bigint} seed
   * @returns {Advice[]}
   */
  advise(bytes, seats, seat, level, seed) {
    const found = this.think(bytes, seats, seat, level, seed).slice(0, ADVISED);
    const terms = this.on(bytes, () => this.#reasons(bytes, seats, seat, found.map(({ action }) => action)));
    return found.map((one, k) => ({ ...one, terms: terms[k] }));
  }

  /**
   * Return the same without reasons, which take time.
   * @param {Uint8Array} bytes @param {number} seats @param {number} seat @param {string} level @param {bigint} seed
   * @returns {Omit<Advice, "terms">[]}
   */
  think(bytes, seats, seat, level, seed) {
    return this.on(bytes, (engine, t) => {
      const { layout, bots: { workspace, states: room } } = this.declared;
      const s = engine.records(layout, room);
      engine.bytes(engine.item(s, 0)).set(bytes);
      const w = this.workspace(seats, level);
      const luck = engine.array("u8", 1);
      engine.call("seed_stream", luck, seed, 0n);
      const { call, arguments: own } = this.declared.bots.levels[level];
      engine.call(call, t, s, seat, engine.numbers(luck)[0], ...own, w);
      const [found] = engine.values(engine.field(w, 0, workspace, "found"));
      const [actions, values, visits] = ["actions", "values", "visits"].map((name) => engine.values(engine.field(w, 0, workspace, name)).slice(0, found));
      return actions.map((action, k) => ({ action, value: values[k], visits: visits[k] }));
    });
  }

  /** Create a bot's workspace. @param {number} seats @param {string} level @returns {Memory} */
  workspace(seats, level) {
    const { bots: { workspace, levels } } = this.declared;
    const { sets, budget } = levels[level];
    const engine = /** @type {import("./engine.js").Engine} */ (this.engine);
    const w = engine.records(workspace, 1);
    engine.fill(w, workspace, { ...workspace.initial, ...workspace.by_seats[seats], ...sets?.[seats], ...(budget && { [budget]: NODES }) });
    return w;
  }

  /** Return the differences between candidates, for `reason` in words.js. @param {Uint8Array} bytes @param {number} seats @param {number} seat @param {number[]} actions */
  #reasons(bytes, seats, seat, actions) {
    const engine = /** @type {import("./engine.js").Engine} */ (this.engine);
    const { scores: { names, facts, lowest_counts: lowestCounts }, bots: { terms: { kinds, columns, most } }, layout } = this.declared;
    const called = names[seats];
    const longest = called.length + facts.length + 1;
    const s = engine.records(layout, 2);
    engine.bytes(engine.item(s, 0)).set(bytes);
    const chosen = engine.array("i8", actions.length);
    engine.write(chosen, actions);
    const told = engine.array("i8", 2, longest, 4);
    const room = engine.array("i8", Math.max(longest, seats));
    const out = engine.array("i8", actions.length, longest + 1, columns);
    engine.call("explain", /** @type {Memory} */ (this.t), s, seat, chosen, lowestCounts, told, room, this.workspace(seats, "meister"), out);
    const before = this.scores(bytes, seats)[seat];
    const lowest = lowestCounts ? [...before].sort((a, b) => a - b)[0] : null;
    return actions.map((_, k) => {
      const rows = chunks(engine.values(engine.item(out, k)), columns);
      return rows.slice(0, Math.min(rows.at(-1)?.[0] ?? 0, most)).map(([kind, number, from, to, fromIn, toIn]) => {
        const term = { term: kinds[kind], from, to };
        if (term.term === "score") return { ...term, name: called[number], lowest: from === lowest };
        if (term.term === "fit") return { ...term, name: facts[number] };
        return { ...term, name: String(number), from_in: called[fromIn], in: called[toIn] };
      });
    });
  }

  /** Return the first state's bytes after a call that has changed it. @returns {Uint8Array} */
  changed() {
    const { engine, s } = this;
    if (!engine || !s) throw new Error(`${this.declared.game} has no engine`);
    this.seen = engine.bytes(engine.item(s, 0)).slice();
    return this.seen;
  }

  /**
   * Call the engine with these bytes in the first state; free what is allocated meanwhile.
   * @template R
   * @param {Uint8Array | null} bytes  null if no state is needed
   * @param {(engine: import("./engine.js").Engine, t: Memory, s: Memory) => R} ask
   * @returns {R}
   */
  on(bytes, ask) {
    const { engine, t, s } = this;
    if (!engine || !t || !s) throw new Error(`${this.declared.game} has no engine`);
    if (bytes && this.seen !== bytes) engine.bytes(engine.item(s, 0)).set(bytes);
    this.seen = bytes ?? this.seen;
    const top = engine.top;
    try {
      return ask(engine, t, s);
    } finally {
      engine.release(top);
    }
  }
}

/**
 * Return a record's fields by name: numbers, or nested lists in the field's shape.
 * @param {Layout} layout @param {Uint8Array} bytes
 */
function fields(layout, bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Object.fromEntries(
    Object.entries(layout.fields).map(([name, { format, offset, shape }]) => {
      const { size, read } = READERS[/** @type {keyof typeof READERS} */ (format)];
      const length = shape.reduce((all, one) => all * one, 1);
      let values = Array.from({ length }, (_, k) => read(view, offset + k * size));
      for (const one of shape.slice(1).reverse()) values = /** @type {any} */ (chunks(values, one));
      return [name, shape.length ? values : values[0]];
    }),
  );
}

/** Numbers in records are little-endian; eight-byte integers are BigInt. */
const READERS = {
  i1: { size: 1, read: (/** @type {DataView} */ view, /** @type {number} */ at) => view.getInt8(at) },
  u1: { size: 1, read: (/** @type {DataView} */ view, /** @type {number} */ at) => view.getUint8(at) },
  i2: { size: 2, read: (/** @type {DataView} */ view, /** @type {number} */ at) => view.getInt16(at, true) },
  u2: { size: 2, read: (/** @type {DataView} */ view, /** @type {number} */ at) => view.getUint16(at, true) },
  i4: { size: 4, read: (/** @type {DataView} */ view, /** @type {number} */ at) => view.getInt32(at, true) },
  u4: { size: 4, read: (/** @type {DataView} */ view, /** @type {number} */ at) => view.getUint32(at, true) },
  i8: { size: 8, read: (/** @type {DataView} */ view, /** @type {number} */ at) => view.getBigInt64(at, true) },
  u8: { size: 8, read: (/** @type {DataView} */ view, /** @type {number} */ at) => view.getBigUint64(at, true) },
  f4: { size: 4, read: (/** @type {DataView} */ view, /** @type {number} */ at) => view.getFloat32(at, true) },
  f8: { size: 8, read: (/** @type {DataView} */ view, /** @type {number} */ at) => view.getFloat64(at, true) },
};

/** Split a list into lists of equal length. @template T @param {readonly T[]} values @param {number} length @returns {T[][]} */
function chunks(values, length) {
  return Array.from({ length: values.length / length }, (_, k) => values.slice(k * length, (k + 1) * length));
}
