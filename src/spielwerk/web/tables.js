/** Tables in lists: those that one plays at, those that are over, and those at which a seat is free. */

import { button, h } from "./elements.js";
import { portrait } from "./faces.js";
import { link } from "./links.js";
import { get } from "./server.js";
import { ago, day, list, number, plural, seatName, span, t, time, title } from "./words.js";

/**
 * @typedef {{name: string | null, bot: string | null, away: boolean, resigned: boolean} | null} Sitter
 *
 * @typedef {object} Listed  a table as the server lists it; times are milliseconds since 1970
 * @property {string} id
 * @property {string} game
 * @property {number} seats
 * @property {"open" | "running" | "over"} status
 * @property {number[]} yours
 * @property {boolean} your_turn
 * @property {number[]} to_act
 * @property {number | null} since  when it became the turn of who is to act
 * @property {number} created
 * @property {number | null} started
 * @property {number | null} ended
 * @property {Sitter[]} sitting
 * @property {number[] | null} ranks
 * @property {number[] | null} results
 * @property {boolean} own_parts
 *
 * @typedef {{tables: Listed[], more: boolean}} Page
 */

/** A page of one's own tables. @param {boolean} over @param {number} page @returns {Promise<Page>} */
export const askOwn = (over, page) => get(`/me/tables?over=${over}&page=${page}`);

/** A page of the tables at which a seat is free. @param {number} page @returns {Promise<Page>} */
export const askFree = (page) => get(`/tables?page=${page}`);

/**
 * A list that begins with one page and grows by a button.
 * @param {Page} first
 * @param {(page: number) => Promise<Page>} ask
 * @param {(table: Listed) => Node} row
 */
export function growing(first, ask, row) {
  const rows = h("ul", { class: "rows" }, ...first.tables.map(row));
  let page = 0;
  const grow = async () => {
    const next = await ask(page + 1).catch(() => null); // the button stays, to try again
    if (!next) return;
    page += 1;
    rows.append(...next.tables.map(row));
    more.hidden = !next.more;
  };
  const more = button(t("more"), grow, { class: "more", hidden: !first.more });
  return [rows, more];
}

/**
 * A table at which one plays.
 * @param {Listed} table
 * @param {(table: Listed) => void} comeBack
 */
export function runningRow(table, comeBack) {
  const away = table.status === "running" && table.yours.some((seat) => table.sitting[seat]?.away);
  const kind = away ? "away" : table.your_turn ? "your-turn" : "";
  const waited = table.since === null || table.status !== "running" ? null : h("small", {}, ago(table.since));
  const state = away
    ? [h("b", { class: "pill" }, t("tables.bot_plays")), button(t("return"), () => comeBack(table), { class: "main" })]
    : [table.your_turn ? h("b", { class: "pill good" }, t("status.your_turn")) : h("span", {}, waitingFor(table)), waited];
  return row(table, kind, `/table/${table.id}`, ...state);
}

/** @param {Listed} table */
function waitingFor(table) {
  if (table.status === "open") return seatsLeft(table);
  return t("status.waiting", { who: list(table.to_act.map((seat) => seatName(table, seat))) });
}

/** @param {Listed} table */
const seatsLeft = (table) => plural("seats.left", table.sitting.filter((sitter) => !sitter?.name && !sitter?.bot).length);

/** A table whose game is over. @param {Listed} table */
export function finishedRow(table) {
  const lasted = table.started !== null && table.ended !== null ? span(table.ended - table.started) : "";
  const when = table.ended === null ? "" : day(table.ended);
  const replay = link(`/replay/${table.id}`, { class: "button", "aria-label": `${t("end.replay")}: ${title(table.game)}, ${when}` }, t("end.replay"));
  const { text, won } = outcome(table);
  return row(table, "over", `/table/${table.id}`, h("b", { class: won ? "pill good" : "pill" }, text), h("small", { title: table.ended === null ? null : time(table.ended) }, [when, lasted].filter(Boolean).join(" · ")), replay);
}

/** A table at which a seat is free. @param {Listed} table */
export const freeRow = (table) => row(table, "free", `/table/${table.id}`, h("b", { class: "pill" }, seatsLeft(table)));

/**
 * @param {Listed} table @param {string} kind @param {string} path @param {...(Node | null)} state
 */
function row(table, kind, path, ...state) {
  const others = table.sitting.map((_, seat) => seat).filter((seat) => !table.yours.includes(seat));
  const shown = others.length ? others : table.yours;
  return h(
    "li",
    { class: `row ${kind}`.trim(), "data-table": table.id },
    h("span", { class: "portraits", "aria-hidden": "true" }, ...shown.slice(0, 3).map((seat) => portrait(table.sitting[seat]))),
    h("div", { class: "what" }, link(path, { class: "whole" }, title(table.game)), h("span", { class: "against" }, against(table, others))),
    h("div", { class: "state" }, ...state),
  );
}

/** With whom. @param {Listed} table @param {number[]} others */
function against(table, others) {
  const names = others.filter((seat) => table.sitting[seat]?.name || table.sitting[seat]?.bot).map((seat) => seatName(table, seat));
  const parts = table.own_parts ? ` · ${t("tables.own_parts")}` : "";
  if (names.length) return t(table.yours.length ? "tables.against" : "tables.at", { who: list(names) }) + parts;
  return t(table.seats === 1 ? "tables.alone" : others.length ? "tables.nobody" : "tables.here") + parts;
}

/**
 * How a game ended, seen from one's own seat.
 * @param {Listed} table
 * @returns {{text: string, won: boolean}}
 */
export function outcome(table) {
  const { ranks, results, yours, seats, sitting } = table;
  const [own] = yours;
  if (yours.length === 1 && sitting[own]?.resigned) return { text: t("outcome.resigned"), won: false };
  if (!ranks || !results) return { text: t("status.over"), won: false };
  if (seats === 1) return { text: plural("outcome.alone", results[0]), won: true };
  const best = ranks.indexOf(1);
  const first = ranks.filter((rank) => rank === 1).length;
  if (yours.length !== 1) return { text: first > 1 ? t("outcome.tie") : t("end.won", { who: seatName(table, best) }), won: false };
  const won = ranks[own] === 1;
  if (won && first > 1) return { text: t("outcome.shared"), won };
  if (seats > 2) return { text: t(won ? "outcome.first" : "outcome.rank", { rank: ranks[own], of: seats, points: number(results[own]) }), won };
  return { text: t(won ? "outcome.won" : "outcome.lost", { own: results[own], other: results[1 - own] }), won };
}
