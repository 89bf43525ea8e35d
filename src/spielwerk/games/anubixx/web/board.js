/** Anubixx's board: one sheet with pyramid, arch, relief and quarry, and the dice in the middle of the table. */

import { drawing, short, svg } from "../../../web/elements.js";
import { arrangement, WIDE } from "./arrangement.js";
import * as places from "./places.js";
import { dice, sheetOf, SIGNS, struckBefore } from "./record.js";
import { roll } from "./rolling.js";
import { drawSheet, tray } from "./sheet.js";
import { block, cross, die, joker } from "./stones.js";
import { asks, describe, earnsBonus, ended, explains, facts, firsts, holds, nameOf } from "./telling.js";

/** @typedef {import("../../../web/board.js").Board} Board */
/** @typedef {import("../../../web/board.js").Line} Line */
/** @typedef {import("../../../web/board.js").Marks} Marks */
/** @typedef {import("../../../web/board.js").Meant} Meant */
/** @typedef {import("../../../web/board.js").Position} Position */
/** @typedef {import("./places.js").Box} Box */
/** @typedef {import("./places.js").Place} Place */

const LOOK = "anubixx";
const REACH = 0.2; // how far around a stone a click still counts

/** Return the seat whose sheet is drawn large: the viewer's, or the one building. @param {Position} position @returns {number} */
const shown = ({ viewer, toAct, state }) => viewer ?? toAct[0] ?? state.active;

/** Return the dice in the middle, one box each, with the place of their colour. @param {Position} position @returns {Place[]} */
function lying(position) {
  const all = dice(position);
  const boxes = arrangement().dice(all.length);
  return all.flatMap(({ colour, taken }, k) => (taken ? [] : [{ id: places.DICE + colour, ...boxes[k] }]));
}

/** Return everything on the sheet that can be selected; the jokers are one place with several boxes. @param {Position} position @returns {Place[]} */
function ofSheet(position) {
  const at = arrangement();
  const { quarry } = sheetOf(position, shown(position));
  const bonuses = at.bonuses(SIGNS.length).map((box, k) => ({ id: places.BADGES + k, ...box }));
  return [...at.stones, ...bonuses, ...at.quarry(quarry.length), ...at.jokers(position.seats).map((box) => ({ id: places.JOKERS, ...box }))];
}

/** Return the place that pays: a stone of the quarry, or the jokers; none if a die pays. @param {Meant} move */
function payment({ form, slots }) {
  if (form === "quarry") return [places.QUARRY + Number(slots.stone) - 1];
  return form === "joker" ? [places.JOKERS] : [];
}

/** @param {Meant} move */
const where = (move) => (move.form === "stop" ? [] : [Number(move.slots.field), ...payment(move)]);

/** Return the place of the dice in the colour of a move's stone. @param {Position} position @param {Meant} move */
const dieFor = ({ rules, state }, { slots }, seat = state.seat) => places.DICE + rules.tables.colour[state.sheet[seat]][Number(slots.field)];

/** Return the cells that a seat touched in its last turn. @param {Position} position @param {number} seat */
function lastTurn({ plies }, seat) {
  const end = plies.findLastIndex((ply) => ply.seat === seat);
  const before = plies.findLastIndex((ply, k) => k < end && ply.seat !== seat);
  return plies.slice(before + 1, end + 1).flatMap(({ move }) => where(move));
}

/** Return the box that a payment is taken from. @param {Position} position @param {Meant} move @returns {Box | undefined} */
function source(position, move) {
  const { form, slots } = move;
  const [at, seat] = [arrangement(), shown(position)];
  const { quarry, jokers } = sheetOf(position, seat);
  if (form === "die") return lying(position).find(({ id }) => id === dieFor(position, move, seat));
  return form === "joker" ? at.jokers(position.seats)[jokers - 1] : at.quarry(quarry.length)[Number(slots.stone) - 1];
}

/**
 * Draw a previewed move: the stone, its payment, and a string between them.
 * @param {Position} position
 * @param {Meant} move
 * @param {string} mood
 */
function ghost(position, move, mood) {
  const made = svg("g", { class: `ghost ${mood}`.trim() });
  const target = ofSheet(position).find(({ id }) => id === where(move)[0]);
  if (!target) return made;
  const from = mood === "wrong" ? undefined : source(position, move);
  if (from) {
    const bend = (from.x + target.x) / 2 + (target.y - from.y) / 8;
    const d = `M${short(from.x)} ${short(from.y)}Q${short(bend)} ${short((from.y + target.y) / 2)} ${short(target.x)} ${short(target.y)}`;
    made.append(svg("path", { class: "string", d }), svg("path", { class: "pays", d: places.around(from, 0.5) }));
  }
  made.append(svg("path", { class: "built", d: places.around(target, 0.2) }), cross(target, "thought"));
  return made;
}

/**
 * Draw the points of a move beside its stones.
 * @param {Position} position
 * @param {Line[]} lines
 */
function earnings(position, lines) {
  const everything = ofSheet(position);
  const { width } = arrangement();
  return lines.flatMap(({ cells, points }, k) => {
    const touched = everything.filter(({ id }) => cells.includes(id));
    const around = touched.map((place) => svg("path", { class: "earns", d: places.around(place, 0.2) }));
    const end = touched.at(-1);
    if (!end) return around;
    const sum = `${points > 0 ? "+" : points < 0 ? "−" : ""}${Math.abs(points)}`;
    const half = 2.6 + sum.length * 1.2;
    const x = Math.min(Math.max(end.x + 5 + k * 2, half + 0.4), width - half - 0.4);
    const y = Math.max(end.y - 5, 3.8);
    const plate = svg("rect", { x: short(-half), y: -3.4, width: short(2 * half), height: 6.8, rx: 3.4 });
    return [...around, svg("g", { class: points < 0 ? "badge costs" : "badge", transform: `translate(${short(x)} ${short(y)})` }, plate, svg("text", { y: 1.7 }, sum))];
  });
}

/** Draw what changes with the pointer. @param {Position} position @param {Marks} marks */
function over(position, marks) {
  const made = [];
  if (marks.ghost) made.push(ghost(position, marks.ghost, marks.mood ?? ""));
  if (marks.lines) made.push(svg("g", { class: "earnings" }, ...earnings(position, marks.lines)));
  const seen = marks.ghost ? where(marks.ghost) : []; // already marked
  const focus = cells(position).find(({ id }) => id === marks.focus && !seen.includes(id));
  if (focus) made.push(svg("path", { class: "focus", d: focus.outline }));
  return made;
}

/** @param {Position} position @returns {import("../../../web/board.js").Cell[]} */
function cells(position) {
  const seat = shown(position);
  const held = holds(position, seat);
  const boxes = [...lying(position), ...ofSheet(position)];
  return [...new Set(boxes.map(({ id }) => id))].map((id) => {
    const own = boxes.filter((box) => box.id === id);
    const outline = own.map((box) => places.around(box, REACH)).join("");
    return { id, x: own[0].x, y: own[0].y, outline, name: nameOf(position, seat, id), holds: held(id) };
  });
}

/** Draw a single payment. @param {Node} thing */
const alone = (thing) => drawing(-7, -7, 14, 14, svg("g", { class: `${LOOK} alone` }, thing));

/** @param {number} number  from 1 @param {string} colour @param {number} lost  the stones that are skipped for it */
function quarryStone(number, colour, lost) {
  const skipped = Array.from({ length: Math.min(lost, 3) }, (_, k) => {
    const box = { id: places.QUARRY, x: -1.2 - 1.5 * k, y: -1.2 - 1.2 * k, width: 8, height: 7.4 };
    return svg("path", { class: "skipped", d: places.around(box) });
  });
  const stone = block({ id: places.QUARRY + number - 1, x: 1, y: 0.6, width: 8.6, height: 8 }, colour, { kind: "quarry free" });
  return svg("g", {}, ...skipped.reverse(), stone, svg("text", { class: "number large", x: 4.4, y: 6.6 }, String(number)));
}

/** @type {() => Board} */
export const board = () => ({
  look: LOOK,
  plans: true,
  isBegun: ({ state }) => state.built > 0,
  whose: shown,
  small: { transform: "", grow: 1.5 },
  asks,
  describe,
  bonus: earnsBonus,
  explains: (position, place) => explains(position, shown(position), place),
  facts,
  firsts,
  ended,
  happens: roll,
  where,
  over,
  cells,
  middle: (position) => [drawing(0, 0, WIDE.width, WIDE.top - 1, svg("g", { class: `${LOOK} ${WIDE.name}` }, tray(position, WIDE)))],

  put(position, move) {
    const { jokers } = sheetOf(position, position.plies.findLast((ply) => ply.move === move)?.seat ?? shown(position));
    const used = arrangement().jokers(position.seats)[jokers]; // they are used from the last to the first
    const crossed = ofSheet(position).filter(({ id, x, y }) => where(move).includes(id) && (id !== places.JOKERS || (used?.x === x && used.y === y)));
    return svg("g", {}, ...crossed.map((place) => cross(place)));
  },

  earned: (position, _move, lines) => earnings(position, lines),

  frame() {
    const { width, height } = arrangement();
    return { x: 0, y: 0, width, height };
  },

  draw(position, marks) {
    const at = arrangement();
    const targets = new Set(marks.targets);
    const sheet = drawSheet(position, shown(position), at, { ...marks, targets });
    const kinds = [LOOK, at.name, targets.size && "choosing"].filter(Boolean).join(" ");
    return svg("g", { class: kinds }, sheet, tray(position, at), ...over(position, marks));
  },

  pieces: () => [],

  drawPiece: () => drawing(0, 0, 1, 1),

  /** A stone is paid for with a die, a quarry stone of its colour, or a joker. */
  meant(position, _held, cell) {
    if (!places.isField(cell)) return [];
    const { colours, quarry, struck } = sheetOf(position, shown(position));
    const stones = quarry.flatMap((colour, k) => (colour === colours[cell] && k >= struck ? [{ form: "quarry", slots: { field: cell, stone: k + 1 } }] : []));
    return [{ form: "die", slots: { field: cell } }, ...stones.slice(0, 1), { form: "joker", slots: { field: cell } }, ...stones.slice(1)];
  },

  through: (position, move) => (move.form === "stop" ? null : (payment(move)[0] ?? dieFor(position, move))),

  pictured(position, { seat, move }) {
    const { form, slots } = move;
    if (form === "stop") return null;
    const { colours, quarry } = sheetOf(position, seat);
    if (form === "die") return alone(die({ x: 0, y: 0, width: 10.6, height: 10.6 }, colours[Number(slots.field)], -6));
    if (form === "joker") return alone(joker({ x: 0, y: 0, width: 10, height: 11 }, "free"));
    const stone = Number(slots.stone);
    return alone(quarryStone(stone, quarry[stone - 1], stone - struckBefore(position, seat, stone) - 1));
  },

  plain: (moves) => moves.filter(({ form }) => form === "stop").map((move) => ({ move, text: "move.stop" })),

  seat(position, seat) {
    const at = arrangement();
    const made = svg("g", { class: `${LOOK} small ${at.name}` }, drawSheet(position, seat, at, { last: lastTurn(position, seat) }));
    return drawing(0, at.top, at.width, at.height - at.top, made);
  },
});
