/** Navigate between pages without reloading. Without a server that maps every address to the page, paths follow a hash. */

import { h } from "./elements.js";
import { brings } from "./games.js";
import { SITE } from "./site.js";
import { t } from "./words.js";

/** Return the current path, with its query and hash. @returns {URL} */
export const here = () => (SITE ? new URL(location.hash.slice(1) || "/", location.origin) : new URL(location.href));

/** Return the address for a path. @param {string} path */
const address = (path) => (SITE ? `#${path}` : path);

/** Replace the current path without leaving the page. @param {string} path */
export const rename = (path) => history.replaceState(null, "", address(path));

/**
 * Go to a path.
 * @param {string} path
 */
export function go(path) {
  history.pushState(null, "", address(path));
  scrollTo(0, 0);
  document.getElementById("main")?.focus({ preventScroll: true });
  dispatchEvent(new PopStateEvent("popstate")); // like the back button: the app shows the page of the address
}

/**
 * Create a link to another page.
 * @param {string} path
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
export function link(path, attributes, ...children) {
  return h("a", { href: address(path), onclick: (/** @type {MouseEvent} */ event) => follow(event, path), ...attributes }, ...children);
}

/** @param {MouseEvent} event @param {string} path */
function follow(event, path) {
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!plain || link.target) return;
  event.preventDefault();
  go(path);
}

/** Create the link to a game's lesson; null if it has none. @param {string} game @param {Record<string, string>} attributes */
export function lessonLink(game, attributes = {}) {
  return brings(game, "lesson") && brings(game, "board") ? link(`/lesson/${game}`, attributes, t("lesson.offer")) : null;
}

/**
 * Create the link to a game's rules, or a note that there are none.
 * @param {string} game
 * @param {Record<string, string>} [attributes]
 */
export function rulesLink(game, attributes = {}) {
  return brings(game, "rules") ? link(`/rules/${game}`, attributes, t("rules")) : h("span", { class: "faint" }, t("rules.none"));
}

/**
 * Create the link to the rule behind an answer; "" if there is none.
 * @param {string} game
 * @param {string} [rule]  a refusal's code or the key of a text: the rules mark the sentence that explains it
 */
export function ruleLink(game, rule) {
  return rule && brings(game, "rules") ? link(`/rules/${game}#${rule}`, { target: "_blank", class: "rule" }, t("rule")) : "";
}

/** Return an answer's text with the link to its rule; nothing if there is no text. @param {string} game @param {string} text @param {string} [rule] */
export const answered = (game, text, rule) => (text ? [h("span", {}, text), " ", ruleLink(game, rule)] : []);

/** Create the link to the user's own box of a game. @param {string} game */
export const boxLink = (game) => link(`/box/${game}`, { class: "to-box", title: t("box.link.why") }, t("box.link"));
