/** The end of a game: who won, how that was decided, and what to do next. */

import { celebrate } from "../celebration.js";
import { drawDecision } from "../decision.js";
import { button, Drawn, h } from "../elements.js";
import { chime } from "../effects.js";
import { go, link } from "../links.js";
import { get, post } from "../server.js";
import { botName, list, said, scoreName, seatName, t, textOr } from "../words.js";
import { fairCheck } from "./fair.js";

/** @typedef {import("../rules.js").Position} Position */
/** @typedef {{name: string, values: (number | null)[], ranks: number[]}} Step  a comparison of who was tied */
/** @typedef {"won" | "lost" | "watched"} Mood  how the end feels from one's own seat */

const LEVELS = ["zufall", "lehrling", "geselle", "meister", "grossmeister"]; // of bots, the weakest first

/**
 * @typedef {object} EndShown
 * @property {any} info  of a table that is over
 * @property {Position | undefined} position  the last one
 * @property {number[]} yours
 * @property {boolean} fresh  whether the end was seen to come: then it is celebrated
 * @property {string} promised  the checksum that was seen while the game was running
 * @property {string} invited  what addresses end with, for who watches by invitation
 * @property {() => void} rematch
 */

/** The end of a game at a table: `banner` stands above the board, `panel` beside it. */
export class End {
  #drawn = new Drawn();
  #celebrated = false;
  /** @type {Promise<SVGGElement | null> | null} */
  #decision = null; // what is drawn of how the game was decided

  /** @param {import("../board-view.js").BoardView} boardView */
  constructor(boardView) {
    this.boardView = boardView;
    this.banner = h("section", { class: "ended", hidden: true, "aria-labelledby": "ended" });
    this.panel = h("div", { hidden: true });
    this.told = h("p", { class: "told", role: "alert" });
  }

  /** @param {EndShown} shown */
  show(shown) {
    const { info, position, yours, fresh } = shown;
    if (!this.#drawn.changed(info, position, yours)) return;
    const { text, mood } = headline(info, yours);
    this.banner.hidden = this.panel.hidden = false;
    this.banner.className = `ended ${mood}`;
    this.panel.className = "box end";
    this.banner.replaceChildren(h("h2", { id: "ended" }, text), aloneTold(info), this.#next(shown, mood), this.told);
    this.panel.replaceChildren(...panelOf(shown));
    if (!fresh || this.#celebrated) return;
    this.#celebrated = true;
    chime("end");
    this.banner.scrollIntoView({ block: "nearest" });
    if (mood !== "lost") celebrate(position?.rules.declared.scores.names[info.seats] ?? []);
  }

  /**
   * Draw on the board how it was decided, while the last position is looked at.
   * @param {import("../board.js").Board | null} board
   * @param {Position | undefined} position
   * @param {import("../timeline.js").Timeline} timeline
   * @param {number[]} ranks
   */
  showDecision(board, position, timeline, ranks) {
    const { boardView } = this;
    if (timeline.past === null && position && board) {
      this.#decision ??= drawDecision({ boardView, board, position, ranks, seen: (ply) => timeline.seen(ply) }).catch(() => null);
    } else {
      void this.#decision?.then((drawn) => drawn?.remove());
      this.#decision = null;
    }
  }

  /** What one may do now. @param {EndShown} shown @param {Mood} mood */
  #next({ info, yours, rematch, invited }, mood) {
    const follow = info.next ? link(`/table/${info.next}`, { class: "button main" }, t("rematch.go")) : null;
    const again = yours.length ? button(t("rematch"), rematch, { class: "main" }) : follow;
    const bot = mood === "won" ? harder(info, yours) : null;
    return h(
      "div",
      { class: "buttons" },
      again,
      bot ? button(t("end.harder", { bot: botName(bot) }), () => void this.#play(info, yours, bot)) : null,
      link(`/replay/${info.id}${invited}`, { class: "button" }, t("end.replay")),
      link("/", { class: "button" }, t("home")),
    );
  }

  /** The same game against stronger bots. @param {any} info @param {number[]} yours @param {string} bot */
  async #play({ game, seats, options }, yours, bot) {
    const others = Array.from({ length: seats }, (_, seat) => seat).filter((seat) => !yours.includes(seat));
    this.told.textContent = "";
    try {
      const made = await post("/tables", { game, seats, options, sit: yours, bots: Object.fromEntries(others.map((seat) => [String(seat), bot])) });
      go(`/table/${made.info.id}`);
    } catch (error) {
      this.told.textContent = said(error);
    }
  }
}

/**
 * Who won, as one says it to whoever holds these seats.
 * @param {any} info
 * @param {number[]} yours
 * @returns {{text: string, mood: Mood}}
 */
export function headline(info, yours) {
  const { ranks, results, sitting } = info;
  const order = byRank(info);
  const winners = order.filter((seat) => ranks[seat] === 1);
  const gaveUp = order.filter((seat) => sitting[seat].resigned);
  const played = order.filter((seat) => !sitting[seat].resigned);
  const me = yours.length === 1 ? yours[0] : null; // who has several seats is told names
  const won = me !== null && winners.includes(me);
  const mood = won || (me === null && yours.length) ? "won" : me === null ? "watched" : "lost";
  const others = winners.filter((seat) => seat !== me);
  const values = {
    who: list((won ? others : winners).map((seat) => seatName(info, seat))),
    loser: list(gaveUp.map((seat) => seatName(info, seat))),
    score: [played.map((seat) => String(results[seat])).join(` ${t("end.to")} `), textOr("end.unit", "")].filter(Boolean).join(" "),
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

/** @param {any} info @returns {number[]} */
function byRank(info) {
  const seats = info.sitting.map((/** @type {any} */ _, /** @type {number} */ seat) => seat);
  return seats.sort((/** @type {number} */ a, /** @type {number} */ b) => info.ranks[a] - info.ranks[b]);
}

/** What a result is measured by, for who played alone. @param {any} info */
function aloneTold({ seats }) {
  return seats === 1 ? h("p", {}, textOr("goal", "")) : "";
}

/** The level above that of the bots one has beaten; null where people sit, or there is none. @param {any} info @param {number[]} yours @returns {string | null} */
export function harder({ sitting, own_parts: ownParts }, yours) {
  const bots = sitting.flatMap((/** @type {any} */ { bot }, /** @type {number} */ seat) => (yours.includes(seat) ? [] : [bot?.split("@")[0]]));
  if (ownParts || !bots.length || !bots.every((/** @type {string} */ bot) => LEVELS.includes(bot))) return null;
  const strongest = Math.max(...bots.map((/** @type {string} */ bot) => LEVELS.indexOf(bot)));
  return LEVELS[strongest + 1] ?? null;
}

// Beside the board

/** @param {EndShown} shown */
function panelOf({ info, position, promised, invited }) {
  const decided = h("div", {});
  get(`/tables/${info.id}/end${invited}`).then((steps) => decided.replaceChildren(...stepsTold(info, steps)), () => {});
  return [
    h("h2", {}, t("end.scores")),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("end.scores") }, scoreSheet(info, position)),
    decided,
    fairCheck(info, promised, invited),
    h(
      "p",
      { class: "links" },
      h("a", { href: `/api/tables/${info.id}/record${invited}`, download: `${info.id}.json` }, t("end.record")),
      h("span", { class: "faint" }, t("end.number", { id: info.id })),
    ),
  ];
}

/**
 * For each seat its rank, its result, and then the scoreboard that it comes from; where the lowest number counts,
 * it is marked.
 * @param {any} info
 * @param {Position | undefined} position
 */
function scoreSheet(info, position) {
  const order = byRank(info);
  const scores = position?.scores ?? [];
  const counts = position?.rules.declared.scores.lowest_counts ? scores.map((numbers) => Math.min(...numbers)) : [];
  const row = (/** @type {string} */ name, /** @type {(seat: number) => number} */ value, /** @type {string} */ kind = "") =>
    h("tr", { class: kind }, h("th", { scope: "row" }, name), ...order.map((seat) => h("td", {}, String(value(seat)))));
  const cell = (/** @type {number} */ seat, /** @type {number} */ k) =>
    scores[seat][k] === counts[seat] ? h("td", { class: "counts" }, h("mark", {}, String(scores[seat][k])), h("span", { class: "unseen" }, ` (${t("end.lowest")})`)) : h("td", {}, String(scores[seat][k]));
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, h("td", {}), ...order.map((seat) => h("th", { scope: "col" }, seatName(info, seat))))),
    h(
      "tbody",
      {},
      row(t("end.rank"), (seat) => info.ranks[seat], "total"),
      row(t("end.result"), (seat) => info.results[seat], "total"),
      ...(scores[0] ?? []).map((_, k) => h("tr", {}, h("th", { scope: "row" }, scoreName(info, k)), ...order.map((seat) => cell(seat, k)))),
    ),
  );
}

/**
 * What decided the ranks, comparison by comparison, as rulebooks tell it in their examples.
 * @param {any} info
 * @param {Step[]} steps
 */
export function stepsTold(info, steps) {
  if (!steps.length) return [];
  let before = steps[0].ranks.map(() => 1);
  const told = steps.map((step) => {
    const line = stepTold(info, step, before);
    before = step.ranks;
    return line;
  });
  const shared = new Set(before).size < before.length;
  return [h("h3", {}, t("decided")), h("ol", { class: "decided" }, ...told), shared ? h("p", {}, t("decided.shared")) : null].filter((part) => part !== null);
}

/**
 * @param {any} info
 * @param {Step} step
 * @param {number[]} before
 */
function stepTold(info, { name, values, ranks }, before) {
  const compared = values.flatMap((value, seat) => (value === null ? [] : [seat]));
  const names = (/** @type {number[]} */ seats) => list(seats.map((seat) => seatName(info, seat)));
  const settled = [...new Set(compared.map((seat) => ranks[seat]))].sort((a, b) => a - b);
  const says = settled.map((rank) => {
    const here = compared.filter((seat) => ranks[seat] === rank);
    return here.length > 1 ? t("decided.tied", { who: names(here) }) : t("decided.rank", { rank, who: names(here) });
  });
  const changed = compared.some((seat) => ranks[seat] !== before[seat]) || says.length === 1;
  const outcome = changed ? h("p", { class: "faint" }, says.join(" · ")) : null;
  if (name === "held_out") {
    const gone = compared.filter((seat) => info.sitting[seat].resigned);
    return h("li", {}, ...gone.map((seat) => h("p", {}, t("decided.held_out", { who: seatName(info, seat) }))), outcome);
  }
  const numbers = compared.map((seat) => h("span", { class: "compared" }, `${seatName(info, seat)} `, h("b", {}, String(values[seat]))));
  return h("li", {}, h("p", {}, textOr(`decided.${name}`, name)), h("p", { class: "values" }, ...numbers), outcome);
}
