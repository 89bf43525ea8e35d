/**
 * What is told at the table: what a seat is to do, what it did, how things stand, and what is new to newcomers.
 *
 * @import { Board, Phrase, Position } from "../../../web/board.js"
 * @import { State } from "./state.js"
 */
import { phrase } from "../../../web/words.js";
import { common, look, own } from "./cards.js";
import { cardOf, cellsOf, has, isStart, ONE } from "./grid.js";
import { cardNamed } from "./names.js";
import { alone } from "./sheet.js";

/** @type {Board["describe"]} */
export function describe(_position, { move }) {
  const cells = cellsOf(move).length;
  if (move.form === ONE) return { key: "move.one" };
  return cells === 1 ? { key: "move.single" } : { key: "move.drew", values: { cells } };
}

/** The cards that seats got as their second chance. @type {NonNullable<Board["revealed"]>} */
export function revealed({ rules }, ply) {
  return rules.revealed(ply, "second_chances").map(({ whose: seat, number: card }) => {
    const shape = look(rules.tables, card);
    return { seat, told: { key: "reveal.second", values: { what: phrase(cardNamed(shape)) } }, picture: alone({ card, shape }) };
  });
}

/** @type {NonNullable<Board["asks"]>} */
export function asks(position, seat, moves) {
  if (has(/** @type {State} */ (position.state).owes, seat)) return { key: "asks.one" };
  const card = own(position, seat);
  if (card !== null) return { key: isStart(position.rules.tables, card) ? "asks.start" : "asks.second" };
  const [some, other] = [new Set(moves.map(cardOf)), new Set(common(position))];
  return { key: some.size < other.size ? "asks.only" : "asks.draw" };
}

// How things stand

/** @type {NonNullable<Board["facts"]>} */
export const facts = (position, seat) => (seat === null ? ofTable(position) : ofSeat(position, seat));

/** @param {Position} position @returns {Phrase[]} */
function ofTable(position) {
  /** @type {State} */
  const { game, in_deck: left } = position.state;
  const alone = position.seats === 1;
  const round = roundOf(position);
  return [
    ...(alone ? [{ key: "facts.game", values: { game: game + 1 } }] : []),
    ...(alone ? [{ key: "facts.series", values: { n: position.scores[0][1] } }] : []),
    ...(round ? [{ key: "facts.round", values: { round } }] : []),
    ...(position.toAct.length ? [{ key: "facts.deck", values: { n: left } }] : []),
  ];
}

/** Which round it is, by what a seat that is still in has drawn; 0 before the first and after the last. @param {Position} position */
function roundOf(position) {
  /** @type {State} */
  const { out, waiting } = position.state;
  const seat = Array.from({ length: position.seats }, (_, one) => one).find((one) => !has(out, one));
  if (seat === undefined || !position.toAct.length || !common(position).length) return 0;
  const moves = position.plies.filter((ply) => ply.seat === seat).map(({ move }) => cardOf(move));
  const since = moves.findLastIndex((card) => isStart(position.rules.tables, card));
  const isToDraw = position.toAct.includes(seat) || has(waiting, seat);
  return moves.length - since - (isToDraw ? 0 : 1);
}

/** @param {Position} position @param {number} seat @returns {Phrase[]} */
function ofSeat(position, seat) {
  /** @type {State} */
  const { out, ones, waiting } = position.state;
  const card = own(position, seat);
  const isChance = card !== null && !isStart(position.rules.tables, card);
  return [
    { key: "facts.free", values: { n: position.scores[seat][0] } },
    ...(has(waiting, seat) ? [{ key: "facts.waiting" }] : []),
    ...(isChance ? [{ key: "facts.chance" }] : []),
    ...(has(out, seat) && position.toAct.length ? [{ key: "facts.out" }] : []),
    ...(has(ones, seat) ? [{ key: "facts.one" }] : []),
  ];
}

// What is new

/** @type {NonNullable<Board["firsts"]>} */
export function firsts(before, now) {
  /** @type {State} */
  const { waiting, out, owes, game } = now.state;
  /** @type {State} */
  const was = before.state;
  const seat = now.viewer;
  const became = (/** @type {number} */ then, /** @type {number} */ since) => seat !== null && !has(then, seat) && has(since, seat);
  const card = seat === null || own(before, seat) !== null ? null : own(now, seat);
  return [
    ...(!common(before).length && common(now).length ? ["round"] : []),
    ...(became(was.waiting, waiting) ? ["waiting"] : []),
    ...(card !== null && !isStart(now.rules.tables, card) ? ["chance"] : []),
    ...(became(was.out, out) && now.toAct.length ? [became(was.owes, owes) ? "first_out" : "out"] : []),
    ...(!was.owes && owes && !became(was.owes, owes) ? ["one"] : []),
    ...(game > was.game ? ["series"] : []),
    ...(before.toAct.length && !now.toAct.length ? end(now) : []),
  ];
}

/** Why it is over, unless all are out. @param {Position} position */
function end({ scores, state, seats }) {
  if (scores.some(([free]) => free === 0)) return ["full"];
  const everybody = Array.from({ length: seats }, (_, seat) => seat);
  return everybody.every((seat) => has(/** @type {State} */ (state).out, seat)) ? [] : ["deck"];
}
