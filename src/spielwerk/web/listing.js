/** Choose a move from a list, for games without a board: buttons for a few, a searchable list for many. */

import { Chooser } from "./chooser.js";
import { button, Drawn, h } from "./elements.js";
import { settings } from "./settings.js";
import { lineTold, moveNamed, plural, reasons, refusalTold, spoken, t } from "./words.js";

/** @typedef {import("./contents-view.js").ContentsView} ContentsView */
/** @typedef {import("./rules.js").Move} Move */
/** @typedef {{move: Move, text: string, points: string, sought: string}} Listed  a legal move as an entry of the list; `sought`: the text to search */

const FEW = 12; // up to this many moves are shown as buttons
const SHOWN = 60; // up to this many entries are shown at once
const LIST = "moves-to-choose"; // the list's id

export class Listing extends Chooser {
  /** @param {ContentsView} view @param {HTMLElement} hand @param {import("./chooser.js").Table} table */
  constructor(view, hand, table) {
    super(hand, table);
    this.view = view;
    /** @type {Listed[]} */
    this.listed = [];
    /** @type {Listed[]} */
    this.found = []; // the entries that match the search
    this.hinted = false;
    this.offered = new Drawn();
    this.search = h("input", {
      type: "search",
      role: "combobox",
      "aria-label": t("listing.search"),
      placeholder: t("listing.search"),
      "aria-autocomplete": "list",
      "aria-expanded": "true",
      "aria-controls": LIST,
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => this.#seek(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    });
    this.list = h("ul", { class: "listed", role: "listbox", id: LIST, "aria-label": t("listing.moves") });
    this.text = h("p", { class: "preview", role: "status" });
  }

  /** @param {Move[]} moves */
  reset(moves) {
    super.reset(moves);
    this.hinted = false;
    this.search.value = "";
  }

  offer() {
    this.listed = listed(this.moves, (move) => this.#named(move), (move) => this.points(move), (move) => this.#written(move));
  }

  draw() {
    if (this.shown) this.view.show(this.shown.position);
    this.drawHand();
  }

  drawHand() {
    if (this.seat === null) {
      this.offered.forget();
      this.hand.replaceChildren();
      return;
    }
    if (this.offered.changed(this.choice, this.listed, this.pending) || !this.hand.firstElementChild) this.#drawMoves();
    this.#mark();
  }

  #drawMoves() {
    const { pending } = this;
    const confirming = pending ? [button(t("confirm"), () => this.commit(pending), { class: "main" }), button(t("cancel"), () => this.cancel())] : [];
    const focused = this.hand.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
    if (this.listed.length > FEW) {
      this.hand.replaceChildren(h("div", { class: "search" }, this.search, ...confirming), this.list, this.text);
      this.#find();
      if (focused === this.search) this.search.focus();
    } else {
      const few = this.listed.map((one) =>
        h("button", { type: "button", class: "plain listed-move", "data-action": one.move.action, onclick: () => this.#choose(one.move, settings.confirm), onfocus: () => this.#think(one.move), onpointerenter: () => this.#think(one.move), onpointerleave: () => this.#think(null), onblur: () => this.#think(null) }, h("span", {}, one.text), one.points && h("small", {}, one.points)),
      );
      this.hand.replaceChildren(h("div", { class: "pieces", role: "group", "aria-label": t("listing.moves") }, ...few, ...confirming), this.text);
      if (focused) this.#option(Number(focused.dataset.action))?.focus();
    }
  }

  /** Show the entries that match the search. */
  #find() {
    this.found = sought(this.listed, this.search.value);
    const options = this.found.slice(0, SHOWN).map(({ move, text, points }) =>
      h("li", { role: "option", id: `${LIST}-${move.action}`, "data-action": move.action, class: "plain", onclick: () => this.#choose(move, settings.confirm || matchMedia("(pointer: coarse)").matches), onpointerenter: () => this.#think(move) }, h("span", {}, text), points && h("small", {}, points)),
    );
    const rest = this.found.length - options.length;
    this.list.replaceChildren(...options, ...(rest > 0 ? [h("li", { role: "option", "aria-disabled": "true", class: "faint" }, plural("listing.more", rest))] : []));
  }

  /** Handle a change of the search text. */
  #seek() {
    this.pending = null;
    this.#find();
    this.think(this.search.value && !this.#refusal() ? (this.found[0]?.move ?? null) : null);
    this.#mark();
  }

  /** Mark the previewed and the advised move, and update the message. */
  #mark() {
    const best = this.hinted ? this.advised() : null;
    for (const option of /** @type {NodeListOf<HTMLElement>} */ (this.hand.querySelectorAll("[data-action]"))) {
      const action = Number(option.dataset.action);
      option.classList.toggle("thought", action === this.ghost?.action);
      option.classList.toggle("advised", action === best?.action);
      if (option.role === "option") option.ariaSelected = String(action === this.ghost?.action);
    }
    const active = this.ghost && this.#option(this.ghost.action);
    if (active) this.search.setAttribute("aria-activedescendant", active.id);
    else this.search.removeAttribute("aria-activedescendant");
    const text = this.#say(best);
    if (this.text.textContent !== text) this.text.textContent = text;
  }

  /** @param {Move | null} best */
  #say(best) {
    if (this.thinking) return t("hint.thinking");
    if (best && (!this.ghost || this.ghost === best)) return [t("hint.listed", { move: this.#preview(best) }), ...reasons(this.advice[0].terms)].join(" ");
    if (this.ghost && (this.lines.length || this.listed.length > FEW)) return this.#preview(this.ghost);
    if (this.hinted) return t("hint.none");
    if (this.listed.length <= FEW) return "";
    return this.#refusal() ?? (this.found.length ? plural("listing.found", this.found.length) : t("listing.none"));
  }

  /** Return why the move written in the search field is illegal; null if it is legal or not a move. */
  #refusal() {
    const { base: position, seat } = this;
    if (!position || seat === null) return null;
    const { rules } = position;
    const meant = rules.notation.read(this.search.value.trim());
    if (!meant || this.listed.some(({ move }) => this.#written(move) === rules.notation.write(meant))) return null;
    const refusal = rules.refusal(position, seat, meant);
    return refusal && refusalTold(refusal);
  }

  /** @param {number} action */
  #option(action) {
    return /** @type {HTMLElement | null} */ (this.hand.querySelector(`[data-action="${action}"]`));
  }

  /** @param {Move} move */
  #named(move) {
    return this.shown ? moveNamed(this.shown.position.rules.notation, move) : "";
  }

  /** @param {Move} move */
  #written(move) {
    return this.shown?.position.rules.notation.write(move) ?? "";
  }

  /** Describe a move, its points and their origin. @param {Move} move */
  #preview(move) {
    const cells = this.shown?.position.rules.notation.cells;
    const lines = move === this.ghost ? this.lines.map((line) => lineTold(line, cells)) : [];
    return t("preview", { move: this.#named(move), points: lines.join(", ") || this.points(move) });
  }

  // Input

  /** @param {Move | null} move */
  #think(move) {
    if (this.pending || move?.action === this.ghost?.action) return;
    this.think(move);
    this.#mark();
  }

  /** @param {Move} move @param {boolean} careful  whether to preview the move and ask for confirmation first */
  #choose(move, careful) {
    this.table.tell("");
    if (this.pending?.action === move.action || !careful) void this.commit(move);
    else {
      this.think(move);
      this.pending = move;
      this.draw();
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const steps = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 });
    if (event.key === "Enter" && this.ghost) this.#choose(this.ghost, settings.confirm);
    else if (event.key === "Escape") {
      this.search.value = "";
      this.#seek();
    } else if (steps[event.key]) this.#step(steps[event.key]);
    else return;
    event.preventDefault();
  }

  /** Step through the list. @param {number} by */
  #step(by) {
    this.pending = null;
    const last = Math.min(this.found.length, SHOWN) - 1;
    const here = this.found.findIndex(({ move }) => move.action === this.ghost?.action);
    const there = here < 0 ? (by > 0 ? 0 : last) : Math.min(Math.max(here + by, 0), last);
    this.#think(this.found[there]?.move ?? null);
    if (this.ghost) this.#option(this.ghost.action)?.scrollIntoView({ block: "nearest" });
  }

  // Hints: the move and its reasons, all at once

  async hint() {
    if (!(await this.askAdvice())) return;
    this.hinted = true;
    this.search.value = "";
    const best = this.advised();
    this.pending = null;
    this.think(best);
    if (best && this.listed.length > FEW) {
      this.listed.sort((one, other) => Number(other.move.action === best.action) - Number(one.move.action === best.action)); // so that it is visible
      this.#find();
    }
    this.drawHand();
  }
}

/**
 * Create list entries for legal moves, sorted by notation.
 * @param {Move[]} moves
 * @param {(move: Move) => string} named @param {(move: Move) => string} points @param {(move: Move) => string} written
 * @returns {Listed[]}
 */
export function listed(moves, named, points, written) {
  const order = new Intl.Collator(spoken(), { numeric: true });
  return moves
    .map((move) => ({ move, notation: written(move), text: named(move), points: move.points.some(Boolean) ? points(move) : "" }))
    .sort((one, other) => order.compare(one.notation, other.notation))
    .map(({ move, notation, text, points: told }) => ({ move, text, points: told, sought: `${text} ${notation} ${told}`.toLowerCase() }));
}

/** Return the entries that contain all typed words. @param {Listed[]} all @param {string} typed */
export function sought(all, typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((one) => words.every((word) => one.sought.includes(word)));
}
