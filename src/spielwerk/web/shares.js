/**
 * This browser's share of a table's seed: committed to by its hash on sitting down, opened once all seats are taken.
 */

import { bytesOf, sha256 } from "./sha256.js";
import { Refused } from "./server.js";
import { TableNotes } from "./table-notes.js";

const OPENED = ["as_it_is", "not_opening", "wrong_share"]; // opened in another tab, or too late

/** @typedef {{table: string, value: string, hashes: (string | null)[]}} Kept  `hashes`: all seats' hashes when it was opened */

/** Return a random share. */
export function freshShare() {
  const value = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { value, hash: sha256(bytesOf(value)) };
}

/** @type {TableNotes<Kept>} */
const shares = new TableNotes("spielwerk.shares", 50);

/** Return this browser's share of a table. @param {string} table @returns {Kept | undefined} */
export const shareOf = (table) => shares.of(table);

/** @param {string} table @param {string} value @param {(string | null)[]} [hashes] */
export const keepShare = (table, value, hashes = []) => shares.keep({ table, value, hashes });

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
