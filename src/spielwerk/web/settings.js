/** What the person at this browser likes; kept in the browser alone. */

const KEY = "spielwerk";

/**
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {"" | "de" | "en"} language
 * @property {"usual" | "clear"} palette
 * @property {boolean} confirm
 * @property {boolean} cover  hands, between two seats at one screen
 * @property {boolean} sounds
 * @property {"none" | "quick" | "calm"} motion
 * @property {string} name
 * @property {string} opponent  the bot that one plays against
 * @property {boolean} notation  moves are shown as they are written down, too
 * @property {string[]} explained  what was explained once
 * @property {Record<string, number>} played  how often, by game
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
  opponent: "geselle",
  notation: false,
  explained: [],
  played: {},
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
 * Change something, and keep it.
 * @param {Partial<Settings>} changed
 */
export function change(changed) {
  Object.assign(settings, changed);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a browser that keeps nothing: it holds until the page is left
  }
  apply();
}

/** Let the page look as it is liked. */
export function apply() {
  const root = document.documentElement;
  if (settings.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.palette = settings.palette;
  root.dataset.motion = settings.motion;
}

const PROMISES = "spielwerk.promises";
const MOST_PROMISES = 100;

/**
 * What a server has committed to at a table, as it was first heard in this browser.
 * @param {string} table
 * @param {string} heard  what it says now
 * @returns {string}
 */
export function promised(table, heard = "") {
  try {
    /** @type {[string, string][]} */
    const known = JSON.parse(localStorage.getItem(PROMISES) ?? "[]");
    const found = known.find(([id]) => id === table);
    if (found || !heard) return found?.[1] ?? heard;
    localStorage.setItem(PROMISES, JSON.stringify([...known, [table, heard]].slice(-MOST_PROMISES)));
  } catch {
    // a browser that keeps nothing: it holds until the page is left
  }
  return heard;
}

/**
 * What was begun at a table in this tab: kept through a reload, and gone with the tab.
 * @param {string} table
 */
export function begun(table) {
  const key = `spielwerk.begun.${table}`;
  /** @type {Record<string, any>} */
  let known = {};
  try {
    known = JSON.parse(sessionStorage.getItem(key) ?? "{}");
  } catch {
    // a browser that keeps nothing
  }
  return {
    read: () => known,
    /** @param {Record<string, any>} changed */
    write: (changed) => {
      known = { ...known, ...changed };
      try {
        sessionStorage.setItem(key, JSON.stringify(known));
      } catch {
        // it holds until the page is left
      }
    },
  };
}
