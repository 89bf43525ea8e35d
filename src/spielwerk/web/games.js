/** Games: what the server tells of them, and their own folders: board, look, texts, rules and sample, loaded when needed. */

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
 * @property {Record<string, string[]>} scores  by the number of seats: what the numbers on a scoreboard are called
 * @property {Record<string, Record<string, string>>} texts  by language: title, about, names of options
 * @property {("board" | "engine" | "look" | "rules" | "sample" | "texts")[]} page  what the game brings for the page
 * @property {boolean} own_parts  can a table be set up with parts of one's own?
 * @property {"waiting" | "compiling" | "ready" | "failed"} state
 */

/** @type {Map<string, Game>} */
let known = new Map();

/** Ask what there is. @returns {Promise<Game[]>} */
export async function askGames() {
  const games = await get("/games");
  know(games);
  return games;
}

/** @param {Game[]} games */
export function know(games) {
  known = new Map(games.map((game) => [game.id, game]));
  callGames(games);
}

/** All games, asked for unless they are known. @returns {Promise<Game[]>} */
export async function allGames() {
  return known.size ? [...known.values()] : askGames();
}

/**
 * Whether a game brings a part of the page.
 * @param {string} id
 * @param {Game["page"][number]} part
 */
export const brings = (id, part) => known.get(id)?.page.includes(part) ?? false;

// Their folders

/** Where a game's files lie. @param {string} game */
function folder(game) {
  if (!/^[\w-]+$/.test(game)) throw new Error(`${game} is no name of a game`);
  return new URL(`../games/${game}/web/`, import.meta.url);
}

/** Whether a game brings something. @param {string} game @param {Game["page"][number]} part */
async function has(game, part) {
  await allGames();
  return brings(game, part);
}

/**
 * What is declared of a game with the options of a table: where they differ from its usual ones, other parts.
 * @param {any} declared  as its file has it @param {Record<string, string>} options
 */
export function withOptions({ variants, ...usual }, options) {
  const chosen = Object.entries(options);
  const other = variants.find((/** @type {any} */ one) => chosen.length && chosen.every(([name, value]) => one.options[name] === value));
  return { ...usual, ...other?.changes };
}

/** @type {Map<string, Promise<any>>} */
const files = new Map();

/** A file of a game's folder that does not change, read once. @template T @param {URL} address @param {(answer: Response) => Promise<T>} read @returns {Promise<T>} */
function once(address, read) {
  const asked = files.get(address.href);
  if (asked) return asked;
  const answer = fetch(address).then((told) => (told.ok ? read(told) : Promise.reject(new Error(`${address}: ${told.status}`))));
  files.set(address.href, answer);
  answer.catch(() => files.delete(address.href));
  return answer;
}

/** All that is declared of a game as it is in its box; null if it has no engine. @param {string} game @returns {Promise<any>} */
async function declaredOf(game) {
  return (await has(game, "engine")) ? once(new URL("declarations.json", folder(game)), (answer) => answer.json()) : null;
}

/**
 * A game as a table plays it, with its engine; null if it has none.
 * @param {string} game
 * @param {Record<string, string>} options
 * @param {any} [own]  what is declared of it instead, with own parts
 * @returns {Promise<Rules | null>}
 */
export async function rulesOf(game, options, own) {
  if (!(await has(game, "engine"))) return null;
  const code = once(new URL("engine.wasm", folder(game)), (answer) => answer.arrayBuffer());
  const declared = own ?? withOptions(await declaredOf(game), options);
  return new Rules(declared, await Engine.load(await code));
}

/**
 * A game as it is in its box, to draw what is known of it: nothing is computed.
 * @param {string} game
 * @returns {Promise<Rules | null>}
 */
export async function drawnOf(game) {
  const declared = await declaredOf(game);
  return declared && new Rules(declared, null);
}

/** A moment of a game that was kept. @param {Rules} rules @param {any} told @returns {import("./rules.js").Position} */
export function momentOf(rules, told) {
  return rules.position(told, told.seats, told.viewer, told.plies.map((/** @type {any} */ ply) => rules.ply(ply)));
}

/**
 * What makes the board of a game as it is set up, and the board's look with it; null if the game has none.
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

/** Use a style sheet, once; what it styles can be drawn when it is there. @param {string} address */
function styled(address) {
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

let shown = "";

/**
 * Let the page speak of a game: its texts come before the page's own.
 * @param {string} game  "" for none
 */
export async function showGame(game) {
  shown = game;
  const words = game && (await has(game, "texts")) ? await texts(game) : {};
  if (shown === game) speakOf(words); // else another is shown by now
}

/** A game's texts, and those that they include. @param {string} game @returns {Promise<Record<string, string>>} */
async function texts(game) {
  const answer = await translated(game, "texts", "json");
  const { include, ...words } = await answer.json();
  if (!include) return words;
  const shared = await fetch(new URL(include, answer.url));
  return { ...(await shared.json()), ...words };
}

/** How a game is played, as HTML; null if it does not say. @param {string} game */
export async function rulesTextOf(game) {
  return (await has(game, "rules")) ? (await translated(game, "rules", "html")).text() : null;
}

/** A moment that the rules of a game show. @param {string} game @param {string} name @returns {Promise<any>} */
export async function exampleOf(game, name) {
  return (await fetch(new URL(`rules/positions/${name}.json`, folder(game)))).json();
}

/** Some moments of a game to look at, one after the other; null if it has none. @param {string} game @returns {Promise<any[] | null>} */
export async function sampleOf(game) {
  return (await has(game, "sample")) ? (await fetch(new URL("sample.json", folder(game)))).json() : null;
}

/** A file in the reader's language, or in another one if a game has no better. @param {string} game @param {string} part @param {string} ending */
async function translated(game, part, ending) {
  for (const language of new Set([spoken(), ...LANGUAGES])) {
    const answer = await fetch(new URL(`${part}/${language}.${ending}`, folder(game)));
    if (answer.ok) return answer;
  }
  throw new Error(`${game} has no ${part} that can be read`);
}
