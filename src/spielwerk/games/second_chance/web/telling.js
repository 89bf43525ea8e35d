/**
 * Phrases for the table: prompts, move descriptions, facts, and tips.
 *
 * @import { Board, Phrase, Position } from "../../../web/board.js"
 * @import { State } from "./state.js"
 */
import { phrase } from "../../../web/words.js";
import { common, look, own } from "./cards.js";
import { cardOf, cellsOf, drawn, has, isStart, ONE, ROWS } from "./grid.js";
import { cardNamed } from "./names.js";
import { alone } from "./sheet.js";

/** @type {Board["describe"]} */
export function describe(_position, { move }) {
  const cells = cellsOf(move).length;
  const where = [`where.${partOf(move)}`];
  if (move.form === ONE) return { key: "move.one" };
  return cells === 1 ? { key: "move.single", values: { where } } : { key: "move.drew", values: { cells, where } };
}

/** Return the part of the grid that contains the centre of a drawing. @param {import("../../../web/board.js").Meant} move */
function partOf(move) {
  const { shape } = drawn(move);
  /** @param {number[]} along @param {[string, string, string]} thirds */
  const third = (along, thirds) => thirds[Math.floor(((Math.min(...along) + Math.max(...along)) / 2 / ROWS) * thirds.length)];
  const parts = [third(shape.map(([, y]) => y), ["top", "", "bottom"]), third(shape.map(([x]) => x), ["left", "", "right"])];
  return parts.filter(Boolean).join("_") || "middle";
}

/** Return the cards that seats received as their second chance. @type {NonNullable<Board["revealed"]>} */
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

// Facts

/** @type {NonNullable<Board["facts"]>} */
export const facts = (position, seat) => (seat === null ? ofTable(position) : ofSeat(position, seat));

/** @param {Position} position @returns {Phrase[]} */
function ofTable(position) {
  /** @type {State} */
  const { game, in_deck: left } = position.state;
  const alone = position.seats === 1;
  return [
    ...(alone ? [{ key: "facts.game", values: { game: game + 1 } }] : []),
    ...(alone ? [{ key: "facts.series", values: { n: position.scores[0][1] } }] : []),
    ...(position.toAct.length ? [{ key: "facts.deck", values: { n: left } }] : []),
  ];
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

// Tips

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
    ...(before.toAct.length && !now.toAct.length && ended(now) !== "out" ? [ended(now)] : []),
  ];
}

/** Return why the game is over. @param {Position} position */
export function ended({ scores, state, seats }) {
  if (scores.some(([free]) => free === 0)) return "full";
  const everybody = Array.from({ length: seats }, (_, seat) => seat);
  return everybody.every((seat) => has(/** @type {State} */ (state).out, seat)) ? "out" : "deck";
}
