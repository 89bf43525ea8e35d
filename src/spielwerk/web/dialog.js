/** Dialogs: a general one, and one that asks for confirmation. */

import { button, h } from "./elements.js";
import { t } from "./words.js";

/**
 * Open a dialog with a title, closed by its ✕, by Escape, or by a click outside. Returns a function that closes it.
 * @param {string} title
 * @param {...(Node | null)} children
 */
export function openDialog(title, ...children) {
  const close = () => dialog.close();
  const dialog = h(
    "dialog",
    { class: "window", "aria-labelledby": "window-title" },
    h("div", { class: "window-head" }, h("h2", { id: "window-title" }, title), h("button", { type: "button", class: "quiet round", "aria-label": t("close"), onclick: close }, "✕")),
    ...children,
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("pointerdown", (event) => event.target === dialog && isBeside(dialog, event) && close());
  document.body.append(dialog);
  dialog.showModal();
  return close;
}

/** @param {HTMLElement} dialog @param {PointerEvent} at */
function isBeside(dialog, { clientX: x, clientY: y }) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}

/**
 * Ask for confirmation before an act that cannot be undone.
 * @param {string} question
 * @param {string} consequence
 * @param {string} yes  the label of the button that confirms
 * @param {() => void} act
 */
export function askFirst(question, consequence, yes, act) {
  const answer = () => {
    close();
    act();
  };
  const stay = button(t("cancel"), () => close(), { autofocus: true });
  const close = openDialog(question, h("p", {}, consequence), h("div", { class: "buttons" }, stay, button(yes, answer, { class: "danger" })));
}
