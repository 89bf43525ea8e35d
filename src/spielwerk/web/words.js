/** What the page says, in the reader's language: its texts, a game's own, and the names of games, players and points. */

import { Refused } from "./server.js";

export const LANGUAGES = /** @type {const} */ (["de", "en"]);

/** @typedef {typeof LANGUAGES[number]} Language */
/** @typedef {Record<string, string | number>} Values  what stands in a text's {places} */

/** @type {Language} */
let language = "en";
/** @type {Record<string, string>} */
let texts = {};
/** @type {Record<string, string>} */
let ofGame = {};

/** The language that is spoken now. */
export const spoken = () => language;

/**
 * The language to speak: the chosen one, else the first that the browser asks for and we know.
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
 * Fetch the words; until then, and for what is missing, keys stand for themselves.
 * @param {string | null} [chosen]
 * @returns {Promise<Language>} the language that is spoken now
 */
export async function load(chosen) {
  const found = pick(chosen, navigator.languages);
  const answer = await fetch(new URL(`./texts/${found}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`texts/${found}.json: ${answer.status}`);
  speak(found, await answer.json());
  return found;
}

/**
 * Speak a language with these words.
 * @param {Language} spoken
 * @param {Record<string, string>} words
 */
export function speak(spoken, words) {
  language = spoken;
  texts = words;
}

/**
 * Look first into the words of the game that is shown.
 * @param {Record<string, string>} words
 */
export function speakOf(words) {
  ofGame = words;
}

/**
 * A text with its {places} filled; a key that has none is returned as it is.
 * @param {string} key
 * @param {Values} [values]
 */
export function t(key, values = {}) {
  if (!has(key)) return key;
  const text = Object.hasOwn(ofGame, key) ? ofGame[key] : texts[key];
  return text.replace(/\{(\w+)\}/g, (place, name) => {
    if (!Object.hasOwn(values, name)) return place;
    const value = values[name];
    return typeof value === "number" ? number(value) : value;
  });
}

/**
 * Whether there is such a text.
 * @param {string} key
 */
export const has = (key) => Object.hasOwn(ofGame, key) || Object.hasOwn(texts, key);

/** A text, or something plainer if there is none. @param {string} key @param {string} plain */
export const textOr = (key, plain) => (has(key) ? t(key) : plain);

/**
 * The text for so many: `key.one`, `key.other`, with the number as {n}.
 * @param {string} key
 * @param {number} n
 * @param {Values} [values]
 */
export function plural(key, n, values = {}) {
  return t(`${key}.${new Intl.PluralRules(language).select(n)}`, { n, ...values });
}

/** @param {number} value */
export const number = (value) => new Intl.NumberFormat(language).format(value);

/**
 * Names as one lists them: "Ada, Ben und Cleo".
 * @param {Iterable<string>} names
 */
export const list = (names) => new Intl.ListFormat(language).format(names);

/**
 * When something was: the time of day, and the date unless that is today.
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
 * How long, in its largest unit of which there are two at least, rounded down.
 * @param {number} milliseconds
 */
export function span(milliseconds) {
  const [unit, length] = UNITS.find(([, each]) => milliseconds >= 2 * each) ?? ["seconds", 1000];
  return plural(`time.${unit}`, Math.max(0, Math.floor(milliseconds / length)));
}

/**
 * How long ago something was: "2 days ago".
 * @param {number} at  milliseconds since 1970
 * @param {number} [now]
 */
export function ago(at, now = Date.now()) {
  const passed = Math.max(0, now - at);
  const [unit, length] = UNITS.find(([, each]) => passed >= each) ?? ["minutes", 60_000];
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-Math.floor(passed / length), unit);
}

/** The day of something; what is not a week old, by how long ago it was. @param {number} at @param {number} [now] */
export function day(at, now = Date.now()) {
  return now - at < 7 * 86_400_000 ? ago(at, now) : new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(at);
}

// Games

/** @typedef {Pick<import("./games.js").Game, "id" | "scores" | "texts">} Called */

/** @type {Map<string, Called>} */
let called = new Map();

/**
 * Call games as the server does.
 * @param {readonly Called[]} games
 */
export function callGames(games) {
  called = new Map(games.map((game) => [game.id, game]));
}

/** @param {string} id */
export const title = (id) => named(id, "title", id);

/**
 * What a game's text says in lists and forms.
 * @param {string} id
 * @param {string} key
 * @param {string} missing  what is said if there is no such text
 */
export function named(id, key, missing) {
  return called.get(id)?.texts[language]?.[key] ?? missing;
}

/**
 * What a number on a scoreboard is called.
 * @param {{game: string, seats: number}} at
 * @param {number} number
 */
export function scoreName({ game, seats }, number) {
  const name = called.get(game)?.scores[seats]?.[number] ?? "";
  return textOr(`score.${name}`, name);
}

// Players, and what they do

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
  return textOr(`bot.${name}`, name);
}

/** How a bot plays, in a sentence. @param {string} bot */
export function botAbout(bot) {
  const [name] = bot.split("@");
  return textOr(`bot.${name}.about`, t("opponent.about"));
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

/** @param {number} value */
const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value)}`;

/**
 * What a move adds, in words.
 * @param {{game: string, seats: number}} view
 * @param {number[]} added
 */
export function points(view, added) {
  const told = added.map((value, k) => (value ? `${signed(value)} ${scoreName(view, k)}` : "")).filter(Boolean);
  return told.join(", ") || t("points.none");
}

/** Where points come from: "+3 red (g8, g9)". @param {import("./rules.js").Line} line @param {{write: (cell: number) => string}} [cells]  names them */
export function lineTold({ cells: touched, name, points: added }, cells) {
  const where = touched.map((cell) => cells?.write(cell) ?? String(cell)).join(", ");
  return `${signed(added)} ${textOr(`score.${name}`, name)}${where ? ` (${where})` : ""}`;
}

/** A move to choose: `move.<form>` of the game's texts, which speaks of its numbers by their names; else notation. @param {import("./notation.js").Notation} notation @param {import("./notation.js").Meant} move */
export function moveNamed(notation, move) {
  const key = `move.${move.form}`;
  const told = has(key) ? t(key, notation.spoken(move)) : "";
  return told && !told.includes("{") ? told : notation.write(move); // else the text tells of what was done
}

/**
 * Why a move is refused, as the rules tell it: in the words for where it was clicked, `refused.<code>.here`, else as one
 * who wrote the move down is told.
 * @param {{code: string, details: Record<string, string>}} refusal
 */
export function refusalTold({ code, details }) {
  const found = [`refused.${code}.here`, `refused.${code}`].find(has);
  return t(found ?? "refused.not_allowed", details);
}

/**
 * A move as one would tell it: "Ada lays red-blue: 3 points"; in the words of its form where there is no board.
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
  return phrase({ key: own && has(`${key}.you`) ? `${key}.you` : key, values: { who, points, ...values } });
}

/**
 * One of several ways to make a move, in words: its text for choosing, `<key>.way`, else as one would tell it.
 * @param {import("./board.js").Board} board
 * @param {import("./rules.js").Position} position
 * @param {{seat: number, move: import("./rules.js").Move}} ply
 */
export function alternative(board, position, ply) {
  const { key, values } = board.describe(position, ply);
  const added = points({ game: position.rules.declared.game, seats: position.seats }, ply.move.points);
  return phrase({ key: has(`${key}.way`) ? `${key}.way` : `${key}.you`, values: { who: "", points: added, ...values } });
}

/** Say what a board has to say; with a number {n}, in its plural form. @param {import("./board.js").Phrase} what */
export function phrase({ key, values = {} }) {
  const filled = Object.entries(values).map(([place, value]) => [place, Array.isArray(value) ? value.map((each) => t(each)).join(" ") : value]);
  const all = Object.fromEntries(filled);
  return typeof all.n === "number" && !has(key) ? plural(key, all.n, all) : t(key, all);
}

/**
 * A bot's reasons, a sentence each; those that say nothing, or that a game has no words for, are left out.
 * @param {any[]} terms
 * @returns {string[]}
 */
export function reasons(terms) {
  const rising = terms.filter(({ term, lowest }) => term === "score" && lowest);
  const together = rising.length > 1 && has("why.lowest") ? rising : []; // else each for itself
  const told = terms.flatMap((term) => {
    if (term === together[0]) return [`${together.map((one, n) => t(n ? "why.rises.too" : "why.rises", valuesOf(one))).join(", ")}.`];
    return together.includes(term) ? [] : [reason(term)];
  });
  return told.filter(Boolean).map((sentence) => sentence.charAt(0).toLocaleUpperCase(language) + sentence.slice(1));
}

/** @param {any} term @returns {Values} */
function valuesOf({ from, to, name, from_in: fromIn, in: toIn }) {
  const called = (/** @type {string} */ score) => textOr(`score.${score}`, score);
  return { from, to, name: called(name), from_in: called(fromIn), in: called(toIn) };
}

/** @param {any} term */
function reason(term) {
  if (term.term === "score") {
    const lowest = term.lowest && has("why.lowest"); // where a game speaks of it
    return t(lowest ? "why.lowest" : "why.score", valuesOf(term));
  }
  if (term.term === "answer") return term.from === term.to ? "" : t("why.answer", valuesOf(term));
  const key = `why.${term.name}`;
  return has(key) ? t(key, valuesOf(term)) : "";
}
