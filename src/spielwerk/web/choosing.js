/** Choosing a move: a piece, its turn, a place; what it would earn, or why it can't be, is shown at once. */

import { Chooser } from "./chooser.js";
import { button, Drawn, h, tick } from "./elements.js";
import { settings } from "./settings.js";
import { reason, refusalTold, t } from "./words.js";

/** @typedef {import("./board-view.js").BoardView} BoardView */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Held} Held */
/** @typedef {import("./board.js").Piece} Piece */
/** @typedef {import("./board.js").Plain} Plain */
/** @typedef {import("./rules.js").Move} Move */

export class Choosing extends Chooser {
  /** @param {Board} board @param {BoardView} boardView @param {HTMLElement} hand @param {import("./chooser.js").Table} table */
  constructor(board, boardView, hand, table) {
    super(hand, table);
    this.board = board;
    this.boardView = boardView;
    /** @type {Map<number, Move>} */
    this.targets = new Map(); // of the legal moves, those that the held piece can make, by the cell to click
    /** @type {Held | null} */
    this.held = null;
    this.hints = 0;
    this.offered = new Drawn(); // the hand
    boardView.addEventListener("choose", (event) => this.#choose(/** @type {CustomEvent} */ (event).detail));
    boardView.addEventListener("hover", (event) => this.#hover(/** @type {CustomEvent} */ (event).detail));
    boardView.addEventListener("turn", (event) => this.#turn(/** @type {CustomEvent} */ (event).detail));
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.keys);
  }

  leave() {
    document.removeEventListener("keydown", this.keys);
  }

  clear() {
    this.#let(null);
  }

  /** @param {Move[]} moves */
  reset(moves) {
    super.reset(moves);
    this.hints = 0;
  }

  #pieces() {
    if (!this.shown || this.shown.seat === null) return [];
    return this.board.pieces(this.shown.position, this.shown.seat, this.moves);
  }

  /** With one piece there is nothing to choose; one that was held is held on. */
  offer() {
    const pieces = this.#pieces();
    const again = pieces.find((piece) => piece.id === this.held?.piece.id);
    if (again && this.held) this.held = { ...this.held, piece: again, turn: this.held.turn % again.turns };
    else this.held = pieces.length === 1 ? { piece: pieces[0], turn: 0, mirrored: false } : null;
  }

  /** @param {Held | null} held */
  #let(held) {
    super.clear();
    this.held = held;
  }

  /** By the cell to click: the legal move that puts the held piece there. @param {Held | null} held */
  #reached(held) {
    /** @type {Map<number, Move>} */
    const found = new Map();
    if (!held || !this.shown) return found;
    const { board } = this;
    const { position } = this.shown;
    const { notation } = position.rules;
    const legal = new Map(this.moves.map((move) => [notation.row(move).join(), move]));
    for (const { id } of board.cells(position)) {
      const meant = board.meant(position, held, id);
      const move = meant && legal.get(notation.row(meant).join());
      if (move) found.set(id, move);
    }
    return found;
  }

  draw() {
    if (!this.shown) return;
    const { position, seat, last } = this.shown;
    this.targets = this.#reached(this.held);
    const advised = this.hints === 1 && !this.ghost && this.advised();
    this.boardView.position = position;
    this.boardView.interactive = seat !== null;
    this.boardView.marks = {
      last,
      targets: advised ? this.board.where(advised) : [...this.targets.keys()],
      ghost: this.ghost ?? undefined,
      lines: this.ghost ? this.lines : [],
    };
    this.boardView.show();
    this.drawHand();
  }

  drawHand() {
    if (!this.shown || this.shown.seat === null) {
      this.offered.forget();
      this.hand.replaceChildren();
      return;
    }
    this.#drawPieces();
    for (const said of this.hand.querySelectorAll(":scope > p")) said.remove();
    this.hand.append(this.#text());
  }

  /** What is to be said below the pieces: what a move would bring, or a hint. */
  #text() {
    const advised = this.hints === 3 && this.ghost !== null && this.ghost === this.advised();
    if (this.ghost && !advised) return h("p", { class: "preview", role: "status" }, this.#preview(this.ghost));
    if (this.hints > 0 || this.thinking) return this.#hintText();
    const offers = this.hand.querySelector(".piece"); // else there are buttons alone
    return h("p", { class: "preview" }, this.held || !offers ? "" : t("choose"));
  }

  /** The pieces and the buttons beside them. */
  #drawPieces() {
    if (!this.shown || this.shown.seat === null) return;
    const { board } = this;
    const { position } = this.shown;
    const pieces = this.#pieces();
    if (!this.offered.changed(this.choice, pieces, this.held, this.pending, this.moves.length) && this.hand.firstElementChild) return;
    const shown = pieces.map((piece) => {
      const mine = this.held?.piece.id === piece.id;
      const held = mine && this.held ? this.held : { piece, turn: 0, mirrored: false };
      const made = h("button", {
        type: "button",
        class: "piece",
        "aria-pressed": mine ? "true" : "false",
        "aria-label": t(mine && piece.turns > 1 ? "piece.held" : "piece", { name: piece.name }),
        "data-piece": piece.id,
        onclick: () => this.#take(piece),
        onpointerdown: (/** @type {PointerEvent} */ event) => this.#drag(event, piece),
      });
      made.append(board.drawPiece(position, held));
      return made;
    });
    const plain = board.plain(this.moves).flatMap((each) => this.#plain(each));
    const turning =
      this.held && this.held.piece.turns > 1
        ? [
            button("↺", () => this.#turn(-1), { "aria-label": t("turn.left"), title: `${t("turn.left")} (Q)` }),
            button("↻", () => this.#turn(1), { "aria-label": t("turn.right"), title: `${t("turn.right")} (E)` }),
          ]
        : [];
    const mirroring = this.held?.piece.mirrors ? [button("⇋", () => this.#mirror(), { "aria-label": t("turn.mirror"), title: `${t("turn.mirror")} (F)` })] : [];
    const { pending } = this;
    const confirming = pending ? [button(t("confirm"), () => this.commit(pending), { class: "main" }), button(t("cancel"), () => this.cancel())] : [];
    const focused = /** @type {HTMLElement | null} */ (this.hand.contains(document.activeElement) ? document.activeElement : null)?.dataset.piece;
    this.hand.replaceChildren(h("div", { class: "pieces", role: "group", "aria-label": t("hand") }, ...shown, ...turning, ...mirroring, ...plain, ...confirming));
    if (focused) /** @type {HTMLElement | null} */ (this.hand.querySelector(`[data-piece="${CSS.escape(focused)}"]`))?.focus();
  }

  /** A move without a place: a button, and a box to tick beside it where one may do something else by it. @param {Plain} plain */
  #plain({ move, text, ticked }) {
    if (!ticked) return [button(t(text), () => this.commit(move), { class: "plain" })];
    const box = tick(t(ticked.text), ticked.text, false);
    const chosen = () => (box.querySelector("input")?.checked ? ticked.move : move);
    return [box, button(t(text), () => this.commit(chosen()), { class: "plain main" })];
  }

  /** @param {Move} move */
  #preview(move) {
    return t("preview", { move: this.#written(move), points: this.points(move) });
  }

  /** @param {Move} move */
  #written(move) {
    return this.shown?.position.rules.notation.write(move) ?? "";
  }

  // Pointing

  /** Click a piece to take it, again to turn it. @param {Piece} piece */
  #take(piece) {
    this.table.tell("");
    if (this.held?.piece.id === piece.id && piece.turns > 1) this.#turn(1);
    else {
      this.#let({ piece, turn: 0, mirrored: false });
      this.draw();
    }
  }

  /** @param {number} by */
  #turn(by) {
    if (!this.held || this.held.piece.turns < 2) return;
    const turns = this.held.piece.turns;
    this.table.tell("");
    this.#let({ ...this.held, turn: (this.held.turn + by + turns) % turns });
    this.draw();
  }

  #mirror() {
    if (!this.held?.piece.mirrors) return;
    this.table.tell("");
    this.#let({ ...this.held, mirrored: !this.held.mirrored });
    this.draw();
  }

  /** @param {number | null} cell */
  #hover(cell) {
    if (this.pending) return;
    const move = cell === null ? null : (this.targets.get(cell) ?? null);
    if (move === this.ghost) return;
    this.think(move);
    this.draw();
  }

  /** A click on a place: shown first where fingers or settings want it so, made then. @param {number} cell */
  #choose(cell) {
    if (!this.shown || this.shown.seat === null || this.busy) return;
    this.table.tell("");
    const move = this.targets.get(cell);
    if (!move) {
      this.table.tell(this.#whyNot(cell));
      return;
    }
    const seen = this.ghost === move && !this.pending;
    const careful = settings.confirm || matchMedia("(pointer: coarse)").matches;
    if (this.pending === move || (seen && !careful)) void this.commit(move);
    else {
      this.think(move);
      this.pending = move;
      this.draw();
    }
  }

  /** Why nothing can be done on a place, in words. @param {number} cell */
  #whyNot(cell) {
    if (!this.shown || this.shown.seat === null) return "";
    const { position, seat } = this.shown;
    if (!this.held) return t(this.#pieces().length ? "choose" : "choose.button");
    const meant = this.board.meant(position, this.held, cell);
    const refusal = meant && position.rules.refusal(position, seat, meant);
    return refusal ? refusalTold(refusal) : t("refused.not_there");
  }

  /** @param {PointerEvent} event @param {Piece} piece */
  #drag(event, piece) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    let dragging = false;
    const over = (/** @type {PointerEvent} */ at) => {
      const cell = document.elementFromPoint(at.clientX, at.clientY)?.closest("[data-cell]")?.getAttribute("data-cell");
      return cell ? Number(cell) : null;
    };
    const move = (/** @type {PointerEvent} */ at) => {
      if (!dragging && Math.hypot(at.clientX - start.x, at.clientY - start.y) > 8) {
        dragging = true;
        if (this.held?.piece.id !== piece.id) {
          this.#let({ piece, turn: 0, mirrored: false });
          this.draw();
        }
      }
      if (dragging) this.#hover(over(at));
    };
    const end = (/** @type {PointerEvent} */ at) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      const cell = dragging ? over(at) : null;
      const target = cell === null ? undefined : this.targets.get(cell);
      if (at.type !== "pointerup" || cell === null) return;
      if (target && !settings.confirm) void this.commit(target);
      else this.#choose(cell);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const writing = /** @type {Element} */ (event.target).closest?.("input, select, textarea, dialog");
    if (writing || event.ctrlKey || event.metaKey || event.altKey || !this.shown || this.shown.seat === null) return;
    const key = event.key.toLowerCase();
    if (key === "r" || key === "e") this.#turn(1);
    else if (key === "q") this.#turn(-1);
    else if (key === "f") this.#mirror();
    else if (event.key === "Escape") this.cancel();
    else if (/^[1-9]$/.test(key)) {
      const piece = this.#pieces()[Number(key) - 1];
      if (piece) this.#take(piece);
    }
  }

  // Hints: the area, then the piece, then the move and why

  async hint() {
    if (!(await this.askAdvice())) return;
    this.hints = Math.min(3, this.hints + 1);
    const best = this.advised();
    if (this.hints >= 2 && best) this.#hold(best);
    if (this.hints === 3 && best) this.think(best);
    this.draw();
  }

  /** Hold the piece with which a move is made. @param {Move} move */
  #hold(move) {
    for (const piece of this.#pieces()) {
      for (let turn = 0; turn < piece.turns; turn++) {
        for (const mirrored of piece.mirrors ? [false, true] : [false]) {
          const held = { piece, turn, mirrored };
          if (![...this.#reached(held).values()].includes(move)) continue;
          this.#let(held);
          return;
        }
      }
    }
  }

  #hintText() {
    if (this.thinking) return h("p", { class: "hint", role: "status" }, t("hint.thinking"));
    const best = this.advised();
    if (!best) return h("p", {}, t("hint.none"));
    const shown = this.hints === 3 && this.ghost === best;
    const told = [t("hint.area"), t("hint.piece"), t("hint.move", { move: shown ? this.#preview(best) : this.#written(best) })];
    const why = this.hints === 3 ? this.advice[0].terms.map((term) => reason(term)).filter(Boolean) : [];
    return h("p", { class: "hint", role: "status" }, [told[this.hints - 1], ...why].join(" "));
  }
}
