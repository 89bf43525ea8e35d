/** Key facts about the table in one line, which lists all of them when it is pressed: a phone cuts it off. */

import { h } from "../elements.js";
import { phrase, t } from "../words.js";

/** @typedef {import("../board.js").Phrase} Phrase */

export class Facts {
  constructor() {
    this.line = h("button", { type: "button", class: "facts quiet", popovertarget: "facts", hidden: true });
    this.all = h("ul", { id: "facts", popover: "auto", "aria-label": t("facts") });
  }

  /** @param {Phrase[]} own  about the seat whose hand is shown @param {Phrase[]} all  about the table */
  show(own, all) {
    const told = [...own, ...all].map(phrase);
    this.line.hidden = !told.length;
    this.line.replaceChildren(h("span", { class: "own-facts" }, ...own.map((fact) => `${phrase(fact)} · `)), all.map(phrase).join(" · "));
    this.all.replaceChildren(...told.map((fact) => h("li", {}, fact)));
    if (!told.length) this.all.hidePopover();
  }
}
