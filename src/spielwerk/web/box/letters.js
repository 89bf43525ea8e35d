/** Edit texts whose letters are values to paint: a row that grows and shrinks, and tiles by their corners. */

import { button, h } from "../elements.js";
import { t } from "../words.js";
import { entryName } from "./names.js";
import { BLANK, palette, swatch, valueName } from "./swatches.js";

/** @typedef {import("./draft.js").Draft} Draft */

/** Create a button for a letter that can be painted over. @param {string} letter @param {readonly string[]} values @param {string} label @param {() => void} paint @param {boolean} [fixed] */
function stone(letter, values, label, paint, fixed = false) {
  const painted = values.includes(letter) ? letter : BLANK;
  return h("button", { type: "button", class: "letter", disabled: fixed, "aria-label": fixed ? `${label}: ${t("box.empty")}` : `${label}: ${valueName(painted)}`, "data-value": painted, onclick: paint }, swatch(painted, values));
}

/** @param {string} text @param {number} at @param {string} letter */
const withLetter = (text, at, letter) => text.slice(0, at) + letter + text.slice(at + 1);

/** @param {{table: string, key: string, values: string, fewest: number, most: number}} control @param {Draft} draft */
export function row({ table, key, values, fewest, most }, draft) {
  const all = [...values];
  let chosen = all[0];
  const label = entryName(table, key);
  const read = () => String(draft.entry(table, key) ?? "");
  const line = h("div", { class: "letters" });
  const write = (/** @type {string} */ text) => {
    draft.change(table, key, text);
    redraw();
  };
  const redraw = () => {
    const text = read();
    const fewer = button("−", () => write(text.slice(0, -1)), { class: "round", disabled: text.length <= fewest, "aria-label": t("box.fewer", { what: label }) });
    const more = button("+", () => write(text + chosen), { class: "round", disabled: text.length >= most, "aria-label": t("box.more", { what: label }) });
    const at = [...line.children].indexOf(/** @type {Element} */ (document.activeElement));
    line.replaceChildren(...[...text].map((letter, k) => stone(letter, all, `${label}, ${k + 1}`, () => write(withLetter(text, k, chosen)))), fewer, more);
    if (at >= 0) /** @type {HTMLElement | undefined} */ (line.children[Math.min(at, line.children.length - 1)])?.focus();
  };
  redraw();
  return h("div", { class: "row-of", "data-key": key }, palette(label, [...all, BLANK], (value) => (chosen = value)), line);
}

/** @param {{table: string, key: string, values: string, corners: number, fixed: string}} control @param {Draft} draft */
export function tiles({ table, key, values, corners, fixed }, draft) {
  const all = [...values];
  let chosen = all[0];
  const name = entryName(table, key);
  const list = h("ol", { class: "tiles" });
  const sum = h("p", { class: "sum", role: "status" });
  /** @returns {string[]} */
  const read = () => {
    const told = draft.entry(table, key);
    return Array.isArray(told) ? told.map(String) : [];
  };
  const write = (/** @type {string[]} */ texts) => {
    draft.change(table, key, texts);
    redraw();
  };
  const one = (/** @type {string} */ text, /** @type {number} */ k) => {
    const label = t("box.tile", { n: k + 1 });
    const put = (/** @type {number} */ at) => write(read().with(k, withLetter(text, at, chosen)));
    const letters = Array.from({ length: corners }, (_, at) => stone(text[at] ?? BLANK, all, `${label}, ${t("box.corner", { n: at + 1 })}`, () => put(at), fixed !== "" && fixed.includes(text[at] ?? BLANK)));
    const away = button("✕", () => write(read().toSpliced(k, 1)), { class: "quiet round away", "aria-label": t("box.remove", { what: label }) });
    return h("li", {}, h("div", { class: `corners of-${corners}` }, ...letters), away);
  };
  const redraw = () => {
    const place = document.activeElement?.getAttribute("aria-label")?.split(":")[0];
    const texts = read();
    list.replaceChildren(...texts.map(one));
    sum.textContent = t("box.in_all", { n: texts.length });
    const again = place && list.contains(document.activeElement) === false ? [...list.querySelectorAll("button")].find((each) => each.getAttribute("aria-label")?.split(":")[0] === place) : null;
    again?.focus({ preventScroll: true });
  };
  redraw();
  const more = button(t("box.tile.new"), () => write([...read(), fixed + BLANK.repeat(corners - fixed.length)]));
  return h("div", { class: "tiles-of", "data-key": key }, h("p", { class: "group" }, name), palette(t("box.colours"), all, (value) => (chosen = value)), list, sum, more);
}
