/** A coach at tables against bots: explains before each move what is possible, and afterwards what it scored. */

import { worth } from "../chooser.js";
import { button, h } from "../elements.js";
import { face } from "../faces.js";
import { hasWeakest, lowestPlaces, raised } from "../weakest.js";
import { has, idea, isLeast, list, phrase, points, reasons, scoreName, sentence, t, textOr } from "../words.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../rules.js").Advice} Advice */
/** @typedef {import("../rules.js").Move} Move */
/** @typedef {import("../rules.js").Ply} Ply */
/** @typedef {import("../rules.js").Position} Position */

/**
 * @typedef {object} Shown
 * @property {any} info
 * @property {Position | undefined} position
 * @property {Board | null} board
 * @property {number | null} seat
 * @property {boolean} myTurn
 *
 * @typedef {object} Thought  the bots' evaluation of a position, as far as it is known yet
 * @property {number} mine  how many moves the player had made before the turn
 * @property {Position} position
 * @property {Advice[]} advice
 * @property {[action: number, value: number][]} standings  all moves, best first
 */

const GREAT = 0.05; // as a fraction of the gap between best and worst move: hardly any better move exists
const RARE = 0.1; // as a fraction of all moves: only moves better than the rest are praised
const MATTERS = 0.2; // as a fraction of the gap: if an average move is this close to the best, the choice hardly matters
const LESS = 0.5; // as a fraction of the gap: a clearly better move existed

export class Coach {
  /**
   * @param {(position: Position, seat: number) => Promise<Advice[]>} advise
   * @param {(position: Position, seat: number) => Promise<[number, number][]>} weigh
   * @param {() => void} dismiss
   */
  constructor(advise, weigh, dismiss) {
    this.advise = advise;
    this.weigh = weigh;
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {Thought | null} */
    this.thought = null;
    this.told = 0; // how many of the player's moves have been commented on
    this.brought = h("p", { class: "brought" });
    this.stake = h("p", {});
    const away = button("×", dismiss, { class: "quiet round", "aria-label": t("coach.dismiss"), title: t("coach.dismiss") });
    this.element = h("div", { class: "coach", hidden: true }, face("meister"), h("div", { role: "status" }, this.brought, this.stake), away);
  }

  /** Comment on what is shown, or stay silent. @param {Shown} shown @param {boolean} speaks */
  show(shown, speaks) {
    this.shown = shown;
    if (!speaks) this.thought = null;
    this.element.hidden = !speaks;
    const { info, position, board, seat, myTurn } = shown;
    if (!speaks || !position || seat === null) return;
    const own = position.plies.filter((ply) => ply.seat === seat);
    if (own.length < this.told || info.sitting[seat].away) this.#forget(); // a move was taken back, or made by a bot
    else if (this.thought && own.length > this.told) this.#look(position, this.thought, own);
    this.told = own.length;
    const begins = myTurn && !board?.isBegun?.(position);
    if (begins && this.thought?.mine !== own.length) void this.#think(position, seat, own.length);
    else if (!myTurn) this.stake.textContent = "";
    if (!this.brought.textContent && !this.stake.textContent) this.stake.textContent = t("coach.hello");
  }

  #forget() {
    this.thought = null;
    this.brought.textContent = "";
  }

  /** Say what is at stake: first what is obvious (before the first move, the goal), then the bots' evaluation, unless the player has moved meanwhile. @param {Position} position @param {number} seat @param {number} mine */
  async #think(position, seat, mine) {
    const thought = (this.thought = /** @type {Thought} */ ({ mine, position, advice: [], standings: [] }));
    const seen = mine === 0 ? textOr("goal", "") : lowestTold(position, seat);
    this.stake.textContent = seen;
    const [advice, standings] = await Promise.all([this.advise(position, seat), this.weigh(position, seat)]).catch(() => [[], []]);
    if (this.thought !== thought || this.told !== mine) return; // too late
    Object.assign(thought, { advice, standings });
    const told = this.#possible(thought, seat);
    if (told) this.stake.textContent = [seen, told].filter(Boolean).join(" ");
  }

  /** Describe what the best move scores, but not where it is. @param {Thought} thought @param {number} seat */
  #possible({ position, advice: [best] }, seat) {
    const moves = position.rules.moves(position, seat);
    const move = best && moves.find(({ action }) => action === best.action);
    if (!move) return "";
    const board = this.shown?.board ?? null;
    const [plain] = board?.plain([move]) ?? [];
    if (plain) return t("hint.plain", { what: t(plain.text) });
    const named = board ? idea(board, position, { seat, move }) : "";
    const key = possible(position, seat, moves, move);
    const reason = whyTold(best, isLeast(move, moves)) || (named ? "" : `${points(viewOf(position), move.points)}.`);
    const why = this.brought.textContent?.includes(reason) ? "" : reason; // said of the last turn just before
    const instead = key === "coach.possible" ? "" : insteadTold(position, seat, moves, move, best);
    return t(key, { what: [named && `${named}.`, why, instead].filter(Boolean).join(" ") });
  }

  /** Comment on the moves of a turn. @param {Position} position @param {Thought} thought @param {Ply[]} own */
  #look(position, thought, own) {
    const { board } = /** @type {Shown} */ (this.shown);
    const turn = own.slice(thought.mine);
    if (board && !board.plans && board.plain([asMove(turn[0])]).length) return; // such as keeping the hand: the comment on the tile stays
    const judged = this.#judge(thought, turn);
    this.brought.textContent = [t("coach.brought", { what: gainTold(board, position, turn) }), judged].filter(Boolean).join(" ");
    this.brought.className = judged ? "brought" : "brought plain";
  }

  /** Judge the best move of a turn: praise it, or name a clearly better one. @param {Thought} thought @param {Ply[]} turn */
  #judge({ position, advice, standings }, turn) {
    const { board } = /** @type {Shown} */ (this.shown);
    const verdict = verdictOn(standings, turn.map(({ action }) => action), advice[0]?.action);
    const { seat } = turn[0];
    const better = position.rules.moves(position, seat).find((move) => move.action === advice[0]?.action);
    const gained = turn.flatMap((ply) => ply.gained).reduce((sum, one) => sum + one, 0);
    if (verdict === "great" && board?.plans && gained <= 0) return ""; // such as ending the turn
    if (verdict !== "less" || !better) return verdict === "great" ? t("coach.great") : "";
    const gain = better.points.some((value) => value > 0) ? points(viewOf(position), better.points) : "";
    const what = [board ? idea(board, position, { seat, move: better }) : "", gain].filter(Boolean).join(", ");
    const why = worth(better) > gained ? "" : whyTold(advice[0], isLeast(better, position.rules.moves(position, seat))); // more points need no reason
    return what && (why ? t("coach.better.why", { what, why }) : t("coach.better", { what }));
  }
}

/**
 * Compare the moves of a turn with the alternatives to its first one: great, clearly worse, or neither.
 * @param {[action: number, value: number][]} standings  all moves, best first
 * @param {number[]} made
 * @param {number | undefined} advised
 * @returns {"great" | "less" | ""}
 */
export function verdictOn(standings, made, advised) {
  const reached = standings.find(([action]) => made.includes(action));
  if (!reached || advised === undefined || standings.length < 2) return "";
  const [best, middling, worst] = [standings[0], standings[standings.length >> 1], standings[standings.length - 1]].map(([, value]) => value);
  const spread = best - worst;
  if (best - middling < MATTERS * spread || !spread) return "";
  const lost = (best - reached[1]) / spread;
  const asGood = standings.filter(([, value]) => value >= reached[1]).length;
  if (made.includes(advised) || (lost <= GREAT && asGood <= Math.max(1, RARE * standings.length))) return "great";
  return lost >= LESS ? "less" : "";
}

/** Convert a ply to the form of a legal move. @param {Ply} ply @returns {Move} */
const asMove = ({ move, action, gained }) => ({ ...move, action, points: gained });

/** @param {Position} position */
const viewOf = ({ rules, seats }) => ({ game: rules.declared.game, seats });

/** Name the numbers in which a seat is lowest; "" if the lowest does not count, or too many are equally low. @param {Position} position @param {number} seat */
function lowestTold(position, seat) {
  if (!hasWeakest(position, seat)) return "";
  return t("coach.lowest", { names: list(lowestNames(position, seat)), value: position.scores[seat][lowestPlaces(position, seat)[0]] });
}

/** Return the names of a seat's lowest numbers. @param {Position} position @param {number} seat */
const lowestNames = (position, seat) => lowestPlaces(position, seat).map((k) => scoreName(viewOf(position), k));

/**
 * Say what a move does that raises no lowest number: what it prevents, keeps open or prepares, or that it scores more
 * than the moves that raise one.
 * @param {Position} position @param {number} seat @param {Move[]} moves @param {Move} best @param {Advice} advice
 */
function insteadTold(position, seat, moves, best, { terms }) {
  const prevents = reasons(terms.filter(({ term, from, to }) => term === "answer" && to < from))[0];
  if (prevents) return prevents;
  const most = Math.max(...moves.map((move) => raised(position, seat, move)));
  const next = nextRaise(position, seat, best);
  if (next.by > 0 && next.by >= most) return sentence(t(most ? "coach.instead.keeps" : "coach.instead.prepares", { name: next.name, n: next.by }));
  const isMore = most > 0 && moves.every((move) => !raised(position, seat, move) || worth(move) < worth(best));
  return isMore ? t("coach.instead.more", { names: list(lowestNames(position, seat)) }) : "";
}

/** Return by how much a seat could raise a lowest number with its next turn, as far as it can know after a move. @param {Position} position @param {number} seat @param {Move} move */
function nextRaise(position, seat, move) {
  const { rules } = position;
  const after = rules.imagined(rules.after(position, seat, move), seat);
  const found = { by: 0, name: "" };
  if (!after) return found;
  const places = lowestPlaces(after, seat);
  for (const one of rules.moves(after, seat)) {
    const by = raised(after, seat, one);
    const number = places.find((k) => one.points[k] === by) ?? places[0];
    if (by > found.by) Object.assign(found, { by, name: scoreName(viewOf(position), number) });
  }
  return found;
}

/**
 * Return the text key for the best move: if the lowest number counts and few are equally low, it depends on whether
 * this move, or any, raises one of them.
 * @param {Position} position
 * @param {number} seat
 * @param {Move[]} moves
 * @param {Move} best
 */
function possible(position, seat, moves, best) {
  if (!hasWeakest(position, seat)) return "coach.possible";
  const raises = (/** @type {Move} */ move) => raised(position, seat, move) > 0;
  return raises(best) ? "coach.possible" : moves.some(raises) ? "coach.possible.more" : "coach.possible.none";
}

/** Return the main reason for a move: the weakest colour first, since the coach has just mentioned it. @param {Advice} advice @param {boolean} least  see `reasons` */
function whyTold({ terms }, least) {
  const own = terms.filter(({ term }) => term !== "answer");
  return reasons([...own.filter(({ lowest }) => lowest), ...own.filter(({ lowest }) => !lowest)], least)[0] ?? "";
}

/** Describe the points of moves, by the game's own text if it has one. @param {Board | null} board @param {Position} position @param {Ply[]} run */
function gainTold(board, position, run) {
  const { key, values } = board && run.length === 1 ? board.describe(position, run[0]) : { key: "", values: {} };
  if (has(`${key}.worth`)) return phrase({ key: `${key}.worth`, values });
  return points(viewOf(position), run.map(({ gained }) => gained).reduce((one, other) => one.map((value, k) => value + other[k])));
}
