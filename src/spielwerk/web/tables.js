/** Lists of tables: the user's running and finished tables, and public ones with a free seat. */

import { button, h } from "./elements.js";
import { portrait } from "./faces.js";
import { link } from "./links.js";
import { get } from "./server.js";
import { headline } from "./outcome.js";
import { isHere } from "./site.js";
import { ago, awaited, day, isOpen, list, plural, seatName, span, t, time, title } from "./words.js";

/**
 * @typedef {{name: string | null, bot: string | null, away: boolean, resigned: boolean, guest?: boolean, reserved_for?: string | null} | null} Sitter
 *
 * @typedef {object} Listed  a table in the server's lists; times are milliseconds since 1970
 * @property {string} id
 * @property {string} game
 * @property {number} seats
 * @property {"open" | "running" | "over"} status
 * @property {number[]} yours
 * @property {number[]} [reserved]  seats reserved for the next game
 * @property {boolean} your_turn
 * @property {number[]} to_act
 * @property {number | null} since  when the current turn began
 * @property {number} created
 * @property {number | null} started
 * @property {number | null} ended
 * @property {Sitter[]} sitting
 * @property {number[] | null} ranks
 * @property {number[] | null} results
 * @property {boolean} own_parts
 * @property {boolean} [played_offline]  and uploaded afterwards
 *
 * @typedef {{tables: Listed[], more: boolean}} Page
 */

/** Return a page of the user's tables. @param {boolean} over @param {number} page @returns {Promise<Page>} */
export const askOwn = (over, page) => get(`/me/tables?over=${over}&page=${page}`);

/** Return a page of the tables with a free seat. @param {number} page @returns {Promise<Page>} */
export const askFree = (page) => get(`/tables?page=${page}`);

/**
 * Create a list of one page, with a button that adds the next.
 * @param {Page} first
 * @param {(page: number) => Promise<Page>} ask
 * @param {(table: Listed) => Node} row
 */
export function growing(first, ask, row) {
  const rows = h("ul", { class: "rows" }, ...first.tables.map(row));
  let page = 0;
  const grow = async () => {
    const next = await ask(page + 1).catch(() => null); // the button stays, for another attempt
    if (!next) return;
    page += 1;
    rows.append(...next.tables.map(row));
    more.hidden = !next.more;
  };
  const more = button(t("more"), grow, { class: "more", hidden: !first.more });
  return [rows, more];
}

/**
 * Create the entry of a running table.
 * @param {Listed} table
 * @param {(table: Listed) => void} comeBack
 * @param {...Node} more
 */
export function runningRow(table, comeBack, ...more) {
  const away = table.status === "running" && table.yours.some((seat) => table.sitting[seat]?.away);
  const kind = away ? "away" : waits(table) ? "your-turn" : "";
  const waited = table.since === null || table.status !== "running" ? null : h("small", {}, ago(table.since));
  const state = away
    ? [h("b", { class: "pill" }, t("tables.bot_plays")), button(t("return"), () => comeBack(table), { class: "main" })]
    : [waits(table) ? h("b", { class: "pill good" }, t(table.your_turn ? "status.your_turn" : "tables.awaited")) : h("span", {}, waitingFor(table)), waited];
  return row(table, kind, `/table/${table.id}`, ...state, ...more);
}

/** @param {Listed} table */
function waitingFor(table) {
  if (table.status === "open") return seatsLeft(table);
  return t("status.waiting", { who: list(table.to_act.map((seat) => seatName(table, seat))) });
}

/** @param {Listed} table */
function seatsLeft(table) {
  const free = table.sitting.filter(isOpen).length;
  return free ? plural("seats.left", free) : t("status.reserved", { who: awaited(table) });
}

/** Return whether others are waiting for the user: for a move, or for a rematch. @param {Listed} table */
export const waits = (table) => table.your_turn || Boolean(table.reserved?.length);

/** Create the entry of a finished table. @param {Listed} table @param {...Node} more */
export function finishedRow(table, ...more) {
  const lasted = table.started !== null && table.ended !== null ? span(table.ended - table.started) : "";
  const when = table.ended === null ? "" : day(table.ended);
  const replay = link(`/replay/${table.id}`, { class: "button", "aria-label": `${t("end.replay")}: ${title(table.game)}, ${when}` }, t("end.replay"));
  const { text, mood } = table.ranks ? headline(table, table.yours) : { text: t("status.over"), mood: "watched" };
  return row(table, "over", `/table/${table.id}`, h("b", { class: mood === "won" ? "pill good" : "pill" }, text), h("small", { title: table.ended === null ? null : time(table.ended) }, [when, lasted].filter(Boolean).join(" · ")), replay, ...more);
}

/** Create the entry of a table with a free seat. @param {Listed} table */
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

/** Name the opponents. @param {Listed} table @param {number[]} others */
function against(table, others) {
  const names = others.filter((seat) => table.sitting[seat]?.name || table.sitting[seat]?.bot).map((seat) => seatName(table, seat));
  const told = [table.own_parts && t("tables.own_parts"), isHere(table.id) && t("device"), table.played_offline && t("offline")];
  const parts = told.filter(Boolean).map((one) => ` · ${one}`).join("");
  if (names.length) return t(table.yours.length ? "tables.against" : "tables.at", { who: list(names) }) + parts;
  return t(table.seats === 1 ? "tables.alone" : others.length ? "tables.nobody" : "tables.here") + parts;
}
