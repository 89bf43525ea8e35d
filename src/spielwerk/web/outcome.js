/** A game's result in one line, used wherever results are shown. */

import { list, named, seatName, t } from "./words.js";

/** @typedef {"won" | "lost" | "watched"} Mood  how the end feels to the player */

/**
 * Return the result as a sentence for the player of these seats.
 * @param {any} info
 * @param {number[]} yours
 * @returns {{text: string, mood: Mood}}
 */
export function headline(info, yours) {
  const { ranks, results, sitting } = info;
  const order = byRank(info);
  const winners = order.filter((seat) => ranks[seat] === 1);
  const gaveUp = order.filter((seat) => sitting[seat]?.resigned);
  const played = order.filter((seat) => !sitting[seat]?.resigned);
  const me = yours.length === 1 ? yours[0] : null; // a player with several seats sees names instead of "you"
  const won = me !== null && winners.includes(me);
  const mood = won || (me === null && yours.length) ? "won" : me === null ? "watched" : "lost";
  const others = winners.filter((seat) => seat !== me);
  const counts = played.map((seat) => String(results[seat])).join(` ${t("end.to")} `);
  const score = (/** @type {string} */ unit) => [counts, named(info.game, unit, "")].filter(Boolean).join(" ");
  const values = {
    who: list((won ? others : winners).map((seat) => seatName(info, seat))),
    loser: list(gaveUp.map((seat) => seatName(info, seat))),
    score: score(info.seats === 1 ? "end.unit" : "end.unit.compared"),
    plain: score("end.unit"),
  };
  const say = (/** @type {string} */ key) => ({ text: t(key, values), mood: /** @type {Mood} */ (mood) });
  if (info.seats === 1) return { ...say("end.alone"), mood: "won" };
  if (me !== null && gaveUp.includes(me)) return say("end.resigned.you");
  if (gaveUp.length && played.length < 2) return say(won ? "end.held_out.you" : "end.held_out");
  if (winners.length > 1) return say(won ? "end.shared.you" : "end.shared");
  if (results[played[0]] === results[played[1]]) return say(won ? "end.close.you" : "end.close");
  if (mood === "lost") return say("end.lost");
  return say(won ? "end.won.you" : "end.won");
}

/** Return the seats of a finished game, best first. @param {any} info @returns {number[]} */
export function byRank(info) {
  const seats = info.sitting.map((/** @type {any} */ _, /** @type {number} */ seat) => seat);
  return seats.sort((/** @type {number} */ a, /** @type {number} */ b) => info.ranks[a] - info.ranks[b]);
}
