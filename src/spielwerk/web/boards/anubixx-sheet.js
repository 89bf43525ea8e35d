/** How an Anubixx sheet looks: its stones, signs and dice. All colours and lines are in CSS. */

import { short, svg, symbol } from "../svg.js";
import { glyph } from "./anubixx-glyphs.js";
import * as places from "./anubixx-places.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Marks} Marks */
/** @typedef {import("./anubixx-places.js").Place} Place */

/**
 * @typedef {object} Sheet  a seat's sheet, as the server sends it
 * @property {Record<string, string>} stones  colours
 * @property {string} quarry
 * @property {string[]} crossed
 * @property {number} struck
 * @property {number} jokers
 * @property {string[]} bonuses
 */

/** By stone: the bonus symbol on it. @param {View} view @returns {Map<string, string>} */
export function symbols(view) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const [name, stones] of Object.entries(view.symbols)) {
    for (const stone of stones) found.set(stone, name);
  }
  return found;
}

/**
 * A cross that a chisel has cut.
 * @param {Place} place
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
 * @param {Place} place
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
  const closing = id === "AT";
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
 * @param {Place} place
 * @param {string} kind
 */
export function joker(place, kind) {
  const { x, y, width, height } = place;
  const box = { x: short(x - width / 2), y: short(y - height / 2), width, height, rx: 0.9 };
  const face = svg("rect", { class: "face", ...box });
  return svg("g", { class: `block joker ${kind}` }, face, glyph("joker", x, y, height * 0.37));
}

/**
 * A die that shows a colour.
 * @param {Place} place
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
 * @param {View} view
 */
export function tray(view) {
  const made = svg("g", { class: "tray" });
  made.append(svg("rect", { class: "well", x: 1, y: 0.5, width: places.WIDTH - 2, height: 15, rx: 7.5 }));
  places.dice(view.dice.length, 4).forEach((place, k) => {
    made.append(die(place, view.dice[k], TILTS[k % TILTS.length]));
  });
  const left = places.WIDTH - 4 - 14 * view.taken.length;
  if (view.taken) {
    const line = { class: "apart", x1: left - 2, x2: left - 2, y1: 3.5, y2: 12.5 };
    made.append(svg("line", line));
  }
  places.dice(view.taken.length, left).forEach((place, k) => {
    made.append(die(place, view.taken[k], 0, "taken"));
  });
  return made;
}

/**
 * A bonus: open, earned by this seat, or closed for all. Dots tell how many of its stones are crossed.
 * @param {Place} place
 * @param {string} name
 * @param {Sheet} sheet
 * @param {View} view
 */
function bonus(place, name, sheet, view) {
  const { x, y, width, height } = place;
  const state = sheet.bonuses.includes(name) ? "earned" : view.closed.includes(name) ? "closed" : "open";
  const stones = /** @type {string[]} */ (view.symbols[name] ?? []);
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
  dots.forEach((stone, k) => {
    const done = sheet.crossed.includes(stone) ? "done" : "";
    const cx = short(x + (k - (dots.length - 1) / 2) * 2.2);
    made.append(svg("circle", { class: `dot ${done}`.trim(), cx, cy: short(y + height / 2 - 1.9), r: 0.75 }));
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

/**
 * A seat's sheet.
 * @param {View} view
 * @param {number} seat
 * @param {Marks} marks
 */
export function drawSheet(view, seat, marks) {
  /** @type {Sheet} */
  const sheet = view.sheets[seat];
  const signs = symbols(view);
  const last = new Set(marks.last);
  const targets = new Set(marks.targets);
  const kinds = (/** @type {string} */ id, /** @type {(string | false)[]} */ ...more) =>
    [...more, last.has(id) && "last", targets.has(id) && "target"].filter(Boolean).join(" ");
  const made = svg("g", { class: "sheet" }, scenery());

  for (const place of places.STONES) {
    const { id } = place;
    const crossed = sheet.crossed.includes(id);
    const sign = signs.get(id);
    const shut = sign !== undefined && view.closed.includes(sign);
    const due = view.pair === id && view.to_act.includes(seat);
    const kind = kinds(id, crossed ? "crossed" : "free", sign !== undefined && "signed", shut && "shut", due && "due");
    const stone = block(place, sheet.stones[id], { sign, kind });
    if (crossed) stone.append(cross(place));
    made.append(stone);
  }

  places.quarry(sheet.quarry.length).forEach((place, k) => {
    const number = k + 1;
    const state = number > sheet.struck ? "free" : number < sheet.struck ? "gone" : "gone struck";
    const stone = block(place, sheet.quarry[k], { kind: kinds(place.id, "quarry", state) });
    if (number === sheet.struck) stone.append(cross(place));
    stone.append(svg("text", { class: "number", x: short(place.x), y: 113 }, String(number)));
    made.append(stone);
  });

  places.jokers(view.seats).forEach((place, k) => {
    const used = k >= sheet.jokers;
    const id = k === sheet.jokers ? "j" : ""; // the one that was used last
    const stone = joker(place, kinds(id, used ? "gone" : "free"));
    if (used) stone.append(cross(place));
    made.append(stone);
  });

  const names = [...Object.keys(view.symbols), "end"];
  places.bonuses(names.length).forEach((place, k) => made.append(bonus(place, names[k], sheet, view)));

  places.TOLD.forEach(({ x, y }, k) => {
    const points = String(view.scores[seat][k]);
    const told = svg("g", { class: `told told-${k}`, transform: `translate(${short(x)} ${short(y)})` });
    if (k > 0) told.append(svg("circle", { class: "disc", r: 4 }));
    told.append(svg("text", { class: "points", y: 2 }, points));
    made.append(told);
  });
  return made;
}
