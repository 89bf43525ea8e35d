/** The games that one is in the middle of, on the home page: looked at again and again while it is open. */

import { attention } from "../attention.js";
import { Drawn, h } from "../elements.js";
import { go, link } from "../links.js";
import { post } from "../server.js";
import { askOwn, runningRow } from "../tables.js";
import { plural, t } from "../words.js";

/** @typedef {import("../tables.js").Listed} Listed */

const FIRST = 4; // that are shown; the others are on their own page
const AGAIN = 15_000; // milliseconds between two looks

/**
 * Show somebody's running games; whoever leaves the page ends the looking.
 * @param {import("../tables.js").Page} first
 * @param {(error: unknown) => void} refuse
 */
export function runningGames(first, refuse) {
  const element = h("section", { class: "own", hidden: true });
  const drawn = new Drawn();
  const draw = (/** @type {Listed[]} */ tables, /** @type {boolean} */ more) => {
    attention(tables.filter((table) => table.your_turn).length);
    if (!drawn.changed(tables, more)) return;
    const rest = tables.length - FIRST;
    element.hidden = !tables.length;
    element.replaceChildren(
      h("h2", {}, t("home.own")),
      h("ul", { class: "rows" }, ...tables.slice(0, FIRST).map((table) => runningRow(table, (one) => comeBack(one, refuse)))),
      h("p", { class: "further" }, link("/games", {}, rest > 0 && !more ? plural("home.rest", rest) : t("home.all"))),
    );
  };
  draw(first.tables, first.more);
  const timer = setInterval(async () => {
    const now = await askOwn(false, 0).catch(() => null); // without a connection: as it was
    if (now) draw(now.tables, now.more);
  }, AGAIN);
  return { element, stop: () => clearInterval(timer) };
}

/**
 * Take the seats again at which bots play for one, and go there.
 * @param {Listed} table
 * @param {(error: unknown) => void} refuse
 */
export async function comeBack(table, refuse) {
  try {
    for (const seat of table.yours.filter((one) => table.sitting[one]?.away)) {
      await post(`/tables/${table.id}/acts`, { do: "return", seat });
    }
    go(`/table/${table.id}`);
  } catch (error) {
    refuse(error);
  }
}
