/** Choosing a move, whatever it is chosen from: what is legal, what one thinks of, a move on its way or ahead, and advice. */

import { points, said, t } from "./words.js";

/** @typedef {import("./rules.js").Advice} Advice */
/** @typedef {import("./rules.js").Line} Line */
/** @typedef {import("./rules.js").Move} Move */
/** @typedef {import("./rules.js").Position} Position */

/**
 * @typedef {object} Shown
 * @property {Position} position
 * @property {number | null} seat  whose hand is shown; null for spectators, and while it is covered
 * @property {"act" | "ahead" | "look"} mode  whether this seat chooses a move now, one for later, or only looks
 * @property {number[]} last  the cells of the latest move
 *
 * @typedef {object} Table  what is done with what was chosen
 * @property {(move: Move, seat: number) => Promise<boolean>} commit
 * @property {(text: string) => void} tell  say something that has to be noticed; "" to say nothing any more
 * @property {() => string} why  why nothing can be chosen now
 * @property {() => void} changed  something else is laid out now
 * @property {(position: Position, seat: number) => Promise<Advice[]>} advise
 * @property {{read: () => any, write: (begun: any) => void}} kept  what was begun, kept through a reload
 */

/** What is drawn, and what can be pointed at, is of those who extend it: `draw`, `drawHand`, `offer`, `clear`. */
export class Chooser {
  /** @param {HTMLElement} hand @param {Table} table */
  constructor(hand, table) {
    this.hand = hand;
    this.table = table;
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {Position | null} */
    this.base = null; // the position in which one chooses: as it is, or as if it were one's turn
    /** @type {Move[]} */
    this.moves = []; // that are legal there
    /** @type {Move | null} */
    this.ghost = null; // the move that one thinks of
    /** @type {Line[]} */
    this.lines = []; // what it would earn, where
    /** @type {Move | null} */
    this.pending = null; // shown, and to be confirmed
    /** @type {{move: Move, worth: number} | null} */
    this.premove = null; // to be made when one's turn comes
    this.thinking = false; // a bot does, about a hint
    /** @type {Advice[]} */
    this.advice = [];
    this.choice = 0; // how often there was something new to choose from
    this.busy = false; // a move is on its way, from the click until its news are here
    this.sending = 0; // how many moves of a turn are still on their way
  }

  leave() {}

  /** The position after the moves of this turn that are laid out; null if none is. @returns {Position | null} */
  get planned() {
    return null;
  }

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

  /** The seat that chooses, now or ahead; null while one only looks. */
  get seat() {
    return this.shown && this.shown.mode !== "look" ? this.shown.seat : null;
  }

  /** @param {Shown} shown */
  show(shown) {
    const before = this.shown;
    this.shown = shown;
    const { position, seat, mode } = shown;
    if (before?.seat !== seat || before.mode !== mode || before.position !== position) {
      if (mode !== "ahead" && mode !== "act") this.premove = null;
      const stays = this.sending > 0 || (this.moves.length > 0 && goesOn(before, shown));
      this.base = (seat !== null && mode === "ahead" && position.rules.imagined(position, seat)) || position;
      const moves = seat === null || mode === "look" ? [] : position.rules.moves(this.base, seat);
      if (!stays) this.reset(moves);
      this.moves = moves;
      this.#findAgain();
      this.offer();
    }
    this.draw();
    if (mode === "act" && this.premove) void this.#makePremove(this.premove);
  }

  /** What one thinks of, among moves that may earn something else now. */
  #findAgain() {
    this.ghost = this.moves.find(({ action }) => action === this.ghost?.action) ?? null;
    this.pending = this.pending && this.ghost;
    if (this.ghost) this.think(this.ghost);
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
    this.lines = move && this.base && this.seat !== null ? this.base.rules.lines(this.base, this.seat, move, move.action) : [];
  }

  cancel() {
    this.think(null);
    this.pending = this.premove = null;
    this.draw();
  }

  /** Make a move, or several of one turn, one after the other; ahead of one's turn it is kept until then. @param {...Move} moves */
  async commit(...moves) {
    if (this.busy || !this.shown || this.seat === null) return;
    const { seat, mode } = this.shown;
    if (mode === "ahead") {
      const [move] = moves;
      this.clear();
      this.premove = { move, worth: worth(move) };
      this.draw();
      return;
    }
    const choice = this.choice;
    this.beBusy(true);
    this.sending = moves.length;
    let done = true;
    for (const move of moves) {
      this.sending -= 1;
      done = done && (await this.table.commit(move, /** @type {number} */ (seat)));
    }
    this.sending = 0;
    if (choice !== this.choice) return; // its news came first
    if (done) this.clear();
    else {
      this.beBusy(false);
      this.cancel();
    }
  }

  /** One's turn has come: make the move that was chosen before, unless it would not be the same move any more. @param {{move: Move, worth: number}} premove */
  async #makePremove({ move, worth: then }) {
    this.premove = null;
    const now = this.moves.find(({ action }) => action === move.action);
    if (now && worth(now) >= then) await this.commit(now);
    else {
      this.table.tell(t(now ? "premove.less" : "premove.gone"));
      this.draw();
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
    if (!this.base || this.seat === null || this.thinking || !this.moves.length) return false;
    this.table.tell("");
    if (this.advice.length) return true;
    const choice = this.choice;
    let failed = "";
    this.thinking = true;
    this.drawHand();
    try {
      const advice = await this.table.advise(this.base, this.seat);
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

/** What a move adds to the scoreboard in all. @param {Move} move */
export const worth = ({ points: added }) => added.reduce((sum, one) => sum + one, 0);

/**
 * Whether a seat that was choosing can go on so: what happened since, others did beside it, or said.
 * @param {Shown | null} before
 * @param {Shown} now
 */
function goesOn(before, now) {
  if (!before || before.mode === "look" || before.seat === null || before.seat !== now.seat) return false;
  const own = (/** @type {Shown} */ { position, seat }) => position.plies.filter((ply) => ply.seat === seat).length;
  return own(before) === own(now) && before.position.plies.length <= now.position.plies.length;
}
