/** What stands below the board: the pieces of one's hand, always; how to turn them, and the buttons of moves without a place. */

import { askFirst } from "./dialog.js";
import { button, Drawn, h, tick } from "./elements.js";
import { phrase, t } from "./words.js";

/** @typedef {import("./board.js").Piece} Piece */
/** @typedef {import("./board.js").Plain} Plain */

export class HandView {
  /** @param {import("./choosing.js").Choosing} choosing @param {HTMLElement} element */
  constructor(choosing, element) {
    this.choosing = choosing;
    this.element = element;
    this.drawn = new Drawn();
    this.said = h("p", { class: "preview", role: "status" });
  }

  draw() {
    const { choosing } = this;
    const { shown } = choosing;
    if (!shown || shown.seat === null) {
      this.drawn.forget();
      this.element.replaceChildren();
      return;
    }
    const pieces = choosing.pieces();
    const { held, pending, plan, premove, moves, choice, seat } = choosing;
    if (this.drawn.changed(choice, seat, pieces, held, pending, plan, premove, moves.length) || !this.element.firstElementChild) this.#redraw(pieces);
    const { text, kind } = choosing.text();
    if (this.said.textContent !== text) this.said.textContent = text;
    this.said.className = kind;
  }

  /** @param {Piece[]} pieces */
  #redraw(pieces) {
    const active = document.activeElement;
    const focused = /** @type {HTMLElement | null} */ (this.element.contains(active) ? active : null)?.dataset.piece;
    const held = h("div", { class: "pieces", role: "group", "aria-label": t("hand") }, ...pieces.map((piece) => this.#piece(piece)));
    const row = h("div", { class: "deciding" }, ...this.#turning(), ...this.#plain(), ...this.#confirming());
    this.element.replaceChildren(...(pieces.length ? [held] : []), row, this.said);
    if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-piece="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {Piece} piece */
  #piece(piece) {
    const { choosing } = this;
    const mine = choosing.held?.piece.id === piece.id;
    const held = mine && choosing.held ? choosing.held : { piece, turn: 0, mirrored: false };
    const name = phrase(piece.name);
    const made = h("button", {
      type: "button",
      class: "piece",
      "aria-pressed": mine ? "true" : "false",
      "aria-disabled": choosing.seat === null ? "true" : undefined,
      "aria-label": mine && piece.turns > 1 ? t("piece.held", { name }) : name,
      "data-piece": piece.id,
      onclick: () => choosing.take(piece),
      onpointerdown: (/** @type {PointerEvent} */ event) => choosing.dragFrom(event, piece),
    });
    made.append(choosing.board.drawPiece(/** @type {import("./rules.js").Position} */ (choosing.base), held));
    return made;
  }

  #turning() {
    const { held, seat } = this.choosing;
    if (!held || seat === null) return [];
    const turn = (/** @type {string} */ sign, /** @type {number} */ by, /** @type {string} */ key, /** @type {string} */ letter) =>
      button(sign, () => this.choosing.turn(by), { class: "turning", "aria-label": t(key), title: `${t(key)} (${letter})` });
    return [
      ...(held.piece.turns > 1 ? [turn("↺", -1, "turn.left", "Q"), turn("↻", 1, "turn.right", "E")] : []),
      ...(held.piece.mirrors ? [button("⇋", () => this.choosing.mirror(), { class: "turning", "aria-label": t("turn.mirror"), title: `${t("turn.mirror")} (F)` })] : []),
    ];
  }

  /** The moves without a place; where a turn is laid out first, what is laid out is confirmed instead. */
  #plain() {
    const { choosing } = this;
    if (choosing.seat === null || choosing.plan.length) return [];
    return choosing.board.plain(choosing.moves).flatMap((each) => this.#button(each));
  }

  /** A button, and a box to tick beside it where one may do something else by it. @param {Plain} plain */
  #button({ move, text, ticked }) {
    const { choosing } = this;
    if (!ticked) return [button(t(text), () => this.#decide(move), { class: "plain" })];
    const box = tick(t(ticked.text), ticked.text, false);
    const chosen = () => (box.querySelector("input")?.checked ? ticked.move : move);
    return [box, button(t(text), () => choosing.commit(chosen()), { class: "plain main" })];
  }

  /** Make a move without a place; a finger may have slipped where a turn would end with nothing laid out. @param {import("./rules.js").Move} move */
  #decide(move) {
    const { choosing } = this;
    const make = () => void choosing.commit(move);
    const slipped = choosing.board.plans && choosing.targets.size > 0 && matchMedia("(pointer: coarse)").matches;
    if (slipped) askFirst(t("plan.none"), t("plan.none.sure"), t("plan.confirm"), make);
    else make();
  }

  #confirming() {
    const { choosing } = this;
    if (choosing.premove) return [button(t("premove.drop"), () => choosing.cancel())];
    const begun = choosing.board.plans ? choosing.plan.length > 0 : choosing.pending !== null;
    if (!begun) return [];
    const text = t(choosing.shown?.mode === "ahead" ? "premove.confirm" : choosing.plan.length ? "plan.confirm" : "confirm");
    return [
      button(text, () => choosing.confirm(), { class: "main confirm", disabled: !choosing.isComplete }),
      button(t("cancel"), () => choosing.cancel()),
    ];
  }
}
