/** What a record says of an Anubixx table, as it is drawn: sheets and dice. */

import { building, QUARRY } from "./places.js";

/** @typedef {import("../../../web/board.js").Meant} Meant */
/** @typedef {import("../../../web/board.js").Position} Position */
/** @typedef {import("../../../web/board.js").Rules} Rules */
/** @typedef {ReturnType<typeof sheetOf>} Sheet */

/** The bonuses in the order of their bits: those of the signs on stones, and the one at the end. */
export const SIGNS = ["snake", "eye", "scarab", "ankh", "crown", "cat", "lotus", "end"];

/** @param {number | bigint} word @param {number} bit */
const has = (word, bit) => ((BigInt(word) >> BigInt(bit)) & 1n) === 1n;

/** The sign on a stone, by its bonus; most stones have none. @param {number} bonus @returns {string | undefined} */
const sign = (bonus) => SIGNS[bonus];

/** @param {number} word */
export const bonuses = (word) => SIGNS.filter((_, bonus) => has(word, bonus));

/** @param {Rules} rules @param {number[]} colours */
const letters = ({ notation }, colours) => colours.map((colour) => notation.names.colour.write(colour));

/**
 * The dice as they lie, sorted by colour: those in the middle, and those that the builder has taken or means to take,
 * which keep their places.
 * @param {Position} position
 */
export function dice(position) {
  let start = position; // before what is only laid out: dice may have gone to the next player by that
  while (start.from) start = start.from;
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

/** What is printed on a seat's sheet, and what has become of it. @param {Position} position @param {number} seat */
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
    due: toAct.includes(seat) ? pairOf(state) : null, // the field whose neighbour has to follow
    quarry: letters(rules, inQuarry),
    struck: struck[seat], // the quarry stone struck last, from 1
    jokers: jokers[seat], // left
    earned: bonuses(earned[seat]),
    closed: bonuses(closed), // for all
  };
}

/** The field whose neighbour has to follow. @param {{pair: number}} state @returns {number | null} */
export const pairOf = ({ pair }) => (pair < QUARRY ? pair : null);

/** How many buildings of a sheet have no free stone. @param {Sheet} sheet */
export function finished({ crossed }) {
  const begun = new Set(crossed.flatMap((done, field) => (done ? [] : [building(field)])));
  return new Set(crossed.map((_, field) => building(field)).filter((one) => !begun.has(one))).size;
}

/** The last quarry stone that a seat struck before this one, 0 if none. @param {Position} position @param {number} seat @param {number} stone */
export function struckBefore({ plies }, seat, stone) {
  const struck = plies.flatMap((ply) => (ply.seat === seat && ply.move.form === "quarry" ? [Number(ply.move.slots.stone)] : []));
  return struck.findLast((one) => one < stone) ?? 0;
}

/** What a seat's scoreboard adds up to. @param {Position} position @param {number} seat */
export const total = ({ scores }, seat) => scores[seat].reduce((sum, one) => sum + one, 0);
