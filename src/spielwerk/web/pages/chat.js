/** A table's chat. Unread messages are counted, there and in the table's header. */

import { drawing, h, svg } from "../elements.js";
import { lastRead } from "../settings.js";
import { personName, plural, t } from "../words.js";

/** @typedef {{number: number, name: string | null, guest?: boolean, text: string}} Said */

export class Chat {
  /** @param {string} table @param {(text: string) => Promise<boolean>} say */
  constructor(table, say) {
    this.table = table;
    /** @type {Set<number>} */
    this.heard = new Set();
    this.unread = 0;
    this.read = lastRead(table);
    lastRead(table, this.read ?? 0); // later messages are new, also after a reload
    this.list = h("ol", { class: "talk" });
    this.mark = h("span", { class: "unread", hidden: true });
    this.number = h("b", {});
    this.caller = h("button", { type: "button", class: "quiet to-chat", hidden: true, onclick: () => this.#open() }, bubble(), this.number);
    const field = h("input", { name: "text", maxlength: 500, "aria-label": t("chat.say"), placeholder: t("chat.say"), autocomplete: "off" });
    const onsubmit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (field.value.trim() && (await say(field.value))) field.value = "";
    };
    const form = h("form", { class: "say", onsubmit }, field, h("button", {}, t("chat.send")));
    this.element = h("details", { class: "box chat", ontoggle: () => this.element.open && this.#markRead() }, h("summary", {}, t("chat"), " ", this.mark), this.list, form);
  }

  /** Show a message, once. Messages from before the user's arrival are not new. @param {Said} said @param {boolean} fresh */
  hear({ number, name, guest, text }, fresh) {
    if (this.heard.has(number)) return;
    this.heard.add(number);
    this.list.append(h("li", {}, h("b", {}, name ? personName(name, guest) : "–"), ` ${text}`));
    this.list.scrollTop = this.list.scrollHeight;
    const isNew = this.read === null ? fresh : number > this.read;
    if (isNew && !this.element.open) this.#count(this.unread + 1);
    else if (this.unread === 0) lastRead(this.table, number);
  }

  /** Open the chat, and whatever is collapsed around it. */
  #open() {
    for (let part = /** @type {Element | null | undefined} */ (this.element); part; part = part.parentElement?.closest("details")) part.setAttribute("open", "");
    this.#markRead();
    this.element.scrollIntoView({ block: "center" });
    this.element.querySelector("summary")?.focus({ preventScroll: true });
  }

  #markRead() {
    this.#count(0);
    const newest = Math.max(0, ...this.heard);
    if (newest) this.read = lastRead(this.table, newest);
  }

  /** @param {number} unread */
  #count(unread) {
    this.unread = unread;
    this.mark.hidden = unread === 0;
    this.mark.textContent = String(unread);
    this.number.textContent = String(unread);
    this.caller.hidden = unread === 0;
    for (const one of [this.mark, this.caller]) one.setAttribute("aria-label", plural("chat.unread", unread));
  }
}

/** Draw a speech bubble. */
const bubble = () => drawing(0, 0, 20, 18, svg("path", { d: "M4 1h12a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3h-7l-5 4v-4a3 3 0 0 1-3-3v-6a3 3 0 0 1 3-3z" }));
