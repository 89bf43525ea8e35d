/** What this page knows of a table: who sits there, and what each seat that is followed here was granted. */

import { begun, promised, settings } from "./settings.js";

/** @typedef {import("./rules.js").Position} Position */
/** @typedef {import("./server.js").News} News */

export class TableState {
  /**
   * @param {string} id
   * @param {string | undefined} invite
   * @param {any} told  as the server tells of the table
   */
  constructor(id, invite, told) {
    this.id = id;
    this.invite = invite;
    this.info = told.info;
    /** @type {number[]} */
    this.yours = told.yours;
    this.host = told.host;
    /** @type {import("./rules.js").Rules | null} */
    this.rules = null; // until they are loaded, and where a game has no engine
    /** @type {Map<number | null, Position>} what each seat sees that is followed here */
    this.positions = new Map();
    /** @type {Position | undefined} */
    this.before = undefined; // what was seen before the latest move
    this.promised = promised(id); // what the server committed to, when it was first heard
    this.begun = begun(id); // what was being chosen here before a reload, and whose hand was shown
    /** @type {Record<string, number>} */
    this.deadlines = {};
    this.number = 0;
    /** @type {Map<number | null, number>} */
    this.numbers = new Map(); // up to which entry each seat has heard: their news come one by one
    /** @type {News["events"]} */
    this.events = []; // the latest
    this.wasRunning = false; // whether the end was seen to come
  }

  /**
   * Note news.
   * @param {News} news
   * @returns {{isFirst: boolean, isNew: boolean, before: Position | undefined, now: Position | undefined}}
   *   whether they are the seat's first, whether they tell what no other seat here was told, and what the seat saw
   */
  hear(news) {
    const isFirst = !this.numbers.has(news.seat);
    const before = this.positions.get(news.seat);
    if (news.info) this.info = news.info;
    this.wasRunning ||= this.info.status === "running";
    this.events = news.events;
    this.deadlines = news.deadlines;
    this.numbers.set(news.seat, news.number);
    const now = this.#granted(news, before);
    if (now) this.positions.set(news.seat, now);
    const isNew = news.number > this.number || isFirst;
    this.number = Math.max(news.number, this.number);
    this.before = before;
    return { isFirst, isNew, before, now };
  }

  /** What a seat was granted now; undefined before the deal. @param {News} news @param {Position} [seen] */
  #granted({ seat, state, since = 0, plies = [], to_act = [], first = null, commitment }, seen) {
    const { rules } = this;
    if (!rules || !state) return undefined;
    if (this.info.status === "running") this.promised ||= promised(this.id, commitment ?? "");
    const all = [...(seen?.plies ?? []).slice(0, since), ...plies.map((ply) => rules.ply(ply))];
    return rules.position({ state, to_act, first }, this.info.seats, seat, all);
  }

  /** The invitation by which one watches, for addresses. @param {string} sign */
  invited(sign) {
    return this.invite ? `${sign}invite=${encodeURIComponent(this.invite)}` : "";
  }

  /** The seat through whose eyes one looks: one's own whose turn it is, before all others. */
  get seat() {
    const playing = this.yours.find((seat) => this.positions.get(seat)?.toAct.includes(seat));
    return playing ?? this.yours[0] ?? null;
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

  /** Whether one may choose a move before it is one's turn. */
  get canPlan() {
    return this.isRunning && Boolean(this.rules?.declared.premoves) && this.yours.length === 1 && !this.info.sitting[this.yours[0]].away;
  }

  /** Whether the hand waits for somebody else to take the screen. */
  get covered() {
    return settings.cover && this.info.secret && this.yours.length > 1 && this.isRunning && this.begun.read().shownTo !== this.seat;
  }
}
