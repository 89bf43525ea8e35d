/** Games: the server's list, and their folders with board, look, texts, rules and sample, loaded when needed. */

import { h } from "./elements.js";
import { Engine } from "./engine.js";
import { Rules } from "./rules.js";
import { get } from "./server.js";
import { callGames, LANGUAGES, speakOf, spoken } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * @typedef {object} Game
 * @property {string} id
 * @property {number[]} seats
 * @property {Record<string, string[]>} options
 * @property {Record<string, string[]>} scores  by the number of seats: the names of the scoreboard's numbers
 * @property {Record<string, Record<string, string>>} texts  by language: title, about, names of options
 * @property {("board" | "engine" | "lesson" | "look" | "rules" | "sample" | "texts")[]} page
 *   the game's own parts of the page
 * @property {boolean} own_parts  whether a table can be set up with own parts
 * @property {"waiting" | "compiling" | "playable" | "ready" | "failed"} state  playable: people can play, bots not yet
 */

/** @type {Map<string, Game>} */
let known = new Map();

/** Load the list of games. @returns {Promise<Game[]>} */
export async function askGames() {
  const games = await get("/games");
  know(games);
  return games;
}

let knownSince = -Infinity;

/** Return the time since the server's answer about its games, in milliseconds. */
export const sinceAsked = () => performance.now() - knownSince;

/** @param {Game[]} games */
export function know(games) {
  knownSince = performance.now();
  known = new Map(games.map((game) => [game.id, game]));
  callGames(games);
}

/** Return all games, loading the list if necessary. @returns {Promise<Game[]>} */
export async function allGames() {
  return known.size ? [...known.values()] : askGames();
}

/**
 * Return whether a game has a part of the page.
 * @param {string} id
 * @param {Game["page"][number]} part
 */
export const brings = (id, part) => known.get(id)?.page.includes(part) ?? false;

/** Return how far the server is with compiling a game's rules. @param {string} id */
export const stateOf = (id) => known.get(id)?.state;

// Folders

/** @param {string} game */
function folder(game) {
  if (!/^[\w-]+$/.test(game)) throw new Error(`${game} is no name of a game`);
  return new URL(`../games/${game}/web/`, import.meta.url);
}

/** @param {string} game @param {Game["page"][number]} part */
async function has(game, part) {
  await allGames();
  return brings(game, part);
}

/**
 * Return a game's declarations for a table's options, which may replace parts of the usual ones.
 * @param {any} declared  as in its file @param {Record<string, string>} options
 */
export function withOptions({ variants, ...usual }, options) {
  const chosen = Object.entries(options);
  const other = variants.find((/** @type {any} */ one) => chosen.length && chosen.every(([name, value]) => one.options[name] === value));
  return { ...usual, ...other?.changes };
}

/** @type {Map<string, Promise<any>>} */
const files = new Map();

/** Read an unchanging file of a game's folder, once. @template T @param {URL} address @param {(answer: Response) => Promise<T>} read @returns {Promise<T>} */
function once(address, read) {
  const asked = files.get(address.href);
  if (asked) return asked;
  const answer = fetch(address).then((told) => (told.ok ? read(told) : Promise.reject(new Error(`${address}: ${told.status}`))));
  files.set(address.href, answer);
  answer.catch(() => files.delete(address.href));
  return answer;
}

/** Return a game's usual declarations; null if it has no engine. @param {string} game @returns {Promise<any>} */
async function declaredOf(game) {
  return (await has(game, "engine")) ? once(new URL("declarations.json", folder(game)), (answer) => answer.json()) : null;
}

/** @param {string} game @returns {Promise<ArrayBuffer>} */
const codeOf = (game) => once(new URL("engine.wasm", folder(game)), (answer) => answer.arrayBuffer());

/** Start loading what a table of a game with an engine needs; failed requests are repeated when needed. @param {string} game */
export function loadAhead(game) {
  const texts = brings(game, "texts") ? translated(game, "texts", "json") : Promise.resolve();
  for (const begun of [codeOf(game), declaredOf(game), boardOf(game), texts]) begun.catch(() => {});
}

/**
 * Return a game with its engine, for a table; null if it has none.
 * @param {string} game
 * @param {Record<string, string>} options
 * @param {any} [own]  the declarations with own parts, used instead
 * @returns {Promise<Rules | null>}
 */
export async function rulesOf(game, options, own) {
  if (!(await has(game, "engine"))) return null;
  const code = codeOf(game);
  const declared = own ?? withOptions(await declaredOf(game), options);
  return new Rules(declared, await Engine.load(await code));
}

/**
 * Return a game without its engine, for drawing only.
 * @param {string} game
 * @returns {Promise<Rules | null>}
 */
export async function drawnOf(game) {
  const declared = await declaredOf(game);
  return declared && new Rules(declared, null);
}

/** Return a stored position of a game. @param {Rules} rules @param {any} told @returns {import("./rules.js").Position} */
export function momentOf(rules, told) {
  return rules.position(told, told.seats, told.viewer, told.plies.map((/** @type {any} */ ply) => rules.ply(ply)));
}

/**
 * Return the function that creates a game's board, and load the board's look; null if the game has no board.
 * @param {string} game
 * @returns {Promise<((rules: Rules) => Board) | null>}
 */
export async function boardOf(game) {
  if (!(await has(game, "board"))) return null;
  const look = (await has(game, "look")) ? styled(new URL("look.css", folder(game)).href) : null;
  const [{ board }] = await Promise.all([import(new URL("board.js", folder(game)).href), look]);
  return board;
}

/** @type {Map<string, Promise<void>>} */
const looks = new Map();

/** Load a style sheet, once; resolves when it is applied. @param {string} address */
export function styled(address) {
  const asked = looks.get(address);
  if (asked) return asked;
  /** @type {Promise<void>} */
  const loaded = new Promise((done, failed) => {
    const onerror = () => {
      looks.delete(address);
      failed(new Error(`${address} can't be loaded`));
    };
    document.head.append(h("link", { rel: "stylesheet", href: address, onload: () => done(), onerror }));
  });
  looks.set(address, loaded);
  return loaded;
}

/** Load the look of cards and lists: for home, My games, and the friends dialog. */
export const listsStyled = () => styled(new URL("./css/home.css", import.meta.url).href);

let shown = "";

/**
 * Use a game's texts before the page's own.
 * @param {string} game  "" for none
 */
export async function showGame(game) {
  shown = game;
  const words = game && (await has(game, "texts")) ? await texts(game) : {};
  if (shown === game) speakOf(words); // otherwise another game was chosen meanwhile
}

/** Return a game's texts, with those that they include. @param {string} game @returns {Promise<Record<string, string>>} */
async function texts(game) {
  const answer = await translated(game, "texts", "json");
  const { include, ...words } = await answer.json();
  if (!include) return words;
  const shared = await fetch(new URL(include, answer.url));
  return { ...(await shared.json()), ...words };
}

/** Return a game's rules as HTML; null if it has none. @param {string} game */
export async function rulesTextOf(game) {
  return (await has(game, "rules")) ? (await translated(game, "rules", "html")).text() : null;
}

/** Return a position shown in a game's rules. @param {string} game @param {string} name @returns {Promise<any>} */
export async function exampleOf(game, name) {
  return (await fetch(new URL(`rules/positions/${name}.json`, folder(game)))).json();
}

/** Return the steps and texts of a game's lesson; null if it has none. @param {string} game @returns {Promise<{steps: import("./lesson-step.js").Told[], texts: Record<string, string>} | null>} */
export async function lessonOf(game) {
  if (!(await has(game, "lesson"))) return null;
  const [steps, texts] = await Promise.all([fetch(new URL("lesson/steps.json", folder(game))), translated(game, "lesson", "json")]);
  return { steps: await steps.json(), texts: await texts.json() };
}

/** Return some positions of a sample game, in order; null if there is none. @param {string} game @returns {Promise<any[] | null>} */
export async function sampleOf(game) {
  return (await has(game, "sample")) ? (await fetch(new URL("sample.json", folder(game)))).json() : null;
}

/** Load a file in the reader's language, or in another one if the game lacks it. @param {string} game @param {string} part @param {string} ending */
async function translated(game, part, ending) {
  for (const language of new Set([spoken(), ...LANGUAGES])) {
    const answer = await fetch(new URL(`${part}/${language}.${ending}`, folder(game)));
    if (answer.ok) return answer;
  }
  throw new Error(`${game} has no ${part} that can be read`);
}
