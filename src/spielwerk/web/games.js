/** What the server tells of its games: seats, options, and what the numbers on scoreboards are called. */

import { get } from "./server.js";

/**
 * @typedef {object} Game
 * @property {string} id
 * @property {number[]} seats
 * @property {Record<string, string[]>} options
 * @property {Record<string, string[]>} scores  by the number of seats
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
}

/**
 * What the numbers on a scoreboard are called.
 * @param {{game: string, seats: number}} at
 * @returns {string[]}
 */
export function scoreNames({ game, seats }) {
  return known.get(game)?.scores[seats] ?? [];
}
