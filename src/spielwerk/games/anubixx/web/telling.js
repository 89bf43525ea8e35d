/** What Anubixx's board says: where a place is and what lies there, what was done, what is expected, what is new. */

import { list, t } from "../../../web/words.js";
import * as places from "./places.js";
import { bonuses, dice, finished, pairOf, sheetOf, SIGNS, struckBefore, total } from "./record.js";

/** @typedef {import("../../../web/board.js").Meant} Meant */
/** @typedef {import("../../../web/board.js").Move} Move */
/** @typedef {import("../../../web/board.js").Phrase} Phrase */
/** @typedef {import("../../../web/board.js").Ply} Ply */
/** @typedef {import("../../../web/board.js").Position} Position */

const NAMED = 3; // so many open bonuses are called by their names

/** Counted from 0: "first", "second" … @param {number} k */
const nth = (k) => [`nth.${k + 1}`];

/** Where a place is. @param {Position} position @param {number} place @returns {Phrase} */
export function nameOf(position, place) {
  const { levels, left, right, relief } = places.FIRST;
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

/** What lies on each place of a sheet. @param {Position} position @param {number} seat */
export function holds(position, seat) {
  const { colours, signs, crossed, quarry, struck, jokers } = sheetOf(position, seat);
  /** @param {number} place @returns {Phrase} */
  const held = (place) => {
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

/** A move in words. @param {Position} position @param {Pick<Ply, "seat" | "move">} ply @returns {Phrase} */
export function describe(position, { seat, move: { form, slots } }) {
  if (form === "stop") return { key: "move.stopped" };
  const field = Number(slots.field);
  const values = { colour: [`colour.${sheetOf(position, seat).colours[field]}`], building: [`building.${places.building(field)}`] };
  if (form !== "quarry") return { key: `move.crossed.${form}`, values };
  const stone = Number(slots.stone);
  const lost = stone - struckBefore(position, seat, stone) - 1;
  return { key: lost ? "move.crossed.skipping" : "move.crossed.quarry", values: { ...values, stone, lost } };
}

/** What is expected. @param {Position} position @param {number} _seat @param {Move[]} moves @returns {Phrase} */
export function asks({ state }, _seat, moves) {
  if (!moves.length) return { key: "asks.done" };
  if (pairOf(state) !== null) return { key: "asks.pair" };
  if (moves.every(({ form }) => form === "stop")) return { key: state.built ? "asks.no_second" : "asks.nothing" };
  return { key: state.built ? "asks.second" : "asks.first" };
}

/** What there is to know at a glance. @param {Position} position @param {number | null} seat @returns {Phrase[]} */
export function facts(position, seat) {
  if (seat !== null) return [{ key: "facts.total", values: { n: total(position, seat) } }];
  const closed = bonuses(position.state.closed);
  const open = SIGNS.filter((sign) => !closed.includes(sign));
  const furthest = Math.max(...Array.from({ length: position.seats }, (_, one) => finished(sheetOf(position, one))));
  const names = list(open.map((sign) => t(`sign.${sign}`)));
  const left = { key: open.length > NAMED ? "facts.bonuses" : "facts.bonuses_named", values: { n: open.length, names } };
  return [{ key: `facts.finished.${Math.min(furthest, 2)}` }, open.length ? left : { key: "facts.bonuses_none" }];
}

/** What newcomers are told when it first happens. @param {Position} before @param {Position} now @param {Ply} ply @returns {string[]} */
export function firsts(before, now, { seat, move: { form, slots } }) {
  const [was, is] = [sheetOf(before, seat), sheetOf(now, seat)];
  const closes = bonuses(now.state.closed).length > bonuses(before.state.closed).length;
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
    ["closed", closes],
    ["leftover", follows],
  ];
  return news.flatMap(([name, happened]) => (happened ? [name] : []));
}
