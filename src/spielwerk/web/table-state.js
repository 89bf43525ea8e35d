/** The state of a table on this page: its players, and what each followed seat may see. */

import { begun, promised, settings } from "./settings.js";

/** @typedef {import("./rules.js").Position} Position */
/** @typedef {import("./server.js").News} News */

export class TableState {
  /**
   * @param {string} id
   * @param {string | undefined} invite
   * @param {any} told  the server's answer about the table
   */
  constructor(id, invite, told) {
    this.id = id;
    this.invite = invite;
    this.info = told.info;
    /** @type {number[]} */
    this.yours = told.yours;
    this.host = told.host;
    /** @type {import("./rules.js").Rules | null} */
    this.rules = null; // until they are loaded, and for games without an engine
    /** @type {Map<number | null, Position>} what each seat sees that is followed here */
    this.positions = new Map();
    /** @type {Position | undefined} */
    this.before = undefined; // the position before the latest move
    this.promised = promised(id); // the server's commitment, as first received
    this.begun = begun(id); // the unfinished choice from before a reload, and the seat whose hand was shown
    /** @type {Record<string, number>} */
    this.deadlines = {};
    this.number = 0;
    /** @type {Map<number | null, number>} */
    this.numbers = new Map(); // the last entry that each seat has received: their news arrives separately
    /** @type {News["events"]} */
    this.events = []; // the latest
    this.wasRunning = false; // whether the user saw the game running
    /** @type {number | null} */
    this.asksAgain = null; // the seat that first asked for a rematch
    /** @type {number[]} */
    this.reserved = told.reserved ?? []; // the user's seats in this game, to be taken with a click
  }

  /**
   * Process news.
   * @param {News} news
   * @returns {{isFirst: boolean, isNew: boolean, before: Position | undefined, now: Position | undefined}}
   *   whether they are the seat's first, whether they are new to all seats here, and the seat's position before and
   *   after
   */
  hear(news) {
    const isFirst = !this.numbers.has(news.seat);
    const before = this.positions.get(news.seat);
    if (news.info) this.info = this.#own(news.info);
    if (this.info.status !== "over") this.promised ||= promised(this.id, this.info.commitment ?? "");
    this.wasRunning ||= this.info.status === "running";
    this.events = news.events;
    this.asksAgain = news.events.find(({ kind }) => kind === "next")?.seat ?? this.asksAgain;
    this.deadlines = news.deadlines;
    this.numbers.set(news.seat, news.number);
    const now = before && !news.events.length ? before : this.#granted(news, before); // otherwise only the players have changed
    if (now) this.positions.set(news.seat, now);
    const isNew = news.number > this.number || isFirst;
    this.number = Math.max(news.number, this.number);
    this.before = before;
    return { isFirst, isNew, before, now };
  }

  /** Clear the guest mark of the user's own seats: they know it. @param {any} info */
  #own(info) {
    const sitting = info.sitting.map((/** @type {any} */ sitter, /** @type {number} */ seat) => (this.yours.includes(seat) ? { ...sitter, guest: false } : sitter));
    return { ...info, sitting };
  }

  /** Return the position that a seat may see now; undefined before the deal. @param {News} news @param {Position} [seen] */
  #granted({ seat, state, since = 0, plies = [], to_act = [], first = null }, seen) {
    const { rules } = this;
    if (!rules || !state) return undefined;
    const all = [...(seen?.plies ?? []).slice(0, since), ...plies.map((ply) => rules.ply(ply))];
    return rules.position({ state, to_act, first }, this.info.seats, seat, all);
  }

  /** Return the spectator's invitation as a parameter for addresses. @param {string} sign */
  invited(sign) {
    return this.invite ? `${sign}invite=${encodeURIComponent(this.invite)}` : "";
  }

  /** The seat whose view is shown: preferably one of the user's that may act. */
  get seat() {
    const playing = this.yours.find((seat) => this.positions.get(seat)?.toAct.includes(seat));
    return playing ?? this.yours[0] ?? null;
  }

  /** Whether all of the user's seats have received news: until then it is unknown whose turn it is. */
  get isKnown() {
    return this.yours.every((seat) => this.numbers.has(seat));
  }

  get position() {
    return this.positions.get(this.seat);
  }

  get isRunning() {
    return this.info.status === "running";
  }

  get myTurn() {
    const { seat } = this;
    return this.isRunning && seat !== null && Boolean(this.position?.toAct.includes(seat)) && !this.info.sitting[seat].resigned;
  }

  /** Whether the user may choose a premove. */
  get canPlan() {
    const { position, rules, yours: [seat, ...others], info } = this;
    if (!this.isRunning || !position || seat === undefined || others.length || info.sitting[seat].away) return false;
    return Boolean(rules?.ahead(position, seat));
  }

  /** Whether this is a phone beside a shared screen. */
  get isHandheld() {
    return Boolean(this.info.room) && this.yours.length > 0;
  }

  /** Whether the coach may speak: there are no other people, and hints are allowed. */
  get canBeCoached() {
    const { info, position, seat, yours } = this;
    const others = info.sitting.every((/** @type {any} */ sitter, /** @type {number} */ k) => k === seat || sitter.bot);
    return this.isRunning && info.hints && yours.length === 1 && others && Boolean(position?.rules.engine);
  }

  /** Whether the hand stays covered until the next player takes over the screen. */
  get covered() {
    if (!settings.cover || !this.info.secret || this.yours.length < 2 || !this.isRunning) return false;
    return !this.isKnown || this.begun.read().shownTo !== this.seat;
  }
}
