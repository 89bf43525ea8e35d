/** Choosing a move, whatever it is chosen from: what is legal, what one thinks of, a move on its way, and advice. */

import { points, said } from "./words.js";

/** @typedef {import("./rules.js").Advice} Advice */
/** @typedef {import("./rules.js").Line} Line */
/** @typedef {import("./rules.js").Move} Move */
/** @typedef {import("./rules.js").Position} Position */

/**
 * @typedef {object} Shown
 * @property {Position} position
 * @property {number | null} seat  who chooses; nobody while one only looks
 * @property {number[]} last  the cells of the latest move
 *
 * @typedef {object} Table  what is done with what was chosen
 * @property {(move: Move, seat: number) => Promise<boolean>} commit
 * @property {(text: string) => void} tell  say something that has to be noticed; "" to say nothing any more
 * @property {(position: Position, seat: number) => Promise<Advice[]>} advise
 */

/** What is drawn, and what can be pointed at, is of those who extend it: `draw`, `drawHand`, `offer`, `clear`. */
export class Chooser {
  /** @param {HTMLElement} hand @param {Table} table */
  constructor(hand, table) {
    this.hand = hand;
    this.table = table;
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {Move[]} */
    this.moves = []; // that are legal
    /** @type {Move | null} */
    this.ghost = null; // the move that one thinks of
    /** @type {Line[]} */
    this.lines = []; // what it would earn, where
    /** @type {Move | null} */
    this.pending = null; // shown, and to be confirmed
    this.thinking = false; // a bot does, about a hint
    /** @type {Advice[]} */
    this.advice = [];
    this.choice = 0; // how often there was something new to choose from
    this.busy = false; // a move is on its way, from the click until its news are here
  }

  leave() {}

  /** Draw all that can be seen. */
  draw() {}

  /** Draw what stands in the hand. */
  drawHand() {}

  /** The legal moves are others now. */
  offer() {}

  /** Let go of what was begun. */
  clear() {
    this.ghost = this.pending = null;
    this.lines = [];
  }

  /** @param {Shown} shown */
  show(shown) {
    const before = this.shown;
    this.shown = shown;
    const { position, seat } = shown;
    if (seat === null) {
      if (before?.seat !== null) this.reset([]);
    } else if (before?.seat !== seat || before.position !== position) {
      const stays = this.moves.length > 0 && goesOn(before, shown);
      const moves = position.rules.moves(position, seat);
      if (!stays) this.reset(moves);
      this.moves = moves;
      this.ghost = moves.find(({ action }) => action === this.ghost?.action) ?? null;
      this.pending = this.pending && this.ghost;
      this.offer();
    }
    this.draw();
  }

  /** There is something new to choose from. @param {Move[]} moves */
  reset(moves) {
    this.clear();
    this.choice += 1;
    this.moves = moves;
    this.advice = [];
    this.beBusy(false);
  }

  /** @param {boolean} busy */
  beBusy(busy) {
    this.busy = busy;
    this.hand.ariaBusy = String(busy);
  }

  /** Have in mind what a move would bring. @param {Move | null} move */
  think(move) {
    this.ghost = move;
    const { position, seat } = this.shown ?? { position: null, seat: null };
    this.lines = move && position && seat !== null ? position.rules.lines(position, seat, move, move.action) : [];
  }

  cancel() {
    this.think(null);
    this.pending = null;
    this.draw();
  }

  /** @param {Move} move */
  async commit(move) {
    if (this.busy || !this.shown || this.shown.seat === null) return;
    const choice = this.choice;
    this.beBusy(true);
    const done = await this.table.commit(move, this.shown.seat);
    if (choice !== this.choice) return; // its news came first
    if (done) this.clear();
    else {
      this.beBusy(false);
      this.cancel();
    }
  }

  /** What a move adds, in words. @param {Move} move */
  points(move) {
    if (!this.shown) return "";
    const { rules, seats } = this.shown.position;
    return points({ game: rules.declared.game, seats }, move.points);
  }

  // Advice

  /** Ask a bot, once; returns whether there is something to show now. */
  async askAdvice() {
    if (!this.shown || this.shown.seat === null || this.thinking) return false;
    this.table.tell("");
    if (this.advice.length) return true;
    const choice = this.choice;
    let failed = "";
    this.thinking = true;
    this.drawHand();
    try {
      const advice = await this.table.advise(this.shown.position, this.shown.seat);
      if (choice !== this.choice) return false;
      this.advice = advice;
      return true;
    } catch (error) {
      failed = said(error);
      return false;
    } finally {
      this.thinking = false;
      this.drawHand();
      if (failed) this.table.tell(failed);
    }
  }

  /** The legal move that is advised; null if none is. */
  advised() {
    return this.moves.find(({ action }) => action === this.advice[0]?.action) ?? null;
  }
}

/**
 * Whether a seat that was choosing can go on so: what happened since, others did beside it, or said.
 * @param {Shown | null} before
 * @param {Shown} now
 */
function goesOn(before, now) {
  if (!before || before.seat === null || before.seat !== now.seat) return false;
  const own = (/** @type {Shown} */ { position, seat }) => position.plies.filter((ply) => ply.seat === seat).length;
  return own(before) === own(now) && before.position.plies.length <= now.position.plies.length;
}
