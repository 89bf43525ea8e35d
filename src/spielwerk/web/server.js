/** Talking to the server: requests, who one is, and the socket with news of tables and acts. */

/** Something that was not done, and why. */
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

/** Who one is; null if the server does not know yet. */
export function me() {
  known ??= get("/me").catch((error) => {
    if (error instanceof Refused && error.code === "not_signed_in") return null; // an old cookie
    known = null;
    throw error;
  });
  return known;
}

/** Tells `changed` when one is somebody else than before. */
export const identity = new EventTarget();

/** Ask again who one is. */
export function forgetMe() {
  known = null;
  identity.dispatchEvent(new Event("changed"));
}

/**
 * Who one is; a guest by that name if the server does not know yet.
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

/* In milliseconds: between two tries to connect, and how long nothing needs to be heard. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const PING = 5000;
const SILENCE = 4000;
const SLOW = 1500; // without an answer, one is told that the connection may be lost

/**
 * @typedef {object} News
 * @property {string} table
 * @property {number | null} seat
 * @property {number} number
 * @property {any[]} events
 * @property {any} [info]
 * @property {string | null} state  what the seat was granted; null before the deal
 * @property {number} [since]  the ply from which on `plies` tell
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
 * @property {string | undefined} rules  by which records are read here
 * @property {(news: News) => void} hear
 * @property {(error: Refused) => void} refused
 */

/** The socket: news, acts with an answer, and back again after a lost connection. */
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
    this.timer = setInterval(() => this.#look(), PING / 4);
    addEventListener("online", () => this.#connect());
    addEventListener("offline", () => this.#doubt());
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
    return this.#send({ table, act: { key: freshKey(), ...act } });
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

  /** Say that the connection may be lost, until something is heard. */
  #doubt() {
    this.doubted = true;
    this.dispatchEvent(new Event("lost"));
  }

  /** @param {Following} one */
  #watch(one) {
    const { table, seat, have, invite, rules } = one;
    this.#send({ watch: { table, seat, have, form: "record", ...(invite && { invite }), ...(rules && { rules }) } }).then(
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
      setTimeout(() => this.asked.has(message.id) && this.#doubt(), SLOW);
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

/** A key that nobody uses twice. (`crypto.randomUUID` exists only on HTTPS and on the server's own machine.) */
function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16).padStart(8, "0")).join("");
}
