/** Mark this tab when it is your turn: title, icon, and the installed app's badge. */

import { t } from "./words.js";

const ICON = new URL("./icon.svg", import.meta.url).href;
const MARKED = new URL("./icon-turn.svg", import.meta.url).href;

let shown = "";
let waiting = 0;

/** Set the tab's title. @param {string} title  "" for the default */
export function entitle(title) {
  shown = title;
  draw();
}

/**
 * Set the number of tables where it is the user's turn. Pages that do not know it leave it unchanged.
 * @param {number} count
 */
export function attention(count) {
  waiting = count;
  draw();
  // Not every system supports badges.
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
