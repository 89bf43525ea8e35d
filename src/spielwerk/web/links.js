/** Going from room to room within the page, without reloading it. */

import { h } from "./elements.js";
import { brings } from "./games.js";
import { t } from "./words.js";

/**
 * Go somewhere on this page.
 * @param {string} path
 */
export function go(path) {
  history.pushState(null, "", path);
  scrollTo(0, 0);
  document.getElementById("main")?.focus({ preventScroll: true });
  dispatchEvent(new PopStateEvent("popstate")); // as when one goes back: the page shows what the address says
}

/**
 * A link to another room.
 * @param {string} path
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
export function link(path, attributes, ...children) {
  return h("a", { href: path, onclick: follow, ...attributes }, ...children);
}

/** @param {MouseEvent} event */
function follow(event) {
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!plain || link.target) return;
  event.preventDefault();
  go(/** @type {string} */ (link.getAttribute("href")));
}

/**
 * The link to a game's rules, or that there are none.
 * @param {string} game
 * @param {Record<string, string>} [attributes]
 */
export function rulesLink(game, attributes = {}) {
  return brings(game, "rules") ? link(`/rules/${game}`, attributes, t("rules")) : h("span", { class: "faint" }, t("rules.none"));
}
