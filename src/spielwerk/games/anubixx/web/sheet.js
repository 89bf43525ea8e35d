/** How an Anubixx sheet looks: its stones, signs and dice. All colours and lines are in CSS. */

import { short, svg, symbol } from "../../../web/elements.js";
import { glyph } from "./glyphs.js";
import * as places from "./places.js";
import { dice, sheetOf, SIGNS } from "./record.js";

/** @typedef {import("../../../web/board.js").Position} Position */
/** @typedef {import("../../../web/board.js").Marks} Marks */
/** @typedef {import("./places.js").Box} Box */
/** @typedef {import("./places.js").Place} Place */
/** @typedef {import("./record.js").Sheet} Sheet */
/** @typedef {(id: number, ...more: (string | false)[]) => string} Kinds  the classes of a place, its marks among them */

/**
 * A cross that a chisel has cut.
 * @param {Box} box
 * @param {string} [kind]
 */
export function cross({ x, y }, kind = "") {
  const [a, b] = [2.5, 2.3];
  const d = `M${-a} ${-b}L${a} ${b}M${a} ${-b}L${-a} ${b}`;
  return svg(
    "g",
    { class: `cross ${kind}`.trim(), transform: `translate(${short(x)} ${short(y)})` },
    svg("path", { class: "lit", d, transform: "translate(0.35 0.4)" }),
    svg("path", { class: "cut", d }),
  );
}

/**
 * Two edges of a block: the upper left and the lower right.
 * @param {Box} box
 */
function bevel({ x, y, width, height }) {
  const [right, down] = [width / 2 - 0.5, height / 2 - 0.5];
  const at = (/** @type {number} */ a, /** @type {number} */ b) => `${short(x + a)} ${short(y + b)}`;
  return [
    svg("path", { class: "edge upper", d: `M${at(-right, down)}L${at(-right, -down)}L${at(right, -down)}` }),
    svg("path", { class: "edge lower", d: `M${at(right, -down)}L${at(right, down)}L${at(-right, down)}` }),
  ];
}

/**
 * A block of stone with its colour, and the sign on it if there is one.
 * @param {Place} place
 * @param {string} colour
 * @param {{sign?: string, kind?: string}} [more]
 */
export function block(place, colour, { sign, kind = "" } = {}) {
  const { id, x, y, width, height } = place;
  const closing = id === places.CLOSING;
  const box = { x: short(x - width / 2), y: short(y - height / 2), width: short(width), height, rx: 0.9 };
  const size = Math.min(width, height) / 2;
  const face = closing
    ? svg("path", { class: "face", d: places.cornice(place) })
    : svg("rect", { class: "face", ...box });
  const made = svg("g", { class: `block colour-${colour} ${kind}`.trim(), "data-cell": id }, face);
  made.append(...bevel(closing ? { ...place, width: width - 2 } : place));
  if (sign) {
    const apart = closing ? 5 : 2.4;
    const grown = closing ? 0.66 : 0.49;
    made.append(symbol(colour, x - apart, y, size * grown), glyph(sign, x + apart, y, size * grown));
  } else {
    made.append(symbol(colour, x, y, size * 0.66));
  }
  return made;
}

/**
 * A joker stone.
 * @param {Box} box
 * @param {string} kind
 */
export function joker({ x, y, width, height }, kind) {
  const box = { x: short(x - width / 2), y: short(y - height / 2), width, height, rx: 0.9 };
  const face = svg("rect", { class: "face", ...box });
  return svg("g", { class: `block joker ${kind}` }, face, glyph("joker", x, y, height * 0.37));
}

/**
 * A die that shows a colour.
 * @param {Box} box
 * @param {string} colour
 * @param {number} tilt  in degrees
 * @param {string} [kind]
 */
export function die({ x, y, width }, colour, tilt, kind = "") {
  const half = width / 2;
  return svg(
    "g",
    {
      class: `die colour-${colour} ${kind}`.trim(),
      transform: `translate(${short(x)} ${short(y)}) rotate(${tilt})`,
    },
    svg("rect", { class: "side", x: -half, y: -half + 0.9, width, height: width, rx: 2.4 }),
    svg("rect", { class: "face", x: -half, y: -half, width, height: width, rx: 2.4 }),
    svg("circle", { class: "dish", r: half * 0.8 }),
    symbol(colour, 0, 0, half * 0.7),
  );
}

/** Dice lie as they fell: by how many degrees each is turned. */
export const TILTS = [-7, 5, -3, 8];

/**
 * The dice in the middle, and apart from them those that the builder has taken.
 * @param {Position} position
 */
export function tray({ rules, state }) {
  const [free, taken] = [dice(rules, state.dice), dice(rules, state.taken)];
  const made = svg("g", { class: "tray" });
  made.append(svg("rect", { class: "well", x: 1, y: 0.5, width: places.WIDTH - 2, height: 15, rx: 7.5 }));
  places.dice(free.length, 4).forEach((place, k) => made.append(die(place, free[k], TILTS[k % TILTS.length])));
  const left = places.WIDTH - 4 - 14 * taken.length;
  if (taken.length) made.append(svg("line", { class: "apart", x1: left - 2, x2: left - 2, y1: 3.5, y2: 12.5 }));
  places.dice(taken.length, left).forEach((place, k) => made.append(die(place, taken[k], 0, "taken")));
  return made;
}

/**
 * A bonus: open, earned by this seat, or closed for all. Dots tell how many of its stones are crossed.
 * @param {Box} box
 * @param {string} name
 * @param {Sheet} sheet
 */
function bonus({ x, y, width, height }, name, { signs, crossed, earned, closed }) {
  const state = earned.includes(name) ? "earned" : closed.includes(name) ? "closed" : "open";
  const stones = crossed.filter((_, field) => signs[field] === name);
  const dots = stones.length > 1 ? stones : [];
  const made = svg(
    "g",
    { class: `bonus ${state}` },
    svg("rect", {
      class: "ring",
      x: short(x - width / 2),
      y: short(y - height / 2),
      width: short(width),
      height,
      rx: height / 2.4,
    }),
    glyph(name, x, y - (dots.length ? 1.5 : 0), dots.length ? 3.7 : 4.2),
  );
  dots.forEach((done, k) => {
    const cx = short(x + (k - (dots.length - 1) / 2) * 2.2);
    made.append(svg("circle", { class: done ? "dot done" : "dot", cx, cy: short(y + height / 2 - 1.9), r: 0.75 }));
  });
  if (state === "closed") {
    made.append(svg("path", { class: "bar", d: `M${short(x - 4.4)} ${short(y + 4)}L${short(x + 4.4)} ${short(y - 4)}` }));
  }
  return made;
}

/**
 * A wing of the sun, to its left (-1) or right (1).
 * @param {{x: number, y: number}} sun
 * @param {number} side
 */
function feathers({ x, y }, side) {
  return [0, 1, 2]
    .map((k) => {
      const [tip, root, drop] = [13.6 - k * 2.4, 5, k * 1.9 - 2.6];
      return `M${short(x + side * root)} ${short(y + drop)}q${short(side * (tip - root) * 0.6)} ${-1.2} ${short(side * (tip - root))} ${short(0.6 - k * 0.2)}`;
    })
    .join("");
}

/** What stands around the stones: sky, ground, the relief's frame. */
function scenery() {
  const { ground, floor, margin, door } = places.LINES;
  const [sun] = places.TOLD;
  const wide = places.WIDTH;
  return svg(
    "g",
    { class: "scenery" },
    svg("rect", { class: "slab", x: 0.6, y: 0.6, width: wide - 1.2, height: places.SHEET - 1.2, rx: 3 }),
    svg("rect", { class: "rim", x: 2, y: 2, width: wide - 4, height: places.SHEET - 4, rx: 2 }),
    svg("path", { class: "wing", d: feathers(sun, -1) + feathers(sun, 1) }),
    svg("circle", { class: "sun", cx: sun.x, cy: sun.y, r: 5.4 }),
    svg("path", { class: "dune", d: `M2.4 ${ground - 3}C20 ${ground - 9} 40 ${ground + 2} 62 ${ground - 5}S98 ${ground - 8} 109.6 ${ground - 4}V${ground + 1.6}H2.4Z` }),
    svg("rect", { class: "door", x: door - 6, y: ground - 47, width: 12, height: 47 }),
    svg("path", { class: "ground", d: `M2.4 ${ground + 0.8}H109.6` }),
    svg("rect", { class: "bed", x: margin - 1, y: floor - 29.2, width: 43.6, height: 30.2, rx: 1.2 }),
    svg("path", { class: "ledge", d: `M${margin - 0.6} 110.6H${wide - margin + 0.6}` }),
  );
}

/** Pyramid, arch and relief. @param {Sheet} sheet @param {Kinds} kinds */
function stones({ colours, signs, crossed, closed, due }, kinds) {
  return places.STONES.map((place) => {
    const { id } = place;
    const sign = signs[id];
    const shut = sign !== undefined && closed.includes(sign);
    const kind = kinds(id, crossed[id] ? "crossed" : "free", sign !== undefined && "signed", shut && "shut", due === id && "due");
    const stone = block(place, colours[id], { sign, kind });
    if (crossed[id]) stone.append(cross(place));
    return stone;
  });
}

/** The quarry, its stones numbered. @param {Sheet} sheet @param {Kinds} kinds */
function quarry({ quarry: colours, struck }, kinds) {
  return places.quarry(colours.length).map((place, k) => {
    const number = k + 1;
    const state = number > struck ? "free" : number < struck ? "gone" : "gone struck";
    const stone = block(place, colours[k], { kind: kinds(place.id, "quarry", state) });
    if (number === struck) stone.append(cross(place));
    stone.append(svg("text", { class: "number", x: short(place.x), y: 113 }, String(number)));
    return stone;
  });
}

/** The jokers; marked is the one that was used last. @param {Sheet} sheet @param {number} count @param {Kinds} kinds */
function jokers({ jokers: left }, count, kinds) {
  return places.jokers(count).map((box, k) => {
    if (k < left) return joker(box, "free");
    const stone = joker(box, k === left ? kinds(places.JOKERS, "gone") : "gone");
    stone.append(cross(box));
    return stone;
  });
}

/** What a building has brought. @param {{x: number, y: number}} at @param {number} building @param {number} points */
function told({ x, y }, building, points) {
  const made = svg("g", { class: `told told-${building}`, transform: `translate(${short(x)} ${short(y)})` });
  if (building > 0) made.append(svg("circle", { class: "disc", r: 4 }));
  made.append(svg("text", { class: "points", y: 2 }, String(points)));
  return made;
}

/** A seat's sheet. @param {Position} position @param {number} seat @param {Marks} marks */
export function drawSheet(position, seat, marks) {
  const sheet = sheetOf(position, seat);
  const last = new Set(marks.last);
  const targets = new Set(marks.targets);
  /** @type {Kinds} */
  const kinds = (id, ...more) => [...more, last.has(id) && "last", targets.has(id) && "target"].filter(Boolean).join(" ");
  return svg(
    "g",
    { class: "sheet" },
    scenery(),
    ...stones(sheet, kinds),
    ...quarry(sheet, kinds),
    ...jokers(sheet, position.seats, kinds),
    ...places.bonuses(SIGNS.length).map((box, k) => bonus(box, SIGNS[k], sheet)),
    ...places.TOLD.map((at, k) => told(at, k, position.scores[seat][k])),
  );
}
