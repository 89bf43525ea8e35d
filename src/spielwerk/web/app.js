/** The page: which of its rooms an address shows. */

import { attention, entitle } from "./attention.js";
import { h } from "./elements.js";
import { askGames, showGame } from "./games.js";
import { footer, header } from "./header.js";
import { explained } from "./renewal.js";
import { identity, Live } from "./server.js";
import { apply, change, settings } from "./settings.js";
import { load, said, t } from "./words.js";

/** @typedef {{element: HTMLElement, leave?: () => void, title: string}} Room */

const live = new Live();
const main = h("main", { id: "main", tabindex: "-1" });
const strip = h("p", { class: "strip", role: "status", hidden: true });
/** @type {(() => void) | undefined} */
let leave;

/** @type {Record<string, (name: string) => Promise<Room>>} */
const ROOMS = {
  "": async () => (await import("./pages/home.js")).home(),
  account: async () => (await import("./pages/account.js")).account(),
  games: async () => (await import("./pages/own-games.js")).ownGames(),
  replay: async (id) => (await import("./pages/replay.js")).replay(id),
  rules: async (game) => (await import("./pages/rules.js")).rules(game),
  table: async (id) => (await import("./pages/table.js")).table(live, id),
};
const NAMES_SOMETHING = ["replay", "rules", "table"]; // as in /table/abc

/** @param {string} path @returns {Promise<Room>} */
async function room(path) {
  const [, first = "", second = "", ...more] = path.split("/");
  await showGame(""); // until a room shows one
  const known = Object.hasOwn(ROOMS, first) && !more.length && (!second || NAMES_SOMETHING.includes(first));
  if (!known) return (await import("./pages/nowhere.js")).nowhere();
  if (first === "table") attention(0); // the table itself says whose turn it is
  return ROOMS[first](second);
}

/** What can't be shown now, such as without a connection, says so. @param {unknown} error @returns {Promise<Room>} */
async function nothing(error) {
  const why = said(await explained(error));
  const again = h("button", { type: "button", class: "main", onclick: () => void show() }, t("again"));
  return { element: h("section", { class: "room narrow" }, h("h1", {}, "Spielwerk"), h("p", {}, why), again), title: "" };
}

/** Show what the address says. */
async function show() {
  leave?.();
  leave = undefined;
  const path = location.pathname;
  const found = await room(path).catch(nothing);
  if (path !== location.pathname) return found.leave?.();
  leave = found.leave;
  entitle(found.title);
  main.replaceChildren(found.element);
}

async function switchLanguage() {
  change({ language: document.documentElement.lang === "de" ? "en" : "de" });
  await begin().catch(async (error) => main.replaceChildren((await nothing(error)).element));
}

async function begin() {
  const [language] = await Promise.all([load(settings.language), askGames().catch(() => [])]); // offline it opens too
  document.documentElement.lang = language;
  strip.textContent = t("connection.lost");
  document.getElementById("app")?.replaceChildren(header(main, switchLanguage), strip, main, footer());
  await show();
}

/** Let the page open without a connection. */
async function keep() {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  await navigator.serviceWorker.register("/offline.js").catch(() => {}); // a browser that keeps nothing
}

addEventListener("popstate", () => void show());
identity.addEventListener("changed", () => live.again());
live.addEventListener("lost", () => (strip.hidden = false));
live.addEventListener("open", () => (strip.hidden = true));
apply();
void begin().then(keep);
