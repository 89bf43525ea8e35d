/** What newcomers are told at a table: the game's goal until they have played it twice, and what happens for the first time. */

import { button, h } from "../elements.js";
import { change, settings } from "../settings.js";
import { has, t, textOr } from "../words.js";

const ENOUGH = 2; // games, after which one knows the goal

export class Tips {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** @type {string[]} */
    this.waiting = []; // what is to be explained
    this.goal = h("p", { class: "goal" });
    this.tip = h("div", { class: "tip", role: "status", hidden: true });
    this.element = h("div", { class: "tips" }, this.goal, this.tip);
  }

  show() {
    const goal = (settings.played[this.game] ?? 0) < ENOUGH ? textOr("goal", "") : "";
    this.goal.hidden = !goal;
    this.goal.textContent = goal;
    const [first] = this.waiting;
    this.tip.hidden = first === undefined;
    if (first !== undefined) this.tip.replaceChildren(h("p", {}, t(`first.${first}`)), button(t("tip.understood"), () => this.#understand(first), { class: "quiet" }));
  }

  /** Something happened; what was never explained here is. @param {string[]} names */
  happened(names) {
    const fresh = names.filter((name) => has(`first.${name}`) && !this.waiting.includes(name) && !settings.explained.includes(this.#key(name)));
    if (!fresh.length) return;
    this.waiting.push(...fresh);
    this.show();
  }

  /** A game was played to its end, once. @param {string} table */
  played(table) {
    const key = `played.${table}`;
    if (sessionStorage.getItem(key)) return;
    sessionStorage.setItem(key, "yes");
    change({ played: { ...settings.played, [this.game]: (settings.played[this.game] ?? 0) + 1 } });
  }

  /** @param {string} name */
  #key(name) {
    return `${this.game}.${name}`;
  }

  /** @param {string} name */
  #understand(name) {
    this.waiting.shift();
    change({ explained: [...settings.explained, this.#key(name)] });
    this.show();
  }
}
