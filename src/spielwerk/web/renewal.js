/** Reloads a page whose version differs from the server's, once. Nothing is lost: the server has the game. */

import { Refused } from "./server.js";

const EDITION = new URL("..", import.meta.url).pathname; // below which all files of this page lie
const RENEWED = "spielwerk.renewed";
const OTHER = ["other_rules", "other_version"];

/**
 * Why something was not done; but if that is because the server has another version, the page is reloaded.
 * @param {unknown} error
 * @returns {Promise<unknown>}
 */
export async function explained(error) {
  const isOther = error instanceof Refused ? OTHER.includes(error.code) : await isOutdated();
  return isOther ? renew() : error;
}

/**
 * Reload the page, unless this tab has left this version before: then say that it did not help.
 * @returns {Promise<Refused>}
 */
async function renew() {
  if (!leave()) return new Refused({ code: "other_version", reason: "this page is of another version than the server" });
  location.reload();
  return new Promise(() => {}); // nothing more happens on this page
}

/** Whether the server has other files by now. A file that can't be loaded does not say why. */
async function isOutdated() {
  const shell = await fetch("/", { cache: "no-store" }).catch(() => null);
  return Boolean(shell?.ok) && !(await shell?.text())?.includes(EDITION);
}

/** Note that this version is left; whether that is the first time. */
function leave() {
  try {
    /** @type {string[]} */
    const left = JSON.parse(sessionStorage.getItem(RENEWED) ?? "[]");
    if (left.includes(EDITION)) return false;
    sessionStorage.setItem(RENEWED, JSON.stringify([...left, EDITION]));
    return true;
  } catch {
    return false; // a browser that keeps nothing would go round and round
  }
}
