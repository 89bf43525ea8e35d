/** Phrases about tiles, turns and tracks, for the games' texts. */

import { weakest } from "./points.js";
import { placed } from "./tile.js";

/** @typedef {import("../../web/board.js").Board} Board */
/** @typedef {import("../../web/board.js").Phrase} Phrase */
/** @typedef {import("../../web/board.js").Ply} Ply */
/** @typedef {import("../../web/board.js").Position} Position */
/** @typedef {import("./board.js").Game} Game */
/** @typedef {import("./board.js").State} State */

/** @param {string} colour */
const named = (colour) => [`colour.${colour}`];

/**
 * Return the phrase for a tile, or the one for a double.
 * @param {readonly [string, string]} colours
 * @param {string} pair
 * @param {string} double
 * @returns {Phrase}
 */
export function ofTile([one, two], pair, double) {
  if (one === two) return { key: double, values: { colour: named(one) } };
  return { key: pair, values: { one: named(one), two: named(two) } };
}

/**
 * Return the phrase for what lies on a cell, printed or on a tile.
 * @param {string | undefined} colour
 * @param {boolean} printed
 * @returns {Phrase | null}
 */
export function lying(colour, printed) {
  if (!colour) return null;
  return printed ? { key: "holds.printed", values: { colour: named(colour) } } : { key: `colour.${colour}` };
}

/**
 * Return whether the same seat also laid the previous tile; always false in solo games.
 * @param {Position} position
 * @param {Ply} ply
 * @param {(ply: Ply) => boolean} lays
 */
export function isBonus({ plies, seats }, ply, lays) {
  if (seats < 2 || !lays(ply)) return false;
  return plies.slice(0, Math.max(plies.indexOf(ply), 0)).findLast(lays)?.seat === ply.seat;
}

/** Return whether a move brings a track to `end`. @param {number[]} before @param {number[]} now @param {number} end */
export const arrives = (before, now, end) => now.some((value, n) => value >= end && before[n] < end);

/** Return whether any seat has filled all its tracks. @param {number[][]} tracks  of all seats @param {number} end */
export const isAnyFull = (tracks, end) => tracks.some((own) => own.every((value) => value >= end));

/**
 * Build the phrases that describe moves, turns and tracks.
 * @param {Game} game
 * @returns {Required<Pick<Board, "describe" | "bonus" | "asks" | "facts" | "firsts" | "ended">>}
 */
export function phrases({ colours, pips, facts: further, firsts: more }) {
  /** @type {Board["describe"]} */
  function describe(_position, { move }) {
    const placement = placed(move, colours);
    if (!placement) return { key: move.form === "swap" ? "move.swapped" : "move.kept" };
    const [one, two] = [...placement.colours].sort((a, b) => colours.indexOf(a) - colours.indexOf(b));
    return ofTile([one, two], "move.laid", "move.laid_double");
  }

  /** @type {NonNullable<Board["bonus"]>} */
  const bonus = (position, ply) => isBonus(position, ply, ({ move }) => Boolean(placed(move, colours)));

  /** @type {NonNullable<Board["asks"]>} */
  function asks({ state, seats, plies }, seat, moves) {
    if (moves.some(({ form }) => form === "swap")) return { key: "asks.swap" };
    if (state.opening) return { key: "asks.first" };
    const again = seats > 1 && state.seat === seat && plies.at(-1)?.seat === seat;
    return { key: again ? "asks.again" : "asks.lay" };
  }

  /** @type {NonNullable<Board["facts"]>} */
  function facts(position, seat) {
    const { in_bag: inside, beside_bag: beside, free, hand, held, tracks } = /** @type {State} */ (position.state);
    if (seat === null) {
      const left = free.map((word) => word.toString(2).replaceAll("0", "")).join("").length;
      return [{ key: "facts.bag", values: { n: inside + beside } }, ...further(position), { key: "facts.free", values: { n: left } }];
    }
    const hidden = held[seat] > 0 && hand[seat].every((tiles) => !tiles);
    return [
      weakest(tracks[seat], (colour) => named(colours[colour])),
      ...(hidden ? [{ key: "facts.hand", values: { n: held[seat] } }] : []),
    ];
  }

  /** @type {NonNullable<Board["firsts"]>} */
  function firsts(before, now, ply) {
    const { seat, move, gained } = ply;
    const placement = placed(move, colours);
    const [was, is] = [before, now].map(({ state }) => /** @type {State} */ (state));
    const full = now.seats > 1 && now.toAct.length > 0 && arrives(was.tracks[seat], is.tracks[seat], pips(now.seats));
    const offered = move.form === "swap" || now.rules.moves(now, seat).some(({ form }) => form === "swap");
    return [
      ...(gained.some((points) => points > 0) ? ["points"] : []),
      ...(placement && placement.colours[0] === placement.colours[1] ? ["double"] : []),
      ...more(before, now, ply),
      ...(full ? ["full"] : []),
      ...(offered ? ["swap"] : []),
      ...(was.opening && !is.opening ? ["anywhere"] : []),
    ];
  }

  /** @type {NonNullable<Board["ended"]>} */
  const ended = ({ seats, state }) => (isAnyFull(/** @type {State} */ (state).tracks, pips(seats)) ? "full" : "room");

  return { describe, bonus, asks, facts, firsts, ended };
}
