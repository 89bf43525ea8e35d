/** The socket: news of tables, acts with an answer, and back again after a lost connection. */

import { Refused } from "./server.js";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const PING = 20000;
const SILENCE = 8000;

/**
 * @typedef {object} News
 * @property {string} table
 * @property {number | null} seat
 * @property {number} number
 * @property {any[]} events
 * @property {any} [info]
 * @property {any} view
 * @property {Record<string, number>} deadlines
 *
 * @typedef {object} Following
 * @property {string} table
 * @property {number | null} seat
 * @property {number} have
 * @property {string | undefined} invite
 * @property {(news: News) => void} hear
 * @property {(error: Refused) => void} refused
 */

export class Live extends EventTarget {
  constructor() {
    super();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.number = 0;
    this.wait = FIRST_WAIT;
    /** @type {Set<Following>} */
    this.following = new Set();
    /** @type {Map<number, {message: any, done: (told: any) => void, failed: (error: Refused) => void}>} */
    this.asked = new Map();
    this.open = false;
    this.closed = false;
    this.lastHeard = 0;
    this.timer = setInterval(() => this.#look(), PING / 4);
    addEventListener("online", () => this.#connect());
    this.#connect();
  }

  /**
   * Follow a table as a seat, or as a spectator. What was missed comes by itself.
   * @param {Omit<Following, "have">} what
   */
  follow(what) {
    const one = { ...what, have: 0 };
    this.following.add(one);
    if (this.open) this.#watch(one);
    return () => {
      this.following.delete(one);
      if (this.open) this.#send({ unwatch: { table: one.table, seat: one.seat } }).catch(() => {});
    };
  }

  /**
   * Do something at a table; it is done once, however often it has to be sent.
   * @param {string} table
   * @param {Record<string, any>} act
   */
  act(table, act) {
    return this.#send({ table, act: { key: crypto.randomUUID(), ...act } });
  }

  /** Come back at once, as who one is now. */
  again() {
    this.wait = 0;
    this.socket?.close();
  }

  /** Leave for good. */
  close() {
    this.closed = true;
    clearInterval(this.timer);
    this.socket?.close();
  }

  #connect() {
    if (this.closed || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.open = true;
      this.wait = FIRST_WAIT;
      this.lastHeard = Date.now();
      for (const { message } of this.asked.values()) socket.send(JSON.stringify(message));
      for (const one of this.following) this.#watch(one);
      this.dispatchEvent(new Event("open"));
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.dispatchEvent(new Event("lost"));
      this.open = false;
      for (const { message, failed } of this.asked.values()) {
        if (!message.act) failed(new Refused({ code: "offline", reason: "not connected" }));
      }
      if (!this.closed) setTimeout(() => this.#connect(), this.wait * (0.75 + Math.random() / 2));
      this.wait = Math.min(Math.max(this.wait * 2, FIRST_WAIT), LONGEST_WAIT);
    };
  }

  /** A connection that says nothing is no connection. */
  #look() {
    if (!this.open || !this.socket) return;
    const silent = Date.now() - this.lastHeard;
    if (silent > PING + SILENCE) this.socket.close();
    else if (silent > PING) this.#send({ ping: true }).catch(() => {});
  }

  /** @param {Following} one */
  #watch(one) {
    const { table, seat, have, invite } = one;
    this.#send({ watch: { table, seat, have, ...(invite ? { invite } : {}) } }).then(
      (news) => this.#tell(one, news),
      (error) => error.code !== "offline" && one.refused(error), // else it is asked again
    );
  }

  /**
   * @param {Record<string, any>} what
   * @returns {Promise<any>}
   */
  #send(what) {
    const message = { id: ++this.number, ...what };
    return new Promise((done, failed) => {
      // An act that was never sent, or never answered, is sent again after a reconnection.
      if (!what.act && !this.open) {
        failed(new Refused({ code: "offline", reason: "not connected" }));
        return;
      }
      this.asked.set(message.id, { message, done, failed });
      if (this.open) this.socket?.send(JSON.stringify(message));
    }).finally(() => this.asked.delete(message.id));
  }

  /** @param {any} told */
  #hear(told) {
    this.lastHeard = Date.now();
    if (!("id" in told)) {
      this.#spread(told);
      return;
    }
    const asked = this.asked.get(told.id);
    if ("ok" in told) asked?.done(told.ok);
    else asked?.failed(new Refused(told.refused));
    if (told.news) this.#spread(told.news); // of what was asked for
  }

  /** @param {News} news */
  #spread(news) {
    for (const one of this.following) {
      if (one.table === news.table && one.seat === news.seat) this.#tell(one, news);
    }
  }

  /** @param {Following} one @param {News} news */
  #tell(one, news) {
    if (!this.following.has(one)) return;
    if (one.have > news.number) return;
    one.have = news.number;
    one.hear(news);
  }
}
