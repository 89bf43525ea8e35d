/** The user's own boxes: parts files, stored in this browser together with the server's declarations for each. */

const KEY = "spielwerk.boxes";

/**
 * @typedef {object} Box
 * @property {string} game
 * @property {string} name
 * @property {string} parts  the contents of the parts file
 * @property {any} declared  the game's declarations with these parts, so that it can be played without a server
 */

/** @returns {Box[]} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {Box[]} boxes */
function store(boxes) {
  try {
    localStorage.setItem(KEY, JSON.stringify(boxes));
    return true;
  } catch {
    return false; // storage is disabled or full
  }
}

/** Return the boxes of a game, by name. @param {string} game */
export function boxesOf(game) {
  return all().filter((box) => box.game === game).sort((one, other) => one.name.localeCompare(other.name));
}

/** Store a box, replacing the game's box of the same name; return whether that succeeded. @param {Box} box */
export const keepBox = (box) => store([...others(box.game, box.name), box]);

/** @param {string} game @param {string} name */
export const dropBox = (game, name) => store(others(game, name));

/** @param {string} game @param {string} name */
const others = (game, name) => all().filter((box) => box.game !== game || box.name !== name);
