/** The user's running games on the home page, refreshed while it is open. */

import { attention } from "../attention.js";
import { Drawn, h } from "../elements.js";
import { allKept, asListed } from "../kept.js";
import { go, link } from "../links.js";
import { post } from "../server.js";
import { askOwn, runningRow, waits } from "../tables.js";
import { plural, t } from "../words.js";

/** @typedef {import("../tables.js").Listed} Listed */

const FIRST = 4; // shown here; the others are on My games
const AGAIN = 15_000; // milliseconds between two requests

/**
 * Show the user's running games, and refresh them until `stop` is called.
 * @param {import("../tables.js").Page} first
 * @param {boolean} isKnown  whether the server knows the user
 * @param {(error: unknown) => void} refuse
 */
export function runningGames(first, isKnown, refuse) {
  const element = h("section", { class: "own", hidden: true });
  const drawn = new Drawn();
  const draw = (/** @type {Listed[]} */ others, /** @type {boolean} */ more) => {
    const tables = [...runningHere(), ...others];
    attention(tables.filter(waits).length);
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
    const now = isKnown ? await askOwn(false, 0).catch(() => null) : null; // unchanged when offline
    if (now) draw(now.tables, now.more);
  }, AGAIN);
  return { element, stop: () => clearInterval(timer) };
}

/** Return the unfinished games of this device. @returns {Listed[]} */
const runningHere = () => allKept().map(asListed).filter(({ status }) => status === "running");

/**
 * Take over from the bots that play for the user, and open the table.
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
