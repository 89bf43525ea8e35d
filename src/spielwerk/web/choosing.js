/** Choosing a move: a piece, its turn, a place; what it would earn is shown before it is made. */

import { button, h, tick } from "./dom.js";
import { get } from "./server.js";
import { settings } from "./settings.js";
import { points, reason, said, t } from "./words.js";

/** @typedef {import("./board-view.js").BoardView} BoardView */
/** @typedef {import("./boards/types.js").Board} Board */
/** @typedef {import("./boards/types.js").Held} Held */
/** @typedef {import("./boards/types.js").Legal} Legal */
/** @typedef {import("./boards/types.js").Line} Line */
/** @typedef {import("./boards/types.js").Piece} Piece */

/**
 * @typedef {object} Shown
 * @property {Board} board
 * @property {any} view
 * @property {number | null} seat  who chooses; nobody while one only looks
 * @property {number} number
 * @property {string[]} last
 */

export class Choosing {
  /**
   * @param {BoardView} boardView
   * @param {HTMLElement} hand
   * @param {{id: string, commit: (move: string, seat: number) => Promise<boolean>}} table
   */
  constructor(boardView, hand, table) {
    this.boardView = boardView;
    this.hand = hand;
    this.table = table;
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {Legal[]} */
    this.legal = [];
    /** @type {Held | null} */
    this.held = null;
    this.ghost = "";
    /** @type {Line[]} */
    this.lines = [];
    this.pending = "";
    this.hints = 0;
    this.thinking = false; // a bot does, about a hint
    /** @type {any[]} */
    this.advice = [];
    /** @type {Map<string, Promise<{lines: Line[], points: number[]}>>} */
    this.previews = new Map();
    /** @type {{move: string, lines: Promise<Line[] | null>} | null} */
    this.made = null; // the move just made here, and what was known of it
    this.asked = "";
    this.choice = 0; // how often there was something new to choose from
    this.offered = ""; // what the hand shows
    this.busy = false; // a move is on its way, from the click until its news are here
    boardView.addEventListener("choose", (event) => this.#choose(/** @type {CustomEvent} */ (event).detail));
    boardView.addEventListener("hover", (event) => this.#hover(/** @type {CustomEvent} */ (event).detail));
    boardView.addEventListener("turn", (event) => this.#turn(/** @type {CustomEvent} */ (event).detail));
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.keys);
  }

  leave() {
    document.removeEventListener("keydown", this.keys);
  }

  /** @param {Shown} shown */
  async show(shown) {
    const what = `${shown.number}/${shown.seat}`;
    const stays = this.legal.length > 0 && goesOn(this.shown, shown);
    this.shown = shown;
    if (shown.seat === null) {
      this.#let(null);
      this.choice += 1;
      this.legal = [];
      this.asked = "";
    } else if (what !== this.asked) {
      this.asked = what;
      if (!stays) {
        this.choice += 1;
        this.previews.clear();
        this.legal = [];
        this.hints = 0;
        this.advice = [];
        this.busy = false;
        this.hand.ariaBusy = "true"; // until it is known what can be done
      }
      this.#draw();
      try {
        const legal = await get(`/tables/${this.table.id}/legal?seat=${shown.seat}`);
        if (this.asked !== what) return;
        this.legal = legal;
        this.hand.ariaBusy = String(this.busy);
        this.#choosePiece();
      } catch (error) {
        this.offered = "";
        this.hand.replaceChildren(h("p", {}, said(error)));
      }
    }
    this.#draw();
  }

  /** With one piece there is nothing to choose; one that was held is held on. */
  #choosePiece() {
    if (!this.shown || this.shown.seat === null) return;
    const pieces = this.shown.board.pieces(this.shown.view, this.shown.seat, this.legal);
    const again = pieces.find((piece) => piece.id === this.held?.piece.id);
    if (again) this.held = { ...this.held, piece: again, turn: (this.held?.turn ?? 0) % again.turns, mirrored: this.held?.mirrored ?? false };
    else this.held = pieces.length === 1 ? { piece: pieces[0], turn: 0, mirrored: false } : null;
  }

  /** @param {Held | null} held */
  #let(held) {
    this.held = held;
    this.ghost = "";
    this.pending = "";
    this.lines = [];
  }

  #targets() {
    if (!this.held || !this.shown) return new Map();
    return this.shown.board.targets(this.shown.view, this.legal, this.held);
  }

  #draw() {
    if (!this.shown) return;
    const { view, last } = this.shown;
    const targets = this.#targets();
    this.boardView.view = view;
    this.boardView.interactive = this.shown.seat !== null;
    this.boardView.marks = {
      last,
      targets: [...targets.keys()],
      ghost: this.ghost || undefined,
      lines: this.ghost ? this.lines : [],
    };
    if (this.hints === 1 && this.advice[0] && !this.ghost) {
      this.boardView.marks.targets = this.shown.board.where(this.advice[0].move);
    }
    this.boardView.show();
    this.#drawHand();
  }

  #drawHand() {
    if (!this.shown || this.shown.seat === null) {
      this.offered = "";
      this.hand.replaceChildren();
      return;
    }
    this.#drawPieces();
    for (const said of this.hand.querySelectorAll(":scope > p")) said.remove();
    this.hand.append(this.#text());
  }

  /** What is to be said below the pieces: what a move would bring, or a hint. */
  #text() {
    const advised = this.hints === 3 && this.ghost === this.advice[0]?.move;
    if (this.ghost && !advised) return h("p", { class: "preview", role: "status" }, this.#preview());
    if (this.hints > 0 || this.thinking) return this.#hintText();
    return h("p", { class: "preview" }, this.held ? "" : t("choose"));
  }

  /** The pieces and the buttons beside them, unless they lie there so already. */
  #drawPieces() {
    if (!this.shown || this.shown.seat === null) return;
    const { board, view, seat } = this.shown;
    const pieces = board.pieces(view, seat, this.legal);
    const offered = JSON.stringify([this.choice, pieces, this.held, this.pending, this.legal.length]);
    if (offered === this.offered && this.hand.firstElementChild) return;
    this.offered = offered;
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
      made.append(board.drawPiece(view, held));
      return made;
    });
    const plain = this.#plain(board.plain(this.legal));
    const turning =
      this.held && this.held.piece.turns > 1
        ? [
            button("↺", () => this.#turn(-1), { "aria-label": t("turn.left"), title: `${t("turn.left")} (Q)` }),
            button("↻", () => this.#turn(1), { "aria-label": t("turn.right"), title: `${t("turn.right")} (E)` }),
          ]
        : [];
    const mirroring = this.held?.piece.mirrors ? [button("⇋", () => this.#mirror(), { "aria-label": t("turn.mirror"), title: `${t("turn.mirror")} (F)` })] : [];
    const confirming = this.pending ? [button(t("confirm"), () => this.#commit(this.pending), { class: "main" }), button(t("cancel"), () => this.#cancel())] : [];
    const focused = /** @type {HTMLElement | null} */ (this.hand.contains(document.activeElement) ? document.activeElement : null)?.dataset.piece;
    this.hand.replaceChildren(h("div", { class: "pieces", role: "group", "aria-label": t("hand") }, ...shown, ...turning, ...mirroring, ...plain, ...confirming));
    if (focused) /** @type {HTMLElement | null} */ (this.hand.querySelector(`[data-piece="${CSS.escape(focused)}"]`))?.focus();
  }

  /** Moves without a place. A swap is a box to tick beside the button that goes on (HX-16). @param {string[]} moves */
  #plain(moves) {
    if (moves.includes("swap") && moves.includes("keep")) {
      const box = tick(t("move.swap"), "swap", false);
      const chosen = () => (box.querySelector("input")?.checked ? "swap" : "keep");
      return [box, button(t("move.on"), () => this.#commit(chosen()), { class: "plain main" })];
    }
    return moves.map((move) => button(t(`move.${move}`), () => this.#commit(move), { class: "plain" }));
  }

  #preview() {
    const legal = this.legal.find((one) => one.move === this.ghost);
    return legal && this.shown ? t("preview", { move: this.ghost, points: points(this.shown.view, legal.points) }) : this.ghost;
  }

  // Pointing

  /** Click a piece to take it, again to turn it. @param {Piece} piece */
  #take(piece) {
    if (this.held?.piece.id === piece.id && piece.turns > 1) this.#turn(1);
    else {
      this.#let({ piece, turn: 0, mirrored: false });
      this.#draw();
    }
  }

  /** @param {number} by */
  #turn(by) {
    if (!this.held || this.held.piece.turns < 2) return;
    const turns = this.held.piece.turns;
    this.#let({ ...this.held, turn: (this.held.turn + by + turns) % turns });
    this.#draw();
  }

  #mirror() {
    if (!this.held?.piece.mirrors) return;
    this.#let({ ...this.held, mirrored: !this.held.mirrored });
    this.#draw();
  }

  #cancel() {
    this.ghost = this.pending = "";
    this.lines = [];
    this.#draw();
  }

  /** @param {string | null} cell */
  #hover(cell) {
    if (this.pending) return;
    const move = cell === null ? "" : (this.#targets().get(cell) ?? "");
    if (move !== this.ghost) this.#think(move);
  }

  /** Show what a move would bring. @param {string} move */
  #think(move) {
    this.ghost = move;
    this.lines = [];
    this.#draw();
    if (!move || !this.shown || this.shown.seat === null) return;
    const choice = this.choice;
    let preview = this.previews.get(move);
    if (!preview) {
      preview = get(`/tables/${this.table.id}/preview?seat=${this.shown.seat}&move=${encodeURIComponent(move)}`);
      this.previews.set(move, preview);
    }
    preview.then(
      (told) => {
        if (this.ghost !== move || this.choice !== choice) return;
        this.lines = told.lines;
        this.#draw();
      },
      () => this.previews.delete(move),
    );
  }

  /** A click on a place: shown first where fingers or settings want it so, made then. @param {string} cell */
  #choose(cell) {
    const move = this.#targets().get(cell);
    if (!move) return;
    const seen = this.ghost === move && !this.pending;
    const careful = settings.confirm || matchMedia("(pointer: coarse)").matches;
    if (this.pending === move || (seen && !careful)) void this.#commit(move);
    else {
      this.pending = move;
      this.#think(move);
      this.pending = move;
      this.#draw();
    }
  }

  /** @param {string} move */
  async #commit(move) {
    if (this.busy || !this.shown || this.shown.seat === null) return;
    const choice = this.choice;
    this.busy = true;
    this.hand.ariaBusy = "true";
    const known = this.previews.get(move);
    this.made = known ? { move, lines: known.then((told) => told.lines, () => null) } : null;
    const done = await this.table.commit(move, this.shown.seat);
    if (choice !== this.choice) return; // its news came first
    if (done) this.#let(null);
    else {
      this.busy = false;
      this.hand.ariaBusy = "false";
      this.#cancel();
    }
  }

  /** Where the points of a move come from that was just made here, if that is known. @param {string} move */
  earned(move) {
    return this.made?.move === move ? this.made.lines : undefined;
  }

  /** @param {PointerEvent} event @param {Piece} piece */
  #drag(event, piece) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    let dragging = false;
    const over = (/** @type {PointerEvent} */ at) =>
      document.elementFromPoint(at.clientX, at.clientY)?.closest("[data-cell]")?.getAttribute("data-cell") ?? null;
    const move = (/** @type {PointerEvent} */ at) => {
      if (!dragging && Math.hypot(at.clientX - start.x, at.clientY - start.y) > 8) {
        dragging = true;
        if (this.held?.piece.id !== piece.id) this.#let({ piece, turn: 0, mirrored: false });
      }
      if (dragging) this.#hover(over(at));
    };
    const end = (/** @type {PointerEvent} */ at) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      const cell = dragging ? over(at) : null;
      const target = cell === null ? undefined : this.#targets().get(cell);
      if (target && at.type === "pointerup") {
        if (settings.confirm) this.#choose(/** @type {string} */ (cell));
        else void this.#commit(target);
      }
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
    else if (event.key === "Escape") this.#cancel();
    else if (/^[1-9]$/.test(key)) {
      const piece = this.shown.board.pieces(this.shown.view, this.shown.seat, this.legal)[Number(key) - 1];
      if (piece) this.#take(piece);
    }
  }

  // Hints: the area, then the piece, then the move and why

  async hint() {
    if (!this.shown || this.shown.seat === null || this.thinking) return;
    const choice = this.choice;
    if (!this.advice.length) {
      let failed = "";
      this.thinking = true;
      this.#drawHand();
      try {
        const advice = await get(`/tables/${this.table.id}/hint?seat=${this.shown.seat}`);
        if (choice !== this.choice) return;
        this.advice = advice;
      } catch (error) {
        failed = said(error);
        return;
      } finally {
        this.thinking = false;
        this.#drawHand();
        if (failed) this.hand.append(h("p", {}, failed));
      }
    }
    this.hints = Math.min(3, this.hints + 1);
    const best = this.advice[0]?.move;
    if (this.hints >= 2 && best) this.#hold(best);
    if (this.hints === 3 && best) this.#think(best);
    this.#draw();
  }

  /** Hold the piece with which a move is made. @param {string} move */
  #hold(move) {
    if (!this.shown || this.shown.seat === null) return;
    for (const piece of this.shown.board.pieces(this.shown.view, this.shown.seat, this.legal)) {
      for (let turn = 0; turn < piece.turns; turn++) {
        for (const mirrored of piece.mirrors ? [false, true] : [false]) {
          const held = { piece, turn, mirrored };
          const targets = this.shown.board.targets(this.shown.view, this.legal, held);
          if ([...targets.values()].includes(move)) {
            this.#let(held);
            return;
          }
        }
      }
    }
  }

  #hintText() {
    if (this.thinking) return h("p", { class: "hint", role: "status" }, t("hint.thinking"));
    const [best] = this.advice;
    if (!best || !this.shown) return h("p", {}, t("hint.none"));
    const told = [t("hint.area"), t("hint.piece"), t("hint.move", { move: this.hints === 3 && this.ghost === best.move ? this.#preview() : best.move })];
    const why = this.hints === 3 ? best.terms.map((/** @type {any} */ term) => reason(term)).filter(Boolean) : [];
    return h("p", { class: "hint", role: "status" }, [told[this.hints - 1], ...why].join(" "));
  }
}

/**
 * Whether a seat that was choosing can go on so: what happened since, others did beside it, or said.
 * @param {Shown | null} before
 * @param {Shown} now
 */
function goesOn(before, now) {
  if (!before || before.seat === null || before.seat !== now.seat) return false;
  const own = (/** @type {Shown} */ { view, seat }) => view.moves.filter((/** @type {any} */ ply) => ply.seat === seat).length;
  return own(before) === own(now) && before.view.moves.length <= now.view.moves.length;
}
