/** Choosing a move on a board: what is held, where it is put, which of several ways. It is shown before it is made. */

import { Chooser, worth } from "./chooser.js";
import { drag } from "./dragging.js";
import { HandView } from "./hand-view.js";
import { Hints } from "./hints.js";
import { button, h } from "./elements.js";
import { link } from "./links.js";
import { settings } from "./settings.js";
import { alternative, has, phrase, points, refusalTold, t } from "./words.js";

/** @typedef {import("./board-view.js").BoardView} BoardView */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Held} Held */
/** @typedef {import("./board.js").Piece} Piece */
/** @typedef {import("./notation.js").Meant} Meant */
/** @typedef {import("./rules.js").Move} Move */

const COARSE = "(pointer: coarse)";

export class Choosing extends Chooser {
  /** @param {Board} board @param {BoardView} boardView @param {HTMLElement} hand @param {import("./chooser.js").Table} table */
  constructor(board, boardView, hand, table) {
    super(hand, table);
    this.board = board;
    this.boardView = boardView;
    /** @type {Held | null} */
    this.held = null;
    /** @type {number | null} */
    this.cell = null; // where it is put
    this.laid = false; // whether it stays there until it is confirmed or taken up
    /** @type {number | null} */
    this.through = null; // a cell to whose moves the choice is narrowed
    /** @type {Move[]} */
    this.plan = []; // the moves of this turn that are laid out
    /** @type {Map<number, Move[]>} */
    this.targets = new Map(); // the legal moves that what is held can make, by the cell to click
    this.hints = new Hints(this);
    this.restored = false; // what was begun before a reload
    this.handView = new HandView(this, hand);
    boardView.addEventListener("choose", (event) => this.#choose(/** @type {CustomEvent} */ (event).detail));
    boardView.addEventListener("hover", (event) => this.#hover(/** @type {CustomEvent} */ (event).detail));
    boardView.addEventListener("turn", (event) => this.turn(/** @type {CustomEvent} */ (event).detail));
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.keys);
  }

  leave() {
    document.removeEventListener("keydown", this.keys);
  }

  // What is chosen

  clear() {
    super.clear();
    this.cell = this.through = null;
    this.laid = false;
    this.plan = [];
    this.boardView.note(null);
  }

  /** @param {Move[]} moves */
  reset(moves) {
    super.reset(moves);
    this.hints.clear();
  }

  get planned() {
    return this.plan.length ? this.base : null;
  }

  /** The pieces of the seat whose hand is shown. */
  pieces() {
    return this.base && this.shown && this.shown.seat !== null ? this.board.pieces(this.base, this.shown.seat) : [];
  }

  /** What was held is held on; with one piece there is nothing to choose. */
  offer() {
    const planned = !this.restored && this.moves.length ? this.#restore() : this.plan.map(({ action }) => action);
    this.plan = [];
    for (const action of planned) this.#lay(this.moves.find((move) => move.action === action) ?? null);
    const pieces = this.pieces();
    const again = pieces.find((piece) => piece.id === this.held?.piece.id);
    if (again && this.held) this.held = { ...this.held, piece: again, turn: this.held.turn % again.turns };
    else this.held = pieces.length === 1 && this.seat !== null ? { piece: pieces[0], turn: 0, mirrored: false } : null;
    this.#look();
  }

  /** Put a move of this turn on the board, before it is made: what follows is chosen after it. @param {Move | null} move */
  #lay(move) {
    if (!move || !this.base || this.seat === null) return;
    this.plan = [...this.plan, move];
    this.base = this.base.rules.after(this.base, this.seat, move);
    this.moves = this.base.rules.moves(this.base, this.seat);
  }

  /** Take the moves of this turn back from one on, and stand where one stood before it. @param {number} from */
  #takeUp(from) {
    if (!this.shown || this.seat === null) return;
    const stays = this.plan.slice(0, from);
    this.plan = [];
    this.base = this.shown.position;
    this.moves = this.base.rules.moves(this.base, this.seat);
    for (const move of stays) this.#lay(move);
    this.#unlay();
  }

  #unlay() {
    this.cell = this.through = null;
    this.laid = false;
    this.boardView.note(null);
    this.#look();
  }

  /** See what can be done with what is held. */
  #look() {
    this.targets = this.reached(this.held);
    this.#point();
  }

  /** See what is thought of, by where it is put. */
  #point() {
    const ways = this.cell === null ? [] : (this.targets.get(this.cell) ?? []);
    const thought = ways.find((move) => move.action === this.ghost?.action) ?? ways[0] ?? null;
    this.think(thought);
    this.pending = this.laid ? thought : null;
  }

  /** By the cell to click: the legal moves that put there what is held, those that bring most first. @param {Held | null} held @returns {Map<number, Move[]>} */
  reached(held) {
    /** @type {Map<number, Move[]>} */
    const found = new Map();
    const { board, base } = this;
    if (!base || this.seat === null || (!held && this.pieces().length)) return found;
    const { notation } = base.rules;
    const usable = this.moves.filter((move) => this.through === null || board.through?.(base, move) === this.through);
    const legal = new Map(usable.map((move) => [notation.row(move).join(), move]));
    for (const { id } of board.cells(base)) {
      const moves = board.meant(base, held, id).flatMap((meant) => legal.get(notation.row(meant).join()) ?? []);
      if (moves.length) found.set(id, moves.sort((one, other) => worth(other) - worth(one)));
    }
    return found;
  }

  /** What is put on a cell though it is not allowed there. @returns {Meant | null} */
  #wrong() {
    if (!this.base || this.cell === null || !this.laid || this.ghost) return null;
    return this.board.meant(this.base, this.held, this.cell)[0] ?? null;
  }

  // What is drawn

  draw() {
    if (!this.shown || !this.base) return;
    const { seat, last, mode } = this.shown;
    const wrong = this.#wrong();
    const premove = this.premove?.move;
    this.boardView.position = this.plan.length ? this.base : this.shown.position;
    this.boardView.interactive = this.seat !== null;
    this.boardView.holding = this.held !== null;
    this.boardView.turns = this.held !== null && this.held.piece.turns > 1;
    this.boardView.usable = this.#usable();
    this.boardView.hinted = this.laid ? [] : this.hints.cells;
    this.boardView.marks = {
      last,
      planned: this.plan.length ? this.plan : undefined,
      targets: [...this.targets.keys()],
      ghost: wrong ?? this.ghost ?? premove ?? undefined,
      mood: wrong ? "wrong" : mode === "ahead" ? "ahead" : undefined,
      lines: this.ghost ? this.lines : [],
    };
    this.boardView.show();
    this.drawHand();
    this.table.changed();
    if (seat !== null) this.#keep();
  }

  /** The cells that narrow the choice when they are clicked. */
  #usable() {
    const { base, board } = this;
    return base && board.through ? this.moves.flatMap((move) => board.through?.(base, move) ?? []) : [];
  }

  drawHand() {
    this.handView.draw();
  }

  /** What is to be said below the pieces: what a move would bring, or a hint. @returns {{text: string, kind: string}} */
  text() {
    const advised = this.hints.step === "move" && this.ghost !== null && this.ghost === this.advised();
    if (this.ghost && !advised) return { text: this.points(this.ghost), kind: "preview" };
    if (this.hints.step || this.thinking) return { text: this.hints.text, kind: "hint" };
    if (this.premove) return { text: t("premove.set"), kind: "preview" };
    if (this.shown?.mode === "ahead" && this.moves.length) return { text: t("premove.can"), kind: "preview" };
    return { text: this.plan.length ? this.#worth() : "", kind: "preview" };
  }

  /** What a move adds; in the game's own words where its description has a text for that, below `.worth`. @param {Move} move */
  points(move) {
    const { base, seat } = this;
    const { key, values } = base && seat !== null ? this.board.describe(base, { seat, move }) : { key: "", values: {} };
    return has(`${key}.worth`) ? phrase({ key: `${key}.worth`, values }) : super.points(move);
  }

  /** What all moves that are laid out add together. */
  #worth() {
    if (!this.shown) return "";
    const { rules, seats } = this.shown.position;
    const sums = this.plan.map((move) => move.points).reduce((one, other) => one.map((value, k) => value + other[k]));
    return sums.some(Boolean) ? points({ game: rules.declared.game, seats }, sums) : "";
  }

  // Pointing

  /** Click a piece to take it, again to turn it. @param {Piece} piece */
  take(piece) {
    if (this.seat === null) return this.#answer(null, this.table.why());
    this.table.tell("");
    if (this.held?.piece.id === piece.id) return piece.turns > 1 ? this.turn(1) : undefined;
    this.premove = null;
    this.hold({ piece, turn: 0, mirrored: false });
    this.draw();
  }

  /** Turn what is held, in its place. @param {number} by */
  turn(by) {
    if (!this.held || this.held.piece.turns < 2) return;
    const { turns } = this.held.piece;
    this.#change({ ...this.held, turn: (this.held.turn + by + turns) % turns });
  }

  mirror() {
    if (this.held?.piece.mirrors) this.#change({ ...this.held, mirrored: !this.held.mirrored });
  }

  /** Hold the piece otherwise; one that is laid out stays where it is. @param {Held} held */
  #change(held) {
    this.table.tell("");
    this.boardView.note(null);
    this.held = held;
    this.premove = null;
    this.#look();
    this.draw();
    if (!this.laid || this.cell === null) return;
    if (this.ghost) this.#offerWays(this.cell);
    else this.#answer(this.cell, ...this.#whyNot(this.cell));
  }

  /** @param {number | null} cell */
  #hover(cell) {
    if (this.laid || this.seat === null || cell === this.cell) return;
    this.cell = cell;
    this.#point();
    this.draw();
  }

  /** A click on a place: shown first where fingers or settings want it so, made then. @param {number} cell */
  #choose(cell) {
    if (this.busy) return;
    this.boardView.note(null);
    if (this.seat === null) return this.#answer(cell, this.table.why());
    this.table.tell("");
    this.hints.clear();
    const from = this.plan.findIndex((move) => this.board.where(move)[0] === cell);
    if (from >= 0) {
      this.#takeUp(from);
      return this.draw();
    }
    if (this.#narrow(cell)) return this.draw();
    const again = this.laid && this.cell === cell;
    const seen = !this.laid && this.cell === cell && this.ghost !== null;
    this.premove = null;
    this.cell = cell;
    this.laid = true;
    this.#point();
    const ways = this.targets.get(cell) ?? [];
    const careful = settings.confirm || matchMedia(COARSE).matches;
    if (ways.length === 1 && (this.board.plans || again || (seen && !careful))) return this.#decide(ways[0]);
    this.draw();
    if (ways.length) this.#offerWays(cell);
    else this.#answer(cell, ...this.#whyNot(cell));
  }

  /** Narrow the choice to the moves that use a cell, or widen it again. @param {number} cell @returns {boolean} */
  #narrow(cell) {
    const { base, board } = this;
    if (!base || !board.through || board.meant(base, this.held, cell).length) return false;
    const uses = this.moves.some((move) => board.through?.(base, move) === cell);
    if (!uses) return false;
    const through = this.through === cell ? null : cell;
    this.#unlay();
    this.through = through;
    this.#look();
    return true;
  }

  /** What was chosen is made, kept for one's turn, or added to what is laid out. @param {Move} move */
  #decide(move) {
    this.boardView.note(null);
    if (!this.board.plans) return void this.commit(move);
    this.#lay(move);
    this.#unlay();
    this.draw();
  }

  /** Offer the ways in which a move can be meant on a cell, if there are several. @param {number} cell */
  #offerWays(cell) {
    const ways = this.targets.get(cell) ?? [];
    const { base, seat } = this;
    if (ways.length < 2 || !base || seat === null) return;
    const choices = ways.map((move) => {
      const told = alternative(this.board, base, { seat, move });
      const made = button("", () => this.#decide(move), { class: "way", "aria-label": told, onfocus: () => this.#consider(move), onpointerenter: () => this.#consider(move) });
      const picture = this.board.pictured?.(base, { seat, move });
      made.append(...(picture ? [picture] : []), h("span", {}, told));
      return made;
    });
    this.boardView.note(cell, h("div", { class: "ways", role: "group", "aria-label": t("ways") }, h("p", { "aria-hidden": "true" }, t("ways")), ...choices));
  }

  /** @param {Move} move */
  #consider(move) {
    if (this.ghost?.action === move.action) return;
    this.think(move);
    this.pending = move;
    this.draw();
  }

  /** Confirm what is laid out: a move, or all of a turn. */
  confirm() {
    if (!this.board.plans) return this.pending ? void this.commit(this.pending) : undefined;
    const [end] = this.board.plain(this.moves);
    const moves = end && this.seat !== null && this.base?.toAct.includes(this.seat) ? [...this.plan, end.move] : this.plan;
    void this.commit(...moves);
  }

  /** Whether what is laid out can be confirmed as it is. */
  get isComplete() {
    if (!this.board.plans) return this.pending !== null;
    if (!this.plan.length) return false;
    const goesOn = this.seat !== null && this.base?.toAct.includes(this.seat);
    return !goesOn || this.board.plain(this.moves).length > 0;
  }

  /** Why nothing can be done on a place: in words, and where the rules say so. @param {number} cell @returns {[string, string?]} */
  #whyNot(cell) {
    const { base, seat } = this;
    if (!base || seat === null) return [this.table.why()];
    if (!this.held && this.pieces().length) return [t("choose")];
    if (this.plan.length && !base.toAct.includes(seat)) return [t("plan.full")]; // nobody refuses what comes after one's turn
    const [meant] = this.board.meant(base, this.held, cell);
    const refusal = meant && base.rules.refusal(base, seat, meant);
    return refusal ? [refusalTold(refusal), refusal.code] : [t("refused.not_there"), "not_there"];
  }

  /** Answer a click where it happened. @param {number | null} cell @param {string} text @param {string} [code]  of the rule behind it */
  #answer(cell, text, code) {
    if (cell === null) return this.table.tell(text);
    const game = this.shown?.position.rules.declared.game;
    const rule = code && game ? link(`/rules/${game}#${code}`, { target: "_blank", class: "rule" }, t("rule")) : "";
    this.boardView.note(cell, h("p", { class: "answer", role: "alert" }, h("span", {}, text), " ", rule));
  }

  cancel() {
    this.hints.clear();
    if (this.plan.length) this.#takeUp(0);
    else this.#unlay();
    super.cancel();
  }

  /** Drag a piece from the hand. @param {PointerEvent} event @param {Piece} piece */
  dragFrom(event, piece) {
    if (this.seat === null) return;
    drag(event, {
      begin: () => this.held?.piece.id === piece.id || this.take(piece),
      over: (cell) => this.#hover(cell),
      drop: (cell) => {
        const ways = this.targets.get(cell) ?? [];
        if (ways.length === 1 && !settings.confirm) this.#decide(ways[0]);
        else this.#choose(cell);
      },
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const writing = /** @type {Element} */ (event.target).closest?.("input, select, textarea, dialog");
    if (writing || event.ctrlKey || event.metaKey || event.altKey || this.seat === null) return;
    const key = event.key.toLowerCase();
    if (key === "r" || key === "e") this.turn(1);
    else if (key === "q") this.turn(-1);
    else if (key === "f") this.mirror();
    else if (event.key === "Escape") this.cancel();
    else if (/^[1-9]$/.test(key)) {
      const piece = this.pieces()[Number(key) - 1];
      if (piece) this.take(piece);
    }
  }

  // What was begun, kept through a reload

  #keep() {
    if (!this.shown || this.seat === null) return;
    const { held, cell, laid, through, plan, premove } = this;
    const begun = {
      plies: this.shown.position.plies.length,
      held: held && { piece: held.piece.id, turn: held.turn, mirrored: held.mirrored },
      cell: laid ? cell : null,
      through,
      plan: plan.map(({ action }) => action),
      premove: premove && { action: premove.move.action, worth: premove.worth },
    };
    this.table.kept.write(begun);
  }

  /** Go on with what was begun before a reload; returns the actions that were laid out. @returns {number[]} */
  #restore() {
    this.restored = true;
    const begun = this.table.kept.read();
    if (!begun || !this.shown || begun.plies !== this.shown.position.plies.length) return [];
    const piece = this.pieces().find(({ id }) => id === begun.held?.piece);
    this.held = piece ? { ...begun.held, piece } : null;
    this.cell = begun.cell;
    this.laid = begun.cell !== null;
    this.through = begun.through;
    const ahead = this.moves.find(({ action }) => action === begun.premove?.action);
    if (ahead && this.shown.mode === "ahead") this.premove = { move: ahead, worth: begun.premove.worth };
    return begun.plan;
  }

  // What hints do

  async hint() {
    if (!(await this.askAdvice())) return;
    this.hints.next();
    this.draw();
  }

  /** Hold something, and nothing is laid out. @param {Held | null} held */
  hold(held) {
    this.held = held;
    this.#unlay();
  }

  /** Lay a move out, to be confirmed or not. @param {Move} move */
  layOut(move) {
    this.cell = [...this.targets].find(([, moves]) => moves.includes(move))?.[0] ?? null;
    this.laid = this.cell !== null;
    this.think(move);
    this.pending = this.laid ? move : null;
  }
}
