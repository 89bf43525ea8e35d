/** Cells: their places, their outlines, and the wood they are cut into. A cell is 16 * number + letter, both from 1. */

import { short, svg } from "../../web/elements.js";

/** @typedef {readonly [number, number]} Point */
/** @typedef {readonly Point[]} Outline */

/** The distance between the centres of neighbouring cells. */
export const UNIT = 40;

/** The step from a cell to the one with the same letter and the next number. */
export const STRIDE = 16;

/** The letters beside the board. */
export const LETTERS = "abcdefghijklmno";

/**
 * @typedef {object} Grid
 * @property {readonly number[]} steps  to each neighbour: the one to the right first, then clockwise
 * @property {Outline} corners  of a cell, around its centre; steps[k] crosses the side from corner k to the next
 * @property {(letter: number, number: number) => Point} place  returns a cell's centre
 */

/** @param {number} cell */
export const letterOf = (cell) => cell % STRIDE;

/** @param {number} cell */
export const numberOf = (cell) => Math.floor(cell / STRIDE);

/**
 * @param {Grid} grid
 * @param {number} cell
 */
export const middle = (grid, cell) => grid.place(letterOf(cell), numberOf(cell));

/**
 * @param {Grid} grid
 * @param {number} cell
 */
export const outline = (grid, cell) => moved(grid.corners, middle(grid, cell));

// Outlines: closed lists of points, clockwise

/**
 * @param {Outline} outline
 * @param {Point} by
 * @returns {Outline}
 */
export const moved = (outline, [dx, dy]) => outline.map(([x, y]) => [x + dx, y + dy]);

/**
 * Return the outline of two equal cells that share the side in direction k.
 * @param {Outline} corners  around (0, 0); the side from corner k to the next is in direction k
 * @param {Point} middle  of the first cell
 * @param {Point} other  centre of the second cell
 * @param {number} k
 * @returns {Outline}
 */
export function joined(corners, middle, other, k) {
  const sides = corners.length;
  const first = moved(corners, middle);
  const second = moved(corners, other);
  const opposite = k + sides / 2;
  return [
    ...first.map((_, n) => first[(k + 1 + n) % sides]),
    ...second.slice(2).map((_, n) => second[(opposite + 2 + n) % sides]),
  ];
}

/**
 * Return the outline with every side moved inwards.
 * @param {Outline} outline
 * @param {number} by
 * @returns {Outline}
 */
export function inset(outline, by) {
  return outline.map((point, n) => {
    const a = normal(outline.at(n - 1) ?? point, point);
    const b = normal(point, outline[(n + 1) % outline.length]);
    const reach = by / (1 + a[0] * b[0] + a[1] * b[1]);
    return [point[0] + (a[0] + b[0]) * reach, point[1] + (a[1] + b[1]) * reach];
  });
}

/**
 * Return the inward normal of a side, with length 1.
 * @param {Point} from
 * @param {Point} to
 * @returns {Point}
 */
function normal([x, y], [toX, toY]) {
  const length = Math.hypot(toX - x, toY - y);
  return [(y - toY) / length, (toX - x) / length];
}

/**
 * Return a closed path along an outline, with rounded corners.
 * @param {Outline} outline
 * @param {number} radius
 */
export function rounded(outline, radius) {
  const steps = outline.map((point, n) => {
    const before = towards(point, outline.at(n - 1) ?? point, radius);
    const after = towards(point, outline[(n + 1) % outline.length], radius);
    return `${written(before)}Q${written(point)} ${written(after)}`;
  });
  return `M${steps.join("L")}Z`;
}

/**
 * Return a point on the way from one point to another, at most halfway.
 * @param {Point} from
 * @param {Point} to
 * @param {number} distance
 * @returns {Point}
 */
function towards([x, y], [toX, toY], distance) {
  const part = Math.min(distance / Math.hypot(toX - x, toY - y), 0.5);
  return [x + (toX - x) * part, y + (toY - y) * part];
}

/** @param {Point} point */
const written = ([x, y]) => `${short(x)} ${short(y)}`;

// The wood

/**
 * Draw the wood with its edge, top and grain.
 * @param {Outline} rim
 */
export function wood(rim) {
  return [
    svg("path", { class: "wood-shadow", d: rounded(moved(rim, [0, UNIT * 0.08]), UNIT * 0.4) }),
    svg("path", { class: "wood-edge", d: rounded(rim, UNIT * 0.4) }),
    svg("path", { class: "wood", d: rounded(inset(rim, UNIT * 0.05), UNIT * 0.36) }),
    svg("path", { class: "grain", d: grain(inset(rim, UNIT * 0.14)) }),
  ];
}

/**
 * Return the path of wavy lines from edge to edge.
 * @param {Outline} area
 */
function grain(area) {
  const ys = area.map(([, y]) => y);
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  let d = "";
  for (let n = 1, y = top + 5; y < bottom - 4; n++, y += 5 + 5 * Math.abs(Math.sin(n * 2.4))) {
    const [left, right] = span(area, y);
    const step = (right - left) / 6;
    const wave = 2.4 * Math.sin(n * 1.7);
    d += `M${short(left)} ${short(y)}q${short(step / 2)} ${short(wave)} ${short(step)} 0`;
    d += `t${short(step)} 0`.repeat(5);
  }
  return d;
}

/**
 * Return the left and right end of an area at a height.
 * @param {Outline} area
 * @param {number} y
 */
function span(area, y) {
  const xs = area.flatMap(([x, fromY], n) => {
    const [toX, toY] = area[(n + 1) % area.length];
    if ((fromY < y) === (toY < y)) return [];
    return [x + ((toX - x) * (y - fromY)) / (toY - fromY)];
  });
  return [Math.min(...xs), Math.max(...xs)];
}

/**
 * Return a cell's path, with its sides moved inwards.
 * @param {Grid} grid
 * @param {number} cell
 * @param {number} by
 */
export const inner = (grid, cell, by) => rounded(inset(outline(grid, cell), UNIT * by), UNIT * 0.17);

/**
 * Draw the cells as hollows in the wood, darker at the top because the light comes from above.
 * @param {Grid} grid
 * @param {number[]} cells
 */
export function wells(grid, cells) {
  const floor = (/** @type {number} */ cell) =>
    rounded(moved(inset(outline(grid, cell), UNIT * 0.055), [0, UNIT * 0.02]), UNIT * 0.16);
  return [
    svg("path", { class: "well", d: cells.map((cell) => inner(grid, cell, 0.03)).join("") }),
    svg("path", { class: "floor", d: cells.map(floor).join("") }),
  ];
}
