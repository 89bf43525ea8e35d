/** A board to look at and to point at: drawn by its module, moved over by mouse, finger and keys. */

import { next, WAYS } from "./stepping.js";
import { Drawn, svg } from "./elements.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./board.js").Marks} Marks */
/** @typedef {import("./rules.js").Position} Position */

const CLOSEST = 6; // how far one may zoom in
const STEP = 1.25;

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
    /** @type {import("./notation.js").Meant | null} */
    this.without = null; // the move whose piece is still on its way
    this.label = "";
    /** @type {(cell: Cell) => string} */
    this.cellLabel = (cell) => String(cell.id);
    this.interactive = false;
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
    this.picture = svg("svg", { class: "board", role: "grid" });
    this.layer = svg("g", { "aria-hidden": "true" });
    this.over = svg("g", { "aria-hidden": "true" });
    this.hits = svg("g", { class: "hits" });
    this.picture.append(this.layer, this.over, this.hits);
    this.drawn = new Drawn(); // the board
    this.areas = new Drawn(); // where clicks count
  }

  connectedCallback() {
    this.append(this.picture);
    this.picture.addEventListener("click", (event) => this.#click(event));
    this.picture.addEventListener("pointerover", (event) => this.#over(event));
    this.picture.addEventListener("pointerleave", () => this.#tell("hover", null));
    this.picture.addEventListener("keydown", (event) => this.#key(event));
    this.picture.addEventListener("focusin", (event) => this.#focus(event));
    this.picture.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.picture.addEventListener("pointerdown", (event) => this.#down(event));
    this.picture.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) {
      this.picture.addEventListener(end, (event) => this.fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
  }

  /** Draw what there is to see now. */
  show() {
    if (!this.board || !this.position) return;
    this.picture.setAttribute("aria-label", this.label);
    const { last, targets, ghost, lines } = this.marks;
    const still = { last, targets: [...(targets ?? [])], without: this.without ?? undefined };
    if (this.drawn.changed(this.position, still, this.interactive, this.label)) {
      this.layer.replaceChildren(this.board.draw(this.position, still));
      this.#hitAreas();
      this.#window();
    }
    // What follows the pointer is drawn apart: the board below is large, and stays as it is.
    this.over.setAttribute("class", this.board.look);
    this.over.replaceChildren(...this.board.over(this.position, { last, ghost, lines, focus: ghost ? (this.pointed ?? undefined) : undefined }));
  }

  #hitAreas() {
    if (!this.board || !this.position) return;
    this.cells = this.board.cells(this.position);
    if (!this.cells.some((cell) => cell.id === this.focused)) this.focused = this.cells[0]?.id ?? null;
    const targets = new Set(this.marks.targets ?? []);
    const named = this.cells.map((cell) => [cell.id, cell.outline, this.cellLabel(cell)]);
    if (!this.areas.changed(named, [...targets], this.interactive)) return;
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
          class: targets.has(cell.id) ? "hit target" : "hit",
          role: "gridcell",
          tabindex: cell.id === this.focused ? 0 : -1,
          "data-cell": cell.id,
          "aria-label": this.cellLabel(cell),
          "aria-disabled": this.interactive && targets.size && !targets.has(cell.id) ? "true" : undefined,
        }),
      );
    }
    this.hits.replaceChildren(...rows.values());
    if (had) this.#hit(this.focused)?.focus({ preventScroll: true });
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
    if (cell !== null) this.#tell("choose", cell);
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
      this.#tell("choose", this.focused);
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

  // Pan and zoom

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

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (event.ctrlKey) {
      event.preventDefault();
      this.zoomBy(event.deltaY < 0 ? STEP : 1 / STEP);
    } else if (this.interactive) {
      event.preventDefault();
      this.#tell("turn", event.deltaY < 0 ? -1 : 1);
    }
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** One finger moves the board when it is larger than its window, two zoom it.
   * @param {PointerEvent} event */
  #move(event) {
    const was = this.fingers.get(event.pointerId);
    if (!was) return;
    const now = { x: event.clientX, y: event.clientY };
    const box = this.picture.getBoundingClientRect();
    if (this.fingers.size === 2) {
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) this.zoomBy(distance(now, other) / Math.max(1, distance(was, other)));
    } else if (this.zoom > 1) {
      this.centre.x = clamp(this.centre.x - (now.x - was.x) / box.width / this.zoom, 0, 1);
      this.centre.y = clamp(this.centre.y - (now.y - was.y) / box.height / this.zoom, 0, 1);
      this.#window();
    }
    this.fingers.set(event.pointerId, now);
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
