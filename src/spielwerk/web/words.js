/** Saying things: who sits where, what was refused, what points and reasons are called. */

import { scoreNames } from "./games.js";
import { Refused } from "./server.js";
import { has, plural, t } from "./texts.js";

export { t };

/**
 * Who has a seat.
 * @param {any} info
 * @param {number | null} seat
 */
export function seatName(info, seat) {
  if (seat === null || seat === undefined) return "";
  const who = sitterName(info.sitting[seat]);
  if (!who) return t("seat.free", { seat: seat + 1 });
  const alike = info.sitting.filter((/** @type {any} */ sitter) => sitterName(sitter) === who).length > 1;
  return alike ? t("seat.alike", { who, seat: seat + 1 }) : who;
}

/** @param {any} sitter @returns {string} */
function sitterName(sitter) {
  return sitter?.name ?? (sitter?.bot ? botName(sitter.bot) : "");
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

/**
 * What a number on a scoreboard is called.
 * @param {{game: string, seats: number}} at
 * @param {number} number
 */
export function scoreName(at, number) {
  return t(`score.${scoreNames(at)[number]}`);
}

/**
 * What a move adds, in words.
 * @param {{game: string, seats: number}} view
 * @param {number[]} added
 */
export function points(view, added) {
  const told = added.map((value, k) => (value ? `${value > 0 ? "+" : "−"}${Math.abs(value)} ${scoreName(view, k)}` : "")).filter(Boolean);
  return told.join(", ") || t("points.none");
}

/**
 * A move as one would tell it: "Ada laid red blue on g8 g9, 3 points."
 * @param {any} info
 * @param {import("./boards/types.js").Board} board
 * @param {{seat: number, move: string}} ply
 * @param {number} gained
 * @param {boolean} own
 */
export function moveTold(info, board, ply, gained, own) {
  const { kind, tile, named, ...values } = board.speaks(ply.move);
  const colours = (/** @type {string} */ letters) => [...letters].map((letter) => t(`colour.${letter}`)).join(" ");
  if (tile) values.what = colours(tile);
  if (named) values.colour = colours(named);
  const points = gained ? plural("points", gained) : t("points.none");
  return t(`move.${kind}${own ? ".you" : ""}`, { who: seatName(info, ply.seat), points, ...values });
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
