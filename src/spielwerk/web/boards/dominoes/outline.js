/** Outlines: rings of points, clockwise, and what can be made of them. */

import { short } from "../../svg.js";

/** @typedef {readonly [number, number]} Point */
/** @typedef {readonly Point[]} Outline */

/**
 * The same outline somewhere else.
 * @param {Outline} outline
 * @param {Point} by
 * @returns {Outline}
 */
export const moved = (outline, [dx, dy]) => outline.map(([x, y]) => [x + dx, y + dy]);

/**
 * The outline of two equal cells that share the side which faces direction k.
 * @param {Outline} corners  around (0, 0); the side from corner k to the next faces direction k
 * @param {Point} middle  of the first
 * @param {Point} other  middle of the second
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
 * The outline with every side moved inwards.
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
 * A step of length 1 inwards from a side.
 * @param {Point} from
 * @param {Point} to
 * @returns {Point}
 */
function normal([x, y], [toX, toY]) {
  const length = Math.hypot(toX - x, toY - y);
  return [(y - toY) / length, (toX - x) / length];
}

/**
 * A closed path along an outline, its corners rounded off.
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
 * A point on the way from one to another, not beyond the half.
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
