/** One table of a parts file: its name, its instructions, its controls, and its mistakes. */

import { h } from "../elements.js";
import { t } from "../words.js";
import { letterAt, withLetterAt } from "./cells.js";
import { row, tiles } from "./letters.js";
import { entryTold, sectionHow, sectionName } from "./names.js";
import { numbers } from "./numbers.js";
import { painter } from "./painter.js";
import { shapes } from "./shapes.js";
import { BLANK } from "./swatches.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./scene.js").Scene} Scene */

/** @type {Record<string, (control: any, draft: Draft, scene: Scene | null) => HTMLElement | null>} */
const MAKERS = { numbers, row, tiles, shapes, sheet, places };

/**
 * @param {string} table @param {any[]} controls  for its entries @param {Draft} draft @param {Scene | null} scene
 */
export function section(table, controls, draft, scene) {
  const told = h("p", { class: "told", role: "alert" });
  const made = controls.map((control) => MAKERS[control.kind]?.(control, draft, scene) ?? null);
  if (!made.some(Boolean)) return null; // it can only be edited as text
  const element = h("details", { class: "box section", "data-table": table }, h("summary", {}, sectionName(table)), h("p", { class: "how" }, sectionHow(table, controls[0].kind)), told, ...made);
  const say = (/** @type {string} */ text, /** @type {string | undefined} */ key) => {
    told.textContent = text && key !== undefined ? `${entryTold(table, key, controls)}: ${text}` : text;
    element.classList.toggle("wrong", text !== "");
    for (const part of element.querySelectorAll("[data-key], [data-name]")) {
      const { key: of, name } = /** @type {HTMLElement} */ (part).dataset;
      part.classList.toggle("wrong", text !== "" && key !== undefined && (of === key || name === key));
    }
  };
  return { element, say };
}

/** Paint letters on the cells of the board. @param {{table: string, values: string, entries: Record<string, any>}} control @param {Draft} draft @param {Scene | null} scene */
function sheet({ table, values, entries }, draft, scene) {
  /** @type {Map<string, {key: string, row: number | null, at: number}>} */
  const places = new Map(
    Object.entries(entries).flatMap(([key, cells]) =>
      Array.isArray(cells[0])
        ? cells.flatMap((/** @type {string[]} */ names, /** @type {number} */ row) => names.map((name, at) => /** @type {const} */ ([name, { key, row, at }])))
        : cells.map((/** @type {string} */ name, /** @type {number} */ at) => /** @type {const} */ ([name, { key, row: null, at }])),
    ),
  );
  const found = scene?.spots(scene.drawn.declared.seats[0]);
  const spots = [...places.keys()].flatMap((name) => found?.get(name) ?? []);
  if (spots.length < places.size) return null;
  const lengths = (/** @type {string} */ key) => (Array.isArray(entries[key][0]) ? entries[key].map((/** @type {string[]} */ names) => names.length) : entries[key].length);
  return painter({
    label: t("box.colours"),
    values: [...values],
    offered: [...values, BLANK],
    spots,
    read: (name) => {
      const place = places.get(name);
      return place ? letterAt(draft.entry(table, place.key), place.row, place.at, values) : BLANK;
    },
    write: (name, value) => {
      const place = places.get(name);
      if (place) draft.change(table, place.key, withLetterAt(draft.entry(table, place.key), lengths(place.key), place.row, place.at, value));
    },
  });
}

/** Paint values on certain cells of the board. @param {{table: string, values: string[], cells: string[], seats: number, lists: boolean}} control @param {Draft} draft @param {Scene | null} scene */
function places({ table, values, cells, seats, lists }, draft, scene) {
  const found = scene?.spots(seats);
  const spots = cells.flatMap((name) => found?.get(name) ?? []);
  if (spots.length < cells.length) return null;
  const listed = (/** @type {string} */ value) => {
    const told = draft.entry(table, value);
    return Array.isArray(told) ? told.map(String) : [];
  };
  const read = (/** @type {string} */ name) => (lists ? values.find((value) => listed(value).includes(name)) : draft.entry(table, name)) ?? BLANK;
  const write = (/** @type {string} */ name, /** @type {string} */ value) => {
    if (lists) {
      draft.replace(table, Object.fromEntries(values.map((one) => [one, [...listed(one).filter((cell) => cell !== name), ...(one === value ? [name] : [])]])));
      return;
    }
    const { [name]: _, ...others } = draft.table(table);
    draft.replace(table, value === BLANK ? others : { ...others, [name]: value });
  };
  return painter({ label: t(lists ? "box.marks" : "box.colours"), values, offered: [...values, BLANK], spots, read, write });
}
