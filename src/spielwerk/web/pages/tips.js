/** What newcomers are told at a table: the game's goal until they have played it twice, and what happens for the first time. */

import { button, h } from "../elements.js";
import { change, settings } from "../settings.js";
import { has, t, textOr } from "../words.js";

const ENOUGH = 2; // games, after which one knows the goal

export class Tips {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** @type {{name: string, who: string} | null} */
    this.shown = null; // what is being explained, and who did it; nobody's name where one did it oneself
    this.goal = h("p", { class: "goal" });
    this.tip = h("div", { class: "tip", role: "status", hidden: true });
    this.element = h("div", { class: "tips" }, this.goal, this.tip);
  }

  show() {
    const goal = (settings.played[this.game] ?? 0) < ENOUGH ? textOr("goal", "") : "";
    this.goal.hidden = !goal;
    this.goal.textContent = goal;
    const { shown } = this;
    this.tip.hidden = shown === null;
    if (!shown) return;
    const who = shown.who ? [h("b", {}, `${shown.who}:`), " "] : [];
    this.tip.replaceChildren(h("p", {}, ...who, t(`first.${shown.name}`)), button(t("tip.understood"), () => this.#understand(), { class: "quiet" }));
  }

  /**
   * Something happened: one thing of it is explained that never was here, and the others when they happen again. What
   * was explained goes with one's own next move.
   * @param {string[]} names
   * @param {string} who  did it; "" for oneself
   */
  happened(names, who) {
    if (this.shown && !who) this.#understand();
    const name = names.find((one) => has(`first.${one}`) && !settings.explained.includes(this.#key(one)));
    if (this.shown || !name) return;
    this.shown = { name, who };
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

  #understand() {
    if (this.shown) change({ explained: [...settings.explained, this.#key(this.shown.name)] });
    this.shown = null;
    this.show();
  }
}
