/** Saying things: who sits where, what was refused, what points and reasons are called. */

import { Refused } from "./server.js";
import { has, plural, t } from "./texts.js";

export { t };

/**
 * Who has a seat; with the seat's number where one has several, or two are called the same.
 * @param {any} info
 * @param {number | null} seat
 */
export function seatName(info, seat) {
  if (seat === null || seat === undefined) return "";
  const called = (/** @type {any} */ sitter) => sitter?.name || (sitter?.bot && botName(sitter.bot));
  const name = called(info.sitting[seat]);
  if (!name) return t("seat.free", { seat: seat + 1 });
  const alone = info.sitting.filter((/** @type {any} */ sitter) => called(sitter) === name).length === 1;
  return alone ? name : `${name} (${seat + 1})`;
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
 * A move as one would tell it: "Ada laid red blue on g8 g9, 3 points."
 * @param {any} info
 * @param {{seat: number, move: string}} ply
 * @param {number} gained
 * @param {boolean} own
 */
export function moveTold(info, ply, gained, own) {
  const { kind, ...values } = parts(info.game, ply.move);
  const points = gained ? plural("points", gained) : t("points.none");
  return t(`move.${kind}${own ? ".you" : ""}`, { who: seatName(info, ply.seat), points, ...values });
}

/**
 * What a move in notation speaks of.
 * @param {string} game
 * @param {string} move
 * @returns {Record<string, string>}
 */
function parts(game, move) {
  const colours = (/** @type {string} */ letters) => [...letters].map((letter) => t(`colour.${letter}`)).join(" ");
  const without = { swap: "swapped", keep: "kept", stop: "stopped" }[move];
  if (without) return { kind: without };
  if (game === "axio_rota") {
    const [where, lies] = move.split(":");
    const [letters, named] = lies.split("=");
    const told = { where, what: colours(letters) };
    return named ? { kind: "named", ...told, colour: colours(named) } : { kind: "laid", ...told };
  }
  if (game === "second_chance") {
    const [what, cells] = move.split(":");
    return { kind: what === "1" ? "one" : "drew", what, where: cells.replaceAll(",", " ") };
  }
  if (game === "anubixx") {
    const [where, paid = ""] = move.split("/");
    if (paid === "j") return { kind: "crossed.joker", where };
    return paid ? { kind: "crossed.quarry", where, stone: paid.slice(1) } : { kind: "crossed.die", where };
  }
  const [letters, cells] = move.split(" ");
  return { kind: "laid", what: colours(letters), where: cells.replace("-", " ") };
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
