/** Draws attention to this tab when it is one's turn: its title, its icon, and the badge of the installed app. */

import { t } from "./words.js";

const ICON = new URL("./icon.svg", import.meta.url).href;
const MARKED = new URL("./icon-turn.svg", import.meta.url).href;

let shown = "";
let waiting = 0;

/** Call the tab by what it shows. @param {string} title  "" for the page itself */
export function entitle(title) {
  shown = title;
  draw();
}

/**
 * Say at how many tables it is one's turn. Every room that knows it says so; the others leave it as it is.
 * @param {number} count
 */
export function attention(count) {
  waiting = count;
  draw();
  // A badge is a favour of the system: without it nothing is missing.
  const badge = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  badge?.catch(() => {});
}

function draw() {
  if (waiting) document.title = `● ${t("status.your_turn")} – ${shown || "Spielwerk"}`;
  else document.title = shown ? `${shown} · Spielwerk` : "Spielwerk";
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  const wanted = waiting ? MARKED : ICON;
  if (icon && icon.href !== wanted) icon.href = wanted;
  for (const mark of document.querySelectorAll(".turns")) mark.textContent = waiting ? String(waiting) : "";
}
