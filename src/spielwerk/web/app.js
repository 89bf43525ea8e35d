/** The page: which of its rooms an address shows. */

import { h } from "./dom.js";
import { askGames } from "./games.js";
import { Live } from "./live.js";
import { identity } from "./server.js";
import { apply, change, settings } from "./settings.js";
import { load } from "./texts.js";
import { said, t } from "./words.js";

/** @typedef {{element: HTMLElement, leave?: () => void, title: string}} Room */

const live = new Live();
const main = h("main", { id: "main", tabindex: "-1" });
const strip = h("p", { class: "strip", role: "status", hidden: true });
/** @type {(() => void) | undefined} */
let leave;

/** @param {string} path @returns {Promise<Room>} */
async function room(path) {
  const [, first = "", second = ""] = path.split("/");
  if (first === "table") return (await import("./pages/table.js")).table(live, second);
  if (first === "replay") return (await import("./pages/replay.js")).replay(second);
  if (first === "rules") return (await import("./pages/rules.js")).rules(second);
  if (first === "account") return (await import("./pages/account.js")).account();
  return (await import("./pages/home.js")).home();
}

/** What can't be shown now, such as without a connection, says so. @param {unknown} error @returns {Room} */
function nothing(error) {
  const again = h("button", { type: "button", class: "main", onclick: () => void show() }, t("again"));
  return { element: h("section", { class: "room narrow" }, h("h1", {}, "Spielwerk"), h("p", {}, said(error)), again), title: "" };
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

/**
 * Go somewhere on this page.
 * @param {string} path
 */
export function go(path) {
  history.pushState(null, "", path);
  scrollTo(0, 0);
  main.focus({ preventScroll: true });
  void show();
}

/** @param {MouseEvent} event */
function follow(event) {
  const link = /** @type {Element} */ (event.target).closest?.("a[href^='/']");
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!link || !plain || link.hasAttribute("download") || link.hasAttribute("target")) return;
  event.preventDefault();
  go(/** @type {string} */ (link.getAttribute("href")));
}

function header() {
  const other = t("language.switch");
  return h(
    "header",
    { class: "top" },
    h("a", { class: "skip", href: "#main", onclick: (/** @type {Event} */ e) => { e.preventDefault(); main.focus(); } }, t("skip")),
    h("a", { class: "brand", href: "/" }, "Spielwerk"),
    h(
      "nav",
      { "aria-label": t("menu") },
      h("a", { href: "/replay" }, t("replay")),
      h("a", { href: "/account", "aria-label": t("account") }, t("account.short")),
      h("button", { type: "button", class: "quiet", lang: other === "Deutsch" ? "de" : "en", onclick: switchLanguage }, other),
      h("button", { type: "button", class: "quiet", "aria-label": t("theme.switch"), title: t("theme.switch"), onclick: switchTheme }, "◐"),
    ),
  );
}

async function switchLanguage() {
  change({ language: document.documentElement.lang === "de" ? "en" : "de" });
  await begin();
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

/** Let the page open without a connection. What a first visit loaded, nobody was there to keep: it is told now. */
async function keep() {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  const first = !navigator.serviceWorker.controller;
  await navigator.serviceWorker.register("/offline.js").catch(() => {}); // a browser that keeps nothing
  const { active } = await navigator.serviceWorker.ready;
  if (first) active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
}

addEventListener("popstate", () => void show());
document.addEventListener("click", follow);
identity.addEventListener("changed", () => live.again());
live.addEventListener("lost", () => (strip.hidden = false));
live.addEventListener("open", () => (strip.hidden = true));
apply();
void begin().then(keep);
