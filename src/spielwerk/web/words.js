/** Texts in the user's language: the page's, the game's, and names of games, players and points. */

import { Refused } from "./server.js";

export const LANGUAGES = /** @type {const} */ (["de", "en"]);

/** @typedef {typeof LANGUAGES[number]} Language */
/** @typedef {Record<string, string | number>} Values  the values of a text's {placeholders} */

/** @type {Language} */
let language = "en";
/** @type {Record<string, string>} */
let texts = {};
/** @type {Record<string, string>} */
let ofGame = {};

/** Return the current language. */
export const spoken = () => language;

/**
 * Return the user's language: the chosen one, else the first supported one that the browser prefers.
 * @param {string | null | undefined} chosen
 * @param {readonly string[]} wanted  as in navigator.languages
 * @returns {Language}
 */
export function pick(chosen, wanted) {
  const asked = [chosen ?? "", ...wanted].map((tag) => tag.toLowerCase().split("-")[0]);
  for (const tag of asked) {
    const known = LANGUAGES.find((each) => each === tag);
    if (known) return known;
  }
  return "en";
}

/**
 * Load the texts. Until they arrive, and where one is missing, `t` returns the key.
 * @param {string | null} [chosen]
 * @returns {Promise<Language>} the language in use
 */
export async function load(chosen) {
  const found = pick(chosen, navigator.languages);
  const answer = await fetch(new URL(`./texts/${found}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`texts/${found}.json: ${answer.status}`);
  speak(found, await answer.json());
  return found;
}

/**
 * Set the language and its texts.
 * @param {Language} spoken
 * @param {Record<string, string>} words
 */
export function speak(spoken, words) {
  language = spoken;
  texts = words;
}

/**
 * Make `t` search the current game's texts first.
 * @param {Record<string, string>} words
 */
export function speakOf(words) {
  ofGame = words;
}

/**
 * Return a text with its {placeholders} filled; the key itself if there is no such text.
 * @param {string} key
 * @param {Values} [values]
 */
export function t(key, values = {}) {
  if (!has(key)) return key;
  return filled(Object.hasOwn(ofGame, key) ? ofGame[key] : texts[key], values);
}

/** Fill a text's {placeholders}. @param {string} text @param {Values} values */
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (place, name) => {
    if (!Object.hasOwn(values, name)) return place;
    const value = values[name];
    return typeof value === "number" ? number(value) : value;
  });
}

/**
 * Return whether there is such a text.
 * @param {string} key
 */
export const has = (key) => Object.hasOwn(ofGame, key) || Object.hasOwn(texts, key);

/** Return a text, or the fallback if there is none. @param {string} key @param {string} plain */
export const textOr = (key, plain) => (has(key) ? t(key) : plain);

/**
 * Return the text for a number, `key.one` or `key.other`, with the number as {n}.
 * @param {string} key
 * @param {number} n
 * @param {Values} [values]
 */
export function plural(key, n, values = {}) {
  return t(`${key}.${new Intl.PluralRules(language).select(n)}`, { n, ...values });
}

/** @param {number} value */
export const number = (value) => new Intl.NumberFormat(language).format(value).replace("-", "−");

/**
 * Join names: "Ada, Ben und Cleo".
 * @param {Iterable<string>} names
 */
export const list = (names) => new Intl.ListFormat(language).format(names);

/**
 * Format a time of day, with the date unless it is today.
 * @param {number} at  milliseconds since 1970
 * @param {number} [now]
 */
export function time(at, now = Date.now()) {
  const today = new Date(at).toDateString() === new Date(now).toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const shape = today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(language, shape).format(at);
}

const UNITS = /** @type {const} */ ([
  ["days", 86_400_000],
  ["hours", 3_600_000],
  ["minutes", 60_000],
]);

/**
 * Format a duration in the largest unit of which it contains at least two, rounded down.
 * @param {number} milliseconds
 */
export function span(milliseconds) {
  const [unit, length] = UNITS.find(([, each]) => milliseconds >= 2 * each) ?? ["seconds", 1000];
  return plural(`time.${unit}`, Math.max(0, Math.floor(milliseconds / length)));
}

/**
 * Format the time since something: "2 days ago".
 * @param {number} at  milliseconds since 1970
 * @param {number} [now]
 */
export function ago(at, now = Date.now()) {
  const passed = Math.max(0, now - at);
  const [unit, length] = UNITS.find(([, each]) => passed >= each) ?? ["minutes", 60_000];
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-Math.floor(passed / length), unit);
}

/** Format a date; within a week, as the time since then. @param {number} at @param {number} [now] */
export function day(at, now = Date.now()) {
  return now - at < 7 * 86_400_000 ? ago(at, now) : new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(at);
}

// Games

/** @typedef {Pick<import("./games.js").Game, "id" | "scores" | "texts">} Called */

/** @type {Map<string, Called>} */
let called = new Map();

/**
 * Set the names of games.
 * @param {readonly Called[]} games
 */
export function callGames(games) {
  called = new Map(games.map((game) => [game.id, game]));
}

/** @param {string} id */
export const title = (id) => named(id, "title", id);

/**
 * Return a game's text for lists and forms.
 * @param {string} id
 * @param {string} key
 * @param {string} missing  the fallback if there is no such text
 */
export function named(id, key, missing) {
  return called.get(id)?.texts[language]?.[key] ?? missing;
}

/**
 * Return the name of a number on a scoreboard.
 * @param {{game: string, seats: number}} at
 * @param {number} number
 */
export function scoreName({ game, seats }, number) {
  const name = called.get(game)?.scores[seats]?.[number] ?? "";
  return textOr(`score.${name}`, name);
}

// Players and moves

/**
 * Return the name of a seat's player.
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

/** Return whether anybody may take a seat. @param {any} sitter */
export const isOpen = (sitter) => !sitter?.name && !sitter?.bot && !sitter?.reserved_for;

/** Return the players for whom seats are reserved after a game. @param {any} info @returns {string} */
export function awaited({ sitting }) {
  const reserved = sitting.filter((/** @type {any} */ sitter) => sitter?.reserved_for);
  return list(new Set(reserved.map((/** @type {any} */ sitter) => personName(sitter.reserved_for, sitter.guest))));
}

/** @param {any} sitter @returns {string} */
function sitterName(sitter) {
  return sitter?.name ? personName(sitter.name, sitter.guest) : sitter?.bot ? botName(sitter.bot) : "";
}

/** Return a person's name, marked if it has no password. @param {string} name @param {boolean} [guest] */
export const personName = (name, guest) => (guest && name !== t("guest") ? t("guest.marked", { name }) : name);

/** @param {string} bot */
export function botName(bot) {
  const [name] = bot.split("@");
  return textOr(`bot.${name}`, name);
}

/** Return a sentence about how a bot plays. @param {string} bot */
export function botAbout(bot) {
  const [name] = bot.split("@");
  return textOr(`bot.${name}.about`, t("opponent.about"));
}

/**
 * Return why something failed, in the user's language.
 * @param {unknown} error
 */
export function said(error) {
  if (!(error instanceof Refused)) {
    console.error(error); // a bug in the page
    return t("refused.failed");
  }
  const key = `refused.${error.code}`;
  return has(key) ? t(key, error.details) : error.message;
}

/** @param {number} value */
const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value)}`;

/**
 * Describe the points of a move.
 * @param {{game: string, seats: number}} view
 * @param {number[]} added
 */
export function points(view, added) {
  const told = added.map((value, k) => (value ? `${signed(value)} ${scoreName(view, k)}` : "")).filter(Boolean);
  return told.join(", ") || t("points.none");
}

/** Describe the origin of points: "+3 red (g8, g9)". @param {import("./rules.js").Line} line @param {{write: (cell: number) => string}} [cells]  names cells */
export function lineTold({ cells: touched, name, points: added }, cells) {
  const where = touched.map((cell) => cells?.write(cell) ?? String(cell)).join(", ");
  return `${signed(added)} ${textOr(`score.${name}`, name)}${where ? ` (${where})` : ""}`;
}

/** Describe a legal move by the game's text `move.<form>`, filled with the names of its numbers, otherwise in notation. @param {import("./notation.js").Notation} notation @param {import("./notation.js").Meant} move */
export function moveNamed(notation, move) {
  const key = `move.${move.form}`;
  const told = has(key) ? t(key, notation.spoken(move)) : "";
  return told && !told.includes("{") ? told : notation.write(move); // a text with other placeholders describes a finished move
}

/**
 * Describe why a move is refused: with the text for a click, `refused.<code>.here`, otherwise with the one for a
 * written move.
 * @param {{code: string, details: Record<string, string>}} refusal
 */
export function refusalTold({ code, details }) {
  const found = [`refused.${code}.here`, `refused.${code}`].find(has);
  return t(found ?? "refused.not_allowed", details);
}

/**
 * Describe a move that was made: "Ada lays red-blue: 3 points". Without a board, use the text of its form.
 * @param {any} info
 * @param {import("./board.js").Board | null} board
 * @param {import("./rules.js").Position} position
 * @param {import("./rules.js").Ply} ply
 * @param {boolean} own
 */
export function moveTold(info, board, position, ply, own) {
  const who = seatName(info, ply.seat);
  const sum = ply.gained.reduce((all, one) => all + one, 0);
  const points = sum ? plural("points", sum) : t("points.none");
  if (!board) return `${who}: ${moveNamed(position.rules.notation, ply.move)}, ${points}.`;
  const { key, values } = board.describe(position, ply);
  const told = phrase({ key: own && has(`${key}.you`) ? `${key}.you` : key, values: { who, points, ...values } });
  return board.bonus?.(position, ply) ? t("move.bonus", { told }) : told;
}

/**
 * Describe one of several ways to make a move: with its text for choosing, `<key>.way`, otherwise as a move of the
 * user's.
 * @param {import("./board.js").Board} board
 * @param {import("./rules.js").Position} position
 * @param {{seat: number, move: import("./rules.js").Move}} ply
 */
export function alternative(board, position, ply) {
  const { key, values } = board.describe(position, ply);
  const added = points({ game: position.rules.declared.game, seats: position.seats }, ply.move.points);
  return phrase({ key: has(`${key}.way`) ? `${key}.way` : `${key}.you`, values: { who: "", points: added, ...values } });
}

/** Describe a move as a suggestion, by `<key>.idea` of the game's texts: "red-blue". "" if there is none. @param {import("./board.js").Board} board @param {import("./rules.js").Position} position @param {{seat: number, move: import("./rules.js").Move}} ply */
export function idea(board, position, ply) {
  const { key, values } = board.describe(position, ply);
  return has(`${key}.idea`) ? phrase({ key: `${key}.idea`, values }) : "";
}

/** Return a board's phrase as text, in its plural form if it has a number {n}. @param {import("./board.js").Phrase} what */
export function phrase({ key, values = {} }) {
  const filled = Object.entries(values).map(([place, value]) => [place, Array.isArray(value) ? value.map((each) => t(each)).join(" ") : value]);
  const all = Object.fromEntries(filled);
  return typeof all.n === "number" && !has(key) ? plural(key, all.n, all) : t(key, all);
}

/**
 * Describe a bot's reasons, one sentence each; leave out those that say nothing or that the game has no text for.
 * @param {any[]} terms
 * @param {boolean} [least]  whether no other move leads to a lower score: then a low score can be a reason
 * @returns {string[]}
 */
export function reasons(terms, least = true) {
  const gains = terms.filter((term) => !costs(term));
  const spoken = gains.length ? gains : terms; // the cost of a move is no reason for it
  const rising = spoken.filter(({ term, lowest }) => term === "score" && lowest);
  const together = rising.length > 1 && has("why.lowest") ? rising : []; // otherwise each separately
  const told = spoken.flatMap((term) => {
    if (term === together[0]) return [`${together.map((one, n) => t(n ? "why.rises.too" : "why.rises", valuesOf(one))).join(", ")}.`];
    return together.includes(term) ? [] : [reason(term, least)];
  });
  return told.filter(Boolean).map(sentence);
}

/** Begin a text with a capital letter, as one that begins with a name may not. @param {string} text */
export const sentence = (text) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

/** Return whether a term speaks against its move: a lower score, or a reply that scores no less than before. @param {any} term */
function costs({ term, from, to }) {
  return (term === "score" && to < from) || (term === "answer" && to >= from);
}

/** @param {any} term @returns {Values} */
function valuesOf({ from, to, name, from_in: fromIn, in: toIn }) {
  const called = (/** @type {string} */ score) => textOr(`score.${score}`, score);
  return { from, to, name: called(name), from_in: called(fromIn), in: called(toIn) };
}

/** Return whether no other move adds fewer points. @param {import("./rules.js").Move | undefined} best @param {import("./rules.js").Move[]} moves */
export function isLeast(best, moves) {
  const worth = (/** @type {import("./rules.js").Move} */ move) => move.points.reduce((sum, one) => sum + one, 0);
  return !best || moves.every((move) => worth(move) >= worth(best));
}

/** @param {any} term @param {boolean} least */
function reason(term, least) {
  if (term.term === "score") {
    const lowest = term.lowest && has("why.lowest"); // only if the game has a text for it
    const more = !least && has("why.score.more");
    return t(more ? "why.score.more" : lowest ? "why.lowest" : "why.score", valuesOf(term));
  }
  if (term.term === "answer") return term.to < term.from ? t("why.answer", valuesOf(term)) : "";
  const key = `why.${term.name}`;
  return has(key) ? t(key, valuesOf(term)) : "";
}

/**
 * Number moves: `21.` begins a round, `21...` continues it.
 * @param {{seat: number}[]} moves
 */
export function rounds(moves) {
  const alone = moves.every(({ seat }) => seat === moves[0].seat);
  let round = 0;
  return moves.map(({ seat }, k) => {
    const first = seat === moves[0].seat;
    if (first && (alone || seat !== moves[k - 1]?.seat)) round += 1;
    return `${round}${first ? "." : "..."}`;
  });
}
