/** Saying things: who sits where, what was refused, what points and reasons are called. */

import { Refused } from "./server.js";
import { has, t } from "./texts.js";

export { t };

/**
 * Who has a seat.
 * @param {any} info
 * @param {number | null} seat
 */
export function seatName(info, seat) {
  if (seat === null || seat === undefined) return "";
  const sitter = info.sitting[seat];
  if (sitter?.name) return sitter.name;
  if (sitter?.bot) return botName(sitter.bot);
  return t("seat.free", { seat: seat + 1 });
}

/** @param {string} bot */
export function botName(bot) {
  const [name] = bot.split("@");
  return t(`bot.${name}`);
}

/**
 * Why something was not done, in the reader's language.
 * @param {unknown} error
 */
export function said(error) {
  if (!(error instanceof Refused)) {
    console.error(error); // a mistake of the page's own
    return t("refused.failed");
  }
  const key = `refused.${error.code}`;
  return has(key) ? t(key, error.details) : error.message;
}

/** The lines of each game's scoreboard. @type {Record<string, string[]>} */
const SCORES = {
  axio: ["r", "g", "b", "o", "p"],
  axio_hex: ["r", "g", "b", "o", "y", "p"],
  axio_rota: ["r", "g", "b", "o", "p"],
  second_chance: ["free", "ones"],
  anubixx: ["pyramid", "arch", "relief", "bonuses", "quarry", "jokers"],
};

/**
 * What a number on a scoreboard is called.
 * @param {{game: string}} info
 * @param {number} number
 */
export function scoreName(info, number) {
  return t(`score.${SCORES[info.game][number]}`);
}

/**
 * What a move adds, in words.
 * @param {{game: string}} view
 * @param {number[]} added
 */
export function points(view, added) {
  const told = added.map((value, k) => (value ? `${value > 0 ? "+" : "−"}${Math.abs(value)} ${scoreName(view, k)}` : "")).filter(Boolean);
  return told.join(", ") || t("points.none");
}

/**
 * What lies on a cell, by the board's key for it: a colour, corners, a printed field …
 * @param {string} holds
 */
export function content(holds) {
  const colour = (/** @type {string} */ letter) => t(`colour.${letter}`);
  if (holds.startsWith("printed-")) return t("holds.printed", { colour: colour(holds.slice(8)) });
  if (has(`holds.${holds}`)) return t(`holds.${holds}`);
  if (has(holds)) return t(holds);
  if (/^[a-z_]{1,4}$/.test(holds)) return [...holds].map(colour).join(" ");
  return holds;
}

/**
 * A bot's reason.
 * @param {any} term
 */
export function reason(term) {
  const name = (/** @type {string} */ key) => (has(`score.${key}`) ? t(`score.${key}`) : key);
  if (term.term === "score") {
    return t(term.lowest ? "why.lowest" : "why.score", { name: name(term.name), from: term.from, to: term.to });
  }
  if (term.term === "answer") {
    return t("why.answer", { from: term.from, from_in: name(term.from_in), to: term.to, in: name(term.in) });
  }
  return t(`why.${term.name}`, { from: term.from, to: term.to });
}
