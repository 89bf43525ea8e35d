/** Show the box: board, sheets and cards as the game draws them. */

import { h } from "../elements.js";
import { t } from "../words.js";
import { sectionName } from "./names.js";
import { sceneOf } from "./scene.js";

/** @typedef {import("./draft.js").Draft} Draft */

/**
 * Draw the contents of a box; null if the game has no board.
 * @param {Draft} draft @param {any[]} controls @param {number} seats  of the table in the picture
 */
export async function result(draft, controls, seats) {
  const scene = await sceneOf(draft.game, draft.declared);
  if (!scene) return null;
  const figures = controls.filter(({ shows }) => shows && Object.keys(shows).length).map((control) => {
    const { kind, table, shows } = control;
    if (kind === "sheet") return figure(sectionName(table), scene.picture(seats, shows));
    const numbers = kind === "tiles" ? held(scene.drawn.tables[control.counts]) : Object.keys(draft.table(table)).map((_, k) => control.first + k);
    const drawn = numbers.flatMap((number) => scene.pieces(seats, Object.fromEntries(Object.entries(shows).map(([field, value]) => [field, value ?? number]))));
    return figure(sectionName(table), h("div", { class: `held of-${kind}` }, ...drawn));
  });
  if (!figures.length) figures.push(figure(t("box.board"), scene.picture(seats)));
  return figures;
}

/** Repeat each kind as often as its count says. @param {number[]} counts */
const held = (counts) => counts.flatMap((n, kind) => Array.from({ length: n }, () => kind));

/** @param {string} caption @param {Element} picture */
function figure(caption, picture) {
  return h("figure", {}, picture, h("figcaption", {}, caption));
}
