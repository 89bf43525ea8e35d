/** Create HTML and SVG elements and paths, decide when to redraw them, and draw the colours' symbols. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an element with attributes, listeners (`onclick` …) and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else made.setAttribute(key, String(value));
  }
  made.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child !== null && child !== undefined && child !== false)));
  return made;
}

/**
 * @param {string} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {Record<string, any>} [attributes]
 */
export function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, label);
}

/**
 * Create a labelled select.
 * @param {string} label
 * @param {string} name
 * @param {readonly (readonly [value: string, text: string])[]} options
 * @param {string} [chosen]
 * @param {(value: string) => void} [onchange]
 */
export function choice(label, name, options, chosen, onchange) {
  const select = h(
    "select",
    { name, onchange: () => onchange?.(select.value) },
    ...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
  );
  return h("label", { class: "field" }, h("span", {}, label), select);
}

/**
 * Create a labelled checkbox.
 * @param {string} label
 * @param {string} name
 * @param {boolean} checked
 * @param {(checked: boolean) => void} [onchange]
 */
export function tick(label, name, checked, onchange) {
  const box = h("input", { type: "checkbox", name, checked, onchange: () => onchange?.(box.checked) });
  return h("label", { class: "tick" }, box, h("span", {}, label));
}

/** Remember what something was drawn from, to redraw it only after a change: redrawing could interrupt a click. */
export class Drawn {
  /** @type {unknown[] | null} */
  #from = null;

  /** Return whether it must be drawn again, and remember what it is drawn from. @param {...unknown} from */
  changed(...from) {
    if (this.#from && alike(this.#from, from)) return false;
    this.#from = from;
    return true;
  }

  /** Redraw next time in any case. */
  forget() {
    this.#from = null;
  }
}

/** Return whether two values are equal, comparing plain arrays and objects deeply. @param {unknown} one @param {unknown} other @returns {boolean} */
export function alike(one, other) {
  if (Object.is(one, other)) return true;
  if (!isPlain(one) || !isPlain(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return keys.length === others.length && keys.every((key) => alike(one[key], other[key]));
}

/** @param {unknown} what @returns {what is Record<string, unknown>} */
function isPlain(what) {
  return typeof what === "object" && what !== null && [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(what));
}

/**
 * Create an SVG element with attributes and children.
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
 * Write a number with at most two decimals, for paths.
 * @param {number} value
 */
export const short = (value) => String(Math.round(value * 100) / 100);

/**
 * Return a closed path through points.
 * @param {readonly (readonly [number, number])[]} points
 */
export function polygon(points) {
  return `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}Z`;
}

/**
 * Return the corners of a regular polygon.
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
 * Return a star's path: its outer and inner corners in turn.
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
 * The symbol of each colour, within a radius of 1, for people who cannot distinguish the colours.
 * @type {Record<string, string>}
 */
export const SYMBOLS = {
  r: star(12, 0.86, 0.56),
  g: "M-0.72 0A0.72 0.72 0 1 0 0.72 0A0.72 0.72 0 1 0 -0.72 0Z",
  b: star(6, 0.92, 0.46),
  o: polygon(corners(6, 0.8, 30)),
  y: star(8, 0.9, 0.62),
  p: "M-0.76 0A0.76 0.76 0 1 0 0.76 0A0.76 0.76 0 1 0 -0.76 0ZM-0.38 0A0.38 0.38 0 1 1 0.38 0A0.38 0.38 0 1 1 -0.38 0Z",
};

/**
 * Draw a colour's symbol centred at (x, y).
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
 * Create a standalone drawing.
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
