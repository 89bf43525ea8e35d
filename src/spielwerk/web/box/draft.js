/** A box being edited: its parts file, and the verdict of the server's reader after each step. */

import { Refused, post } from "../server.js";
import { toml } from "./toml.js";

/** @typedef {import("./toml.js").Value} Value */
/** @typedef {{code: string, reason: string, details: Record<string, any>}} Refusal */

const PAUSE = 200; // milliseconds to wait for another step before asking the reader

/** Fires `read` after tables were read from a text, and `checked` when a check begins or ends. */
export class Draft extends EventTarget {
  /** @param {string} game */
  constructor(game) {
    super();
    this.game = game;
    this.text = "";
    /** @type {Record<string, any>} */
    this.tables = {};
    /** The reason why it cannot be used. @type {Refusal | null} */
    this.wrong = null;
    /** Whether the reader's answer is pending. */
    this.waits = true;
    /** Whether it differs from the game's standard box. */
    this.own = false;
    /** The declarations of the game with these parts, or with the last valid ones. @type {any} */
    this.declared = null;
    this.asked = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {string} table @param {string} key @returns {any} */
  entry(table, key) {
    const found = this.table(table);
    return Object.hasOwn(found, key) ? found[key] : undefined;
  }

  /** @param {string} name @returns {Record<string, any>} */
  table(name) {
    const found = Object.hasOwn(this.tables, name) ? this.tables[name] : {};
    return typeof found === "object" && !Array.isArray(found) ? found : {};
  }

  /** @param {string} table @param {string} key @param {Value} value */
  change(table, key, value) {
    this.replace(table, { ...this.table(table), [key]: value });
  }

  /** Replace a table. @param {string} name @param {Record<string, Value>} table */
  replace(name, table) {
    this.tables = { ...this.tables, [name]: table };
    this.text = toml(this.tables);
    this.#later(false);
  }

  /** Replace the whole file. @param {string} text */
  async write(text) {
    this.text = text;
    clearTimeout(this.timer);
    await this.#check(true);
  }

  /** Replace the whole file while it is being typed. @param {string} text */
  type(text) {
    this.text = text;
    this.#later(true);
  }

  /** @param {boolean} read  whether to read the tables from the text */
  #later(read) {
    this.waits = true;
    this.dispatchEvent(new Event("checked"));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.#check(read), PAUSE);
  }

  /** @param {boolean} read */
  async #check(read) {
    const step = ++this.asked;
    const told = await post(`/games/${this.game}/box`, { parts: this.text }).catch((error) => {
      if (error instanceof Refused) return { tables: null, wrong: error, own: true, declarations: null };
      throw error;
    });
    if (step !== this.asked) return; // a later request is pending
    this.waits = false;
    this.wrong = told.wrong && { code: told.wrong.code, reason: told.wrong.reason ?? told.wrong.message, details: told.wrong.details };
    this.own = told.own;
    if (told.declarations) this.declared = told.declarations;
    if (read && told.tables) {
      this.tables = told.tables;
      this.dispatchEvent(new Event("read"));
    }
    this.dispatchEvent(new Event("checked"));
  }

  /** Cancel pending checks. */
  leave() {
    clearTimeout(this.timer);
    this.asked++;
  }
}
