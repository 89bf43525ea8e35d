/** Read sheets and dice from the position of an Anubixx table. */

import { building, QUARRY } from "./places.js";

/** @typedef {import("../../../web/board.js").Meant} Meant */
/** @typedef {import("../../../web/board.js").Position} Position */
/** @typedef {import("../../../web/board.js").Rules} Rules */
/** @typedef {ReturnType<typeof sheetOf>} Sheet */

/** The bonuses in the order of their bits: those of the signs on stones, and the final one. */
export const SIGNS = ["snake", "eye", "scarab", "ankh", "crown", "cat", "lotus", "end"];

/** @param {number | bigint} word @param {number} bit */
const has = (word, bit) => ((BigInt(word) >> BigInt(bit)) & 1n) === 1n;

/** Return the sign of a bonus; most stones have none. @param {number} bonus @returns {string | undefined} */
const sign = (bonus) => SIGNS[bonus];

/** @param {number} word */
export const bonuses = (word) => SIGNS.filter((_, bonus) => has(word, bonus));

/** @param {Rules} rules @param {number[]} colours */
const letters = ({ notation }, colours) => colours.map((colour) => notation.names.colour.write(colour));

/** Return the position before planned moves, which may already have passed the dice on. @param {Position} position */
function made(position) {
  let start = position;
  while (start.from) start = start.from;
  return start;
}

/**
 * Return the dice in their places, sorted by colour: those in the middle, and those that the builder has taken or plans
 * to take.
 * @param {Position} position
 */
export function dice(position) {
  const start = made(position);
  const { rules, state } = start;
  /** @type {{dice: number[], taken: number[], sheet: number[]}} */
  const { dice: free, taken, sheet } = state;
  const laidOut = position.plies.slice(start.plies.length).filter(({ move }) => move.form === "die");
  const wanted = laidOut.map(({ seat, move }) => rules.tables.colour[sheet[seat]][Number(move.slots.field)]);
  return free.flatMap((count, colour) => {
    const [letter] = letters(rules, [colour]);
    const left = count - wanted.filter((one) => one === colour).length;
    return Array.from({ length: count + taken[colour] }, (_, k) => ({ colour, letter, taken: k >= left, planned: k >= left && k < count }));
  });
}

/** Return whether the dice in the middle are leftovers of another player's roll. @param {Position} position */
export function isLeft(position) {
  const { active, seat } = made(position).state;
  return active !== seat;
}

/** Return what is printed on a seat's sheet, and its state. @param {Position} position @param {number} seat */
export function sheetOf({ rules, state, toAct }, seat) {
  /** @type {{bit: number[], colour: number[][], symbols: bigint[], quarry: bigint[][], stones: number[]}} */
  const { bit, colour, symbols, quarry, stones } = rules.tables;
  /** @type {{sheet: number[], crossed: bigint[], struck: number[], jokers: number[], earned: number[], closed: number}} */
  const { sheet, crossed, struck, jokers, earned, closed } = state;
  const printed = sheet[seat];
  const inQuarry = Array.from({ length: stones[printed] }, (_, k) => quarry[printed].findIndex((word) => has(word, k)));
  return {
    colours: letters(rules, colour[printed]), // by field
    signs: bit.map((place) => sign(symbols.findIndex((word) => has(word, place)))), // by field
    crossed: bit.map((place) => has(crossed[seat], place)), // by field
    due: toAct.includes(seat) ? pairOf(state) : null, // the field whose neighbour must follow
    quarry: letters(rules, inQuarry),
    struck: struck[seat], // the last quarry stone struck, from 1
    jokers: jokers[seat], // remaining
    earned: bonuses(earned[seat]),
    closed: bonuses(closed), // for everybody
  };
}

/** Return the field whose neighbour must be crossed next. @param {{pair: number}} state @returns {number | null} */
export const pairOf = ({ pair }) => (pair < QUARRY ? pair : null);

/** Return the number of buildings on a sheet without a free stone. @param {Sheet} sheet */
export function finished({ crossed }) {
  const begun = new Set(crossed.flatMap((done, field) => (done ? [] : [building(field)])));
  return new Set(crossed.map((_, field) => building(field)).filter((one) => !begun.has(one))).size;
}

/** Return the last quarry stone that a seat struck before this one, 0 if none. @param {Position} position @param {number} seat @param {number} stone */
export function struckBefore({ plies }, seat, stone) {
  const struck = plies.flatMap((ply) => (ply.seat === seat && ply.move.form === "quarry" ? [Number(ply.move.slots.stone)] : []));
  return struck.findLast((one) => one < stone) ?? 0;
}

/** Return the sum of a seat's scoreboard. @param {Position} position @param {number} seat */
export const total = ({ scores }, seat) => scores[seat].reduce((sum, one) => sum + one, 0);
