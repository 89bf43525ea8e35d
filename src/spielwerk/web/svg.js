/** Making SVG, and the symbols that stand for colours. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element with its attributes and children.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number | undefined>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(key, String(value));
  }
  made.append(...children);
  return made;
}

/**
 * A number with two decimals at most, as paths want it.
 * @param {number} value
 */
export const short = (value) => String(Math.round(value * 100) / 100);

/**
 * A path through points, closed.
 * @param {readonly (readonly [number, number])[]} points
 */
export function polygon(points) {
  return `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}Z`;
}

/**
 * The corners of a regular shape.
 * @param {number} corners
 * @param {number} radius
 * @param {number} [turn] in degrees; at 0 a corner points up
 * @returns {[number, number][]}
 */
export function corners(corners, radius, turn = 0) {
  return Array.from({ length: corners }, (_, k) => {
    const angle = ((k * 360) / corners + turn - 90) * (Math.PI / 180);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/**
 * A star: its outer and inner corners in turn.
 * @param {number} rays
 * @param {number} outer
 * @param {number} inner
 */
export function star(rays, outer, inner) {
  const out = corners(rays, outer);
  const within = corners(rays, inner, 180 / rays);
  return polygon(out.flatMap((point, k) => [point, within[k]]));
}

/**
 * The symbol of each colour, so that nobody needs to tell colours apart; within a radius of 1.
 * @type {Record<string, string>}
 */
export const SYMBOLS = {
  r: star(12, 0.86, 0.56),
  g: "M-0.72 0A0.72 0.72 0 1 0 0.72 0A0.72 0.72 0 1 0 -0.72 0Z",
  b: star(6, 0.92, 0.46),
  o: polygon(corners(6, 0.8, 30)),
  y: star(8, 0.9, 0.62) ,
  p: "M-0.76 0A0.76 0.76 0 1 0 0.76 0A0.76 0.76 0 1 0 -0.76 0ZM-0.38 0A0.38 0.38 0 1 1 0.38 0A0.38 0.38 0 1 1 -0.38 0Z",
};

/**
 * A colour's symbol in the middle of (x, y).
 * @param {string} colour
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} [kind] more classes
 */
export function symbol(colour, x, y, radius, kind = "") {
  return svg("path", {
    d: SYMBOLS[colour],
    class: `symbol colour-${colour} ${kind}`.trim(),
    transform: `translate(${short(x)} ${short(y)}) scale(${short(radius)})`,
    "fill-rule": "evenodd",
  });
}

/**
 * A drawing by itself.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {...Node} children
 */
export function drawing(x, y, width, height, ...children) {
  const box = [x, y, width, height].map(short).join(" ");
  return svg("svg", { viewBox: box, "aria-hidden": "true", focusable: "false" }, ...children);
}
