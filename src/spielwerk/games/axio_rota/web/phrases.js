/**
 * Phrases for the table: prompts, move descriptions, facts, and tips.
 *
 * @import { Board, Phrase, Position } from "../../../web/board.js"
 * @import { State } from "./state.js"
 */
import { isAnyFull } from "../../../dominoes/web/phrases.js";
import { weakest } from "../../../dominoes/web/points.js";
import { laid, lying } from "./places.js";
import { cornerNamed, EMPTY } from "./tile.js";

export const FIELDS = 12; // of a track

/** Return the kind of the tile in a seat's hand, if the viewer sees it. @param {Position} position @param {number} seat */
export function kindHeld({ state, viewer }, seat) {
  const { held, hand } = /** @type {State} */ (state);
  return seat === viewer && held[seat] ? hand[seat] : null;
}

/** @type {Board["describe"]} */
export function describe(_position, { move }) {
  const { named } = laid(move);
  return named === undefined ? { key: "move.placed" } : { key: "move.named", values: { colour: cornerNamed(named) } };
}

/** @type {NonNullable<Board["asks"]>} */
export const asks = (position, seat) => ({ key: isBonusTurn(position, seat) ? "asks.bonus" : "asks.tile" });

/** Return whether a seat plays again after its own move. In solo games it always does, so only a full track makes a bonus turn. @param {Position} position @param {number} seat */
function isBonusTurn({ plies, seats, state }, seat) {
  const latest = plies.at(-1);
  if (state.seat !== seat || latest?.seat !== seat) return false;
  return seats > 1 || filled(state.tracks[seat], latest.gained);
}

/** Return whether points have filled a track. @param {number[]} values @param {number[]} gained */
const filled = (values, gained) => gained.some((points, k) => points > 0 && values[k] === FIELDS);

/** @type {NonNullable<Board["facts"]>} */
export function facts({ state, toAct }, seat) {
  const { seat: acting, stack, supply, bonus, tracks } = /** @type {State} */ (state);
  /** @param {string} key @param {number} n @returns {Phrase} */
  const counted = (key, n) => ({ key, values: { n } });
  const isOver = !toAct.length;
  if (seat === null) return isOver ? [] : [counted("facts.rounds", stack[acting] + 1), counted("facts.supply", supply)];
  return [
    weakest(tracks[seat], cornerNamed),
    ...(isOver ? [] : [counted("facts.stack", stack[seat])]),
    ...(bonus && seat === acting ? [counted("facts.bonus", bonus)] : []),
  ];
}

/** @type {NonNullable<Board["ended"]>} */
export const ended = ({ state }) => (isAnyFull(/** @type {State} */ (state).tracks, FIELDS) ? "full" : "laid");

/** @type {NonNullable<Board["firsts"]>} */
export function firsts(before, now, { seat, move, action, gained }) {
  const { rules, viewer } = now;
  const mine = viewer === null ? null : kindHeld(now, viewer);
  const tiles = lying(now);
  const isJoker = mine !== null && rules.tables.corners[mine].includes(EMPTY);
  const circles = rules.lines(before, seat, move, action).filter(({ cells }) => cells.every((cell) => tiles.has(cell)));
  const isFull = filled(now.state.tracks[seat], gained);
  const took = now.state.supply < before.state.supply;
  return [
    ...(gained.some((points) => points > 0) ? ["points"] : []),
    ...(took ? ["bonus"] : isFull && now.toAct.length ? ["full"] : []),
    ...(isJoker || laid(move).named !== undefined ? ["joker"] : []),
    ...(circles.length ? ["circle"] : []),
  ];
}
