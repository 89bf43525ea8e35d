/** Decide whether the coach speaks. It is loaded on first use, and one click dismisses it permanently. */

import { button, h } from "../elements.js";
import { change, settings } from "../settings.js";
import { t } from "../words.js";

/** @typedef {import("./coach.js").Shown & {canBeCoached: boolean}} Shown */

export class Coaching {
  /**
   * @param {(position: import("../rules.js").Position) => Promise<any>} adviser  provides the bots
   * @param {(speaks: boolean) => void} speaks
   */
  constructor(adviser, speaks) {
    this.adviser = adviser;
    this.speaks = speaks;
    /** @type {import("./coach.js").Coach | null} */
    this.coach = null; // loaded on first use
    /** @type {Shown | null} */
    this.shown = null;
    this.element = h("div", {});
    this.caller = button(t("coach.call"), () => void this.#come(), { class: "quiet", hidden: true });
  }

  /** Let the coach comment, where it is useful and wanted. @param {Shown} shown */
  async show(shown) {
    this.shown = shown;
    const speaks = shown.canBeCoached && settings.coach;
    this.caller.hidden = !shown.canBeCoached || speaks;
    this.speaks(speaks);
    if (speaks && !this.coach) await this.#load();
    this.coach?.show(this.shown, this.shown.canBeCoached && settings.coach);
  }

  async #load() {
    const { Coach } = await import("./coach.js");
    if (this.coach) return;
    const ask = (/** @type {"ask" | "weigh"} */ what) => async (/** @type {import("../rules.js").Position} */ position, /** @type {number} */ seat) => (await this.adviser(position))[what](position, seat);
    this.coach = new Coach(ask("ask"), ask("weigh"), () => void this.#call(false));
    this.element.replaceChildren(this.coach.element);
  }

  /** Call the coach and scroll to it: the button is further down. */
  async #come() {
    await this.#call(true);
    this.element.scrollIntoView({ block: "center" });
    /** @type {HTMLElement | null} */ (this.element.querySelector("button"))?.focus({ preventScroll: true });
  }

  /** @param {boolean} wanted */
  async #call(wanted) {
    change({ coach: wanted });
    if (this.shown) await this.show(this.shown);
  }
}
