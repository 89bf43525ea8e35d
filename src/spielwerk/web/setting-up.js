/** Set up a table where it can be played immediately: on the server, or on this device. */

import { boxesOf } from "./boxes.js";
import { askGames, brings, loadAhead, sinceAsked, stateOf, withOptions } from "./games.js";
import { meOrGuest, post, Refused } from "./server.js";
import { settings } from "./settings.js";
import { SITE } from "./site.js";
import { t } from "./words.js";

const WAIT = 300; // milliseconds to wait for the server's answer whether a game is ready
const RECENT = 2000; // milliseconds for which that answer is trusted

/** Set up a table, and return its id. @param {Record<string, any>} terms @returns {Promise<string>} */
export async function setUp(terms) {
  void import("./pages/table.js"); // the next page: load it meanwhile
  const fitsHere = canBeHere(terms);
  if (fitsHere) loadAhead(terms.game);
  if (fitsHere && !(await isReady(terms))) return here(terms);
  try {
    await meOrGuest(settings.name || t("guest"));
    const { freshShare, keepShare } = await import("./shares.js");
    const { hash, value } = freshShare();
    const { info, head } = await post("/tables", { ...terms, share: hash });
    keepShare(info.id, value);
    const { keepHead } = await import("./heads.js");
    keepHead(info.id, info.number, head);
    return info.id;
  } catch (error) {
    if (fitsHere && error instanceof Refused && error.code === "offline") return here(terms);
    throw error;
  }
}

/** Return whether this device can run the table: nobody else has to join, and the game has an engine. @param {Record<string, any>} terms */
function canBeHere({ game, seats, sit, bots = {}, clock, listed, parts }) {
  const taken = new Set([...sit, ...Object.keys(bots).map(Number)]);
  return brings(game, "engine") && taken.size === seats && !clock && !listed && (parts === undefined || kept(game, parts) !== undefined);
}

/** Return the stored box with these parts. @param {string} game @param {string} parts */
const kept = (game, parts) => boxesOf(game).find((box) => box.parts === parts);

/** Return whether the server could start this table now, and its bots could move immediately. @param {Record<string, any>} terms */
async function isReady({ game, bots = {} }) {
  const states = Object.keys(bots).length ? ["ready"] : ["playable", "ready"];
  const ready = () => states.includes(stateOf(game) ?? "");
  if (SITE || ready()) return !SITE;
  void import("./device/host.js"); // needed, unless the server has just become ready
  if (sinceAsked() < RECENT) return false;
  await Promise.race([askGames().catch(() => []), new Promise((done) => setTimeout(done, WAIT))]);
  return ready();
}

/** @param {Record<string, any>} terms */
async function here(terms) {
  const { setUpHere } = await import("./device/host.js");
  const { sit, names = {} } = terms;
  const box = kept(terms.game, terms.parts);
  const own = box && { text: box.parts, declared: withOptions(box.declared, terms.options ?? {}) };
  return setUpHere(/** @type {any} */ (terms), sit.map((/** @type {number} */ seat) => names[seat] ?? (settings.name || t("guest"))), own);
}
