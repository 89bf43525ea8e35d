/** The header and footer of every page: home, my games, and a menu that fits one line on a phone. */

import { h } from "./elements.js";
import { link } from "./links.js";
import { change, settings } from "./settings.js";
import { SITE } from "./site.js";
import { t } from "./words.js";

const ICON = new URL("./icon.svg", import.meta.url).href;

/**
 * @param {HTMLElement} main  the skip link's target
 * @param {() => void} switchLanguage
 */
export function header(main, switchLanguage) {
  const other = t("language.switch");
  const menu = h(
    "nav",
    { id: "menu", popover: "auto", "aria-label": t("menu"), onclick: () => menu.matches(":popover-open") && menu.hidePopover() },
    link("/replay", {}, t("replay")),
    SITE ? link("/account", {}, t("settings")) : link("/account", { "aria-label": t("account") }, t("account.short")),
    h("button", { type: "button", class: "quiet", lang: other === "Deutsch" ? "de" : "en", onclick: switchLanguage }, other),
    h("button", { type: "button", class: "quiet", "aria-label": t("theme.switch"), title: t("theme.switch"), onclick: switchTheme }, h("span", { "aria-hidden": "true" }, "◐"), h("span", { class: "said", "aria-hidden": "true" }, t("theme.switch"))),
  );
  return h(
    "header",
    { class: "top" },
    h("a", { class: "skip", href: "#main", onclick: (/** @type {Event} */ event) => { event.preventDefault(); main.focus(); } }, t("skip")),
    link("/", { class: "brand" }, h("img", { src: ICON, alt: "", width: 28, height: 28 }), "Spielwerk"),
    link("/games", { class: "own-games" }, t("games"), h("b", { class: "turns" })),
    h("button", { type: "button", class: "quiet round menu", popovertarget: "menu", "aria-label": t("menu") }, "☰"),
    menu,
  );
}

function switchTheme() {
  const dark = settings.theme === "dark" || (settings.theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  change({ theme: dark ? "light" : "dark" });
}

export function footer() {
  return h("footer", {}, h("p", {}, t("unofficial")));
}
