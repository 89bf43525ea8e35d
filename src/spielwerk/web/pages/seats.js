/** The seats at a table: the players, the hands that the viewer may see, and each seat's drawing. */

import { moveMarkers } from "../effects.js";
import { button, Drawn, h } from "../elements.js";
import { face } from "../faces.js";
import { resulting } from "../results.js";
import { isOpen, named, personName, phrase, plural, scoreName, seatName, span, t } from "../words.js";

/** @typedef {import("../rules.js").Position} Position */

/**
 * @typedef {object} Shown
 * @property {any} info
 * @property {Position | undefined} position
 * @property {import("../board.js").Board | null} board
 * @property {number[]} yours
 * @property {number | null} hand  the seat whose hand is shown below the board
 * @property {boolean} host
 * @property {Record<string, number>} deadlines
 * @property {Position} [before]  the position before the latest move
 */

const FEW = 3; // up to this many totals leave space for their unit
const READ = 5000; // milliseconds until an answer disappears

export class Seats {
  /**
   * @param {object} [doing]  the available actions
   * @param {(seat: number) => void} [doing.addBot]
   * @param {(seat: number) => void} [doing.rename]
   * @param {(seat: number, isHand: boolean) => string} [doing.answer]  returns the answer to a click on a seat's picture or open hand
   */
  constructor({ addBot, rename, answer } = {}) {
    this.addBot = addBot;
    this.rename = rename;
    this.element = h("ol", { class: "seats" });
    this.acting = h("time", { class: "until" }); // the clock of the seat to act; for phones, where the seats are below the board
    if (answer) this.element.addEventListener("click", ({ target }) => this.#answer(/** @type {Element} */ (target), answer));
    this.drawn = new Drawn();
    this.timer = setInterval(() => this.#clock(), 1000);
  }

  leave() {
    clearInterval(this.timer);
  }

  /** Return a seat's element. @param {number} seat @returns {Element | null} */
  place(seat) {
    return this.element.querySelector(`[data-seat="${seat}"]`);
  }

  /** Return the picture of a seat's own board or tracks. @param {number} seat @returns {SVGSVGElement | null} */
  picture(seat) {
    return this.element.querySelector(`[data-seat="${seat}"] > svg`);
  }

  /** @param {Element} clicked @param {(seat: number, isHand: boolean) => string} answer */
  #answer(clicked, answer) {
    const place = clicked.closest("li.seat");
    const hand = clicked.closest(".open-hand");
    const seat = Number(place?.getAttribute("data-seat"));
    if (place && (hand || this.picture(seat)?.contains(clicked))) answerIn(place, answer(seat, hand !== null));
  }

  /** Draw the seats, but only after a change, so that animations continue. @param {Shown} shown */
  show(shown) {
    const { info, position, yours, hand, host, deadlines } = shown;
    if (!this.drawn.changed(info.status, info.sitting, info.ranks, position, yours, hand, host, deadlines)) return;
    this.element.classList.toggle("many", info.seats > 2);
    this.element.replaceChildren(...info.sitting.map((/** @type {any} */ _, /** @type {number} */ seat) => this.#seat(shown, seat)));
    this.acting.dataset.until = String(soonest(shown) ?? "");
    moveMarkers(this.element, yours.includes(position?.plies.at(-1)?.seat ?? -1));
    this.#clock();
  }

  /** @param {Shown} shown @param {number} seat */
  #seat({ info, position, board, yours, hand, host, deadlines, before }, seat) {
    const sitter = info.sitting[seat];
    const acting = position?.toAct.includes(seat) && info.status === "running";
    const large = position && board?.whose(position) === seat;
    const until = deadlines[seat];
    const { addBot, rename } = this;
    const free = info.status === "open" && host && isOpen(sitter);
    const shared = yours.length > 1 && yours.includes(seat) && info.status !== "over"; // at a shared screen
    const facts = position && board?.facts ? board.facts(position, seat) : [];
    return h(
      "li",
      { class: `seat${acting ? " acting" : ""}${large ? " large" : ""}${yours.includes(seat) ? " yours" : ""}`, "data-seat": seat },
      h(
        "h2",
        {},
        sitter.bot ? face(sitter.bot) : null,
        h("span", { class: "who" }, seatName(info, seat)),
        shared && rename ? h("button", { type: "button", class: "quiet rename", "aria-label": t("seat.rename", { who: seatName(info, seat) }), title: t("seat.rename", { who: seatName(info, seat) }), onclick: () => rename(seat) }, "✎") : null,
        ...notes(info, seat, yours).map((note) => h("small", {}, note)),
        isGone(info, seat) ? h("small", { class: "gone" }, t("seat.gone")) : null,
        until ? h("time", { class: "until", "data-until": until }) : null,
      ),
      position && board ? board.seat(position, seat, before) : null,
      facts.length ? h("p", { class: "facts" }, facts.map(phrase).join(" · ")) : null,
      position && board && seat !== hand ? openHand(position, board, seat) : null,
      position ? scoresTold(info, position, seat, board) : null,
      free && addBot ? button(t("seat.bot"), () => addBot(seat), { class: "quiet" }) : null,
    );
  }

  #clock() {
    for (const time of [this.acting, .../** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("[data-until]"))]) {
      const left = Math.max(0, Math.round((Number(time.dataset.until) - Date.now()) / 1000));
      time.textContent = !time.dataset.until ? "" : left > 3600 ? span(1000 * left) : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    }
  }
}

/** Show an answer in an element for a while. @param {Element} element @param {string} text */
export function answerIn(element, text) {
  element.querySelector(":scope > .answer")?.remove();
  const answer = h("p", { class: "answer", role: "alert" }, text);
  element.append(answer);
  setTimeout(() => answer.remove(), READ);
}

/** Return the deadline of the seat to act; if several act, of one's own, otherwise the earliest. @param {Shown} shown */
function soonest({ deadlines, yours }) {
  const own = yours.flatMap((seat) => deadlines[seat] ?? []);
  const all = own.length ? own : Object.values(deadlines);
  return all.length ? Math.min(...all) : null;
}

/**
 * Show the total of everybody else in one line, if totals decide and the board has no summaries of its own.
 * @param {HTMLElement} element
 * @param {any} info
 * @param {Position} position
 * @param {number | null} own  the seat whose total is shown elsewhere
 */
export function showTotals(element, info, position, own) {
  const declared = position.rules.declared.scores.results[info.seats];
  const others = [...position.scores.keys()].filter((seat) => seat !== own);
  element.classList.add("totals");
  element.classList.toggle("many", others.length > 2); // names are cut off
  if (!Array.isArray(declared) || !others.length) return element.replaceChildren();
  const unit = named(info.game, "end.unit", "");
  const line = (/** @type {number} */ seat) => {
    const acting = position.toAct.includes(seat) && info.status === "running";
    const total = resulting(declared, position.scores[seat]);
    const sum = unit || others.length > FEW ? String(total) : plural("points", total);
    return h("div", { class: acting ? "acting" : "", "data-seat": seat }, h("b", { "data-number": seat + 1 }, seatName(info, seat)), h("span", { class: "sum" }, sum));
  };
  element.replaceChildren(...others.map(line), ...(unit && others.length <= FEW ? [h("small", {}, unit)] : []));
}

/**
 * Show the summary of each seat, one per line.
 * @param {HTMLElement} element
 * @param {any} info
 * @param {import("../board.js").Board} board
 * @param {Position} position
 * @param {Position} [before]
 */
export function showBriefly(element, info, board, position, before) {
  element.classList.toggle("many", info.seats > 2);
  const line = (/** @type {any} */ _, /** @type {number} */ seat) => {
    const acting = position.toAct.includes(seat) && info.status === "running";
    return h("div", { class: acting ? "acting" : "", "data-seat": seat }, h("b", {}, seatName(info, seat)), board.brief?.(position, seat, before) ?? null);
  };
  element.replaceChildren(...info.sitting.map(line));
}

/** Return whether a person's phone is known to be disconnected. @param {any} info @param {number} seat */
const isGone = ({ sitting, status }, seat) => sitting[seat].here === false && Boolean(sitting[seat].name) && !sitting[seat].away && status !== "over";

/** @param {any} info @param {number} seat @param {number[]} yours @returns {string[]} */
function notes(info, seat, yours) {
  const { away, resigned, reserved_for: awaited, guest } = info.sitting[seat];
  return [
    awaited ? t("seat.reserved", { who: personName(awaited, guest) }) : "",
    yours.length === 1 && yours[0] === seat ? t("seat.you") : "", // a player with several seats sees names instead
    away && info.status === "running" ? t("seat.away") : "",
    resigned ? t("seat.resigned") : "",
    info.ranks ? t("seat.rank", { rank: info.ranks[seat] }) : "",
  ].filter(Boolean);
}

/**
 * Show a seat's hand as far as the viewer can see it, if each seat has its own.
 * @param {Position} position
 * @param {import("../board.js").Board} board
 * @param {number} seat
 */
export function openHand(position, board, seat) {
  const pieces = board.whose(position) === null ? board.pieces(position, seat) : []; // otherwise all seats choose from the same pieces
  if (!pieces.length) return null;
  const drawn = pieces.map((piece) => h("li", {}, h("span", { class: "unseen" }, phrase(piece.name)), board.drawPiece(position, { piece, turn: 0, mirrored: false })));
  return h("ul", { class: "open-hand", "aria-label": t("hand.of") }, ...drawn);
}

/**
 * Write out the scoreboard: for screen readers, or for everybody if there is no drawing.
 * @param {{game: string, seats: number}} info
 * @param {import("../rules.js").Position} position
 * @param {number} seat
 * @param {import("../board.js").Board | null} board
 */
export function scoresTold(info, position, seat, board) {
  const told = position.scores[seat].map((value, k) => `${scoreName(info, k)} ${value}`);
  return h("p", { class: board ? "unseen" : "" }, told.join(", "));
}
