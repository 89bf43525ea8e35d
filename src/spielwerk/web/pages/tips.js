/** Tips for newcomers: the goal during their first two games, and a note when something happens for the first time. */

import { button, h } from "../elements.js";
import { ruleLink } from "../links.js";
import { change, settings } from "../settings.js";
import { has, phrase, t, textOr } from "../words.js";

const ENOUGH = 2; // games after which the goal is known

/** @param {import("../board.js").First} first */
const nameOf = (first) => (typeof first === "string" ? first : first.key);

/** @param {import("../board.js").First} first */
const valuesOf = (first) => (typeof first === "string" ? {} : first.values);

export class Tips {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** @type {import("../board.js").First | null} */
    this.shown = null; // the event being explained
    /** @type {{text: string, picture: SVGSVGElement | null} | null} */
    this.revealed = null; // what the player drew
    this.isCoached = false; // tips wait until they are called, because the coach speaks in their place
    this.isCalled = false;
    this.goal = h("p", { class: "goal" });
    this.tip = h("div", { class: "tip", role: "status", hidden: true });
    this.caller = button(t("tip.call"), () => this.#call(), { class: "waits", hidden: true });
    this.element = h("div", { class: "tips" }, this.goal, this.tip, this.caller);
  }

  /** Let the coach speak instead, or stop that. @param {boolean} isCoached */
  giveWay(isCoached) {
    if (isCoached === this.isCoached) return;
    this.isCoached = isCoached;
    this.show();
  }

  get #waits() {
    return this.isCoached && !this.isCalled;
  }

  #call() {
    this.isCalled = true;
    this.show();
    /** @type {HTMLElement | null} */ (this.tip.querySelector("button"))?.focus();
  }

  show() {
    const goal = (settings.played[this.game] ?? 0) < ENOUGH ? textOr("goal", "") : "";
    this.goal.hidden = !goal;
    this.goal.textContent = goal;
    const { shown, revealed } = this;
    const isEmpty = shown === null && revealed === null;
    this.tip.hidden = isEmpty || this.#waits;
    this.caller.hidden = isEmpty || !this.#waits;
    const told = [...(revealed ? [h("p", {}, h("b", {}, revealed.text))] : []), ...(shown ? [this.#explanation(shown)] : [])];
    this.tip.replaceChildren(...(revealed?.picture ? [revealed.picture] : []), h("div", {}, ...told), button(t("tip.understood"), () => this.dismiss()));
  }

  /** @param {import("../board.js").First} first */
  #explanation(first) {
    const key = `first.${nameOf(first)}`;
    return h("p", {}, h("b", {}, t("tip.new")), " ", phrase({ key, values: valuesOf(first) }), " ", ruleLink(this.game, key));
  }

  /** Show what the player drew, such as a card. @param {string} text @param {SVGSVGElement | null} picture */
  reveal(text, picture) {
    this.revealed = { text, picture };
    this.show();
  }

  /**
   * Explain one of the events that are new to the player; the others have to wait until they happen again. The
   * explanation disappears with the player's next move.
   * @param {import("../board.js").First[]} firsts
   * @param {boolean} own  whether it was the player's own move
   */
  happened(firsts, own) {
    if (own) this.dismiss();
    const first = firsts.find((one) => has(`first.${nameOf(one)}`) && !settings.explained.includes(this.#key(nameOf(one))));
    if (this.shown || !first) return;
    this.shown = first;
    this.show();
  }

  /** Count a finished game, once. @param {string} table */
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

  /** Hide the current tip, because it has been read. One that waits is explained when it is called. */
  dismiss() {
    if (this.#waits || (!this.shown && !this.revealed)) return;
    if (this.shown) change({ explained: [...settings.explained, this.#key(nameOf(this.shown))] });
    this.shown = this.revealed = null;
    this.isCalled = false;
    this.show();
  }
}
