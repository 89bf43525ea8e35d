/** Draw an Anubixx sheet: its buildings, its payments, and its points. */

import { short, svg } from "../../../web/elements.js";
import { textOr } from "../../../web/words.js";
import { glyph } from "./glyphs.js";
import * as places from "./places.js";
import { dice, isLeft, sheetOf, SIGNS, struckBefore, total } from "./record.js";
import { block, cross, die, joker, pencilled, TILTS } from "./stones.js";

/** @typedef {import("../../../web/board.js").Position} Position */
/** @typedef {import("../../../web/board.js").Marks} Marks */
/** @typedef {import("./arrangement.js").Arrangement} Arrangement */
/** @typedef {import("./places.js").Box} Box */
/** @typedef {import("./record.js").Sheet} Sheet */

/**
 * @typedef {object} Drawing  what the parts of a sheet are drawn from
 * @property {Arrangement} at
 * @property {Sheet} sheet
 * @property {Position} position
 * @property {number} seat
 * @property {Marks} marks
 * @property {(id: number, ...more: (string | false)[]) => string} kinds
 *   returns the classes of a place, including its marks
 */

/** The names beside the numbers of the scoreboard. */
const NAMES = ["pyramid", "arch", "relief", "bonuses", "quarry", "jokers"];

/** Return a label in the reader's language; none if the game's texts are not loaded, as in a miniature. @param {string} key */
const label = (key) => textOr(key, "");

/**
 * Draw the dice, in the middle and taken.
 * @param {Position} position
 * @param {Arrangement} at
 */
export function tray(position, { dice: boxes, well, diceLabel: { x, y, anchor } }) {
  const lying = dice(position);
  const places = boxes(lying.length);
  const made = svg("g", { class: "tray" });
  made.append(
    svg("rect", { class: "well", x: short(well.x - well.width / 2), y: short(well.y - well.height / 2), width: well.width, height: well.height, rx: 4 }),
    svg("text", { class: "label", x, y, "text-anchor": anchor }, label(isLeft(position) ? "label.dice_left" : "label.dice")),
    ...lying.map(({ letter, taken, planned }, k) => {
      const box = { ...places[k], width: places[k].width * 0.93 };
      const one = die(box, letter, taken ? 0 : TILTS[k % TILTS.length], taken ? "taken" : "");
      if (planned) one.append(pencilled({ ...places[k], x: 0, y: 0 }));
      return one;
    }),
  );
  return made;
}

/**
 * Draw a bonus: open, earned by this seat, or closed for everybody. Dots show how many of its stones are crossed.
 * @param {Box} box
 * @param {string} name
 * @param {Sheet} sheet
 */
function bonus({ x, y, width, height }, name, { signs, crossed, earned, closed }) {
  const state = earned.includes(name) ? "earned" : closed.includes(name) ? "closed" : "open";
  const stones = crossed.filter((_, field) => signs[field] === name);
  const dots = stones.length > 1 ? stones : [];
  const size = height * (dots.length ? 0.28 : 0.32);
  const made = svg(
    "g",
    { class: `bonus ${state}` },
    svg("rect", { class: "ring", x: short(x - width / 2), y: short(y - height / 2), width: short(width), height, rx: short(height / 2.4) }),
    glyph(name, x, y - (dots.length ? height * 0.11 : 0), size),
  );
  dots.forEach((done, k) => {
    const cx = short(x + (k - (dots.length - 1) / 2) * 2.2);
    made.append(svg("circle", { class: done ? "dot reached" : "dot", cx, cy: short(y + height * 0.35), r: 0.75 }));
  });
  if (state === "closed") {
    made.append(svg("path", { class: "bar", d: `M${short(x - 4)} ${short(y + 3.6)}L${short(x + 4)} ${short(y - 3.6)}` }));
  }
  return made;
}

/**
 * Return the path of a wing of the sun, to its left (-1) or right (1).
 * @param {{x: number, y: number}} sun
 * @param {number} side
 */
function feathers({ x, y }, side) {
  return [0, 1, 2]
    .map((k) => {
      const [tip, root, drop] = [13.6 - k * 2.4, 5.6, k * 1.9 - 2.6];
      return `M${short(x + side * root)} ${short(y + drop)}q${short(side * (tip - root) * 0.6)} ${-1.2} ${short(side * (tip - root))} ${short(0.6 - k * 0.2)}`;
    })
    .join("");
}

/** Draw a rectangle in the background. @param {string} kind @param {Box} box @param {number} [rx] */
const pane = (kind, { x, y, width, height }, rx = 0) =>
  svg("rect", { class: kind, x: short(x - width / 2), y: short(y - height / 2), width: short(width), height: short(height), rx });

/** Draw what surrounds the stones: sky, ground, and the relief's frame. @param {Arrangement} at */
function scenery({ width, height, top, sun, ground, door, bed }) {
  const [tall, end] = [height - top, width - 2.4];
  return svg(
    "g",
    { class: "scenery" },
    pane("slab", { x: width / 2, y: top + tall / 2, width: width - 0.6, height: tall - 0.6 }, 3),
    svg("path", { class: "wing", d: sun.wings ? feathers(sun, -1) + feathers(sun, 1) : "" }),
    svg("circle", { class: "sun", cx: sun.x, cy: sun.y, r: sun.r }),
    svg("path", { class: "dune", d: `M0.6 ${ground - 3}C${width * 0.18} ${ground - 9} ${width * 0.36} ${ground + 2} ${width * 0.55} ${ground - 5}S${width * 0.88} ${ground - 8} ${width - 0.6} ${ground - 4}V${ground + 0.8}H0.6Z` }),
    pane("door", door),
    svg("path", { class: "ground", d: `M2.4 ${ground + 0.8}H${end}` }),
    pane("bed", bed, 1.2),
  );
}

/** Draw pyramid, arch and relief. @param {Drawing} drawing */
function stones({ at, sheet: { colours, signs, crossed, closed, due }, marks, kinds }) {
  const planned = new Set((marks.planned ?? []).map(({ slots }) => slots.field));
  return at.stones.map((place) => {
    const { id } = place;
    const sign = signs[id];
    const shut = sign !== undefined && closed.includes(sign);
    const state = planned.has(id) ? "planned" : crossed[id] ? "crossed" : "free";
    const stone = block(place, colours[id], { sign, kind: kinds(id, state, sign !== undefined && "signed", shut && "shut", due === id && "due") });
    if (crossed[id]) stone.append(planned.has(id) ? pencilled(place) : cross(place));
    return stone;
  });
}

/** Draw the quarry, with numbered stones. @param {Drawing} drawing */
function quarry({ at, sheet: { quarry: colours, struck }, position, seat, marks, kinds }) {
  const paid = (marks.planned ?? []).flatMap(({ form, slots }) => (form === "quarry" ? [Number(slots.stone)] : []));
  const before = paid.length ? struckBefore(position, seat, Math.min(...paid)) : struck;
  return at.quarry(colours.length).map((place, k) => {
    const number = k + 1;
    const lost = number > before && number <= struck;
    const state = number > struck ? "free" : number < struck ? "gone" : "gone struck";
    const stone = block(place, colours[k], { kind: kinds(place.id, "quarry", state, lost && "planned") });
    if (paid.includes(number)) stone.append(pencilled(place));
    else if (number === struck) stone.append(cross(place));
    stone.append(svg("text", { class: "number", x: short(place.x), y: short(place.y + at.digits) }, String(number)));
    return stone;
  });
}

/** Draw the jokers; mark the one used last. @param {Drawing} drawing */
function jokers({ at, sheet: { jokers: left }, position, marks, kinds }) {
  const planned = (marks.planned ?? []).filter(({ form }) => form === "joker").length;
  return at.jokers(position.seats).map((box, k) => {
    if (k < left) return joker(box, "free");
    const stone = joker(box, k === left ? kinds(places.JOKERS, "gone") : "gone");
    stone.append(k < left + planned ? pencilled(box) : cross(box));
    return stone;
  });
}

/** Draw the name and points of each part of the sheet, and the sum. @param {Drawing} drawing */
function told({ at, position, seat }) {
  const { x, y, r, told } = at.sun;
  const parts = at.plaques.map(({ x, y, anchor, note, disc }, k) => {
    const name = svg("text", { class: "label", x, y, "text-anchor": anchor }, textOr(`part.${NAMES[k]}`, label(`score.${NAMES[k]}`)));
    const more = note !== "none" && label(`label.${NAMES[k]}`);
    if (more) name.append(svg("tspan", note === "below" ? { class: "note", x, dy: 3.6 } : { class: "note", dx: 1.4 }, more));
    const at = `translate(${short(disc.x)} ${short(disc.y)})`;
    const points = svg("g", { class: "disc", transform: at }, svg("circle", { r: 2.9 }), svg("text", { class: "points", y: 1.4 }, String(position.scores[seat][k])));
    return svg("g", { class: `told told-${NAMES[k]}` }, name, points);
  });
  const sum = svg("text", { class: "total", x, y: y + 2 }, String(total(position, seat)));
  const what = told ? [svg("text", { class: "label", x, y: y + r + 3.2, "text-anchor": "middle" }, label("label.total"))] : [];
  return [...parts, svg("g", { class: "told" }, sum, ...what)];
}

/**
 * Draw what the levels of pyramid and arch are worth, and the stones of the relief; the value that counts now stands out.
 * @param {Drawing} drawing
 */
function values({ at, position, seat }) {
  /** @type {{pyramid_points: number[], arch_points: number[], relief_points: number[]}} */
  const { pyramid_points: pyramid, arch_points: arch, relief_points: relief } = position.rules.tables;
  const each = Math.floor(places.ROWS * places.ACROSS / (relief.length - 1)); // the relief's values are by pairs of stones
  const worth = Object.entries({ pyramid, arch, relief }).flatMap(([building, all], part) =>
    all.slice(1).map((value, k) => {
      const { x, y, anchor, count } = at.rungs[/** @type {keyof Arrangement["rungs"]} */ (building)][k];
      const counts = value && value === position.scores[seat][part] ? "value counts" : "value";
      const figure = svg("text", { class: counts, x: short(x), y: short(y), "text-anchor": anchor }, String(value));
      if (!count) return [figure];
      const stones = svg("text", { class: "value stones", x: short(count.x), y: short(count.y + 0.8), "text-anchor": "middle" }, String(each * (k + 1)));
      return [pane("value few", count, 0.6), stones, figure];
    }),
  );
  return svg("g", { class: "values" }, ...worth.flat());
}

/** Draw a seat's sheet. @param {Position} position @param {number} seat @param {Arrangement} at @param {Marks} marks */
export function drawSheet(position, seat, at, marks) {
  const sheet = sheetOf(position, seat);
  const last = new Set(marks.last);
  const targets = new Set(marks.targets);
  const free = new Set(dice(position).flatMap(({ letter, taken }) => (taken ? [] : [letter])));
  const costs = (/** @type {number} */ id) => !free.has(sheet.colours[id]); // there is no die in its colour
  /** @type {Drawing["kinds"]} */
  const kinds = (id, ...more) => [...more, last.has(id) && "last", targets.has(id) && (costs(id) ? "target costs" : "target")].filter(Boolean).join(" ");
  const drawing = { at, sheet, position, seat, marks, kinds };
  return svg(
    "g",
    { class: "sheet" },
    scenery(at),
    values(drawing),
    ...stones(drawing),
    ...quarry(drawing),
    ...jokers(drawing),
    ...at.bonuses(SIGNS.length).map((box, k) => bonus(box, SIGNS[k], sheet)),
    ...told(drawing),
  );
}
