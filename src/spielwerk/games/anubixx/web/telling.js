/** Phrases for the table: places and what is on them, prompts, move descriptions, and tips. */

import { list, t } from "../../../web/words.js";
import * as places from "./places.js";
import { bonuses, dice, finished, isLeft, pairOf, sheetOf, SIGNS, struckBefore, total } from "./record.js";

/** @typedef {import("../../../web/board.js").Meant} Meant */
/** @typedef {import("../../../web/board.js").Move} Move */
/** @typedef {import("../../../web/board.js").Phrase} Phrase */
/** @typedef {import("../../../web/board.js").Ply} Ply */
/** @typedef {import("../../../web/board.js").Position} Position */

const NAMED = 3; // up to this many open bonuses are named

/** Name a number counted from 0: "first", "second" … @param {number} k */
const nth = (k) => [`nth.${k + 1}`];

/** Name a place; a bonus is named by its description. @param {Position} position @param {number} seat  whose sheet it is @param {number} place @returns {Phrase} */
export function nameOf(position, seat, place) {
  const { levels, left, right, relief } = places.FIRST;
  if (place >= places.BADGES) return bonusTold(position, seat, place);
  if (place >= places.DICE) {
    const lying = dice(position).filter(({ colour, taken }) => !taken && colour === place - places.DICE);
    return { key: "place.dice", values: { n: lying.length } };
  }
  if (place === places.JOKERS) return { key: "place.jokers" };
  if (place >= places.QUARRY) return { key: "place.quarry", values: { stone: place - places.QUARRY + 1 } };
  if (place >= relief) {
    const [row, column] = [Math.floor((place - relief) / places.ACROSS), (place - relief) % places.ACROSS];
    return { key: "place.relief", values: { row: places.ROWS - row, nth: nth(column) } };
  }
  if (place === places.CLOSING) return { key: "place.closing" };
  if (place >= right) return { key: "place.right", values: { nth: nth(place - right) } };
  if (place >= left) return { key: "place.left", values: { nth: nth(place - left) } };
  const level = levels.findLastIndex((first) => first <= place);
  return { key: "place.pyramid", values: { level: level + 1, nth: nth(place - levels[level]) } };
}

/** Return a function that describes what is on a place of a sheet. @param {Position} position @param {number} seat */
export function holds(position, seat) {
  const { colours, signs, crossed, quarry, struck, jokers } = sheetOf(position, seat);
  /** @param {number} place @returns {Phrase | null} */
  const held = (place) => {
    if (place >= places.BADGES) return null;
    if (place >= places.DICE) return { key: `colour.${position.rules.notation.names.colour.write(place - places.DICE)}` };
    if (place === places.JOKERS) return { key: "holds.jokers", values: { n: jokers } };
    if (!places.isField(place)) {
      const k = place - places.QUARRY;
      return { key: k < struck ? "holds.struck" : "holds.unstruck", values: { colour: [`colour.${quarry[k]}`] } };
    }
    const colour = [`colour.${colours[place]}`];
    if (crossed[place]) return { key: "holds.crossed", values: { colour } };
    const sign = signs[place];
    return sign ? { key: "holds.signed", values: { colour, sign: [`sign.${sign}`] } } : { key: colour[0] };
  };
  return held;
}

/** Describe a bonus: its reward, its condition, and whether it is still available. @param {Position} position @param {number} seat @param {number} place @returns {Phrase} */
function bonusTold(position, seat, place) {
  const { signs, crossed, earned, closed } = sheetOf(position, seat);
  const name = SIGNS[place - places.BADGES];
  const stones = [...signs.keys()].filter((field) => signs[field] === name);
  const state = [`bonus.${earned.includes(name) ? "earned" : closed.includes(name) ? "closed" : "open"}`];
  const sign = [`sign.${name}`];
  if (!stones.length) return { key: "bonus.end", values: { state } };
  if (stones.length === 1) return { key: "bonus.single", values: { sign, state, building: [`building.${places.building(stones[0])}`] } };
  return { key: "bonus.several", values: { sign, state, all: stones.length, have: stones.filter((field) => crossed[field]).length } };
}

/** Explain a place that offers no move. @param {Position} position @param {number} seat @param {number} place @returns {Phrase | null} */
export function explains(position, seat, place) {
  if (place >= places.BADGES) return bonusTold(position, seat, place);
  if (place >= places.DICE) return { key: isLeft(position) ? "explain.dice_left" : "explain.dice" };
  if (place === places.JOKERS) return { key: "explain.jokers" };
  return places.isField(place) ? null : { key: "explain.quarry" };
}

/** Describe a move. @param {Position} position @param {Pick<Ply, "seat" | "move">} ply @returns {Phrase} */
export function describe(position, { seat, move: { form, slots } }) {
  if (form === "stop") return { key: "move.stopped" };
  const field = Number(slots.field);
  const values = { colour: [`colour.${sheetOf(position, seat).colours[field]}`], building: [`building.${places.building(field)}`] };
  if (form !== "quarry") return { key: `move.crossed.${form}`, values };
  const stone = Number(slots.stone);
  const lost = stone - struckBefore(position, seat, stone) - 1;
  return { key: lost ? "move.crossed.skipping" : "move.crossed.quarry", values: { ...values, stone, lost } };
}

/** Return whether a move earned a bonus. @param {Position} position @param {Ply} ply */
export const earnsBonus = ({ rules, seats }, { gained }) => gained[rules.declared.scores.names[seats].indexOf("bonuses")] > 0;

/** Return the prompt. @param {Position} position @param {number} _seat @param {Move[]} moves @returns {Phrase} */
export function asks(position, _seat, moves) {
  const { state } = position;
  if (!moves.length) return { key: "asks.done" };
  if (pairOf(state) !== null) return { key: "asks.pair" };
  if (moves.every(({ form }) => form === "stop")) return { key: state.built ? "asks.no_second" : "asks.nothing" };
  if (state.built) return { key: "asks.second" };
  return isLeft(position) ? { key: "asks.left", values: { n: dice(position).length } } : { key: "asks.first" };
}

/** Return the highest number of finished buildings on any sheet. @param {Position} position */
const furthestOf = (position) => Math.max(...Array.from({ length: position.seats }, (_, one) => finished(sheetOf(position, one))));

/** Return key facts about the table or a seat. @param {Position} position @param {number | null} seat @returns {Phrase[]} */
export function facts(position, seat) {
  if (seat !== null) return [{ key: "facts.total", values: { n: total(position, seat) } }];
  const closed = bonuses(position.state.closed);
  const open = SIGNS.filter((sign) => !closed.includes(sign));
  const furthest = furthestOf(position);
  const names = list(open.map((sign) => t(`sign.${sign}`)));
  const left = { key: open.length > NAMED ? "facts.bonuses" : "facts.bonuses_named", values: { n: open.length, names } };
  const ties = furthest ? [{ key: "facts.ties" }] : []; // the end is near
  return [{ key: `facts.finished.${Math.min(furthest, 2)}` }, open.length ? left : { key: "facts.bonuses_none" }, ...ties];
}

/** Return what ended the game. @param {Position} position */
export const ended = (position) => (furthestOf(position) > 1 ? "buildings" : null);

/** Return the events that newcomers need explained. @param {Position} before @param {Position} now @param {Ply} ply @returns {import("../../../web/board.js").First[]} */
export function firsts(before, now, { seat, move: { form, slots } }) {
  const [was, is] = [sheetOf(before, seat), sheetOf(now, seat)];
  const open = bonuses(before.state.closed);
  const closed = bonuses(now.state.closed).filter((sign) => !open.includes(sign));
  const follows = now.viewer !== null && now.toAct.includes(now.viewer) && !before.toAct.includes(now.viewer) && now.state.active !== now.viewer;
  /** @type {[string, boolean][]} */
  const news = [
    ["pyramid", form !== "stop" && places.building(Number(slots.field)) === "pyramid"],
    ["arch", form !== "stop" && places.building(Number(slots.field)) === "arch"],
    ["quarry", form === "quarry" && Number(slots.stone) - was.struck === 1],
    ["skipped", form === "quarry" && Number(slots.stone) - was.struck > 1],
    ["joker", form === "joker"],
    ["pair", pairOf(before.state) !== null && form !== "stop"],
    ["bonus", is.earned.length > was.earned.length],
    ["building", finished(is) > finished(was)],
    ["leftover", follows],
  ];
  const named = closed.length ? [{ key: "closed", values: { names: list(closed.map((sign) => t(`sign.${sign}`))) } }] : [];
  return [...news.flatMap(([name, happened]) => (happened ? [name] : [])), ...named];
}
