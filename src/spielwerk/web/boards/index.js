/** The board of each game, loaded when it is needed. */

/** @typedef {import("./types.js").Board} Board */

/** @type {Record<string, () => Promise<{board: Board}>>} */
const BOARDS = {
  axio: () => import("./axio.js"),
  axio_hex: () => import("./axio_hex.js"),
  axio_rota: () => import("./axio_rota.js"),
  second_chance: () => import("./second_chance.js"),
  anubixx: () => import("./anubixx.js"),
};

export const GAMES = Object.keys(BOARDS);

/**
 * @param {string} game
 * @returns {Promise<Board>}
 */
export async function boardOf(game) {
  return (await BOARDS[game]()).board;
}
