/** The page: which of its rooms an address shows. */

import { h } from "./elements.js";
import { askGames, showGame } from "./games.js";
import { link } from "./links.js";
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

/** @param {string} path @returns {Promise<Room>} */
async function room(path) {
  const [, first = "", second = ""] = path.split("/");
  await showGame(""); // until a room shows one
  if (first === "table") return (await import("./pages/table.js")).table(live, second);
  if (first === "replay") return (await import("./pages/replay.js")).replay(second);
  if (first === "rules") return (await import("./pages/rules.js")).rules(second);
  if (first === "account") return (await import("./pages/account.js")).account();
  return (await import("./pages/home.js")).home();
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
  document.title = found.title ? `${found.title} · Spielwerk` : "Spielwerk";
  main.replaceChildren(found.element);
}

function header() {
  const other = t("language.switch");
  return h(
    "header",
    { class: "top" },
    h("a", { class: "skip", href: "#main", onclick: (/** @type {Event} */ e) => { e.preventDefault(); main.focus(); } }, t("skip")),
    link("/", { class: "brand" }, "Spielwerk"),
    h(
      "nav",
      { "aria-label": t("menu") },
      link("/replay", {}, t("replay")),
      link("/account", { "aria-label": t("account") }, t("account.short")),
      h("button", { type: "button", class: "quiet", lang: other === "Deutsch" ? "de" : "en", onclick: switchLanguage }, other),
      h("button", { type: "button", class: "quiet", "aria-label": t("theme.switch"), title: t("theme.switch"), onclick: switchTheme }, "◐"),
    ),
  );
}

async function switchLanguage() {
  change({ language: document.documentElement.lang === "de" ? "en" : "de" });
  await begin().catch(async (error) => main.replaceChildren((await nothing(error)).element));
}

function switchTheme() {
  const dark = settings.theme === "dark" || (settings.theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  change({ theme: dark ? "light" : "dark" });
}

async function begin() {
  const [language] = await Promise.all([load(settings.language), askGames().catch(() => [])]); // offline it opens too
  document.documentElement.lang = language;
  strip.textContent = t("connection.lost");
  document.getElementById("app")?.replaceChildren(header(), strip, main, footer());
  await show();
}

function footer() {
  return h("footer", {}, h("p", {}, t("unofficial")));
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
