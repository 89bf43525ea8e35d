/** The seats of a table: who has them, and what belongs to each. */

import { button, h } from "../dom.js";
import { moveMarkers } from "../motion.js";
import { span } from "../texts.js";
import { scoreName, seatName, t } from "../words.js";

/**
 * @typedef {object} Shown
 * @property {any} info
 * @property {import("../boards/types.js").View | undefined} view
 * @property {import("../boards/types.js").Board | null} board
 * @property {number[]} yours
 * @property {boolean} host
 * @property {Record<string, number>} deadlines
 * @property {import("../boards/types.js").View} [before]  as it was before the latest move
 */

export class Seats {
  /** @param {(seat: number) => void} addBot */
  constructor(addBot) {
    this.addBot = addBot;
    this.element = h("ol", { class: "seats" });
    this.shown = "";
    this.timer = setInterval(() => this.#clock(), 1000);
  }

  leave() {
    clearInterval(this.timer);
  }

  /** What belongs to a seat. @param {number} seat @returns {Element | null} */
  place(seat) {
    return this.element.children[seat] ?? null;
  }

  /** Draw them, unless they look so already: what moves goes on moving. @param {Shown} shown */
  show(shown) {
    const { info, view, yours, host, deadlines } = shown;
    const looks = JSON.stringify([info.status, info.sitting, info.ranks, view?.moves.length, view?.to_act, view?.scores, yours, host, deadlines]);
    if (looks === this.shown) return;
    this.shown = looks;
    this.element.classList.toggle("many", info.seats > 2);
    this.element.replaceChildren(...info.sitting.map((/** @type {any} */ _, /** @type {number} */ seat) => this.#seat(shown, seat)));
    moveMarkers(this.element, yours.includes(view?.moves.at(-1)?.seat));
    this.#clock();
  }

  /** @param {Shown} shown @param {number} seat */
  #seat({ info, view, board, yours, host, deadlines, before }, seat) {
    const sitter = info.sitting[seat];
    const acting = view?.to_act.includes(seat) && info.status === "running";
    const notes = [
      yours.includes(seat) && t("seat.you"),
      sitter.away && t("seat.away"),
      sitter.resigned && t("seat.resigned"),
      info.ranks && t("seat.rank", { rank: info.ranks[seat] }),
    ].filter(Boolean);
    const until = deadlines[seat];
    const free = info.status === "open" && host && !sitter.name && !sitter.bot;
    return h(
      "li",
      { class: `seat${acting ? " acting" : ""}${view && board?.whose(view) === seat ? " large" : ""}` },
      h("h2", {}, seatName(info, seat), ...notes.map((note) => h("small", {}, String(note))), until ? h("time", { class: "until", "data-until": until }) : null),
      view && board ? board.seat(view, seat, before) : null,
      view ? scoresTold(info, view, seat) : null,
      free ? button(t("seat.bot"), () => this.addBot(seat), { class: "quiet" }) : null,
    );
  }

  #clock() {
    for (const time of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("[data-until]"))) {
      const left = Math.max(0, Math.round((Number(time.dataset.until) - Date.now()) / 1000));
      time.textContent = left > 3600 ? span(1000 * left) : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    }
  }
}

/**
 * The scoreboard, for those who do not see the drawing.
 * @param {{game: string, seats: number}} info
 * @param {import("../boards/types.js").View} view
 * @param {number} seat
 */
export function scoresTold(info, view, seat) {
  const told = view.scores[seat].map((/** @type {number} */ value, /** @type {number} */ k) => `${scoreName(info, k)} ${value}`);
  return h("p", { class: "unseen" }, told.join(", "));
}
