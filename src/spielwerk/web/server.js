/** Talk to the server: requests, the current user, and the socket for news and acts. */

import { SITE } from "./site.js";

/** A refused request, with the reason. */
export class Refused extends Error {
  /** @param {{code: string, reason: string, details?: Record<string, any>, may?: any}} told */
  constructor(told) {
    super(told.reason);
    this.code = told.code;
    this.details = told.details ?? {};
    this.may = told.may ?? this.details.may;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
  if (SITE) return without(path);
  let answer;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused({ code: "offline", reason: "the server can't be reached" });
  }
  if (answer.status === 204) return undefined;
  const type = answer.headers.get("Content-Type") ?? "";
  const told = type.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) {
    throw new Refused(typeof told === "object" ? told : { code: "failed", reason: String(answer.status) });
  }
  return told;
}

/** @type {Promise<Record<string, any>> | undefined} */
let answers;

/** Return the answer from a file that replaces the server. @param {string} path */
async function without(path) {
  answers ??= fetch(new URL("../answers.json", import.meta.url)).then((answer) => answer.json());
  const told = await answers;
  if (!(path in told)) throw new Refused({ code: "no_server", reason: "there is no server here" });
  return told[path];
}

/** @param {string} path */
export const get = (path) => ask("GET", path);
/** @param {string} path @param {unknown} [body] */
export const post = (path, body = {}) => ask("POST", path, body);
/** @param {string} path @param {unknown} body */
export const put = (path, body) => ask("PUT", path, body);
/** @param {string} path */
export const drop = (path) => ask("DELETE", path);

/** @typedef {{id: number, name: string, guest: boolean}} Person */

/** @type {Promise<Person | null> | null} */
let known = null;

/** Return the current user; null if not signed in. */
export function me() {
  known ??= get("/me").catch((error) => {
    if (error instanceof Refused && error.code === "not_signed_in") return null; // the cookie is outdated
    known = null;
    throw error;
  });
  return known;
}

/** Fires `changed` when the current user changes. */
export const identity = new EventTarget();

/** Forget the cached current user. */
export function forgetMe() {
  known = null;
  identity.dispatchEvent(new Event("changed"));
}

/**
 * Return the current user; sign in as a guest of that name if there is none.
 * @param {string} name
 */
export async function meOrGuest(name) {
  const found = await me();
  if (found) return found;
  const made = await post("/people", { name });
  known = Promise.resolve(made);
  identity.dispatchEvent(new Event("changed"));
  return made;
}

// The socket

/* In milliseconds: the delay between attempts to connect, and the limits for silence. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 6000;
const LOOK = 250;
const PING = 5000;
const SILENCE = 4000;
const PING_SEEN = 750; // while the page is visible: together with LOOK and LATE, a lost connection is reported within two seconds
const LATE = 900; // for the answer to that ping, which the server sends immediately
const NOT_READY = new Set(["no_answer", "no_database", "not_written"]); // codes worth retrying
const SLOW = 1500; // for any other answer; then warn that the connection may be lost

/**
 * @typedef {object} News
 * @property {string} table
 * @property {number | null} seat
 * @property {number} number
 * @property {any[]} events
 * @property {any} [info]
 * @property {string | null} state  what the seat may see; null before the deal
 * @property {number} [since]  the number of the first ply in `plies`
 * @property {{seat: number, action: number, move: string}[]} [plies]
 * @property {number[]} [to_act]
 * @property {number | null} [first]
 * @property {string | null} [commitment]
 * @property {Record<string, number>} deadlines
 *
 * @typedef {object} Following
 * @property {string} table
 * @property {number | null} seat
 * @property {number} have
 * @property {string | undefined} invite
 * @property {string | undefined} rules  the digest of the rules that records are decoded by
 * @property {(news: News) => void} hear
 * @property {(error: Refused) => void} refused
 */

/** The socket: receives news, sends acts, and reconnects after a lost connection. */
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
    this.doubted = false; // whether an answer is late
    this.lastHeard = 0;
    this.pinging = false;
    this.timer = setInterval(() => this.#look(), LOOK);
    addEventListener("online", () => this.#connect());
    addEventListener("offline", () => this.#doubt());
    this.#connect();
  }

  /**
   * Follow a table as a seat or as a spectator. Missed news arrives automatically.
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
   * Perform an act at a table; it is done once, however often it has to be sent.
   * @param {string} table
   * @param {Record<string, any>} act
   */
  act(table, act) {
    return this.#send({ table, act: { key: freshKey(), ...act } });
  }

  /** Whether an act has no answer yet. */
  get isActing() {
    return [...this.asked.values()].some(({ message }) => message.act);
  }

  /** Reconnect immediately as the current user. */
  again() {
    this.wait = 0;
    this.socket?.close();
  }

  /** Disconnect permanently. */
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
      this.open = false;
      // A worker that is being replaced disconnects, and the next one answers immediately: don't report that.
      setTimeout(() => !this.open && this.dispatchEvent(new Event("lost")), SLOW);
      for (const { message, failed } of this.asked.values()) {
        if (!message.act) failed(new Refused({ code: "offline", reason: "not connected" }));
      }
      if (!this.closed) setTimeout(() => this.#connect(), this.wait * (0.75 + Math.random() / 2));
      this.wait = Math.min(Math.max(this.wait * 2, FIRST_WAIT), LONGEST_WAIT);
    };
  }

  /** Ping a silent connection, about once a second while the page is visible; close one that stays silent. */
  #look() {
    if (!this.open || !this.socket) return;
    const silent = Date.now() - this.lastHeard;
    if (silent > PING + SILENCE) this.socket.close();
    else if (silent > (document.visibilityState === "visible" ? PING_SEEN : PING)) this.#ping();
  }

  #ping() {
    if (this.pinging) return;
    this.pinging = true;
    const ended = () => void (this.pinging = false);
    this.#send({ ping: true }, LATE).then(ended, ended);
  }

  /** Report that the connection may be lost, until something is received. */
  #doubt() {
    this.doubted = true;
    this.dispatchEvent(new Event("lost"));
  }

  /** @param {Following} one */
  #watch(one) {
    const { table, seat, have, invite, rules } = one;
    this.#send({ watch: { table, seat, have, form: "record", ...(invite && { invite }), ...(rules && { rules }) } }).then(
      (news) => this.#tell(one, news),
      (error) => {
        if (error.code === "offline") return; // it is sent again after reconnecting
        if (NOT_READY.has(error.code)) setTimeout(() => this.open && this.following.has(one) && this.#watch(one), 1000 * (error.details.seconds ?? 1));
        else one.refused(error);
      },
    );
  }

  /**
   * @param {Record<string, any>} what
   * @param {number} slow  report a missing answer after this time
   * @returns {Promise<any>}
   */
  #send(what, slow = SLOW) {
    const message = { id: ++this.number, ...what };
    return new Promise((done, failed) => {
      // An act that was never sent, or never answered, is sent again after a reconnection.
      if (!what.act && !this.open) {
        failed(new Refused({ code: "offline", reason: "not connected" }));
        return;
      }
      this.asked.set(message.id, { message, done, failed });
      if (this.open) this.socket?.send(JSON.stringify(message));
      setTimeout(() => this.asked.has(message.id) && this.#doubt(), slow);
    }).finally(() => this.asked.delete(message.id));
  }

  /** @param {any} told */
  #hear(told) {
    this.lastHeard = Date.now();
    if (this.doubted) this.dispatchEvent(new Event("open"));
    this.doubted = false;
    if (!("id" in told)) {
      this.#spread(told);
      return;
    }
    const asked = this.asked.get(told.id);
    if ("ok" in told) asked?.done(told.ok);
    else asked?.failed(new Refused(told.refused));
    if (told.news) this.#spread(told.news); // those that follow from the act
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

/** Return a unique key. (`crypto.randomUUID` exists only on HTTPS and localhost.) */
function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16).padStart(8, "0")).join("");
}
