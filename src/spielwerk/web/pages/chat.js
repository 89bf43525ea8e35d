/** The talk at a table. What was said while it was closed is marked. */

import { h } from "../elements.js";
import { plural, t } from "../words.js";

/** @typedef {{number: number, name: string | null, text: string}} Said */

export class Chat {
  /** @param {(text: string) => Promise<boolean>} say */
  constructor(say) {
    /** @type {Set<number>} */
    this.heard = new Set();
    this.unread = 0;
    this.list = h("ol", { class: "talk" });
    this.mark = h("span", { class: "unread", hidden: true });
    const field = h("input", { name: "text", maxlength: 500, "aria-label": t("chat.say"), placeholder: t("chat.say"), autocomplete: "off" });
    const onsubmit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (field.value.trim() && (await say(field.value))) field.value = "";
    };
    const form = h("form", { class: "say", onsubmit }, field, h("button", {}, t("chat.send")));
    this.element = h("details", { class: "box chat", ontoggle: () => this.#count(0) }, h("summary", {}, t("chat"), " ", this.mark), this.list, form);
  }

  /** Each line once, however often it is told; what was said before one came is not new. @param {Said} said @param {boolean} fresh */
  hear({ number, name, text }, fresh) {
    if (this.heard.has(number)) return;
    this.heard.add(number);
    this.list.append(h("li", {}, h("b", {}, name ?? "–"), ` ${text}`));
    this.list.scrollTop = this.list.scrollHeight;
    if (fresh && !this.element.open) this.#count(this.unread + 1);
  }

  /** @param {number} unread */
  #count(unread) {
    this.unread = unread;
    this.mark.hidden = unread === 0;
    this.mark.textContent = String(unread);
    this.mark.setAttribute("aria-label", plural("chat.unread", unread));
  }
}
