/** Read and change letters of an entry: of a text, or of one in a list of texts. */

import { BLANK } from "./swatches.js";

/** @param {any} entry @param {number | null} row  in a list of texts @param {number} at @param {string} values  all possible letters */
export function letterAt(entry, row, at, values) {
  const text = row === null ? entry : Array.isArray(entry) ? entry[row] : "";
  const letter = typeof text === "string" ? (text[at] ?? BLANK) : BLANK;
  return values.includes(letter) ? letter : BLANK;
}

/**
 * Return the entry with another letter, padded to its full length.
 * @param {any} entry @param {any} lengths  of its text, or of each text @param {number | null} row @param {number} at @param {string} letter
 */
export function withLetterAt(entry, lengths, row, at, letter) {
  const changed = (/** @type {any} */ text, /** @type {number} */ length, /** @type {boolean} */ here) => {
    const letters = [...(typeof text === "string" ? text : "").padEnd(length, BLANK).slice(0, length)];
    return letters.map((one, k) => (here && k === at ? letter : one)).join("");
  };
  if (row === null) return changed(entry, lengths, true);
  return lengths.map((/** @type {number} */ length, /** @type {number} */ k) => changed(Array.isArray(entry) ? entry[k] : "", length, k === row));
}
