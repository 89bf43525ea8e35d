/** Paint the cells of a board, one by one or in one stroke, by mouse, finger or keyboard. */

import { drawing, h, svg } from "../elements.js";
import { valueName, mark, palette } from "./swatches.js";

/**
 * @typedef {object} Spot  a cell to paint
 * @property {string} name  in the file
 * @property {string} label  for people
 * @property {number} x
 * @property {number} y
 * @property {string} outline
 *
 * @typedef {object} Paint
 * @property {string} label  the palette's label
 * @property {readonly string[]} values  all possible values
 * @property {readonly string[]} offered  the values to paint with
 * @property {Spot[]} spots
 * @property {(name: string) => string} read  returns a cell's value
 * @property {(name: string, value: string) => void} write
 */

const EDGE = 0.01; // the margin, as a fraction of the drawing
const MARK = 0.33; // a mark's radius, as a fraction of the distance between cells

/** @param {Paint} paint */
export function painter({ label, values, offered, spots, read, write }) {
  let chosen = offered[0];
  const near = spacing(spots);
  const [left, top, right, bottom] = bounds(spots, near);
  const margin = (right - left) * EDGE;
  const cells = spots.map((spot, k) => {
    const cell = svg("g", { class: "spot", role: "button", tabindex: k ? -1 : 0, "data-cell": spot.name });
    const paint = () => {
      focus(k);
      put(k);
    };
    cell.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse") return; // a touch may be the start of scrolling
      event.preventDefault();
      paint();
    });
    cell.addEventListener("click", paint);
    cell.addEventListener("pointerenter", (event) => event.buttons === 1 && put(k));
    cell.addEventListener("keydown", (event) => press(k, event));
    return cell;
  });

  const redraw = () => spots.forEach((spot, k) => show(k, read(spot.name), spot));
  const show = (/** @type {number} */ k, /** @type {string} */ value, /** @type {Spot} */ { x, y, outline, label: where }) => {
    cells[k].replaceChildren(svg("path", { class: "ground", d: outline }), mark(value, values, x, y, near * MARK));
    cells[k].setAttribute("aria-label", `${where}: ${valueName(value)}`);
    cells[k].dataset.value = value;
  };
  const put = (/** @type {number} */ k) => {
    write(spots[k].name, chosen);
    redraw();
  };
  const focus = (/** @type {number} */ k) => {
    for (const [n, cell] of cells.entries()) cell.setAttribute("tabindex", n === k ? "0" : "-1");
    cells[k].focus({ preventScroll: true });
  };
  const press = (/** @type {number} */ k, /** @type {KeyboardEvent} */ event) => {
    const way = ARROWS[event.key];
    if (way) focus(beside(spots, k, way));
    else if (event.key === "Enter" || event.key === " ") put(k);
    else return;
    event.preventDefault();
  };

  redraw();
  const picture = drawing(left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin, ...cells);
  picture.removeAttribute("aria-hidden");
  picture.setAttribute("role", "group");
  picture.setAttribute("aria-label", label);
  picture.setAttribute("class", "painter");
  picture.style.setProperty("--across", String(Math.round((right - left) / closest(spots)))); // some boards are wider than tall
  return h("div", { class: "painting" }, palette(label, offered, (value) => (chosen = value)), picture);
}

/** @type {Record<string, readonly [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Return the nearest spot in a direction, or the same one if there is none. @param {Spot[]} spots @param {number} from @param {readonly [number, number]} way */
function beside(spots, from, [dx, dy]) {
  const far = ({ x, y } = spots[from]) => {
    const [ahead, aside] = [(x - spots[from].x) * dx + (y - spots[from].y) * dy, (x - spots[from].x) * dy - (y - spots[from].y) * dx];
    return ahead > 0.1 ? ahead + 2 * Math.abs(aside) : Infinity;
  };
  const nearest = spots.reduce((best, spot, k) => (far(spot) < far(spots[best]) ? k : best), from);
  return nearest;
}

/** Return the distance from the first cell to its nearest neighbour. @param {Spot[]} spots */
function spacing([first, ...others]) {
  return Math.min(...others.map(({ x, y }) => Math.hypot(x - first.x, y - first.y)));
}

/** Return the smallest distance between any two cells. @param {Spot[]} spots */
function closest(spots) {
  return Math.min(...spots.slice(0, -1).map((_, k) => spacing(spots.slice(k))));
}

/** @param {Spot[]} spots @param {number} near */
function bounds(spots, near) {
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  const half = near * 0.55;
  return [Math.min(...xs) - half, Math.min(...ys) - half, Math.max(...xs) + half, Math.max(...ys) + half];
}
