/**
 * Pencil on paper: lines as if drawn by hand. The same place is always drawn the same way.
 *
 * @import { Shape, Square } from "./shapes.js"
 */
import { short } from "../../../web/elements.js";
import { around } from "./shapes.js";

/**
 * Return a number between -1 and 1 that is always the same for a place.
 * @param {number} x
 * @param {number} y
 * @param {number} k
 */
export function wobble(x, y, k) {
  let bits = Math.imul(Math.round(x * 64) + 0x9e37, 0x85ebca6b) ^ Math.imul(Math.round(y * 64) + 0x79b9, 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 15) ^ Math.imul(k + 1, 0x27d4eb2f), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 31 - 1;
}

/**
 * Return the path of strokes to and fro that fill a square.
 * @param {Square} square
 * @param {number} side its width
 * @param {boolean} falling whether strokes go down to the right
 */
export function scribble([x, y], side, falling) {
  const strokes = 13;
  const inset = 0.07;
  let path = "";
  for (let k = 0; k <= strokes; k++) {
    const far = 0.12 + (1.76 * k) / strokes + 0.05 * wobble(x, y, k);
    const [near, out] = [Math.max(0, far - 1), Math.min(1, far)];
    const [u, v] = k % 2 ? [near, out] : [out, near];
    const across = inset + (1 - 2 * inset) * (falling ? 1 - u : u) + 0.03 * wobble(x, y, k + 40);
    const down = inset + (1 - 2 * inset) * v + 0.03 * wobble(x, y, k + 80);
    path += `${k ? "L" : "M"}${short((x + across) * side)} ${short((y + down) * side)}`;
  }
  return path;
}

/**
 * Return the path of a line around a shape, slightly inside it.
 * @param {Shape} shape
 * @param {number} side
 * @param {number} inset
 * @param {number} [hand] another number draws the line again, slightly differently
 */
export function outline(shape, side, inset, hand = 0) {
  return around(shape)
    .map((corners) => {
      const points = corners.map((corner, k) => inside(corners, k, side, inset, hand));
      const lines = points.map(([x, y], k) => {
        const [toX, toY] = points[(k + 1) % points.length];
        const [cx, cy] = corners[k];
        const bow = 0.025 * side;
        const midX = (x + toX) / 2 + bow * wobble(cx, cy, hand + 3);
        const midY = (y + toY) / 2 + bow * wobble(cx, cy, hand + 4);
        return `Q${short(midX)} ${short(midY)} ${short(toX)} ${short(toY)}`;
      });
      return `M${short(points[0][0])} ${short(points[0][1])}${lines.join("")}Z`;
    })
    .join("");
}

/**
 * Return a corner of a loop, moved inwards, with some unsteadiness.
 * @param {Square[]} corners
 * @param {number} k
 * @param {number} side
 * @param {number} inset
 * @param {number} hand
 * @returns {Square}
 */
function inside(corners, k, side, inset, hand) {
  const [x, y] = corners[k];
  const [px, py] = corners[(k + corners.length - 1) % corners.length];
  const [nx, ny] = corners[(k + 1) % corners.length];
  // Loops are clockwise: the inside is to the right of both sides that meet here.
  const inX = -Math.sign(y - py) - Math.sign(ny - y);
  const inY = Math.sign(x - px) + Math.sign(nx - x);
  const shake = 0.012 * side;
  return [
    x * side + inset * inX + shake * wobble(x, y, hand + 1),
    y * side + inset * inY + shake * wobble(x, y, hand + 2),
  ];
}
