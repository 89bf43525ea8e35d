/**
 * Choose a move on a board: the held piece, its cell, and one of several ways. The move is previewed before it is made.
 */

import { Answers } from "./answers.js";
import { Chooser, ownPlies, worth } from "./chooser.js";
import { drag } from "./dragging.js";
import { HandView, keepPlaces, waysToHold } from "./hand-view.js";
import { button, h } from "./elements.js";
import { settings } from "./settings.js";
import { alternative, has, phrase, points, t } from "./words.js";

/** @typedef {import("./board-view.js").BoardView} BoardView */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Held} Held */
/** @typedef {import("./board.js").Piece} Piece */
/** @typedef {import("./notation.js").Meant} Meant */
/** @typedef {import("./rules.js").Move} Move */

const COARSE = "(pointer: coarse)";
const AT_ONCE = 400; // milliseconds in which a second tap is not meant for a choice that has just appeared

export class Choosing extends Chooser {
  /** @param {Board} board @param {BoardView} boardView @param {HTMLElement} hand @param {import("./chooser.js").Table} table */
  constructor(board, boardView, hand, table) {
    super(hand, table);
    this.board = board;
    this.boardView = boardView;
    /** @type {Held | null} */
    this.held = null;
    /** @type {number | null} */
    this.cell = null; // where it is placed
    this.laid = false; // whether it stays there until it is confirmed or taken back
    this.turned = false; // whether it was turned at this cell, where it is then shown even if it can't lie so
    /** @type {number | null} */
    this.through = null; // a cell that every offered move must use
    /** @type {Move[]} */
    this.plan = []; // the planned moves of this turn
    /** @type {Map<number, Move[]>} */
    this.targets = new Map(); // by the cell to click: the legal moves with the held piece
    /** @type {Map<number, (string | null)[]>} */
    this.places = new Map(); // the order of each seat's hand
    /** @type {import("./hints.js").Hints | null} */
    this.hints = null; // created for the first hint
    this.restored = false; // whether the choice from before a reload was restored
    this.answers = new Answers(this);
    this.handView = new HandView(this, hand);
    boardView.addEventListener("choose", (event) => this.#choose(/** @type {CustomEvent} */ (event).detail));
    boardView.addEventListener("miss", (event) => this.#miss(/** @type {CustomEvent} */ (event).detail));
    boardView.addEventListener("hover", (event) => this.#hover(/** @type {CustomEvent} */ (event).detail));
    boardView.addEventListener("turn", (event) => this.turn(/** @type {CustomEvent} */ (event).detail));
    boardView.addEventListener("dismiss", () => this.#takeBackChoice());
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.keys);
  }

  leave() {
    document.removeEventListener("keydown", this.keys);
  }

  // The choice

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
    this.hints?.clear();
  }

  get planned() {
    return this.plan.length ? this.base : null;
  }

  /** Return the pieces of the seat whose hand is shown, in a stable order. */
  pieces() {
    const seat = this.shown?.seat ?? null;
    if (!this.base || seat === null) return [];
    const kept = keepPlaces(this.places.get(seat) ?? [], this.board.pieces(this.base, seat));
    this.places.set(seat, kept.places);
    return kept.pieces;
  }

  /** Keep the held piece; if there is only one piece, hold it. */
  offer() {
    const restores = !this.restored && this.moves.length > 0;
    const planned = restores ? this.#restore() : this.plan.map(({ action }) => action);
    this.plan = [];
    for (const action of planned) this.#lay(this.moves.find((move) => move.action === action) ?? null);
    const pieces = this.pieces();
    const again = pieces.find((piece) => piece.id === this.held?.piece.id);
    if (again && this.held) this.held = { ...this.held, piece: again, turn: this.held.turn % again.turns };
    else this.held = pieces.length === 1 && this.seat !== null ? { piece: pieces[0], turn: 0, mirrored: false } : null;
    this.#look();
    if (restores && this.laid && !this.ghost) this.#unlay(); // no longer legal
    if (restores && this.plan.length < planned.length) this.table.tell(t("premove.gone"));
  }

  /** Plan a move of this turn: further moves are chosen in the position after it. @param {Move | null} move */
  #lay(move) {
    if (!move || !this.base || this.seat === null) return;
    this.plan = [...this.plan, move];
    this.advice = []; // it referred to the position before
    this.base = this.base.rules.after(this.base, this.seat, move);
    this.moves = this.base.rules.moves(this.base, this.seat);
  }

  /** Take back the planned moves from a number on. @param {number} from */
  #takeUp(from) {
    if (!this.shown || this.seat === null) return;
    const stays = this.plan.slice(0, from);
    this.plan = [];
    this.advice = [];
    this.base = this.shown.position;
    this.moves = this.base.rules.moves(this.base, this.seat);
    for (const move of stays) this.#lay(move);
    this.#unlay();
  }

  #unlay() {
    this.cell = this.through = null;
    this.laid = this.turned = false;
    this.boardView.note(null);
    this.#look();
  }

  /** Discard a choice between several ways. */
  #takeBackChoice() {
    this.#unlay();
    this.draw();
  }

  /** Update the cells where the held piece can be placed. */
  #look() {
    this.targets = this.reached(this.held);
    this.#point();
  }

  /** Update the previewed move by the cell where the piece is placed. */
  #point() {
    const ways = this.cell === null ? [] : (this.targets.get(this.cell) ?? []);
    const thought = ways.find((move) => move.action === this.ghost?.action) ?? ways[0] ?? null;
    this.think(thought);
    this.pending = this.laid && ways.length === 1 ? thought : null; // if there are several ways, one is chosen beside the cell
  }

  /** Return the legal moves with the held piece by the cell to click, best first. @param {Held | null} held @returns {Map<number, Move[]>} */
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

  /** Return the illegal move that is laid on the board or was turned there, if any. @returns {Meant | null} */
  get wrong() {
    if (!this.base || this.cell === null || this.ghost || !(this.laid || this.turned)) return null;
    return this.board.meant(this.base, this.held, this.cell)[0] ?? null;
  }

  // Drawing

  draw() {
    if (!this.shown || !this.base) return;
    const { seat, last, mode } = this.shown;
    const { wrong } = this;
    const premove = mode === "look" ? undefined : this.premove?.move; // earlier positions do not show it
    this.boardView.position = this.plan.length ? this.base : this.shown.position;
    this.boardView.interactive = this.seat !== null;
    this.boardView.holding = this.held !== null;
    this.boardView.turns = this.held !== null && this.held.piece.turns > 1;
    this.boardView.usable = this.#usable();
    this.boardView.chosen = this.through;
    this.boardView.hinted = this.laid ? [] : this.hints?.step ? this.hints.cells : (this.table.look?.() ?? []);
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

  /** Return the cells that narrow the choice when clicked. */
  #usable() {
    const { base, board } = this;
    return base && board.through ? this.moves.flatMap((move) => board.through?.(base, move) ?? []) : [];
  }

  drawHand() {
    this.handView.draw();
  }

  /** Return the text below the pieces: a move's points, or a hint, and for screen readers its place. @returns {{text: string, kind: string, where?: string}} */
  text() {
    const advised = this.hints?.step === "move" && this.ghost !== null && this.ghost === this.advised();
    if (this.ghost && !advised) return { text: this.points(this.ghost), kind: "preview" };
    if (this.thinking) return { text: t("hint.thinking"), kind: "hint" };
    if (this.hints?.step) return { text: this.hints.text, kind: "hint", where: this.hints.where };
    if (this.premove) return { text: t("premove.set"), kind: "preview" };
    if (this.shown?.mode === "ahead" && this.moves.length) return { text: t("premove.can"), kind: "preview" };
    return { text: this.plan.length ? this.#worth() : "", kind: "preview" };
  }

  /** Describe the points of a move; by the game's own text if its description has one, at `.worth`. @param {Move} move */
  points(move) {
    const { base, seat } = this;
    const { key, values } = base && seat !== null ? this.board.describe(base, { seat, move }) : { key: "", values: {} };
    return has(`${key}.worth`) ? phrase({ key: `${key}.worth`, values }) : super.points(move);
  }

  /** Describe the points of all planned moves together. */
  #worth() {
    if (!this.shown) return "";
    const { rules, seats } = this.shown.position;
    const sums = this.plan.map((move) => move.points).reduce((one, other) => one.map((value, k) => value + other[k]));
    return sums.some(Boolean) ? points({ game: rules.declared.game, seats }, sums) : "";
  }

  // Input

  /** Pick up a piece; rotate it if it is already held. @param {Piece} piece */
  take(piece) {
    if (this.seat === null) return this.answers.say(null, ...this.table.why());
    this.table.tell("");
    if (this.held?.piece.id === piece.id) return piece.turns > 1 ? this.turn(1) : undefined;
    this.premove = null;
    this.hold({ piece, turn: 0, mirrored: false });
    this.draw();
    if (!waysToHold([piece]).some((held) => this.reached(held).size)) this.answers.tell("piece.fits_nowhere");
  }

  /** Rotate the held piece in place. @param {number} by */
  turn(by) {
    if (!this.held || this.held.piece.turns < 2) return;
    const { turns } = this.held.piece;
    this.#change({ ...this.held, turn: (this.held.turn + by + turns) % turns });
  }

  mirror() {
    if (this.held?.piece.mirrors) this.#change({ ...this.held, mirrored: !this.held.mirrored });
  }

  /** Hold the piece differently; if it is laid on the board, it stays there. @param {Held} held */
  #change(held) {
    this.table.tell("");
    this.boardView.note(null);
    this.held = held;
    this.turned = this.cell !== null;
    this.premove = null;
    this.#look();
    this.draw();
    if (this.cell === null) return;
    if (!this.ghost && (this.laid || !this.wrong)) this.answers.refuse(this.cell); // if it was only pointed with, and can be drawn, it is seen to be wrong
    else if (this.laid && this.ghost) this.#offerWays(this.cell);
  }

  /** @param {number | null} cell */
  #hover(cell) {
    if ((this.laid && this.ghost) || this.seat === null || cell === this.cell) return;
    this.laid = this.turned = false; // an illegal placement follows the pointer again
    this.cell = cell;
    this.#point();
    if (this.ghost) this.boardView.note(null);
    this.draw();
  }

  /** Click a cell: preview the move first on touch screens or if the settings say so, otherwise make it. @param {number} cell */
  #choose(cell) {
    if (this.busy) return;
    this.boardView.note(null);
    if (this.seat === null) return this.answers.say(cell, ...(this.answers.explained(cell) ?? this.table.why()));
    this.table.tell("");
    this.hints?.clear();
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
    if (ways.length === 1 && (this.board.plans || again || (seen && !this.#isCareful))) return this.#decide(ways[0]);
    this.draw();
    if (ways.length) this.#offerWays(cell);
    else this.answers.refuse(cell);
  }

  /** Answer a click or drop beside all cells. @param {number | null} nearest */
  #miss(nearest) {
    if (!this.busy && nearest !== null) this.answers.miss(nearest);
  }

  /** Restrict the choice to moves that use a cell, or lift the restriction. @param {number} cell @returns {boolean} */
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

  /** Make the chosen move, store it as a premove, or add it to the planned ones. @param {Move} move */
  #decide(move) {
    this.boardView.note(null);
    if (!this.board.plans) return void this.commit(move);
    this.#lay(move);
    this.#unlay();
    this.draw();
  }

  /** Offer the ways to make a move on a cell, if there are several. @param {number} cell */
  #offerWays(cell) {
    const ways = this.targets.get(cell) ?? [];
    const { base, seat } = this;
    if (ways.length < 2 || !base || seat === null) return;
    const choices = ways.map((move) => {
      const told = alternative(this.board, base, { seat, move });
      const made = button("", () => this.#chooseWay(move), { class: "way", "aria-label": told, onfocus: () => this.#consider(move), onpointerenter: () => this.#consider(move) });
      const picture = this.board.pictured?.(base, { seat, move });
      made.append(...(picture ? [picture] : []), h("span", {}, told));
      return made;
    });
    const back = button("×", () => this.#takeBackChoice(), { class: "quiet round back", "aria-label": t("close"), title: t("close") });
    const sheet = h("div", { class: matchMedia(COARSE).matches ? "ways new" : "ways", role: "group", "aria-label": t("ways") }, h("p", { "aria-hidden": "true" }, t("ways")), ...choices, back);
    setTimeout(() => sheet.classList.remove("new"), AT_ONCE);
    this.boardView.note(cell, sheet);
  }

  /** Choose one of several ways: lay it out if moves are confirmed, otherwise make it. @param {Move} move */
  #chooseWay(move) {
    if (this.board.plans || !this.#isCareful) return this.#decide(move);
    this.think(move);
    this.pending = move;
    this.boardView.note(null);
    this.draw();
  }

  /** Whether moves are confirmed: on touch screens, or if the settings say so. */
  get #isCareful() {
    return settings.confirm || matchMedia(COARSE).matches;
  }

  /** @param {Move} move */
  #consider(move) {
    if (this.ghost?.action === move.action) return;
    this.think(move);
    this.pending = move;
    this.draw();
  }

  /** Confirm the move on the board, or all planned moves of the turn. */
  confirm() {
    if (this.laid && this.ghost && !this.pending && this.cell !== null) return this.#offerWays(this.cell); // choose one of several ways first
    if (this.wrong && this.cell !== null) {
      if (!this.isComplete) return this.answers.refuse(this.cell);
      this.#unlay(); // a refused click is not part of the turn
    }
    if (!this.isComplete) return this.answers.say(null, ...this.answers.asked());
    if (!this.board.plans) return this.pending ? void this.commit(this.pending) : undefined;
    const [end] = this.board.plain(this.moves);
    const moves = end && this.seat !== null && this.base?.toAct.includes(this.seat) ? [...this.plan, end.move] : this.plan;
    void this.commit(...moves);
  }

  /** Make moves; release the held piece. @param {...Move} moves */
  async commit(...moves) {
    if (this.shown?.mode === "act" && !this.busy) this.held = null;
    await super.commit(...moves);
  }

  /** Whether a move is laid on the board, legal or not. */
  get isLaidOut() {
    return this.laid && (this.ghost !== null || this.wrong !== null);
  }

  /** Whether it can be confirmed as it is. */
  get isComplete() {
    if (!this.board.plans) return this.pending !== null;
    if (!this.plan.length || (this.laid && this.ghost)) return false; // one of several ways is still to be chosen
    const goesOn = this.seat !== null && this.base?.toAct.includes(this.seat);
    return !goesOn || this.board.plain(this.moves).length > 0;
  }

  cancel() {
    this.hints?.clear();
    if (this.plan.length && !this.laid) this.#takeUp(0);
    else this.#unlay();
    super.cancel();
  }

  /** Drag a piece from the hand. @param {PointerEvent} event @param {Piece} piece */
  dragFrom(event, piece) {
    drag(event, {
      begin: () => this.seat === null || this.held?.piece.id === piece.id || this.take(piece),
      over: (cell) => this.#hover(cell),
      drop: (cell) => {
        const ways = this.targets.get(cell) ?? [];
        if (ways.length === 1 && !settings.confirm) this.#decide(ways[0]);
        else this.#choose(cell);
      },
      miss: (at) => {
        const below = document.elementFromPoint(at.clientX, at.clientY);
        if (!this.hand.contains(below)) this.#miss(this.boardView.nearest(at)); // otherwise it was put back
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

  // The unfinished choice, stored across reloads

  #keep() {
    if (!this.shown || this.seat === null) return;
    const { held, cell, laid, through, plan, premove } = this;
    const begun = {
      own: ownPlies(this.shown),
      plies: this.shown.position.plies.length,
      held: held && { piece: held.piece.id, turn: held.turn, mirrored: held.mirrored },
      cell: laid ? cell : null,
      through,
      plan: plan.map(({ action }) => action),
      premove: premove && { action: premove.move.action, worth: premove.worth },
      places: this.places.get(this.seat),
    };
    this.table.kept.write(begun);
  }

  /** Restore the choice from before a reload, unless this seat has acted since or a move was taken back; return the planned actions. @returns {number[]} */
  #restore() {
    this.restored = true;
    const begun = this.table.kept.read();
    if (!begun || !this.shown || this.seat === null) return [];
    if (begun.own !== ownPlies(this.shown) || begun.plies > this.shown.position.plies.length) return [];
    if (begun.places) this.places.set(this.seat, begun.places);
    const piece = this.pieces().find(({ id }) => id === begun.held?.piece);
    this.held = piece ? { ...begun.held, piece } : null;
    this.cell = begun.held && !piece ? null : begun.cell;
    this.laid = this.cell !== null;
    this.through = begun.through;
    const { premove } = begun;
    const move = premove && this.moves.find(({ action }) => action === premove.action);
    if (move) this.premove = { move, worth: premove.worth };
    else if (premove) this.table.tell(t("premove.gone"));
    return begun.plan;
  }

  // For hints

  async hint() {
    if (!(await this.askAdvice())) return;
    const { Hints } = await import("./hints.js");
    if (!this.advice.length) return; // the choice has changed meanwhile
    this.hints ??= new Hints(this);
    this.hints.next();
    this.draw();
    this.boardView.reveal(this.hints.cells[0] ?? this.cell);
  }

  /** Hold a piece, with nothing laid on the board. @param {Held | null} held */
  hold(held) {
    this.held = held;
    this.boardView.pointed = null; // a frame there would look like a second suggestion
    this.#unlay();
  }

  /** Lay a move on the board, to be confirmed; plan it, if the board plans. @param {Move} move */
  layOut(move) {
    if (this.board.plans) {
      this.#lay(move);
      return this.#unlay();
    }
    this.cell = [...this.targets].find(([, moves]) => moves.includes(move))?.[0] ?? null;
    this.laid = this.cell !== null;
    this.think(move);
    this.pending = this.laid ? move : null;
  }
}
