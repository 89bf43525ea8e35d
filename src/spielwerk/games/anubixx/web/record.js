/** What a record says of an Anubixx table, as it is drawn: sheets and dice. */

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
const bonuses = (word) => SIGNS.filter((_, bonus) => has(word, bonus));

/** @param {Rules} rules @param {number[]} colours */
const letters = ({ notation }, colours) => colours.map((colour) => notation.names.colour.write(colour));

/** Dice that are counted by colour, side by side. @param {Rules} rules @param {number[]} counts */
export const dice = (rules, counts) => letters(rules, counts.flatMap((count, colour) => Array(count).fill(colour)));

/** What is printed on a seat's sheet, and what has become of it. @param {Position} position @param {number} seat */
export function sheetOf({ rules, state, toAct }, seat) {
  /** @type {{bit: number[], colour: number[][], symbols: bigint[], quarry: bigint[][], stones: number[]}} */
  const { bit, colour, symbols, quarry, stones } = rules.tables;
  /** @type {{sheet: number[], crossed: bigint[], struck: number[], jokers: number[], earned: number[], closed: number, pair: number}} */
  const { sheet, crossed, struck, jokers, earned, closed, pair } = state;
  const printed = sheet[seat];
  const inQuarry = Array.from({ length: stones[printed] }, (_, k) => quarry[printed].findIndex((word) => has(word, k)));
  return {
    colours: letters(rules, colour[printed]), // by field
    signs: bit.map((place) => sign(symbols.findIndex((word) => has(word, place)))), // by field
    crossed: bit.map((place) => has(crossed[seat], place)), // by field
    due: toAct.includes(seat) ? pair : null, // the field whose neighbour has to follow
    quarry: letters(rules, inQuarry),
    struck: struck[seat], // the quarry stone struck last, from 1
    jokers: jokers[seat], // left
    earned: bonuses(earned[seat]),
    closed: bonuses(closed), // for all
  };
}
