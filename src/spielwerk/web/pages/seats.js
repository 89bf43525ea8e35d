/** The seats at a table: who has them, the hands that one may see, and what belongs to each. */

import { moveMarkers } from "../effects.js";
import { button, Drawn, h } from "../elements.js";
import { face } from "../faces.js";
import { phrase, seatName, span, t } from "../words.js";
import { scoresTold } from "./side.js";

/** @typedef {import("../rules.js").Position} Position */

/**
 * @typedef {object} Shown
 * @property {any} info
 * @property {Position | undefined} position
 * @property {import("../board.js").Board | null} board
 * @property {number[]} yours
 * @property {number | null} hand  the seat whose hand lies below the board
 * @property {boolean} host
 * @property {Record<string, number>} deadlines
 * @property {Position} [before]  as it was before the latest move
 */

export class Seats {
  /** @param {(seat: number) => void} addBot */
  constructor(addBot) {
    this.addBot = addBot;
    this.element = h("ol", { class: "seats" });
    this.drawn = new Drawn();
    this.timer = setInterval(() => this.#clock(), 1000);
  }

  leave() {
    clearInterval(this.timer);
  }

  /** What belongs to a seat. @param {number} seat @returns {Element | null} */
  place(seat) {
    return this.element.querySelector(`[data-seat="${seat}"]`);
  }

  /** Draw them, unless they look so already: what moves goes on moving. @param {Shown} shown */
  show(shown) {
    const { info, position, yours, hand, host, deadlines } = shown;
    if (!this.drawn.changed(info.status, info.sitting, info.ranks, position, yours, hand, host, deadlines)) return;
    this.element.classList.toggle("many", info.seats > 2);
    this.element.replaceChildren(...info.sitting.map((/** @type {any} */ _, /** @type {number} */ seat) => this.#seat(shown, seat)));
    moveMarkers(this.element, yours.includes(position?.plies.at(-1)?.seat ?? -1));
    this.#clock();
  }

  /** @param {Shown} shown @param {number} seat */
  #seat({ info, position, board, yours, hand, host, deadlines, before }, seat) {
    const sitter = info.sitting[seat];
    const acting = position?.toAct.includes(seat) && info.status === "running";
    const large = position && board?.whose(position) === seat;
    const until = deadlines[seat];
    const free = info.status === "open" && host && !sitter.name && !sitter.bot;
    const facts = position && board?.facts ? board.facts(position, seat) : [];
    return h(
      "li",
      { class: `seat${acting ? " acting" : ""}${large ? " large" : ""}${yours.includes(seat) ? " yours" : ""}`, "data-seat": seat },
      h(
        "h2",
        {},
        sitter.bot ? face(sitter.bot) : null,
        h("span", { class: "who" }, seatName(info, seat)),
        ...notes(info, seat, yours).map((note) => h("small", {}, note)),
        until ? h("time", { class: "until", "data-until": until }) : null,
      ),
      position && board ? board.seat(position, seat, before) : null,
      facts.length ? h("p", { class: "facts" }, facts.map(phrase).join(" · ")) : null,
      position && board && seat !== hand ? openHand(position, board, seat) : null,
      position ? scoresTold(info, position, seat, board) : null,
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

/** @param {any} info @param {number} seat @param {number[]} yours @returns {string[]} */
function notes(info, seat, yours) {
  const { away, resigned } = info.sitting[seat];
  return [
    yours.includes(seat) ? t("seat.you") : "",
    away && info.status === "running" ? t("seat.away") : "",
    resigned ? t("seat.resigned") : "",
    info.ranks ? t("seat.rank", { rank: info.ranks[seat] }) : "",
  ].filter(Boolean);
}

/**
 * The hand of a seat as far as the viewer sees it, where each seat has one of its own.
 * @param {Position} position
 * @param {import("../board.js").Board} board
 * @param {number} seat
 */
export function openHand(position, board, seat) {
  const pieces = board.whose(position) === null ? board.pieces(position, seat) : []; // else all choose from the same
  if (!pieces.length) return null;
  const drawn = pieces.map((piece) => h("li", {}, h("span", { class: "unseen" }, phrase(piece.name)), board.drawPiece(position, { piece, turn: 0, mirrored: false })));
  return h("ul", { class: "open-hand", "aria-label": t("hand.of") }, ...drawn);
}
