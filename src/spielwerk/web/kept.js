/**
 * Games on this device: stored in the browser as records, each under its own id. Besides a record's usual contents,
 * `device` lists the players and what lists of tables show; other readers ignore it.
 *
 * @typedef {object} Device
 * @property {string} id
 * @property {string} seed  the source of its chance
 * @property {number} [draws]  the number of draws, including those taken back
 * @property {{name: string | null, bot: string | null}[]} sitting
 * @property {number[]} yours
 * @property {boolean} hints
 * @property {number} created  in milliseconds since 1970, like all times
 * @property {number} since  when the current turn began
 * @property {number | null} ended
 * @property {number[]} to_act
 * @property {number[] | null} ranks
 * @property {number[] | null} results
 * @property {any} [declared]  the game's declarations, if it is played with own parts
 * @property {string} [handed_in]  the table on the server that it was uploaded to
 *
 * @typedef {{game: string, seats: number, options: Record<string, string>, setup: any, plies: any[], resigned?: number[], parts_text?: string, device: Device}} Kept
 *   a record with its additions
 */

import { HERE } from "./site.js";

const KEY = "spielwerk.game.";

/** Return an unused id. */
export const freshId = () => `${HERE}${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;

/** @param {string} id @returns {Kept | null} */
export function readKept(id) {
  try {
    return JSON.parse(localStorage.getItem(KEY + id) ?? "null");
  } catch {
    return null; // storage is disabled
  }
}

/** Store a game; return whether that succeeded. @param {Kept} kept */
export function keep(kept) {
  try {
    localStorage.setItem(KEY + kept.device.id, JSON.stringify(kept));
    return true;
  } catch {
    return false; // storage is disabled or full
  }
}

/** @param {string} id */
export function forget(id) {
  try {
    localStorage.removeItem(KEY + id);
  } catch {
    // nothing was stored
  }
}

/** Call `changed` when another tab has changed a game. @param {string} id @param {() => void} changed @returns {() => void} a function that ends it */
export function onChange(id, changed) {
  const hear = (/** @type {StorageEvent} */ { key }) => key === KEY + id && changed();
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}

/** Return all stored games, newest first. @returns {Kept[]} */
export function allKept() {
  /** @type {string[]} */
  let keys = [];
  try {
    keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
  } catch {
    // storage is disabled
  }
  const found = keys.map((key) => readKept(key.slice(KEY.length))).filter((kept) => kept !== null);
  return found.sort((one, other) => other.device.since - one.device.since);
}

/** Return a game in the format of table lists. @param {Kept} kept @returns {import("./tables.js").Listed} */
export function asListed({ game, seats, resigned = [], parts_text: own, device }) {
  const { id, yours, to_act, since, created, ended, sitting, ranks, results } = device;
  return {
    id,
    game,
    seats,
    status: ended === null ? "running" : "over",
    yours,
    your_turn: yours.some((seat) => to_act.includes(seat)),
    to_act,
    since,
    created,
    started: created,
    ended,
    sitting: sitting.map((sitter, seat) => ({ ...sitter, away: false, resigned: resigned.includes(seat) })),
    ranks,
    results,
    own_parts: own !== undefined,
  };
}
