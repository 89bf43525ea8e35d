/** Talking at the table. */

import { h } from "../dom.js";
import { t } from "../words.js";

/** @typedef {{number: number, name: string | null, text: string}} Said */

export class Chat {
  /** @param {(text: string) => Promise<boolean>} say */
  constructor(say) {
    /** @type {Set<number>} */
    this.heard = new Set();
    this.list = h("ol", { class: "talk" });
    const field = h("input", { name: "text", maxlength: 500, "aria-label": t("chat.say"), placeholder: t("chat.say"), autocomplete: "off" });
    const onsubmit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (field.value.trim() && (await say(field.value))) field.value = "";
    };
    const form = h("form", { class: "say", onsubmit }, field, h("button", {}, t("chat.send")));
    this.element = h("details", { class: "box" }, h("summary", {}, t("chat")), this.list, form);
  }

  /** Each line once, however often it is told. @param {Said} said */
  hear({ number, name, text }) {
    if (this.heard.has(number)) return;
    this.heard.add(number);
    this.list.append(h("li", {}, h("b", {}, name ?? "–"), ` ${text}`));
    this.list.scrollTop = this.list.scrollHeight;
  }
}
