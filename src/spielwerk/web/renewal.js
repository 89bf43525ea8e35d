/** Reload a page whose version differs from the server's, once. Nothing is lost: the server stores the game. */

import { Refused } from "./server.js";
import { SITE } from "./site.js";

const EDITION = new URL("..", import.meta.url).pathname; // the folder of all files of this page
const RENEWED = "spielwerk.renewed";
const OTHER = ["other_rules", "other_version"];

/**
 * Return the reason for a failure, or reload the page if the reason is that the server has another version.
 * @param {unknown} error
 * @returns {Promise<unknown>}
 */
export async function explained(error) {
  const isOther = error instanceof Refused ? OTHER.includes(error.code) : await isOutdated();
  return isOther ? renew() : error;
}

/**
 * Reload a page that is outdated after a lost connection, unless something would be lost: an act without an answer, a
 * typed text, an open window.
 * @param {import("./server.js").Live} live
 */
export async function renewOutdated(live) {
  if (!(await isOutdated()) || live.isActing || isFilledIn() || !leave()) return;
  location.reload();
}

/** Return whether the page contains what a reload would not bring back. */
function isFilledIn() {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input, textarea"));
  return Boolean(document.querySelector("dialog[open]")) || [...fields].some((field) => field.value !== field.defaultValue);
}

/**
 * Reload the page, unless this tab has already left this version: then return a refusal that says so.
 * @returns {Promise<Refused>}
 */
async function renew() {
  if (!leave()) return new Refused({ code: "other_version", reason: "this page is of another version than the server" });
  location.reload();
  return new Promise(() => {}); // never resolves, because the page is being replaced
}

/** Return whether the server has other files now: neither a file that failed to load nor a socket tells. */
async function isOutdated() {
  if (SITE) return false; // there is no server to ask
  const shell = await fetch("/", { cache: "no-store" }).catch(() => null);
  return Boolean(shell?.ok) && !(await shell?.text())?.includes(EDITION);
}

/** Record that this version was left; return whether that is the first time. */
function leave() {
  try {
    /** @type {string[]} */
    const left = JSON.parse(sessionStorage.getItem(RENEWED) ?? "[]");
    if (left.includes(EDITION)) return false;
    sessionStorage.setItem(RENEWED, JSON.stringify([...left, EDITION]));
    return true;
  } catch {
    return false; // without storage, the page would reload forever
  }
}
