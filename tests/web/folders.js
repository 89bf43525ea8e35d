/** Read the games' folders from disk as the page loads them from the server. */
import { existsSync, readdirSync, readFileSync } from "node:fs";

import { Engine } from "../../src/spielwerk/web/engine.js";
import { withOptions } from "../../src/spielwerk/web/games.js";
import { Rules } from "../../src/spielwerk/web/rules.js";

const PACKAGE = new URL("../../src/spielwerk/", import.meta.url);

/** @param {URL} file */
export const json = (file) => JSON.parse(readFileSync(file, "utf8"));

/** @param {string} game */
export const folder = (game) => new URL(`games/${game}/web/`, PACKAGE);

export const GAMES = readdirSync(new URL("games/", PACKAGE)).filter((game) => existsSync(new URL("board.js", folder(game))));

/** Return a game's rules with its engine, for a table. @param {string} game @param {Record<string, string>} [options] */
export async function rulesOf(game, options = {}) {
  const declared = withOptions(json(new URL("declarations.json", folder(game))), options);
  return new Rules(declared, await Engine.load(readFileSync(new URL("engine.wasm", folder(game)))));
}

/**
 * Return the board for a table's rules.
 * @param {Rules} rules
 * @returns {Promise<import("../../src/spielwerk/web/board.js").Board>}
 */
export const boardOf = async (rules) => (await import(new URL("board.js", folder(rules.declared.game)).href)).board(rules);

/** Return the page's texts. @param {string} language @returns {Record<string, string>} */
export const pageWords = (language) => json(new URL(`web/texts/${language}.json`, PACKAGE));

/** Return a game's texts, with those that they include. @param {string} game @param {string} language @returns {Record<string, string>} */
export function gameWords(game, language) {
  const file = new URL(`texts/${language}.json`, folder(game));
  const { include, ...words } = json(file);
  return include ? { ...json(new URL(include, file)), ...words } : words;
}
