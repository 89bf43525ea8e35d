/** Names for the parts of a box: from the game's texts, otherwise from its file. */

import { t, textOr } from "../words.js";
import { valueName } from "./swatches.js";

/** @param {string} table */
export const sectionName = (table) => textOr(`box.${table}`, table);

/** Return the instructions for a table: the game's own, otherwise those for the kind of its first control. @param {string} table @param {string} kind */
export const sectionHow = (table, kind) => textOr(`box.${table}.how`, t(`box.how.${kind}`));

/** @param {string} table @param {string} key */
export const entryName = (table, key) => textOr(`box.${table}.${key}`, textOr(`box.entry.${key}`, textOr(`box.value.${key}`, key)));

/** Name the place of a mistake. @param {string} table @param {string} key @param {any[]} controls */
export function entryTold(table, key, controls) {
  const drawn = controls.some((control) => control.table === table && control.kind === "shapes");
  const spelled = controls.find((control) => control.table === table && control.spelled);
  if (spelled) return [...key].map(valueName).join("–");
  return drawn ? t("box.shape", { name: key }) : entryName(table, key);
}

/**
 * Describe a mistake, in the reader's language if the game has a text for it.
 * @param {import("./draft.js").Refusal} wrong
 */
export function wrongTold({ code, reason, details }) {
  const found = [`wrong.${details.why}`, `refused.${code}`].find((key) => textOr(key, "") !== "");
  return found ? t(found, details) : reason;
}
