/** What the person at this browser likes; kept in the browser alone. */

const KEY = "spielwerk";

/**
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {"" | "de" | "en"} language
 * @property {"usual" | "clear"} palette
 * @property {boolean} confirm
 * @property {boolean} sounds
 * @property {"none" | "quick" | "calm"} motion
 * @property {string} name
 */

/** @type {Settings} */
const USUAL = {
  theme: "system",
  language: "",
  palette: "usual",
  confirm: false,
  sounds: false,
  motion: "quick",
  name: "",
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
