/** My games: those that run, one's turn first, and those that are over. */

import { attention } from "../attention.js";
import { h } from "../elements.js";
import { link } from "../links.js";
import { me } from "../server.js";
import { askOwn, finishedRow, growing, runningRow } from "../tables.js";
import { said, t } from "../words.js";
import { comeBack } from "./running-games.js";

/** @returns {Promise<import("../app.js").Room>} */
export async function ownGames() {
  const person = await me();
  const element = h("section", { class: "room own-page" }, h("h1", {}, t("games")));
  if (!person) {
    element.append(h("p", { class: "lead" }, t("games.nobody")), h("p", {}, link("/", { class: "button main" }, t("nowhere.home"))));
    return { element, title: t("games") };
  }
  const [running, over] = await Promise.all([askOwn(false, 0), askOwn(true, 0)]);
  attention(running.tables.filter((table) => table.your_turn).length);
  const told = h("p", { class: "told", role: "alert" });
  const refuse = (/** @type {unknown} */ error) => (told.textContent = said(error));
  const begun = growing(running, (page) => askOwn(false, page), (table) => runningRow(table, (one) => comeBack(one, refuse)));
  const ended = growing(over, (page) => askOwn(true, page), finishedRow);
  element.append(
    told,
    h("section", { class: "running" }, h("h2", {}, t("games.running")), ...(running.tables.length ? begun : [h("p", { class: "empty" }, t("games.running.none"), " ", link("/", {}, t("games.start")))])),
    h("section", { class: "finished" }, h("h2", {}, t("games.over")), ...(over.tables.length ? ended : [h("p", { class: "empty" }, t("games.over.none"))])),
  );
  if (person.guest) element.append(h("p", { class: "box note" }, t("games.guest"), " ", link("/account", {}, t("account.keep"))));
  return { element, title: t("games") };
}
