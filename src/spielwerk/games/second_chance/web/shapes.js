/**
 * Shapes made of unit squares: rotate, flip, compare and outline them. x points to the right and y downwards; [x, y] is
 * the top left corner of a square.
 *
 * @typedef {readonly [number, number]} Square
 * @typedef {readonly Square[]} Shape
 */

/**
 * Flip a shape from left to right if `mirrored`, then rotate it clockwise.
 * @param {Shape} shape
 * @param {number} turn
 * @param {boolean} mirrored
 * @returns {Shape}
 */
export function laid(shape, turn, mirrored) {
  /** @type {Shape} */
  let now = mirrored ? shape.map(([x, y]) => [-x, y]) : shape;
  for (let k = 0; k < turn; k++) now = now.map(([x, y]) => [-y, x]);
  return settled(now);
}

/**
 * Move a shape to the top left corner, and sort its squares in reading order.
 * @param {Shape} shape
 * @returns {Shape}
 */
export function settled(shape) {
  const left = Math.min(...shape.map(([x]) => x));
  const top = Math.min(...shape.map(([, y]) => y));
  return shape
    .map(([x, y]) => /** @type {Square} */ ([x - left, y - top]))
    .sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

/**
 * Return a key that is equal for shapes that look the same without rotating or flipping them.
 * @param {Shape} shape
 */
export const key = (shape) => settled(shape).join(" ");

/** @param {Shape} shape */
export function size(shape) {
  const flat = settled(shape);
  return { width: 1 + Math.max(...flat.map(([x]) => x)), height: 1 + Math.max(...flat.map(([, y]) => y)) };
}

/**
 * Return a shape's canonical orientation: upright, and the first of these by key.
 * @param {Shape} shape
 * @returns {Shape}
 */
export function standing(shape) {
  const ways = [false, true].flatMap((over) => [0, 1, 2, 3].map((turn) => laid(shape, turn, over)));
  const upright = ways.filter((way) => size(way).height >= size(way).width);
  return upright.reduce((a, b) => (key(b) < key(a) ? b : a));
}

/**
 * Return the number of different rotations of a shape, and whether flipping it adds any.
 * @param {Shape} shape
 */
export function ways(shape) {
  const names = [0, 1, 2, 3].map((turn) => key(laid(shape, turn, false)));
  return { turns: new Set(names).size, mirrors: !names.includes(key(laid(shape, 0, true))) };
}

/**
 * Return the square by which a shape is held: the one nearest to its centre, or the first of several.
 * @param {Shape} shape
 * @returns {Square}
 */
export function grip(shape) {
  const n = shape.length;
  const x0 = shape.reduce((sum, [x]) => sum + x, 0);
  const y0 = shape.reduce((sum, [, y]) => sum + y, 0);
  /** @param {Square} square */ // multiplied by n, to compare integers without rounding
  const far = ([x, y]) => (n * x - x0) ** 2 + (n * y - y0) ** 2;
  return [...shape]
    .sort((a, b) => a[1] - b[1] || a[0] - b[0])
    .reduce((best, square) => (far(square) < far(best) ? square : best));
}

/**
 * Return the corners around a shape, clockwise, one list per edge (holes have their own).
 * @param {Shape} shape
 * @returns {Square[][]}
 */
export function around(shape) {
  const squares = new Set(shape.map(String));
  /** @type {Map<string, {from: Square, to: Square}[]>} */
  const sides = new Map();
  /** @param {Square} from @param {Square} to */
  const side = (from, to) => sides.set(String(from), [...(sides.get(String(from)) ?? []), { from, to }]);
  for (const [x, y] of shape) {
    if (!squares.has(`${x},${y - 1}`)) side([x, y], [x + 1, y]);
    if (!squares.has(`${x + 1},${y}`)) side([x + 1, y], [x + 1, y + 1]);
    if (!squares.has(`${x},${y + 1}`)) side([x + 1, y + 1], [x, y + 1]);
    if (!squares.has(`${x - 1},${y}`)) side([x, y + 1], [x, y]);
  }
  const loops = [];
  for (const start of sides.values()) {
    while (start.length) loops.push(loop(sides, start));
  }
  return loops.map(bends);
}

/**
 * Remove the sides of one loop, and return its corners.
 * @param {Map<string, {from: Square, to: Square}[]>} sides
 * @param {{from: Square, to: Square}[]} start
 */
function loop(sides, start) {
  /** @type {Square[]} */
  const corners = [];
  for (let next = start.pop(); next; next = sides.get(String(next.to))?.pop()) corners.push(next.from);
  return corners;
}

/**
 * Return the corners where a loop changes direction.
 * @param {Square[]} corners
 */
function bends(corners) {
  return corners.filter(([x, y], k) => {
    const [px, py] = corners[(k + corners.length - 1) % corners.length];
    const [nx, ny] = corners[(k + 1) % corners.length];
    return (x - px) * (ny - y) !== (y - py) * (nx - x);
  });
}
