/** A board to look at and to point at: drawn by its module, moved over by mouse, finger and keys. */

import { next, WAYS } from "./stepping.js";
import { Drawn, h, svg } from "./elements.js";
import { Loupe } from "./loupe.js";
import { cellAt } from "./dragging.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./board.js").Marks} Marks */
/** @typedef {import("./rules.js").Position} Position */

const CLOSEST = 6; // how far one may zoom in
const STEP = 1.25;
const A_NOTCH = 100; // of a wheel: how far it has to roll for one turn
const PAUSE = 220; // milliseconds between two turns: a trackpad rolls on by itself
const A_TURN = Math.PI / 6; // by which two fingers have to turn
const APART = 8; // pixels: who moves further pans, and clicks nothing

/**
 * Events: `choose` and `hover` with the cell's number (`hover` also with null), `turn` with ±1.
 */
export class BoardView extends HTMLElement {
  constructor() {
    super();
    /** @type {Board | null} */
    this.board = null;
    /** @type {Position | null} */
    this.position = null;
    /** @type {Marks} */
    this.marks = {};
    /** @type {number[]} */
    this.hinted = []; // cells that a hint points at
    /** @type {number[]} */
    this.usable = []; // cells that can be clicked though nothing is put there
    /** @type {import("./notation.js").Meant | null} */
    this.without = null; // the move whose piece is still on its way
    this.label = "";
    /** @type {(cell: Cell) => string} */
    this.cellLabel = (cell) => String(cell.id);
    this.interactive = false;
    this.holding = false; // whether something is held: fingers move it, and not the page
    this.turns = false; // whether it can be turned
    /** @type {Cell[]} */
    this.cells = [];
    /** @type {number | null} */
    this.focused = null; // the cell that keys start from
    /** @type {number | null} */
    this.pointed = null; // the cell that is pointed at, by whatever
    this.zoom = 1;
    this.centre = { x: 0.5, y: 0.5 };
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.moved = 0; // how far the pointer went since it was pressed
    this.rolled = 0; // how far the wheel went since the last turn
    this.twisted = 0; // how far two fingers turned since the last turn
    this.turnedAt = -PAUSE;
    this.picture = svg("svg", { class: "board", role: "grid" });
    this.layer = svg("g", { "aria-hidden": "true" });
    this.over = svg("g", { "aria-hidden": "true" });
    this.hits = svg("g", { class: "hits" });
    this.picture.append(this.layer, this.over, this.hits);
    this.drawn = new Drawn(); // the board
    this.areas = new Drawn(); // where clicks count
    this.beside = h("div", { class: "beside", hidden: true }); // what is said about one cell
    /** @type {number | null} */
    this.noted = null; // which
    this.loupe = new Loupe(this.picture);
    this.narrow = matchMedia("(max-width: 40rem)"); // boards may be drawn otherwise there
    this.redraw = () => {
      this.drawn.forget();
      this.show();
    };
  }

  connectedCallback() {
    this.append(this.picture, this.beside, this.loupe.element);
    const { picture } = this;
    picture.addEventListener("click", (event) => this.#click(event));
    picture.addEventListener("pointerover", (event) => this.#over(event));
    picture.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.#tell("hover", null));
    picture.addEventListener("keydown", (event) => this.#key(event));
    picture.addEventListener("focusin", (event) => this.#focus(event));
    picture.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    picture.addEventListener("pointerdown", (event) => this.#down(event));
    picture.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) {
      picture.addEventListener(end, (event) => this.#up(/** @type {PointerEvent} */ (event)));
    }
    this.narrow.addEventListener("change", this.redraw);
  }

  disconnectedCallback() {
    this.narrow.removeEventListener("change", this.redraw);
  }

  /** Draw what there is to see now. */
  show() {
    if (!this.board || !this.position) return;
    this.picture.setAttribute("aria-label", this.label);
    const { last, targets, planned, ghost, mood, lines } = this.marks;
    const still = { last, planned, targets: [...(targets ?? [])], without: this.without ?? undefined };
    if (this.drawn.changed(this.position, still, this.hinted, this.usable, this.interactive, this.label)) {
      this.layer.replaceChildren(this.board.draw(this.position, still));
      this.#hitAreas();
      this.#window();
    }
    this.picture.classList.toggle("holding", this.interactive && this.holding);
    // What follows the pointer is drawn apart: the board below is large, and stays as it is.
    this.over.setAttribute("class", mood ? `${this.board.look} ${mood}` : this.board.look);
    this.over.replaceChildren(...this.board.over(this.position, { last, planned, ghost, mood, lines, focus: ghost ? (this.pointed ?? undefined) : undefined }));
    if (this.noted !== null) this.#place(this.noted);
  }

  #hitAreas() {
    if (!this.board || !this.position) return;
    this.cells = this.board.cells(this.position);
    if (!this.cells.some((cell) => cell.id === this.focused)) this.focused = this.cells[0]?.id ?? null;
    const targets = new Set(this.marks.targets ?? []);
    const hinted = new Set(this.hinted);
    const usable = new Set([...targets, ...this.usable]);
    const named = this.cells.map((cell) => [cell.id, cell.outline, this.cellLabel(cell)]);
    if (!this.areas.changed(named, [...targets], this.hinted, this.usable, this.interactive)) return;
    const had = this.picture.contains(document.activeElement);
    /** @type {Map<number, SVGGElement>} */
    const rows = new Map();
    for (const cell of this.cells) {
      const y = Math.round(cell.y * 10);
      let row = rows.get(y);
      if (!row) rows.set(y, (row = svg("g", { role: "row" })));
      row.append(
        svg("path", {
          d: cell.outline,
          class: `hit${targets.has(cell.id) ? " target" : ""}${hinted.has(cell.id) ? " hinted" : ""}`,
          role: "gridcell",
          tabindex: cell.id === this.focused ? 0 : -1,
          "data-cell": cell.id,
          "aria-label": this.cellLabel(cell),
          "aria-disabled": this.interactive && targets.size && !usable.has(cell.id) ? "true" : undefined,
        }),
      );
    }
    this.hits.replaceChildren(...rows.values());
    if (had) this.#hit(this.focused)?.focus({ preventScroll: true });
  }

  // What is said beside a cell

  /** Say or offer something beside a cell; null: nothing any more. @param {number | null} cell @param {...Node} said */
  note(cell, ...said) {
    if (cell === null && this.noted === null) return;
    const had = this.beside.contains(document.activeElement);
    this.noted = cell;
    this.beside.hidden = cell === null;
    this.beside.replaceChildren(...said);
    if (cell !== null) this.#place(cell);
    if (had && cell === null) this.#hit(this.focused)?.focus({ preventScroll: true });
  }

  /** Put what is said above its cell, or below where there is no room, and within the board's width. @param {number} id */
  #place(id) {
    const cell = this.cells.find((one) => one.id === id);
    const matrix = this.picture.getScreenCTM();
    if (!cell || !matrix) return;
    const frame = this.getBoundingClientRect();
    const hit = this.#hit(id)?.getBoundingClientRect();
    const at = new DOMPoint(cell.x, cell.y).matrixTransform(matrix);
    const { offsetWidth: width, offsetHeight: height } = this.beside;
    const half = (hit?.height ?? 0) / 2 + 6;
    const above = at.y - frame.top - half - height;
    this.beside.style.left = `${clamp(at.x - frame.left - width / 2, 0, frame.width - width)}px`;
    this.beside.style.top = `${above + frame.top >= 0 ? above : at.y - frame.top + half}px`;
  }

  /** @param {number | null} id */
  #hit(id) {
    return /** @type {SVGPathElement | null} */ (this.hits.querySelector(`[data-cell="${id}"]`));
  }

  /** @param {Event} event */
  #cell(event) {
    const found = /** @type {Element} */ (event.target).closest?.("[data-cell]")?.getAttribute("data-cell");
    return found ? Number(found) : null;
  }

  /** @param {string} name @param {number | null} detail */
  #tell(name, detail) {
    if (name !== "turn") this.pointed = detail;
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const cell = this.#cell(event);
    const panned = this.zoom > 1 && this.moved > APART;
    if (panned || this.loupe.used) return; // with the loupe the finger has chosen already
    if (cell !== null) this.#tell("choose", cell);
    else this.note(null);
  }

  /** @param {PointerEvent} event */
  #over(event) {
    if (event.pointerType === "mouse") this.#tell("hover", this.#cell(event));
  }

  /** @param {FocusEvent} event */
  #focus(event) {
    const cell = this.#cell(event);
    if (cell === null || cell === this.focused) return;
    this.#hit(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = cell;
    this.#hit(cell)?.setAttribute("tabindex", "0");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const way = WAYS[event.key];
    if (way) {
      event.preventDefault();
      this.#step(way);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.moved = 0;
      this.#tell("choose", this.focused);
      /** @type {HTMLElement | null} */ (this.beside.querySelector("button"))?.focus();
    }
  }

  /** @param {[number, number]} way */
  #step(way) {
    const here = this.cells.find((cell) => cell.id === this.focused);
    const there = here && next(this.cells, here, way);
    if (!there) return;
    this.#hit(there.id)?.focus({ preventScroll: true });
    this.#tell("hover", there.id);
  }

  // Pan, zoom and turn

  #window() {
    if (!this.board || !this.position) return;
    const frame = this.board.frame(this.position);
    const width = frame.width / this.zoom;
    const height = frame.height / this.zoom;
    const x = frame.x + clamp(this.centre.x * frame.width - width / 2, 0, frame.width - width);
    const y = frame.y + clamp(this.centre.y * frame.height - height / 2, 0, frame.height - height);
    this.picture.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.picture.classList.toggle("zoomed", this.zoom > 1);
  }

  /** @param {number} factor */
  zoomBy(factor) {
    this.zoom = clamp(this.zoom * factor, 1, CLOSEST);
    this.#window();
  }

  closer() {
    this.zoomBy(STEP);
  }

  farther() {
    this.zoomBy(1 / STEP);
  }

  /** A wheel turns what is held, one notch at a time; else the page scrolls. @param {WheelEvent} event */
  #wheel(event) {
    if (event.ctrlKey) {
      event.preventDefault();
      this.zoomBy(event.deltaY < 0 ? STEP : 1 / STEP);
    } else if (this.interactive && this.turns) {
      event.preventDefault();
      this.rolled += event.deltaMode ? Math.sign(event.deltaY) * A_NOTCH : event.deltaY;
      if (Math.abs(this.rolled) >= A_NOTCH) this.#turn(Math.sign(this.rolled));
    }
  }

  /** @param {number} by */
  #turn(by) {
    this.rolled = this.twisted = 0;
    if (performance.now() - this.turnedAt < PAUSE) return;
    this.turnedAt = performance.now();
    this.#tell("turn", by);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (!this.fingers.size) this.moved = 0;
    this.twisted = 0;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size > 1) this.loupe.close();
    else if (event.pointerType === "touch" && this.interactive && this.zoom === 1) this.loupe.begin(this.#size());
    else this.loupe.begin(Infinity);
  }

  /** How large a cell is on the screen, in pixels. */
  #size() {
    const { width = 0, height = 0 } = this.#hit(this.focused)?.getBoundingClientRect() ?? {};
    return Math.min(width, height);
  }

  /** One finger moves the board when it is larger than its window, or looks through the loupe; two zoom and turn.
   * @param {PointerEvent} event */
  #move(event) {
    const was = this.fingers.get(event.pointerId);
    if (!was) return;
    const now = { x: event.clientX, y: event.clientY };
    this.moved += distance(now, was);
    const box = this.picture.getBoundingClientRect();
    if (this.fingers.size === 2) {
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) this.#twist(was, now, other);
    } else if (this.zoom > 1) {
      this.centre.x = clamp(this.centre.x - (now.x - was.x) / box.width / this.zoom, 0, 1);
      this.centre.y = clamp(this.centre.y - (now.y - was.y) / box.height / this.zoom, 0, 1);
      this.#window();
    } else if (this.loupe.follow(event, this.moved > APART)) this.#tell("hover", cellAt(event));
    this.fingers.set(event.pointerId, now);
  }

  /** @typedef {{x: number, y: number}} Point */
  /** @param {Point} was @param {Point} now @param {Point} other */
  #twist(was, now, other) {
    const angle = (/** @type {Point} */ { x, y }) => Math.atan2(y - other.y, x - other.x);
    const by = angle(now) - angle(was);
    this.twisted += by > Math.PI ? by - 2 * Math.PI : by < -Math.PI ? by + 2 * Math.PI : by;
    if (this.turns && Math.abs(this.twisted) >= A_TURN) this.#turn(Math.sign(this.twisted));
    else this.zoomBy(distance(now, other) / Math.max(1, distance(was, other)));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.fingers.delete(event.pointerId);
    const chosen = this.loupe.used && event.type === "pointerup" ? cellAt(event) : null;
    this.loupe.close();
    if (chosen !== null) this.#tell("choose", chosen);
  }
}

/** @param {number} value @param {number} least @param {number} most */
function clamp(value, least, most) {
  return Math.min(Math.max(value, least), Math.max(least, most));
}

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

customElements.define("board-view", BoardView);
