/** A single playable example of the rules, for other pages to embed in a frame. */

import { h } from "../elements.js";
import { allGames } from "../games.js";
import { here, rulesLink } from "../links.js";
import { liveExample } from "../live-example.js";
import { apply, settings } from "../settings.js";
import { load, t, title } from "../words.js";
import { nowhere } from "./nowhere.js";

/** @param {string} game @returns {Promise<import("../app.js").Room>} */
export async function example(game) {
  await adapt(new URLSearchParams(location.search));
  const name = here().hash.slice(1);
  const known = (await allGames()).some(({ id }) => id === game);
  const live = known && /^[\w-]+$/.test(name) ? await liveExample(game, name).catch(() => null) : null;
  if (!live) return nowhere();
  const heading = `${title(game)}: ${t("example.try")}`;
  return { element: h("section", { class: "room example" }, h("h1", { class: "unseen" }, heading), live.element, h("p", { class: "links" }, rulesLink(game, { target: "_top" }))), leave: () => live.leave(), title: heading };
}

/** Use the theme and language that the embedding page asks for, without storing them: `?language=en&theme=dark`. @param {URLSearchParams} wanted */
async function adapt(wanted) {
  const [theme, language] = [wanted.get("theme"), wanted.get("language")];
  if (theme === "light" || theme === "dark") settings.theme = theme;
  apply();
  if (language === "de" || language === "en") document.documentElement.lang = await load(language);
}
