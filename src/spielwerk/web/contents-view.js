/** Show a position's contents as numbers, tables, rows and grids, for games without a board. */

import { contents } from "./contents.js";
import { Drawn, h } from "./elements.js";
import { t } from "./words.js";

/** @typedef {import("./contents.js").Content} Content */
/** @typedef {import("./contents.js").Place} Place */
/** @typedef {import("./contents.js").Value} Value */
/** @typedef {import("./rules.js").Position} Position */

export class ContentsView {
  /** @param {string} label @param {(seat: number) => string} who  names seats */
  constructor(label, who) {
    this.who = who;
    /** @type {Position | null} */
    this.position = null;
    /** @type {Position | null} */
    this.before = null; // the position shown before the latest ply
    this.element = h("div", { class: "contents", role: "region", tabindex: 0, "aria-label": label });
    this.drawn = new Drawn();
  }

  /** Show a position; mark what differs from the previously shown one, if that was an earlier one. @param {Position} position */
  show(position) {
    const later = position.plies.length - (this.position?.plies.length ?? Infinity);
    if (later > 0) this.before = this.position;
    else if (later < 0) this.before = null; // otherwise another seat looks at the same position
    this.position = position;
    const names = Array.from({ length: position.seats }, (_, seat) => this.who(seat));
    if (!this.drawn.changed(position, this.before, names)) return;
    const all = contents(position, this.before);
    const numbers = all.flatMap((one) => (one.kind === "number" ? [h("div", {}, h("dt", {}, one.name), h("dd", {}, valueTold(one.value)))] : []));
    const bySeat = all.filter((one) => one.kind === "seats");
    this.element.replaceChildren(
      ...(numbers.length ? [h("dl", { class: "numbers" }, ...numbers)] : []),
      ...(bySeat.length ? [seatsTable(names, position, bySeat)] : []),
      ...all.flatMap(part),
    );
  }
}

/** Show a value, marked if it has changed. @param {Value} value */
function valueTold({ text, empty, changed }) {
  if (changed) return h("mark", {}, text);
  return empty ? h("span", { class: "faint" }, text) : text;
}

/**
 * Create the table of the seats' fields: a row per field, a column per seat.
 * @param {string[]} names @param {Position} position @param {import("./contents.js").BySeat[]} fields
 */
function seatsTable(names, { viewer, toAct }, fields) {
  const kind = (/** @type {number} */ seat) => (toAct.includes(seat) ? "acting" : "");
  return h(
    "div",
    { class: "scroll", role: "region", tabindex: 0, "aria-label": t("contents.seats") },
    h(
      "table",
      { class: "by-seat" },
      h("thead", {}, h("tr", {}, h("td", {}), ...names.map((name, seat) => h("th", { scope: "col", class: kind(seat) }, name, seat === viewer && h("small", {}, ` ${t("seat.you")}`))))),
      h("tbody", {}, ...fields.map(({ name, seats }) => h("tr", {}, h("th", { scope: "row" }, name), ...seats.map((places, seat) => h("td", { class: kind(seat) }, owned(places)))))),
    ),
  );
}

/** Show what a seat has: one value, or several. @param {Place[] | null} places */
function owned(places) {
  if (!places) return h("span", { class: "faint" }, t("contents.hidden"));
  if (places.length === 1) return valueTold(places[0].value);
  return cells(places);
}

/** @param {Place[]} places */
function cells(places) {
  return h("ul", { class: "cells" }, ...places.map(({ name, value }) => h("li", { class: value.empty ? "empty" : "" }, h("small", {}, name), " ", valueTold(value))));
}

/** Create the section of a list or a grid. @param {Content} one */
function part(one) {
  if (one.kind !== "list" && one.kind !== "grid") return [];
  const rest = one.rest === null ? null : h("p", { class: "faint" }, t("contents.rest", { value: one.rest }));
  return [h("section", {}, h("h2", {}, one.name), one.kind === "list" ? cells(one.places) : grid(one), rest)];
}

/** @param {import("./contents.js").Grid} grid */
function grid({ name, columns, rows }) {
  return h(
    "div",
    { class: "scroll", role: "region", tabindex: 0, "aria-label": name },
    h(
      "table",
      { class: "grid" },
      h("thead", {}, h("tr", {}, h("td", {}), ...columns.map((column) => h("th", { scope: "col" }, column)))),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.name), ...row.places.map(({ value }) => h("td", { class: value.empty ? "empty" : "" }, valueTold(value)))))),
    ),
  );
}
