/** Draw shapes cell by cell: a grid for the selected one, and all of them beside it. */

import { button, drawing, h, svg } from "../elements.js";
import { t } from "../words.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {{table: string, side: number, copies: boolean}} Control */
/** @typedef {{name: string, cells: Set<number>, copies: number}} Shape  cells are numbered row by row */

const DRAWN = "X";
const FREE = ".";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** @param {Control} control @param {Draft} draft */
export function shapes({ table, side, copies }, draft) {
  let all = Object.entries(draft.table(table)).map(([name, entry]) => read(name, entry, side));
  let chosen = 0;
  const grid = h("div", { class: "squares", role: "group", "aria-label": t("box.grid") });
  const list = h("ul", { class: "shapes" });
  const about = h("div", { class: "of-shape" });
  const sum = h("p", { class: "sum", role: "status" });

  const write = () => {
    draft.replace(table, Object.fromEntries(all.map((shape) => [shape.name, copies ? { shape: spelled(shape.cells, side), copies: shape.copies } : spelled(shape.cells, side)])));
    redraw();
  };
  const toggle = (/** @type {number} */ cell) => {
    const { cells } = all[chosen];
    if (!cells.delete(cell)) cells.add(cell);
    all[chosen].name = nameFor(all[chosen], all);
    write();
  };
  const choose = (/** @type {number} */ k) => {
    chosen = k;
    redraw();
  };
  const add = () => {
    const shape = { name: "", cells: new Set(/** @type {number[]} */ ([])), copies: 1 };
    shape.name = nameFor(shape, all);
    all = [...all, shape];
    chosen = all.length - 1;
    write();
    cells[Math.floor((side * side) / 2)].focus({ preventScroll: true });
  };
  const remove = () => {
    all = all.filter((_, k) => k !== chosen);
    chosen = Math.max(0, Math.min(chosen, all.length - 1));
    write();
  };

  const cells = Array.from({ length: side * side }, (_, cell) => {
    const made = h("button", { type: "button", class: "cell", tabindex: cell ? -1 : 0, onclick: () => all.length && toggle(cell), onkeydown: (/** @type {KeyboardEvent} */ event) => walk(event, cell) });
    return made;
  });
  const walk = (/** @type {KeyboardEvent} */ event, /** @type {number} */ cell) => {
    const [x, y] = [cell % side, Math.floor(cell / side)];
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    if (!(dx || dy) || x + dx < 0 || x + dx >= side || y + dy < 0 || y + dy >= side) return;
    event.preventDefault();
    const next = (y + dy) * side + x + dx;
    cells.forEach((each, k) => (each.tabIndex = k === next ? 0 : -1));
    cells[next].focus();
  };
  grid.append(...cells);
  grid.style.setProperty("--side", String(side));

  const redraw = () => {
    const shape = all[chosen];
    cells.forEach((each, cell) => {
      const on = shape?.cells.has(cell) ?? false;
      each.setAttribute("aria-pressed", String(on));
      each.setAttribute("aria-label", t("box.cell", { row: Math.floor(cell / side) + 1, column: (cell % side) + 1 }));
    });
    const card = (/** @type {Shape} */ one, /** @type {number} */ k) =>
      h("li", {}, button("", () => choose(k), { class: "shape", "aria-pressed": String(k === chosen), "aria-label": named(one), "data-name": one.name }));
    const focused = list.contains(document.activeElement);
    list.replaceChildren(...all.map(card));
    all.forEach((one, k) => list.children[k].firstElementChild?.append(picture(one.cells, side), h("span", { "aria-hidden": "true" }, copies && one.copies > 1 ? `${one.copies} ×` : "")));
    if (focused) /** @type {HTMLElement | null} */ (list.children[chosen]?.querySelector("button"))?.focus({ preventScroll: true });
    about.replaceChildren(...(shape ? details(shape) : []));
    sum.textContent = t("box.in_all", { n: all.reduce((n, one) => n + one.copies, 0) });
  };
  const named = (/** @type {Shape} */ { name, copies: many }) => (copies ? t("box.shape.copies", { name, n: many }) : t("box.shape", { name }));
  const details = (/** @type {Shape} */ shape) => {
    const many = h("input", { type: "number", min: 1, max: 99, step: 1, inputmode: "numeric", name: "copies", value: shape.copies, oninput: () => change(Number(many.value)) });
    const change = (/** @type {number} */ n) => {
      shape.copies = n;
      draft.change(table, shape.name, { shape: spelled(shape.cells, side), copies: n });
      const place = list.children[chosen].querySelector("span");
      if (place) place.textContent = n > 1 ? `${n} ×` : "";
      list.children[chosen].firstElementChild?.setAttribute("aria-label", named(shape));
      sum.textContent = t("box.in_all", { n: all.reduce((sofar, one) => sofar + one.copies, 0) });
    };
    return [copies ? h("label", { class: "field" }, h("span", {}, t("box.copies")), many) : null, button(t("box.shape.remove"), remove, { class: "danger" })].filter((one) => one !== null);
  };
  redraw();
  return h("div", { class: "drawer" }, h("div", { class: "desk" }, grid, about), h("div", { class: "stack" }, list, sum, button(t("box.shape.new"), add)));
}

/** @param {string} name @param {any} entry @param {number} side @returns {Shape} */
function read(name, entry, side) {
  const copies = typeof entry === "object" && Number.isInteger(entry?.copies) ? entry.copies : 1;
  const rows = String((typeof entry === "object" ? entry?.shape : entry) ?? "").split("/");
  const [left, top] = [rows[0].length, rows.length].map((length) => Math.max(0, Math.floor((side - length) / 2)));
  const cells = rows.flatMap((row, y) => [...row].flatMap((letter, x) => (letter === DRAWN && x + left < side && y + top < side ? [(y + top) * side + x + left] : [])));
  return { name, cells: new Set(cells), copies };
}

/** Write a shape as in the file: only the rows and columns that it needs. @param {Set<number>} cells @param {number} side */
function spelled(cells, side) {
  const places = [...cells].map((cell) => [cell % side, Math.floor(cell / side)]);
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  if (!places.length) return FREE;
  const rows = range(Math.min(...ys), Math.max(...ys));
  return rows.map((y) => range(Math.min(...xs), Math.max(...xs)).map((x) => (cells.has(y * side + x) ? DRAWN : FREE)).join("")).join("/");
}

/** @param {number} from @param {number} to */
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

/** Name a shape by its number of cells and a letter that is still free; keep its name if that still fits. @param {Shape} shape @param {Shape[]} all */
function nameFor(shape, all) {
  const size = String(shape.cells.size);
  const others = all.filter((one) => one !== shape).map(({ name }) => name);
  if (shape.name.slice(0, -1) === size && !others.includes(shape.name)) return shape.name;
  return size + ([...LETTERS].find((letter) => !others.includes(size + letter)) ?? "");
}

/** @param {Set<number>} cells @param {number} side */
function picture(cells, side) {
  const places = [...cells].map((cell) => [cell % side, Math.floor(cell / side)]);
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const [x, y] = places.length ? [Math.min(...xs), Math.min(...ys)] : [0, 0];
  const [width, height] = places.length ? [Math.max(...xs) - x + 1, Math.max(...ys) - y + 1] : [1, 1];
  const most = Math.max(width, height, 4);
  const made = drawing(x - (most - width) / 2, y - (most - height) / 2, most, most, ...places.map(([a, b]) => svg("rect", { x: a + 0.04, y: b + 0.04, width: 0.92, height: 0.92, rx: 0.12 })));
  return made;
}
