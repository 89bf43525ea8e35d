/** The dialog to rename a player at a shared screen. */

import { openDialog } from "../dialog.js";
import { h } from "../elements.js";
import { t } from "../words.js";

/** @param {string} name  the current name @param {(name: string) => void} rename */
export function renameDialog(name, rename) {
  const field = h("input", { name: "name", maxlength: 40, required: true, value: name, autocomplete: "off", autofocus: true });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    close();
    rename(field.value.trim());
  };
  const close = openDialog(t("seat.rename", { who: name }), h("form", { class: "form", onsubmit }, h("label", { class: "field" }, h("span", {}, t("name")), field), h("button", { class: "main" }, t("seat.renamed"))));
  field.select();
}
