/** The app: map an address to its page. */

import { attention, entitle } from "./attention.js";
import { h } from "./elements.js";
import { allGames, askGames, showGame } from "./games.js";
import { footer, header } from "./header.js";
import { here } from "./links.js";
import { explained, renewOutdated } from "./renewal.js";
import { identity, Live, Refused } from "./server.js";
import { apply, change, settings } from "./settings.js";
import { isHere, SITE } from "./site.js";
import { load, said, t } from "./words.js";

/** @typedef {{element: HTMLElement, leave?: () => void, title: string}} Room */

const FRAMED = self !== top; // embedded in another page
const live = SITE ? null : new Live();
const main = h("main", { id: "main", tabindex: "-1" });
const strip = h("p", { class: "strip", role: "status", hidden: true });
/** @type {(() => void) | undefined} */
let leave;

/** @type {Record<string, (name: string) => Promise<Room>>} */
const ROOMS = {
  "": async () => (await import("./pages/home.js")).home(),
  board: async (id) => (await import("./pages/screen.js")).screen(live, id),
  account: async () => (await import("./pages/account.js")).account(),
  box: async (game) => (await import("./pages/box.js")).box(game),
  example: async (game) => (await import("./pages/example.js")).example(game),
  games: async () => (await import("./pages/own-games.js")).ownGames(),
  lesson: async (game) => (await import("./pages/lesson.js")).lesson(game),
  replay: async (id) => (await import("./pages/replay.js")).replay(live, id),
  rules: async (game) => (await import("./pages/rules.js")).rules(game),
  table: async (id) => (await import("./pages/table.js")).table(live, id),
};
const NAMES_SOMETHING = ["board", "box", "example", "lesson", "replay", "rules", "table"]; // these accept a name or id, as in /table/abc
const NEEDS_A_NAME = ["board", "table"];
const COME_BACK = ["", "board", "rules", "table"]; // a reload shows them as they are
const NAMES_A_GAME = ["box", "rules"]; // without a name, these list all games

/** @param {string} path */
const named = (path) => path.split("/")[2] ?? "";

/** @param {string} path @returns {Promise<Room>} */
async function room(path) {
  const [, first = "", second = "", ...more] = path.split("/");
  await showGame(""); // until a page shows one
  const known = Object.hasOwn(ROOMS, first) && !more.length && (second ? NAMES_SOMETHING.includes(first) : !NEEDS_A_NAME.includes(first));
  const isGame = !second || !NAMES_A_GAME.includes(first) || (await allGames()).some(({ id }) => id === second);
  if (!known || !isGame) return (await import("./pages/nowhere.js")).nowhere();
  if (first === "table" || first === "board") attention(0); // the table page itself shows whose turn it is
  return ROOMS[first](second);
}

/** Show why a page cannot be displayed, such as a lost connection. @param {unknown} error @returns {Promise<Room>} */
async function nothing(error) {
  const why = said(await explained(error));
  const waits = live && error instanceof Refused && error.code === "offline";
  if (waits) live.addEventListener("open", comeBack, { once: true });
  const again = h("button", { type: "button", class: "main", onclick: () => void show() }, t("again"));
  return { element: h("section", { class: "room narrow" }, h("h1", {}, "Spielwerk"), h("p", {}, why), waits ? h("p", {}, t("offline.waiting")) : null, again), title: "" };
}

/** Reload the page when the server is reachable again. */
const comeBack = () => void show();

/** Show the page of the current address. */
async function show() {
  leave?.();
  leave = undefined;
  live?.removeEventListener("open", comeBack);
  const path = here().pathname;
  showStrip();
  const found = await room(path).catch(nothing);
  if (path !== here().pathname) return found.leave?.();
  leave = found.leave;
  entitle(found.title);
  main.replaceChildren(found.element);
}

let isLost = false;

/** Show the offline notice, except where no connection is needed. */
function showStrip() {
  strip.hidden = !isLost || isHere(named(here().pathname));
}

/** The connection is there again: so may be another version of the server. */
function found() {
  if (live && isLost && COME_BACK.includes(here().pathname.split("/")[1])) void renewOutdated(live);
  isLost = false;
  showStrip();
}

async function switchLanguage() {
  change({ language: document.documentElement.lang === "de" ? "en" : "de" });
  await begin().catch(async (error) => main.replaceChildren((await nothing(error)).element));
}

async function begin() {
  if (here().pathname === "/") import("./pages/home.js").catch(() => {}); // most visits begin there: load it meanwhile
  const linked = new URLSearchParams(location.search).get("language"); // as in links from the website
  const [language] = await Promise.all([load(settings.language || linked), askGames().catch(() => [])]); // the page also opens offline
  document.documentElement.lang = language;
  strip.textContent = t("connection.lost");
  document.getElementById("app")?.replaceChildren(...(FRAMED ? [main] : [header(main, switchLanguage), strip, main, footer()]));
  await show();
}

/** Register the service worker, so that the page opens without a connection. */
async function keep() {
  if (!("serviceWorker" in navigator) || !isSecureContext || FRAMED) return;
  await navigator.serviceWorker.register(new URL("../../../offline.js", import.meta.url)).catch(() => {}); // some browsers refuse to register it
}

addEventListener("popstate", () => void show());
identity.addEventListener("changed", () => live?.again());
live?.addEventListener("lost", () => ((isLost = true), showStrip()));
live?.addEventListener("open", found);
apply();
void begin().then(keep);
