/** The palette: values as swatches with a colour and its symbol, or a number in place of a word. */

import { SYMBOLS, drawing, h, svg, symbol } from "../elements.js";
import { has, t, textOr } from "../words.js";

export const BLANK = "."; // an unpainted place in a text of letters

/** @param {string} value */
export function valueName(value) {
  if (value === BLANK) return t("box.blank");
  return has(`box.value.${value}`) ? t(`box.value.${value}`) : textOr(`colour.${value}`, value);
}

/** @param {string} value */
export const isColour = (value) => Object.hasOwn(SYMBOLS, value);

/** Draw a value's mark around (x, y). @param {string} value @param {readonly string[]} values  all possible values @param {number} x @param {number} y @param {number} radius */
export function mark(value, values, x, y, radius) {
  if (isColour(value)) return symbol(value, x, y, radius);
  const text = svg("text", { class: "number", x, y, "font-size": radius * 1.5, "text-anchor": "middle", "dominant-baseline": "central" }, numberOf(value, values));
  return text;
}

/** @param {string} value @param {readonly string[]} values */
const numberOf = (value, values) => (values.includes(value) ? String(values.indexOf(value) + 1) : "");

/** Draw a value as a small picture. @param {string} value @param {readonly string[]} values */
export function swatch(value, values) {
  const made = drawing(-1, -1, 2, 2, ...(value === BLANK ? [] : [mark(value, values, 0, 0, 0.85)]));
  made.setAttribute("class", `swatch${value === BLANK ? " blank" : ""}`);
  return made;
}

/**
 * Create the choice of a value to paint with.
 * @param {string} label
 * @param {readonly string[]} values
 * @param {(value: string) => void} choose
 */
export function palette(label, values, choose) {
  const name = `palette-${++made}`;
  const one = (/** @type {string} */ value, /** @type {number} */ k) => {
    const radio = h("input", { type: "radio", name, value, checked: k === 0, onchange: () => choose(value) });
    const picture = value === BLANK ? null : swatch(value, values);
    return h("label", { class: "paint" }, radio, picture, h("span", { class: isColour(value) ? "unseen" : "" }, valueName(value)));
  };
  choose(values[0]);
  return h("fieldset", { class: "palette" }, h("legend", {}, label), ...values.map(one));
}

let made = 0;
