/** Draw Anubixx's stones, dice and crosses one by one. Colours and lines are in CSS. */

import { short, svg, symbol } from "../../../web/elements.js";
import { glyph } from "./glyphs.js";
import { CLOSING, cornice } from "./places.js";

/** @typedef {import("./places.js").Box} Box */
/** @typedef {import("./places.js").Place} Place */

/**
 * Draw a cross cut by a chisel.
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
 * Draw a planned cross, in pencil.
 * @param {Box} box
 */
export function pencilled({ x, y }) {
  const d = "M-2.9 -2.6C-1.2 -0.9 0.8 0.7 2.8 2.7M2.7 -2.8C1.1 -1.2 -0.6 0.9 -2.8 2.5M-2.5 -2.7C-1 -1 1 1.1 3 2.4";
  return svg("g", { class: "pencil", transform: `translate(${short(x)} ${short(y)})` }, svg("path", { d }));
}

/**
 * Draw two edges of a block: the upper left and the lower right.
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
 * Draw a block of stone in its colour, with its sign if it has one.
 * @param {Place} place
 * @param {string} colour
 * @param {{sign?: string, kind?: string}} [more]
 */
export function block(place, colour, { sign, kind = "" } = {}) {
  const { id, x, y, width, height } = place;
  const closing = id === CLOSING;
  const box = { x: short(x - width / 2), y: short(y - height / 2), width: short(width), height: short(height), rx: 0.9 };
  const size = Math.min(width, height) / 2;
  const face = closing
    ? svg("path", { class: "face", d: cornice(place) })
    : svg("rect", { class: "face", ...box });
  const made = svg("g", { class: `block colour-${colour} ${kind}`.trim(), "data-cell": id }, face);
  made.append(...bevel(closing ? { ...place, width: width - 2 } : place));
  if (sign) {
    const apart = closing ? 5 : 2.4;
    const radius = closing ? size * 0.66 : Math.min(width * 0.22, size * 0.7);
    made.append(symbol(colour, x - apart, y, radius), glyph(sign, x + apart, y, radius));
  } else {
    made.append(symbol(colour, x, y, size * 0.66));
  }
  return made;
}

/**
 * @param {Box} box
 * @param {string} kind
 */
export function joker({ x, y, width, height }, kind) {
  const box = { x: short(x - width / 2), y: short(y - height / 2), width, height, rx: 0.9 };
  const face = svg("rect", { class: "face", ...box });
  return svg("g", { class: `block joker ${kind}` }, face, glyph("joker", x, y, height * 0.37));
}

/**
 * Draw a side of a die, centred at (0, 0).
 * @param {number} half  of its width
 * @param {string} colour
 * @param {string} [kind]
 */
export function side(half, colour, kind = "") {
  const width = 2 * half;
  return svg(
    "g",
    { class: `shows colour-${colour} ${kind}`.trim() },
    svg("rect", { class: "face", x: -half, y: -half, width, height: width, rx: half * 0.42 }),
    svg("circle", { class: "dish", r: half * 0.8 }),
    symbol(colour, 0, 0, half * 0.7),
  );
}

/**
 * Draw a die that shows a colour; its `.thrown` part can be animated.
 * @param {Box} box
 * @param {string} colour
 * @param {number} tilt  in degrees
 * @param {string} [kind]
 */
export function die({ x, y, width }, colour, tilt, kind = "") {
  const half = width / 2;
  const below = svg("rect", { class: "side", x: -half, y: -half + 0.9, width, height: width, rx: half * 0.42 });
  return svg(
    "g",
    { class: `die colour-${colour} ${kind}`.trim(), transform: `translate(${short(x)} ${short(y)}) rotate(${tilt})` },
    svg("g", { class: "thrown", "data-half": half }, below, side(half, colour)),
  );
}

/** The rotation of each die in degrees, as if it had been thrown. */
export const TILTS = [-7, 5, -3, 8];
