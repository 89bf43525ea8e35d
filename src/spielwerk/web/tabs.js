/** Tabs, usable by mouse, keyboard and screen readers. */

import { button, h } from "./elements.js";

/** Several panels, one of which is visible; the row of tabs is shown if there is a choice. */
export class Tabs {
  /** @param {string} label @param {{name: string, panel: HTMLElement}[]} parts */
  constructor(label, parts) {
    this.parts = parts;
    this.chosen = 0;
    this.tabs = parts.map(({ name }, k) => button(name, () => this.#choose(k), { role: "tab", id: `tab-${k}`, "aria-controls": `panel-${k}` }));
    this.row = h("div", { class: "tabs", role: "tablist", "aria-label": label, onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event) }, ...this.tabs);
    this.element = h("div", { class: "tabbed" }, this.row, ...parts.map(({ panel }) => panel));
    this.show(false);
  }

  /** @param {boolean} choice  whether to offer more than the first panel */
  show(choice) {
    if (!choice) this.chosen = 0;
    this.row.hidden = !choice;
    for (const [k, { panel }] of this.parts.entries()) {
      const own = /** @type {[string, string][]} */ (Object.entries({ role: "tabpanel", id: `panel-${k}`, "aria-labelledby": `tab-${k}` }));
      for (const [name, value] of own) choice ? panel.setAttribute(name, value) : panel.removeAttribute(name);
    }
    this.#choose(this.chosen);
  }

  /** @param {number} number */
  #choose(number) {
    this.chosen = number;
    for (const [k, { panel }] of this.parts.entries()) {
      panel.hidden = k !== number;
      this.tabs[k].setAttribute("aria-selected", String(k === number));
      this.tabs[k].tabIndex = k === number ? 0 : -1;
    }
  }

  /** @param {KeyboardEvent} event */
  #key({ key }) {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    const next = (this.chosen + (key === "ArrowRight" ? 1 : -1) + this.tabs.length) % this.tabs.length;
    this.#choose(next);
    this.tabs[next].focus();
  }
}
