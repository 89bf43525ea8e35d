/** The base of all ways to choose a move: legal moves, the current candidate, pending moves, premoves and hints. */

import { points, said, t } from "./words.js";

/** @typedef {import("./rules.js").Advice} Advice */
/** @typedef {import("./rules.js").Line} Line */
/** @typedef {import("./rules.js").Move} Move */
/** @typedef {import("./rules.js").Position} Position */

/**
 * @typedef {object} Shown
 * @property {Position} position
 * @property {number | null} seat  whose hand is shown; null for spectators, and while the hand is covered
 * @property {"act" | "ahead" | "look"} mode  whether this seat chooses a move, a premove, or only looks on
 * @property {number[]} last  the cells of the latest move
 *
 * @typedef {[text: string, rule?: string]} Answer  to a click; the rule behind it is a refusal's code or the key of a text
 *
 * @typedef {object} Table  the connection to the table page
 * @property {(move: Move, seat: number) => Promise<boolean>} commit
 * @property {(...answer: Answer) => void} tell  show a message; "" removes it
 * @property {() => Answer} why  the reason why nothing can be chosen now
 * @property {() => void} changed  called after other moves were planned
 * @property {(position: Position, seat: number) => Promise<Advice[]>} advise
 * @property {() => number[]} [look]  cells to highlight before anything is chosen
 * @property {{read: () => any, write: (begun: any) => void}} kept  the unfinished choice, stored across reloads
 */

/** The base class. Subclasses add the drawing and the input: `draw`, `drawHand`, `offer`, `clear`. */
export class Chooser {
  /** @param {HTMLElement} hand @param {Table} table */
  constructor(hand, table) {
    this.hand = hand;
    this.table = table;
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {Position | null} */
    this.base = null; // the position to choose in: the current one, or for premoves an imagined one
    /** @type {Move[]} */
    this.moves = []; // the legal moves there
    /** @type {Move | null} */
    this.ghost = null; // the previewed move
    /** @type {Line[]} */
    this.lines = []; // its points, and their origin
    /** @type {Move | null} */
    this.pending = null; // shown, and awaiting confirmation
    /** @type {{move: Move, worth: number} | null} */
    this.premove = null; // to be made when the turn comes
    this.thinking = false; // whether a bot is computing a hint
    /** @type {Advice[]} */
    this.advice = [];
    this.choice = 0; // counts the choices, to detect outdated answers
    this.busy = false; // whether a move is being sent, from the click until its news arrives
    this.sending = 0; // how many moves of a turn are still being sent
  }

  leave() {}

  /** The position after the planned moves of this turn; null if there are none. @returns {Position | null} */
  get planned() {
    return null;
  }

  draw() {}

  drawHand() {}

  /** Prepare for a changed set of legal moves. */
  offer() {}

  /** Discard the unfinished choice. */
  clear() {
    this.ghost = this.pending = null;
    this.lines = [];
  }

  /** The seat that chooses a move or a premove; null for onlookers. */
  get seat() {
    return this.shown && this.shown.mode !== "look" ? this.shown.seat : null;
  }

  /** @param {Shown} shown */
  show(shown) {
    const before = this.shown;
    this.shown = shown;
    const { position, seat, mode } = shown;
    if (before?.seat !== seat || before.mode !== mode || before.position !== position) {
      if (before && before.seat !== seat) this.premove = null; // it stays while the same seat looks at an earlier position
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

  /** Find the previewed move again: its points may have changed. */
  #findAgain() {
    this.ghost = this.moves.find(({ action }) => action === this.ghost?.action) ?? null;
    this.pending = this.pending && this.ghost;
    if (this.ghost) this.think(this.ghost);
  }

  /** Start a new choice. @param {Move[]} moves */
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

  /** Preview a move and its points. @param {Move | null} move */
  think(move) {
    this.ghost = move;
    this.lines = move && this.base && this.seat !== null ? this.base.rules.lines(this.base, this.seat, move, move.action) : [];
  }

  cancel() {
    this.think(null);
    this.pending = this.premove = null;
    this.draw();
  }

  /** Make a move, or several moves of one turn; before the turn comes, store it as a premove. @param {...Move} moves */
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
    if (choice !== this.choice) return; // its news arrived first
    if (done) this.clear();
    else {
      this.beBusy(false);
      this.cancel();
    }
  }

  /** Make the premove now that the turn has come, unless it is no longer legal or has lost value. @param {{move: Move, worth: number}} premove */
  async #makePremove({ move, worth: then }) {
    this.premove = null;
    const now = this.moves.find(({ action }) => action === move.action);
    if (now && worth(now) >= then) await this.commit(now);
    else {
      this.table.tell(t(now ? "premove.less" : "premove.gone"));
      this.draw();
    }
  }

  /** Describe the points of a move. @param {Move} move */
  points(move) {
    if (!this.shown) return "";
    const { rules, seats } = this.shown.position;
    return points({ game: rules.declared.game, seats }, move.points);
  }

  // Advice

  /** Ask a bot for advice, once per choice; return whether there is some to show. */
  async askAdvice() {
    if (!this.base || this.seat === null || this.thinking || !this.moves.length) return false;
    this.table.tell("");
    if (this.advice.length) return true;
    const { choice, base } = this;
    let failed = "";
    this.thinking = true;
    this.drawHand();
    try {
      const advice = await this.table.advise(base, this.seat);
      if (choice !== this.choice || base !== this.base) return false;
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

  /** The legal move that is advised; null if there is none. */
  advised() {
    return this.moves.find(({ action }) => action === this.advice[0]?.action) ?? null;
  }
}

/** Return the sum of a move's points. @param {Move} move */
export const worth = ({ points: added }) => added.reduce((sum, one) => sum + one, 0);

/** Return how many plies the shown seat has made. @param {Shown} shown */
export const ownPlies = ({ position, seat }) => position.plies.filter((ply) => ply.seat === seat).length;

/**
 * Return whether a seat may continue its choice: since then only other seats have acted, or people have chatted.
 * @param {Shown | null} before
 * @param {Shown} now
 */
function goesOn(before, now) {
  if (!before || before.mode === "look" || before.seat === null || before.seat !== now.seat) return false;
  return ownPlies(before) === ownPlies(now) && before.position.plies.length <= now.position.plies.length;
}
