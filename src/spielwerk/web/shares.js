/**
 * This browser's share of a table's seed: committed to by its hash on sitting down, opened once all seats are taken.
 */

import { bytesOf, sha256 } from "./sha256.js";
import { Refused } from "./server.js";

const KEY = "spielwerk.shares";
const MOST = 50;
const OPENED = ["as_it_is", "not_opening", "wrong_share"]; // opened in another tab, or too late

/** @typedef {{table: string, value: string, hashes: (string | null)[]}} Kept  `hashes`: all seats' hashes when it was opened */

/** Return a random share. */
export function freshShare() {
  const value = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { value, hash: sha256(bytesOf(value)) };
}

/** @type {Kept[]} */
let unkept = []; // used where the browser stores nothing

/** @returns {Kept[]} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return unkept;
  }
}

/** Return this browser's share of a table. @param {string} table @returns {Kept | undefined} */
export const shareOf = (table) => all().find((one) => one.table === table);

/** @param {string} table @param {string} value @param {(string | null)[]} [hashes] */
export function keepShare(table, value, hashes = []) {
  unkept = [...all().filter((one) => one.table !== table), { table, value, hashes }].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(unkept));
  } catch {
    // it lasts until the page is closed
  }
}

/** @type {Set<string>} */
const opening = new Set();

/** Open the share, now that all hashes are known and final. @param {import("./hosts.js").Host} host @param {any} info */
export async function openShare(host, info) {
  const kept = shareOf(info.id);
  if (!kept || opening.has(info.id)) return;
  opening.add(info.id);
  keepShare(info.id, kept.value, info.sitting.map((/** @type {any} */ sitter) => sitter.share));
  try {
    await host.act({ do: "open", share: kept.value });
  } catch (error) {
    if (!(error instanceof Refused && OPENED.includes(error.code))) throw error;
  }
}
