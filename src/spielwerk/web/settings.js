/** The user's preferences, stored only in this browser. */

const KEY = "spielwerk";

/**
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {"" | "de" | "en"} language
 * @property {"usual" | "clear"} palette
 * @property {boolean} confirm
 * @property {boolean} cover  whether to cover hands between two players at one screen
 * @property {boolean} sounds
 * @property {"none" | "quick" | "calm"} motion
 * @property {string} name
 * @property {string[]} names  of the players who share this screen
 * @property {string} origin  the network address used in invitations
 * @property {string} opponent  the bot to play against
 * @property {boolean} notation  whether to show moves in notation, too
 * @property {string[]} explained  the tips that were read
 * @property {Record<string, number>} played  the number of finished games, by game
 * @property {string[]} learned  the games whose lesson was completed
 * @property {Record<string, {at: string, done: string[]}>} lessons  by game: the step of its lesson that was left, and those completed
 * @property {boolean} coach  whether the coach speaks at tables against bots
 */

/** @type {Settings} */
const USUAL = {
  theme: "system",
  language: "",
  palette: "usual",
  confirm: false,
  cover: true,
  sounds: false,
  motion: "quick",
  name: "",
  names: [],
  origin: "",
  opponent: "geselle",
  notation: false,
  explained: [],
  played: {},
  learned: [],
  lessons: {},
  coach: false,
};

/** @type {Settings} */
export const settings = { ...USUAL, ...read() };

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * Change settings and store them.
 * @param {Partial<Settings>} changed
 */
export function change(changed) {
  Object.assign(settings, changed);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // storage is disabled: the change lasts until the page is closed
  }
  apply();
}

/** Apply the settings to the page. */
export function apply() {
  const root = document.documentElement;
  if (settings.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.palette = settings.palette;
  root.dataset.motion = settings.motion;
}

const PROMISES = "spielwerk.promises";
const READ = "spielwerk.read";
const MOST_TABLES = 100; // entries that are stored at most

/**
 * Return the server's commitment for a table, as this browser first received it.
 * @param {string} table
 * @param {string} heard  the current one
 * @returns {string}
 */
export function promised(table, heard = "") {
  try {
    /** @type {[string, string][]} */
    const known = JSON.parse(localStorage.getItem(PROMISES) ?? "[]");
    const found = known.find(([id]) => id === table);
    if (found || !heard) return found?.[1] ?? heard;
    localStorage.setItem(PROMISES, JSON.stringify([...known, [table, heard]].slice(-MOST_TABLES)));
  } catch {
    // storage is disabled: the commitment lasts until the page is closed
  }
  return heard;
}

/**
 * Return the number of the last chat entry read in this browser; null on the first visit.
 * @param {string} table
 * @param {number} [upTo]  the entry read now
 * @returns {number | null}
 */
export function lastRead(table, upTo) {
  try {
    /** @type {[string, number][]} */
    const known = JSON.parse(localStorage.getItem(READ) ?? "[]");
    const found = known.find(([id]) => id === table)?.[1] ?? null;
    if (upTo === undefined || (found !== null && found >= upTo)) return found;
    localStorage.setItem(READ, JSON.stringify([...known.filter(([id]) => id !== table), [table, upTo]].slice(-MOST_TABLES)));
  } catch {
    // storage is disabled: messages from before the visit are not new
  }
  return upTo ?? null;
}

/**
 * Return the storage for an unfinished choice at a table in this tab: it survives a reload, and is gone with the tab.
 * @param {string} table
 */
export function begun(table) {
  const key = `spielwerk.begun.${table}`;
  /** @type {Record<string, any>} */
  let known = {};
  try {
    known = JSON.parse(sessionStorage.getItem(key) ?? "{}");
  } catch {
    // storage is disabled
  }
  return {
    read: () => known,
    /** @param {Record<string, any>} changed */
    write: (changed) => {
      known = { ...known, ...changed };
      try {
        sessionStorage.setItem(key, JSON.stringify(known));
      } catch {
        // it lasts until the page is closed
      }
    },
  };
}
