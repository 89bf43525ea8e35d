/** Anubixx's board: one sheet with pyramid, arch, relief and quarry, and the dice above it. */

import { drawing, short, svg } from "../../../web/elements.js";
import * as places from "./places.js";
import { dice, sheetOf } from "./record.js";
import { block, cross, die, drawSheet, joker, TILTS, tray } from "./sheet.js";

/** @typedef {import("../../../web/board.js").Board} Board */
/** @typedef {import("../../../web/board.js").Line} Line */
/** @typedef {import("../../../web/board.js").Marks} Marks */
/** @typedef {import("../../../web/board.js").Meant} Meant */
/** @typedef {import("../../../web/board.js").Phrase} Phrase */
/** @typedef {import("../../../web/board.js").Position} Position */
/** @typedef {import("./places.js").Box} Box */
/** @typedef {import("./places.js").Place} Place */

/** A way to pay: a form of moves, and what their slots hold beside the field. @typedef {{form: string, slots: {stone?: number}}} Way */

/** Whose sheet is drawn large: the viewer's, or who builds. @param {Position} position @returns {number} */
const shown = ({ viewer, toAct, state }) => viewer ?? toAct[0] ?? state.active;

/**
 * Everything of the large sheet that can be pointed at, on the whole drawing.
 * @param {Position} position
 * @returns {Place[]}
 */
function all(position) {
  const { quarry } = sheetOf(position, shown(position));
  return [...places.STONES, ...places.quarry(quarry.length), places.jokerCorner(position.seats)].map(places.lowered);
}

/** The place that pays: a stone of the quarry, or the jokers; none if a die does. @param {Way | Meant} way */
function payment({ form, slots }) {
  if (form === "quarry") return [places.QUARRY + Number(slots.stone) - 1];
  return form === "joker" ? [places.JOKERS] : [];
}

/** @param {Meant} move */
const where = (move) => (move.form === "stop" ? [] : [Number(move.slots.field), ...payment(move)]);

/** The cells that a seat touched in its last turn. @param {Position} position @param {number} seat */
function lastTurn({ plies }, seat) {
  const end = plies.findLastIndex((ply) => ply.seat === seat);
  const before = plies.findLastIndex((ply, k) => k < end && ply.seat !== seat);
  return plies.slice(before + 1, end + 1).flatMap(({ move }) => where(move));
}

/**
 * Where a payment is taken from, on the whole drawing.
 * @param {Position} position
 * @param {Meant} move
 * @returns {Box | undefined}
 */
function source(position, { form, slots }) {
  const { rules, seats, state } = position;
  const { colours, quarry, jokers } = sheetOf(position, shown(position));
  if (form === "die") {
    const free = dice(rules, state.dice);
    return places.dice(free.length, 4)[free.indexOf(colours[Number(slots.field)])];
  }
  const box = form === "joker" ? places.jokers(seats)[jokers - 1] : places.quarry(quarry.length)[Number(slots.stone) - 1];
  return box && places.lowered(box);
}

/**
 * A move that is being thought about: the stone, what pays for it, and a string between both.
 * @param {Position} position
 * @param {Meant} move
 */
function ghost(position, move) {
  const made = svg("g", { class: "ghost" });
  const target = all(position).find(({ id }) => id === where(move)[0]);
  if (!target) return made;
  const from = source(position, move);
  if (from) {
    const bend = (from.x + target.x) / 2 + (target.y - from.y) / 8;
    const d = `M${short(from.x)} ${short(from.y)}Q${short(bend)} ${short((from.y + target.y) / 2)} ${short(target.x)} ${short(target.y)}`;
    made.append(svg("path", { class: "string", d }), svg("path", { class: "pays", d: places.around(from, 0.8) }));
  }
  made.append(svg("path", { class: "built", d: places.around(target, 0.3) }), cross(target, "thought"));
  return made;
}

/**
 * What a move earns, beside its stones.
 * @param {Position} position
 * @param {Line[]} lines
 */
function earnings(position, lines) {
  const everything = all(position);
  return lines.flatMap(({ cells, points }, k) => {
    const touched = everything.filter(({ id }) => cells.includes(id));
    const around = touched.map((place) => svg("path", { class: "earns", d: places.around(place, 0.3) }));
    const end = touched.at(-1);
    if (!end) return around;
    const at = `translate(${short(end.x + 5 + k * 8)} ${short(end.y - 5)})`;
    const sum = `${points > 0 ? "+" : points < 0 ? "−" : ""}${Math.abs(points)}`;
    const told = svg("g", { class: "badge", transform: at }, svg("circle", { r: 3.8 }), svg("text", { y: 1.6 }, sum));
    return [...around, told];
  });
}

/** What changes while one points. @param {Position} position @param {Marks} marks */
function over(position, marks) {
  const made = [];
  if (marks.lines) made.push(svg("g", { class: "earnings" }, ...earnings(position, marks.lines)));
  if (marks.ghost) made.push(ghost(position, marks.ghost));
  const focus = all(position).find(({ id }) => id === marks.focus);
  if (focus) made.push(svg("path", { class: "focus", d: places.around(focus, 0.7) }));
  return made;
}

/** What lies on each place of the large sheet. @param {Position} position @returns {(place: number) => Phrase} */
function holds(position) {
  const { colours, signs, crossed, quarry, struck, jokers } = sheetOf(position, shown(position));
  return (place) => {
    if (place === places.JOKERS) return { key: jokers ? "holds.joker" : "holds.struck" };
    if (!places.isField(place)) {
      const k = place - places.QUARRY;
      return { key: k < struck ? "holds.struck" : `colour.${quarry[k]}` };
    }
    if (crossed[place]) return { key: "holds.crossed" };
    const sign = signs[place];
    const colour = `colour.${colours[place]}`;
    return sign ? { key: "holds.signed", values: { colour: [colour], sign: [`sign.${sign}`] } } : { key: colour };
  };
}

/** The dice in the middle, close together. @param {string[]} colours */
function drawDice(colours) {
  const across = colours.length > 1 ? 2 : 1;
  const rows = Math.ceil(colours.length / across);
  const drawn = colours.map((colour, k) => {
    const alone = k === colours.length - 1 && colours.length % 2;
    const x = alone ? 0 : ((k % 2) - 0.5) * 13;
    const y = (Math.floor(k / across) - (rows - 1) / 2) * 13;
    return die({ x, y, width: 11, height: 11 }, colour, TILTS[k % TILTS.length]);
  });
  const size = colours.length > 1 ? 28 : 16;
  return drawing(-size / 2, -size / 2, size, size, svg("g", { class: "anubixx piece" }, ...drawn));
}

/** A stone that pays, by itself. @param {Node} stone */
const drawStone = (stone) => drawing(-7, -7, 14, 14, svg("g", { class: "anubixx piece" }, stone));

/** @param {number} number  from 1 @param {string} colour */
function quarryStone(number, colour) {
  const [id] = payment({ form: "quarry", slots: { stone: number } });
  const stone = block({ id, x: 0, y: -1.2, width: 10, height: 9 }, colour, { kind: "quarry free" });
  stone.append(svg("text", { class: "number", x: 0, y: 6.6 }, String(number)));
  return stone;
}

/** @type {(rules: import("../../../web/board.js").Rules) => Board} */
export const board = ({ notation: { names } }) => ({
  look: "anubixx",
  whose: shown,
  small: { transform: `translate(0 ${-places.TRAY})`, grow: 1.5 },

  put(position, move) {
    const crossed = all(position).filter(({ id }) => where(move).includes(id));
    return svg("g", {}, ...crossed.map((place) => cross(place)));
  },

  earned: (position, _move, lines) => earnings(position, lines),

  /** @returns {Phrase} */
  describe({ form, slots }) {
    if (form === "stop") return { key: "move.stopped" };
    const field = names.field.write(Number(slots.field));
    if (form !== "quarry") return { key: `move.crossed.${form}`, values: { where: field } };
    return { key: "move.crossed.quarry", values: { where: field, stone: String(slots.stone) } };
  },

  frame: () => ({ x: 0, y: 0, width: places.WIDTH, height: places.TRAY + places.SHEET }),

  cells(position) {
    const held = holds(position);
    return all(position).map((place) => ({ id: place.id, x: place.x, y: place.y, outline: places.around(place, 0.2), holds: held(place.id) }));
  },

  draw(position, marks) {
    const targets = new Set(marks.targets);
    const sheet = drawSheet(position, shown(position), { last: marks.last, targets });
    sheet.setAttribute("transform", `translate(0 ${places.TRAY})`);
    return svg("g", { class: targets.size ? "anubixx choosing" : "anubixx" }, tray(position), sheet, ...over(position, marks));
  },

  over,

  pieces(position, seat, moves) {
    const stones = sheetOf(position, seat).quarry.map((_, k) => ({ form: "quarry", slots: { stone: k + 1 } }));
    /** @type {Way[]} */
    const ways = [{ form: "die", slots: {} }, ...stones, { form: "joker", slots: {} }];
    return ways
      .filter(({ form, slots }) => moves.some((move) => move.form === form && move.slots.stone === slots.stone))
      .map((way) => {
        const name = payment(way).map((place) => names.place.write(place))[0] ?? way.form;
        return { id: name, name, turns: 1, mirrors: false, ...way };
      });
  },

  drawPiece(position, { piece: { form, slots } }) {
    if (form === "die") return drawDice(dice(position.rules, position.state.dice));
    if (form === "joker") return drawStone(joker({ x: 0, y: 0, width: 10, height: 10 }, "free"));
    return drawStone(quarryStone(slots.stone, sheetOf(position, shown(position)).quarry[slots.stone - 1]));
  },

  meant(_position, { piece: { form, slots } }, cell) {
    return places.isField(cell) ? { form, slots: { field: cell, ...slots } } : null;
  },

  where,

  plain: (moves) => moves.filter(({ form }) => form === "stop").map((move) => ({ move, text: "move.stop" })),

  seat(position, seat) {
    const made = svg("g", { class: "anubixx small" }, drawSheet(position, seat, { last: lastTurn(position, seat) }));
    return drawing(0, 0, places.WIDTH, places.SHEET, made);
  },
});
