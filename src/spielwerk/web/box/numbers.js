/** Edit whole numbers: how many tiles of each kind there are, or what something is worth. */

import { button, h } from "../elements.js";
import { t, number as spelledOut } from "../words.js";
import { entryName } from "./names.js";
import { swatch, valueName } from "./swatches.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {{table: string, keys: string[], least: number, most: number, length: number | null, spelled: string}} Control */

/** @param {Control} control @param {Draft} draft */
export function numbers(control, draft) {
  const { table, keys, length, spelled } = control;
  const sum = h("p", { class: "sum", role: "status" });
  const count = () => {
    const all = keys.map((key) => draft.entry(table, key)).filter((value) => typeof value === "number");
    sum.textContent = spelled ? t("box.in_all", { n: spelledOut(all.reduce((one, other) => one + other, 0)) }) : "";
  };
  const one = (/** @type {string} */ key) => {
    const label = spelled ? [...key].map(valueName).join("–") : entryName(table, key);
    const picture = spelled ? h("span", { class: "tile", "aria-hidden": "true" }, ...[...key].map((letter) => swatch(letter, [...spelled]))) : h("span", {}, label);
    const change = (/** @type {any} */ value) => {
      draft.change(table, key, value);
      count();
    };
    const inputs = length === null ? [counter(control, label, () => draft.entry(table, key), change)] : series(control, length, label, () => draft.entry(table, key), change);
    return h("div", { class: `count${length === null ? "" : " series"}`, "data-key": key }, picture, ...inputs);
  };
  count();
  return h("div", { class: "counting" }, h("div", { class: spelled ? "counts" : "" }, ...keys.map(one)), sum);
}

/** @param {Control} control @param {string} label @param {() => any} read @param {(value: any) => void} write */
function counter({ least, most }, label, read, write) {
  const input = field(label, least, most, read(), write);
  const step = (/** @type {number} */ by) => {
    const next = Math.min(most, Math.max(least, Number(input.value) + by));
    input.value = String(next);
    write(next);
  };
  const steps = [-1, 1].map((by) => button(by < 0 ? "−" : "+", () => step(by), { class: "round", "aria-label": t(by < 0 ? "box.fewer" : "box.more", { what: label }) }));
  return h("span", { class: "stepper" }, steps[0], input, steps[1]);
}

/** Create the inputs for a list of numbers. @param {Control} control @param {number} length @param {string} label @param {() => any} read @param {(value: any) => void} write */
function series({ least, most }, length, label, read, write) {
  const told = read();
  const inputs = Array.from({ length }, (_, k) => field(`${label}, ${k + 1}`, least, most, Array.isArray(told) ? told[k] : undefined, () => write(inputs.map(({ value }) => whole(value)))));
  return inputs;
}

/** @param {string} label @param {number} least @param {number} most @param {any} value @param {(value: number) => void} write */
function field(label, least, most, value, write) {
  const input = h("input", { type: "number", inputmode: "numeric", min: least, max: most, step: 1, "aria-label": label, value: typeof value === "number" ? value : "", oninput: () => write(whole(input.value)) });
  return input;
}

/** Return the typed number; anything else is passed on for the reader to refuse. @param {string} text @returns {any} */
const whole = (text) => (/^-?\d{1,9}$/.test(text) ? Number(text) : text);
