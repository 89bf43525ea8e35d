/** A table on this device: its seats, its acts, and the news for each seat. It uses no browser API. */

import { placed, resulting } from "../results.js";
import { Refused } from "../server.js";
import { drawn, lot, Match } from "./match.js";

/** @typedef {import("../rules.js").Rules} Rules */
/** @typedef {import("../kept.js").Kept} Kept */
/** @typedef {{number: number, kind: string, seat: number | null, at: number, ply?: number, untouched: number}} Entry */

const STAND_IN = "geselle"; // plays for a player who resigned

/**
 * @typedef {object} Terms  the set-up of a table
 * @property {string} id
 * @property {bigint} seed
 * @property {number} seats
 * @property {Record<string, string>} options  that differ from the defaults
 * @property {{name: string | null, bot: string | null}[]} sitting
 * @property {boolean} hints
 * @property {string} [parts]  own parts, as the text of their file
 */

export class DeviceTable {
  /** @param {Rules} rules @param {Terms} terms @param {number} now */
  static begin(rules, { id, seed, seats, options, sitting, hints, parts }, now) {
    const match = new Match(rules, seats, lot(rules, seed, seats), drawn(rules, seed));
    const yours = sitting.flatMap(({ bot }, seat) => (bot ? [] : [seat]));
    const own = parts === undefined ? {} : { declared: rules.declared };
    const device = { id, seed: String(seed), sitting, yours, hints, created: now, since: now, ended: null, to_act: match.toAct, ranks: null, results: null, ...own };
    return new DeviceTable(match, { ...match.record(options), ...(parts === undefined ? {} : { parts_text: parts }), device });
  }

  /** Continue a stored game. @param {Rules} rules @param {Kept} kept */
  static read(rules, kept) {
    return new DeviceTable(Match.read(rules, kept, drawn(rules, BigInt(kept.device.seed)), kept.device.draws), kept);
  }

  /** @param {Match} match @param {Kept} kept */
  constructor(match, kept) {
    this.match = match;
    this.kept = kept;
    this.resigned = [...(kept.resigned ?? [])];
    /** @type {Entry[]} */
    this.entries = [];
    this.#add("start", null, kept.device.created, 0);
    match.plies.forEach(({ seat }, ply) => this.#add("move", seat, kept.device.since, ply, ply));
    for (const seat of this.resigned) this.#add("resign", seat, kept.device.since, match.plies.length);
  }

  // Queries

  get id() {
    return this.kept.device.id;
  }

  get rules() {
    return this.match.rules;
  }

  get isOver() {
    return this.match.isOver || this.#isConceded;
  }

  /** Whether players have resigned, and at most one seat, or only bots, remain. */
  get #isConceded() {
    const left = this.kept.device.sitting.map((_, seat) => seat).filter((seat) => !this.resigned.includes(seat));
    return this.resigned.length > 0 && (left.length <= 1 || left.every((seat) => this.kept.device.sitting[seat].bot));
  }

  get toAct() {
    return this.isOver ? [] : this.match.toAct;
  }

  /** Return the bot that plays a seat now; null for a person. @param {number} seat @returns {string | null} */
  botFor(seat) {
    return this.kept.device.sitting[seat].bot ?? (this.resigned.includes(seat) ? STAND_IN : null);
  }

  /** Each seat's rank; null until the game is over. */
  get ranks() {
    return this.isOver ? placed(this.match.ranks, this.match.seats, this.resigned) : null;
  }

  /** Each seat's result, computed as the game declares it; null until the game is over. @returns {number[] | null} */
  get results() {
    const { match: { seats, scores: boards }, rules: { declared } } = this;
    return this.isOver ? boards.map((numbers) => resulting(declared.scores.results[seats], numbers)) : null;
  }

  info() {
    const { match, kept: { game, seats, options, device, parts_text: own }, rules: { declared } } = this;
    return {
      id: device.id,
      device: true,
      game,
      seats,
      options,
      first: match.first,
      watch: "seats",
      listed: false,
      clock: null,
      hints: device.hints,
      take_backs: true,
      own_parts: own !== undefined,
      status: this.isOver ? "over" : "running",
      number: this.entries.length,
      sitting: device.sitting.map((sitter, seat) => ({ ...sitter, away: false, resigned: this.resigned.includes(seat) })),
      secret: Object.values(declared.layout.fields).some((/** @type {any} */ field) => field.sight === "owner"),
      asked_back: null,
      ranks: this.ranks,
      results: this.results,
      next: null,
    };
  }

  /** Return the news for a seat that has the first `have` entries. @param {number} seat @param {number} have @returns {import("../server.js").News} */
  news(seat, have) {
    const fresh = this.entries.slice(have);
    const since = Math.min(this.match.plies.length, ...fresh.map(({ untouched }) => untouched));
    return { table: this.id, seat, number: this.entries.length, events: fresh, deadlines: {}, info: this.info(), ...this.match.granted(seat, since), to_act: this.toAct };
  }

  // Acts

  /** Perform an act, or refuse it. @param {Record<string, any>} act @param {number} now */
  act(act, now) {
    if (this.isOver) throw new Refused({ code: "game_over", reason: "the game is over" });
    const { seat } = act;
    switch (act.do) {
      case "move":
        this.match.play(seat, act.action);
        this.#add("move", seat, now, this.match.plies.length - 1, this.match.plies.length - 1);
        break;
      case "undo": {
        const ply = this.match.undo(seat);
        this.#add("undo", seat, now, ply, ply);
        break;
      }
      case "ask_back": { // everybody at this device agrees, and bots are not asked
        const ply = this.match.latest(seat);
        this.match.rewind(ply);
        this.#add("back", seat, now, ply, ply);
        break;
      }
      case "name": {
        const { device } = this.kept;
        const sitting = device.sitting.map((/** @type {any} */ sitter, /** @type {number} */ k) => (k === seat ? { ...sitter, name: act.name } : sitter));
        this.kept = { ...this.kept, device: { ...device, sitting } };
        this.#add("name", seat, now, this.match.plies.length);
        break;
      }
      case "resign":
        this.resigned.push(seat);
        this.#add("resign", seat, now, this.match.plies.length);
        break;
      default:
        throw new Refused({ code: "refused", reason: `${act.do} can't be done on this device` });
    }
    this.#note(now);
    return { number: this.entries.length };
  }

  /** @param {string} kind @param {number | null} seat @param {number} at @param {number} untouched  the number of plies that it left unchanged @param {number} [ply] */
  #add(kind, seat, at, untouched, ply) {
    this.entries.push({ number: this.entries.length, kind, seat, at, untouched, ...(ply === undefined ? {} : { ply }) });
  }

  /** Update the record. @param {number} now */
  #note(now) {
    const { kept: { options, device, parts_text: own }, resigned } = this;
    const told = { draws: this.match.draws, since: now, ended: this.isOver ? now : null, to_act: this.toAct, ranks: this.ranks, results: this.results };
    this.kept = {
      ...this.match.record(options),
      ...(resigned.length ? { resigned: [...resigned] } : {}),
      ...(own === undefined ? {} : { parts_text: own }),
      device: { ...device, ...told },
    };
  }
}
