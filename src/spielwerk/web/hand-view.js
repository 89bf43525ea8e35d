/** The area below the board: the player's hand, rotation buttons, and buttons for moves without a cell. */

import { button, Drawn, h } from "./elements.js";
import { phrase, t } from "./words.js";

/** @typedef {import("./board.js").Piece} Piece */
/** @typedef {import("./board.js").Held} Held */

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
    const { held, pending, plan, premove, moves, choice, seat, base, isComplete, laid } = choosing;
    if (this.drawn.changed(choice, seat, pieces, held, pending, plan, premove, moves.length, base, isComplete, laid) || !this.element.firstElementChild) this.#redraw(pieces);
    const { text, kind, where } = choosing.text();
    const told = where ? `${text} ${where}` : text;
    if (this.said.textContent !== told) this.said.replaceChildren(text, ...(where ? [h("span", { class: "unseen" }, ` ${where}`)] : []));
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
    const { held, seat, moves, board } = this.choosing;
    if (!held || seat === null || !moves.some((move) => board.where(move).length)) return []; // no piece can be placed
    const turn = (/** @type {string} */ sign, /** @type {number} */ by, /** @type {string} */ key, /** @type {string} */ letter) =>
      button(sign, () => this.choosing.turn(by), { class: "turning", "aria-label": t(key), title: `${t(key)} (${letter})` });
    return [
      ...(held.piece.turns > 1 ? [turn("↺", -1, "turn.left", "Q"), turn("↻", 1, "turn.right", "E")] : []),
      ...(held.piece.mirrors ? [button("⇋", () => this.choosing.mirror(), { class: "turning", "aria-label": t("turn.mirror"), title: `${t("turn.mirror")} (F)` })] : []),
    ];
  }

  /** Create the buttons for moves without a cell; if moves of a turn are planned, Confirm replaces them. */
  #plain() {
    const { choosing } = this;
    if (choosing.seat === null || choosing.plan.length) return [];
    return choosing.board.plain(choosing.moves).map(({ move, text }) => button(t(text), () => this.#decide(move), { class: "plain" }));
  }

  /** Make a move without a cell; ask first if it would end a turn with nothing planned, which may be a slip. @param {import("./rules.js").Move} move */
  #decide(move) {
    const { choosing } = this;
    const make = () => void choosing.commit(move);
    const slipped = choosing.board.plans && choosing.targets.size > 0;
    if (slipped) void import("./dialog.js").then(({ askFirst }) => askFirst(t("plan.none"), t("plan.none.sure"), t("plan.confirm"), make));
    else make();
  }

  #confirming() {
    const { choosing } = this;
    if (choosing.premove) return [button(t("premove.drop"), () => choosing.cancel())];
    const begun = choosing.board.plans ? choosing.plan.length > 0 : choosing.isLaidOut;
    if (!begun) return [];
    const text = t(choosing.shown?.mode === "ahead" ? "premove.confirm" : choosing.plan.length ? "plan.confirm" : "confirm");
    return [
      button(text, () => choosing.confirm(), { class: "main confirm", "aria-disabled": choosing.isComplete ? undefined : "true" }),
      button(t("cancel"), () => choosing.cancel()),
    ];
  }
}

/**
 * Return the pieces in the order of their places, and those places: a piece's id, or null if empty. Remaining pieces
 * keep their places, and new ones fill the free places first.
 * @param {(string | null)[]} places  as they were
 * @param {Piece[]} pieces
 * @returns {{pieces: Piece[], places: (string | null)[]}}
 */
export function keepPlaces(places, pieces) {
  const held = new Map(pieces.map((piece) => [piece.id, piece]));
  const stays = places.map((id) => (id !== null && held.has(id) ? id : null));
  const fresh = pieces.map(({ id }) => id).filter((id) => !stays.includes(id));
  const filled = stays.map((id) => id ?? fresh.shift() ?? null).concat(fresh);
  return { places: filled, pieces: filled.flatMap((id) => (id === null ? [] : (held.get(id) ?? []))) };
}

/** Return all ways to hold the pieces; [null] if there are none. @param {Piece[]} pieces @returns {(Held | null)[]} */
export function waysToHold(pieces) {
  const held = pieces.flatMap((piece) =>
    Array.from({ length: piece.turns }, (_, turn) => turn).flatMap((turn) => (piece.mirrors ? [false, true] : [false]).map((mirrored) => ({ piece, turn, mirrored }))),
  );
  return pieces.length ? held : [null];
}
