/**
 * One step of a lesson: a position to play in, and the test for its goal. The engine decides which moves are legal and
 * what they score.
 *
 * @typedef {object} Told  a step, as `spielwerk lesson` writes it; the learner has the first seat
 * @property {string} name  its name in the lesson's texts
 * @property {number} seats
 * @property {string} state
 * @property {number[]} to_act
 * @property {number | null} first
 * @property {{seat: number, action: number, move: string}[]} plies
 * @property {{moves?: string[], points?: Record<string, number>}} done
 *   the goal: a move for each pattern, in this order, and at least that many points, by the names of the scoreboard
 *   (`sum`: in total)
 * @property {string[]} solution  moves that reach the goal
 * @property {string[]} [look]  cells to highlight first
 * @property {string} [drawn]  the state after the solution, once chance has decided
 */

import { points } from "./words.js";

/** @typedef {import("./rules.js").Move} Move */
/** @typedef {import("./rules.js").Position} Position */

export const LEARNER = 0;

export class LessonStep {
  /** @param {import("./rules.js").Rules} rules @param {Told} told */
  constructor(rules, told) {
    this.rules = rules;
    this.told = told;
    this.name = told.name;
    this.start = rules.position(told, told.seats, LEARNER, told.plies.map((ply) => rules.ply(ply)));
    this.position = this.start;
    /** @type {Move[]} */
    this.made = [];
    for (let move = this.next(this.start); move; move = this.next(this.position)) this.play(move);
    this.aim = this.values(); // the values that the solution reaches
    this.again();
  }

  /** Restart the step. */
  again() {
    this.position = this.start;
    this.made = [];
  }

  /** @param {Move} move */
  play(move) {
    this.position = this.rules.after(this.position, LEARNER, move);
    this.made.push(move);
  }

  /** The position to show: after the solution, with what chance then decided. @returns {Position} */
  get shown() {
    const { position, told: { drawn, seats, solution } } = this;
    const { rules, plies } = position;
    if (!drawn || solution.join() !== this.made.map((move) => rules.notation.write(move)).join()) return position;
    return { ...rules.position({ ...this.told, state: drawn, to_act: [] }, seats, LEARNER, plies), from: position };
  }

  /** Return the solution's next move in a position of this step; null if there is none. @param {Position} position @returns {Move | null} */
  next(position) {
    const wanted = this.told.solution[position.plies.length - this.start.plies.length];
    return this.rules.moves(position, LEARNER).find((move) => this.rules.notation.write(move) === wanted) ?? null;
  }

  /** Return whether moves continue those made as the solution does. @param {Move[]} moves */
  follows(moves) {
    return moves.every((move, k) => this.rules.notation.write(move) === this.told.solution[this.made.length + k]);
  }

  /** Whether the goal is reached, still within reach, or missed. @returns {"done" | "going" | "wrong"} */
  get state() {
    if (this.#isDone()) return "done";
    const goesOn = this.made.length < this.told.solution.length && this.position.toAct.includes(LEARNER);
    return goesOn ? "going" : "wrong";
  }

  #isDone() {
    const { moves = [], points: least = {} } = this.told.done;
    const wanted = [...moves];
    for (const move of this.made) if (wanted.length && matches(wanted[0], this.rules.notation.write(move))) wanted.shift();
    const gained = this.gained;
    const names = this.rules.declared.scores.names[this.told.seats];
    const sum = gained.reduce((all, one) => all + one, 0);
    const enough = Object.entries(least).every(([name, n]) => (name === "sum" ? sum : gained[names.indexOf(name)]) >= n);
    return this.made.length > 0 && !wanted.length && enough;
  }

  /** The learner's points in this step so far. */
  get gained() {
    const before = this.start.scores[LEARNER];
    return this.position.scores[LEARNER].map((now, k) => now - before[k]);
  }

  /** Return the values for the step's texts: points, the learner's scoreboard before and after, and the next seat's. @returns {Record<string, string | number>} */
  values() {
    const { seats } = this.told;
    const view = { game: this.rules.declared.game, seats };
    const names = this.rules.declared.scores.names[seats];
    const of = (/** @type {string} */ kind, /** @type {number[]} */ numbers = []) => numbers.map((value, k) => [`${kind}_${names[k]}`, value]);
    const { scores } = this.position;
    const [least = 0] = Object.values(this.told.done.points ?? {});
    return { least, points: points(view, this.gained), ...Object.fromEntries([...of("from", this.start.scores[LEARNER]), ...of("to", scores[LEARNER]), ...of("other", scores[LEARNER + 1])]) };
  }
}

/** Return whether a move in notation matches a pattern: `*` matches anything, `|` separates alternatives. @param {string} pattern @param {string} move */
export function matches(pattern, move) {
  return pattern.split("|").some((one) => new RegExp(`^${one.split("*").map((part) => part.replace(/[.+?^${}()[\]\\/]/g, "\\$&")).join(".*")}$`).test(move));
}
