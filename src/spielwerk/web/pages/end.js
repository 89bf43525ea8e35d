/** The end of a game: the winner, what decided it, and what to do next. */

import { celebrate } from "../celebration.js";
import { drawDecision, placeDecision } from "../decision.js";
import { button, Drawn, h } from "../elements.js";
import { chime } from "../effects.js";
import { go, link } from "../links.js";
import { setUp } from "../setting-up.js";
import { byRank, headline } from "../outcome.js";
import { botName, list, said, scoreName, seatName, t, textOr } from "../words.js";
import { fairCheck } from "./fair.js";

/** @typedef {import("../rules.js").Position} Position */
/** @typedef {{name: string, values: (number | null)[], ranks: number[]}} Step  a comparison of tied players */
/** @typedef {import("../outcome.js").Mood} Mood */

const LEVELS = ["zufall", "lehrling", "geselle", "meister", "grossmeister"]; // of bots, weakest first

/**
 * @typedef {object} EndShown
 * @property {any} info  of a finished table
 * @property {Position | undefined} position  the final one
 * @property {number[]} yours
 * @property {boolean} fresh  whether the user saw the game end, so that it is celebrated
 * @property {string} promised  the commitment that was shown during the game
 * @property {string} invited  the end of addresses, for spectators by invitation
 * @property {number | null} asksAgain  the seat that first asked for a rematch
 * @property {() => void} rematch
 */

/** The result of a table: `banner` is shown above the board, `panel` beside it. */
export class End {
  #drawn = new Drawn();
  #celebrated = false;
  /** @type {ReturnType<typeof drawDecision> | null} */
  #decision = null; // the drawing of the deciding move

  /** @param {import("../board-view.js").BoardView} boardView @param {import("../hosts.js").Host} host */
  constructor(boardView, host) {
    this.boardView = boardView;
    this.host = host;
    this.banner = h("section", { class: "ended", hidden: true, "aria-labelledby": "ended" });
    this.panel = h("div", { hidden: true });
    this.told = h("p", { class: "told", role: "alert" });
  }

  /** @param {EndShown} shown */
  show(shown) {
    const { info, position, yours, fresh, asksAgain } = shown;
    if (!this.#drawn.changed(info, position, yours)) return;
    const { text, mood } = headline(info, yours);
    this.banner.hidden = this.panel.hidden = false;
    this.banner.className = `ended ${mood}`;
    this.panel.className = "box end";
    this.banner.replaceChildren(h("h2", { id: "ended" }, text), ...aside(info, this.boardView.board, position), ...asked(info, yours, asksAgain), this.#next(shown, mood), this.told);
    this.panel.replaceChildren(...panelOf(shown, this.host, (text) => (this.told.textContent = text)));
    if (fresh && this.#celebrated) this.banner.scrollIntoView({ block: "nearest" }); // another player wants a rematch
    if (!fresh || this.#celebrated) return;
    this.#celebrated = true;
    chime("end");
    this.banner.scrollIntoView({ block: "nearest" });
    if (mood !== "lost") celebrate(position?.rules.declared.scores.names[info.seats] ?? [], this.boardView.board?.symbols);
  }

  /**
   * Draw the deciding move while the final position is shown: on the board, or at the winner's seat.
   * @param {import("../board.js").Board | null} board
   * @param {Position | undefined} position
   * @param {import("../timeline.js").Timeline} timeline
   * @param {number[]} ranks
   * @param {import("./seats.js").Seats} seats
   */
  showDecision(board, position, timeline, ranks, seats) {
    if (timeline.past === null && position && board) {
      const drawing = (this.#decision ??= drawDecision({ board, position, ranks, seen: (ply) => timeline.seen(ply) }).catch(() => null));
      void drawing.then((drawn) => drawn && this.#decision === drawing && placeDecision(drawn, this.boardView, seats));
    } else {
      void this.#decision?.then((drawn) => drawn?.layer.remove());
      this.#decision = null;
    }
  }

  /** Create the buttons for what to do next. @param {EndShown} shown @param {Mood} mood */
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

  /** Start the same game against stronger bots. @param {any} info @param {number[]} yours @param {string} bot */
  async #play({ game, seats, options }, yours, bot) {
    const others = Array.from({ length: seats }, (_, seat) => seat).filter((seat) => !yours.includes(seat));
    this.told.textContent = "";
    try {
      go(`/table/${await setUp({ game, seats, options, sit: yours, bots: Object.fromEntries(others.map((seat) => [String(seat), bot])) })}`);
    } catch (error) {
      this.told.textContent = said(error);
    }
  }
}

/** Explain the result: the goal of a solo game, or what ended the game, unless somebody resigned. @param {any} info @param {import("../board.js").Board | null | undefined} board @param {Position | undefined} position */
function aside({ seats, sitting }, board, position) {
  const gaveUp = sitting.some((/** @type {any} */ { resigned }) => resigned);
  const why = position && !gaveUp ? board?.ended?.(position) : null;
  const text = seats === 1 ? textOr("goal", "") : why ? t(`ending.${why}`) : "";
  return text ? [h("p", {}, text)] : [];
}

/** Show that another player wants a rematch. @param {any} info @param {number[]} yours @param {number | null} seat */
const asked = (info, yours, seat) => (info.next && seat !== null && yours.length && !yours.includes(seat) ? [h("p", { class: "asked" }, t("rematch.asked", { who: seatName(info, seat) }))] : []);

/** Return the level above the beaten bots; null if people played, or there is no higher level. @param {any} info @param {number[]} yours @returns {string | null} */
export function harder({ sitting, own_parts: ownParts }, yours) {
  const bots = sitting.flatMap((/** @type {any} */ { bot }, /** @type {number} */ seat) => (yours.includes(seat) ? [] : [bot?.split("@")[0]]));
  if (ownParts || !bots.length || !bots.every((/** @type {string} */ bot) => LEVELS.includes(bot))) return null;
  const strongest = Math.max(...bots.map((/** @type {string} */ bot) => LEVELS.indexOf(bot)));
  return LEVELS[strongest + 1] ?? null;
}

// Beside the board

/** @param {EndShown} shown @param {import("../hosts.js").Host} host @param {(text: string) => void} tell */
function panelOf({ info, position, promised, invited }, host, tell) {
  const decided = h("div", {});
  host.steps().then((steps) => decided.replaceChildren(...stepsTold(info, steps)), () => {});
  return [
    h("h2", {}, t("end.scores")),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("end.scores") }, scoreSheet(info, position)),
    decided,
    ...(info.device ? [ownPapers(host, tell)] : papersOf(info, promised, invited)),
  ];
}

/** Link the server's files of a game. @param {any} info @param {string} promised @param {string} invited */
function papersOf(info, promised, invited) {
  return [
    info.played_offline ? h("p", { class: "faint" }, t("offline.what")) : fairCheck(info, promised, invited),
    h(
      "p",
      { class: "links" },
      h("a", { href: `/api/tables/${info.id}/record${invited}`, download: `${info.id}.json` }, t("end.record")),
      h("span", { class: "faint" }, t("end.number", { id: info.id })),
    ),
  ];
}

/** Link this device's files of a game. @param {import("../hosts.js").Host} host @param {(text: string) => void} tell */
function ownPapers(host, tell) {
  const place = h("p", { class: "links" });
  Promise.all([host.record(), import("./handing-in.js")]).then(([kept, { papers }]) => place.append(papers(kept, tell)), () => {});
  return place;
}

/**
 * Create the table of ranks, results and the scoreboards behind them, with the lowest number marked if it counts.
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
 * Explain the ranks, comparison by comparison.
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
