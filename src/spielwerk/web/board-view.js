/** The board on screen: drawn by the game's module, operated by mouse, touch and keyboard. */

import { next, WAYS } from "./stepping.js";
import { button, Drawn, h, svg } from "./elements.js";
import { cellAt } from "./dragging.js";
import { t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./board.js").Marks} Marks */
/** @typedef {import("./rules.js").Position} Position */
/** @typedef {{x: number, y: number, width: number, height: number}} Frame */

const CLOSEST = 6; // the maximum zoom
const STEP = 1.25;
const A_NOTCH = 50; // pixels: a wheel scrolls at least this far per notch, a trackpad hardly ever does per event
const PAUSE = 220; // milliseconds without an event that end a trackpad swipe, and the minimum between two-finger rotations
const A_TURN = Math.PI / 6; // the angle that counts as one rotation by two fingers
const READ = 5000; // milliseconds until an answer disappears
const APART = 8; // pixels: a pointer that moves further pans instead of clicking
const GAP = 12; // pixels between an answer and its cell, for the arrow
const SMALL = 30; // pixels: where cells are smaller, a growing board is shown in part; until then a loupe helps
const REACHED = 46; // pixels: the size of its cells then

/**
 * Fires `choose` and `hover` with the cell's number (`hover` also with null), `miss` with the nearest one after a click
 * beside all cells, `turn` with ±1, and `dismiss` when the user points elsewhere while several ways are offered.
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
    this.hinted = []; // cells highlighted by a hint
    /** @type {number[]} */
    this.usable = []; // cells that can be clicked although no piece goes there
    /** @type {number | null} */
    this.chosen = null; // the clicked one of `usable`
    /** @type {import("./notation.js").Meant | null} */
    this.without = null; // the move whose piece is still flying in
    this.label = "";
    /** @type {(cell: Cell) => string} */
    this.cellLabel = (cell) => String(cell.id);
    this.interactive = false;
    this.holding = false; // whether a finger on the board moves a piece; otherwise it scrolls the page, unless it rests first
    this.turns = false; // whether the held piece can be rotated
    /** @type {Cell[]} */
    this.cells = [];
    /** @type {number | null} */
    this.focused = null; // the cell where keyboard navigation starts
    /** @type {number | null} */
    this.pointed = null; // the cell under the pointer or the keyboard focus
    this.zoom = 1;
    this.centre = { x: 0.5, y: 0.5 };
    this.follows = false; // whether a board that grows is shown around its last move once its cells are too small for a finger
    this.whole = false; // whether the user wants to see all of it even then
    /** @type {number | undefined} */
    this.followed = undefined; // the cell of the last move that was brought into view
    /** @type {Frame | null} */
    this.framed = null; // the board's extent as it was shown last
    this.finger = matchMedia("(pointer: coarse)");
    this.wholeButton = button("", () => this.#showWhole(!this.whole), { class: "overview", hidden: true });
    this.resized = new ResizeObserver(() => this.#follow());
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.moved = 0; // how far the pointer moved since it was pressed
    this.rolledAt = -PAUSE;
    this.rolled = 0; // how far the current trackpad swipe has scrolled
    this.swiping = false; // whether the wheel events come from a trackpad
    this.twisted = 0; // how far two fingers have turned since the last rotation
    this.turnedAt = -PAUSE;
    this.picture = svg("svg", { class: "board", role: "grid" });
    this.layer = svg("g", { "aria-hidden": "true" });
    this.over = svg("g", { "aria-hidden": "true" });
    this.hits = svg("g", { class: "hits" });
    this.picture.append(this.layer, this.over, this.hits);
    this.drawn = new Drawn();
    this.areas = new Drawn(); // the click areas
    this.beside = h("div", { class: "beside", hidden: true }); // the note or choice beside a cell
    /** @type {number | null} */
    this.noted = null; // the cell it is shown at
    /** @type {Position | null} */
    this.notedAt = null; // the position that it refers to
    this.reading = 0; // the timer that hides an answer
    this.pressed = { x: NaN, y: NaN }; // where the pointer was last pressed
    /** @type {import("./loupe.js").Loupe | null} */
    this.loupe = null; // magnifies the board under a finger
    this.narrow = matchMedia("(max-width: 40rem)"); // boards may draw differently there
    this.elsewhere = (/** @type {Event} */ event) => this.#elsewhere(/** @type {Element} */ (event.target));
    this.redraw = () => {
      this.drawn.forget();
      this.show();
    };
  }

  connectedCallback() {
    this.append(this.picture, this.beside, this.wholeButton);
    if (this.follows) this.resized.observe(this);
    if (matchMedia("(any-pointer: coarse)").matches) void this.#bringLoupe();
    const { picture } = this;
    picture.addEventListener("click", (event) => this.#click(event));
    picture.addEventListener("pointerover", (event) => this.#over(event));
    picture.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.#tell("hover", null));
    picture.addEventListener("keydown", (event) => this.#key(event));
    picture.addEventListener("focusin", (event) => this.#focus(event));
    picture.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    picture.addEventListener("pointerdown", (event) => this.#down(event));
    picture.addEventListener("touchmove", (event) => this.#keep(event), { passive: false });
    picture.addEventListener("keyup", () => this.toggleAttribute("data-keys", true)); // also when Tab leads here
    picture.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) {
      picture.addEventListener(end, (event) => this.#up(/** @type {PointerEvent} */ (event)));
    }
    this.narrow.addEventListener("change", this.redraw);
    document.addEventListener("pointerdown", this.elsewhere); // a tap outside the board closes the note on it
  }

  disconnectedCallback() {
    this.narrow.removeEventListener("change", this.redraw);
    document.removeEventListener("pointerdown", this.elsewhere);
    this.resized.disconnect();
    clearTimeout(this.reading);
  }

  show() {
    if (!this.board || !this.position) return;
    this.picture.setAttribute("aria-label", this.label);
    const { last, targets, planned, ghost, mood, lines } = this.marks;
    const still = { last, planned, targets: [...(targets ?? [])], without: this.without ?? undefined };
    if (this.drawn.changed(this.position, still, this.hinted, this.usable, this.chosen, this.interactive, this.label)) {
      this.layer.replaceChildren(this.board.draw(this.position, still));
      this.#hitAreas();
      this.#window();
      this.#follow();
    }
    this.picture.classList.toggle("holding", this.interactive && this.holding);
    // Draw what follows the pointer in a separate layer: the board below is large, and stays unchanged.
    this.over.setAttribute("class", mood ? `${this.board.look} ${mood}` : this.board.look);
    this.over.replaceChildren(...this.board.over(this.position, { last, planned, ghost, mood, lines, focus: ghost ? (this.pointed ?? undefined) : undefined }));
    if (this.#isAnswer && this.notedAt !== this.position) this.note(null); // it referred to another position
    else if (this.noted !== null) this.#place(this.noted);
  }

  #hitAreas() {
    if (!this.board || !this.position) return;
    this.cells = this.board.cells(this.position);
    if (!this.cells.some((cell) => cell.id === this.focused)) this.focused = this.cells[0]?.id ?? null;
    const targets = new Set(this.marks.targets ?? []);
    const hinted = new Set(this.hinted);
    const usable = new Set([...targets, ...this.usable]);
    const named = this.cells.map((cell) => [cell.id, cell.outline, this.cellLabel(cell)]);
    if (!this.areas.changed(named, [...targets], this.hinted, this.usable, this.chosen, this.interactive)) return;
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
          class: `hit${targets.has(cell.id) ? " target" : ""}${hinted.has(cell.id) ? " hinted" : ""}${cell.id === this.chosen ? " chosen" : ""}`,
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

  // Notes beside a cell

  /** Show a note or a choice beside a cell; null closes it. @param {number | null} cell @param {...Node} said */
  note(cell, ...said) {
    if (cell === null && this.noted === null) return;
    const had = this.beside.contains(document.activeElement);
    this.noted = cell;
    this.notedAt = this.position;
    this.beside.hidden = cell === null;
    this.beside.replaceChildren(...said);
    if (cell !== null) this.#place(cell);
    clearTimeout(this.reading);
    if (this.#isAnswer) this.#letRead();
    if (had && cell === null) this.#hit(this.focused)?.focus({ preventScroll: true });
  }

  /** Answer a click beside its cell. @param {number} cell @param {...(Node | string)} said */
  answer(cell, ...said) {
    this.note(cell, h("p", { class: "answer", role: "alert" }, ...said));
  }

  /** Return whether the note is an answer rather than a choice. */
  get #isAnswer() {
    return this.beside.firstElementChild?.classList.contains("answer") ?? false;
  }

  /** Hide an answer after a while, unless the user is about to follow its link. */
  #letRead() {
    this.reading = setTimeout(() => (this.beside.matches(":hover, :focus-within") ? this.#letRead() : this.note(null)), READ);
  }

  /** Close an answer when the user taps outside the board. A choice stays open while the user uses the hand or a dialog. @param {Element} target */
  #elsewhere(target) {
    if (this.noted === null || this.contains(target)) return;
    if (this.#isAnswer) this.note(null);
    else if (!target.closest(".hand, dialog")) this.dispatchEvent(new CustomEvent("dismiss"));
  }

  /** Place an answer above its cell and a choice below it, where it hides less of the position, or on the other side if the screen ends there. @param {number} id */
  #place(id) {
    const hit = this.#hit(id);
    if (!hit) return;
    const isAnswer = this.#isAnswer;
    const frame = this.getBoundingClientRect();
    const ghost = isAnswer ? this.over.querySelector(".ghost") : null; // a piece laid there, which may reach beyond the cell
    const about = [hit, ...(ghost ? [ghost] : [])].map((one) => one.getBoundingClientRect());
    const top = Math.min(...about.map((one) => one.top)) - GAP;
    const bottom = Math.max(...about.map((one) => one.bottom)) + GAP;
    const { offsetWidth: width, offsetHeight: height } = this.beside;
    const [fitsAbove, fitsBelow] = [top - height >= 0, bottom + height <= (isAnswer ? innerHeight : frame.bottom)];
    const isAbove = fitsAbove && (isAnswer || !fitsBelow);
    const [cell] = about;
    const middle = cell.left + cell.width / 2 - frame.left;
    const left = clamp(middle - width / 2, 0, frame.width - width);
    this.beside.style.left = `${left}px`;
    this.beside.style.top = `${(isAbove ? top - height : bottom) - frame.top}px`;
    this.beside.style.setProperty("--arrow", `${clamp(middle - left, 18, width - 18)}px`);
    this.beside.classList.toggle("above", isAbove);
    this.beside.classList.toggle("high", cell.bottom > innerHeight - height); // where a choice would cover its cell on a phone
  }

  /** Scroll to a cell that is out of sight or covered by sticky elements, where a board may be taller than the window. @param {number | null} id */
  reveal(id) {
    const hit = this.#hit(id);
    if (id !== null && this.zoom > 1) this.#bring(id);
    if (!hit || !this.narrow.matches) return;
    const { x, y, width, height } = hit.getBoundingClientRect();
    const seen = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!this.contains(seen)) hit.scrollIntoView({ block: "center", behavior: "smooth" });
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
    if (name === "choose" || name === "hover") this.pointed = detail;
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const cell = this.#cell(event);
    const panned = this.zoom > 1 && this.moved > APART;
    if (panned || this.loupe?.used) return; // the loupe has already chosen
    if (cell !== null) this.#tell("choose", cell);
    else if (this.noted !== null && !this.#isAnswer) this.dispatchEvent(new CustomEvent("dismiss"));
    else if (this.moved <= APART) this.#tell("miss", this.nearest(event));
  }

  /** Return the cell whose centre is nearest to a pointer. @param {{clientX: number, clientY: number}} at @returns {number | null} */
  nearest({ clientX, clientY }) {
    const matrix = this.picture.getScreenCTM();
    if (!matrix) return null;
    const at = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const away = new Map(this.cells.map((cell) => [cell.id, distance(cell, at)]));
    return [...away.keys()].sort((one, other) => /** @type {number} */ (away.get(one)) - /** @type {number} */ (away.get(other)))[0] ?? null;
  }

  /** @param {PointerEvent} event */
  #over(event) {
    const moved = this.noted === null || event.clientX !== this.pressed.x || event.clientY !== this.pressed.y; // otherwise the board moved, not the pointer
    if (event.pointerType === "mouse" && moved) this.#tell("hover", this.#cell(event));
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
    this.toggleAttribute("data-keys", true);
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
    this.#stay(frame);
    const width = frame.width / this.zoom;
    const height = frame.height / this.zoom;
    const spare = this.wholeButton.hidden || this.zoom === 1 ? 0 : height / 5; // its last row can be moved from under the button
    const x = frame.x + clamp(this.centre.x * frame.width - width / 2, 0, frame.width - width);
    const y = frame.y + clamp(this.centre.y * frame.height - height / 2, 0, frame.height - height + spare);
    this.picture.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.picture.classList.toggle("zoomed", this.zoom > 1);
    if (this.noted !== null) this.#place(this.noted);
  }

  /** Show a board that grows around its last move, as large as a finger needs it, unless the user wants to see all of it. */
  #follow() {
    const { board, position } = this;
    if (!this.follows || !board?.grows || !position) return;
    const fitting = this.#size() / this.zoom; // the size of cells where the whole board is shown
    if (!(fitting > 0 && fitting < Infinity)) return; // not on the screen yet
    const isSmall = this.finger.matches && fitting < SMALL && position.toAct.length > 0;
    this.wholeButton.hidden = !isSmall;
    if (!isSmall && this.followed === undefined) return; // the user alone zooms
    this.wholeButton.textContent = t(this.whole ? "zoom.in" : "zoom.whole");
    const isClose = isSmall && !this.whole;
    this.zoom = isClose ? clamp(REACHED / fitting, this.zoom, CLOSEST) : 1;
    this.#window();
    const last = this.marks.last?.[0];
    if (isClose && last !== undefined && last !== this.followed) this.#bring(last);
    this.followed = isClose ? last : undefined;
  }

  /** @param {boolean} wanted */
  #showWhole(wanted) {
    this.whole = wanted;
    this.#follow();
  }

  /** Move an enlarged board so that a cell and those around it can be seen. @param {number} id */
  #bring(id) {
    const cell = this.cells.find((one) => one.id === id);
    const hit = this.#hit(id)?.getBoundingClientRect();
    if (!this.board || !this.position || !cell || !hit) return;
    const seen = this.picture.getBoundingClientRect();
    const [across, down] = [hit.width, hit.height]; // a neighbour on each side
    if (hit.left - across >= seen.left && hit.right + across <= seen.right && hit.top - down >= seen.top && hit.bottom + down <= seen.bottom) return;
    const frame = this.board.frame(this.position);
    this.centre = { x: (cell.x - frame.x) / frame.width, y: (cell.y - frame.y) / frame.height };
    this.#window();
  }

  /** Keep the point in the middle of the screen there when the board has grown. @param {Frame} frame */
  #stay(frame) {
    const { framed: was, centre } = this;
    this.framed = frame;
    if (!was || this.zoom === 1) return;
    this.centre = { x: (was.x + centre.x * was.width - frame.x) / frame.width, y: (was.y + centre.y * was.height - frame.y) / frame.height };
  }

  /** @param {number} factor */
  zoomBy(factor) {
    this.zoom = clamp(this.zoom * factor, 1, CLOSEST);
    this.whole = this.zoom === 1;
    this.#window();
    this.#follow();
  }

  closer() {
    this.zoomBy(STEP);
  }

  farther() {
    this.zoomBy(1 / STEP);
  }

  /** Rotate the held piece with the wheel; otherwise the page scrolls. @param {WheelEvent} event */
  #wheel(event) {
    if (event.ctrlKey) {
      event.preventDefault();
      this.zoomBy(event.deltaY < 0 ? STEP : 1 / STEP);
    } else if (this.interactive && this.turns) {
      event.preventDefault();
      this.#roll(event);
    }
  }

  /** Rotate once per notch of a wheel, and once per swipe over a trackpad, however long its inertia lasts. @param {WheelEvent} event */
  #roll({ deltaY, deltaMode, timeStamp }) {
    const isNotch = deltaMode !== WheelEvent.DOM_DELTA_PIXEL || Math.abs(deltaY) >= A_NOTCH;
    if (timeStamp - this.rolledAt > PAUSE) {
      this.swiping = !isNotch;
      this.rolled = 0;
    }
    this.rolledAt = timeStamp;
    const before = this.rolled;
    this.rolled += deltaY;
    const turns = this.swiping ? Math.abs(before) < A_NOTCH && Math.abs(this.rolled) >= A_NOTCH : isNotch;
    if (turns) this.#tell("turn", Math.sign(deltaY));
  }

  /** @param {number} by */
  #turn(by) {
    this.twisted = 0;
    if (performance.now() - this.turnedAt < PAUSE) return;
    this.turnedAt = performance.now();
    this.#tell("turn", by);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.toggleAttribute("data-keys", false);
    this.pressed = { x: event.clientX, y: event.clientY };
    if (!this.fingers.size) this.moved = 0;
    this.twisted = 0;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size > 1) this.loupe?.close();
    else if (event.pointerType === "touch" && this.interactive && this.zoom === 1) this.loupe?.begin(this.#size(), event);
    else this.loupe?.begin(Infinity, event);
  }

  /** Keep the page from scrolling under the loupe or two fingers. @param {TouchEvent} event */
  #keep(event) {
    if (event.cancelable && (this.loupe?.used || this.fingers.size > 1)) event.preventDefault();
  }

  async #bringLoupe() {
    const { Loupe } = await import("./loupe.js");
    this.loupe ??= new Loupe(this.picture);
    this.append(this.loupe.element);
  }

  /** Return the size of the smallest cell on the screen, in pixels. */
  #size() {
    const boxes = [...this.picture.querySelectorAll(".hit")].map((hit) => hit.getBoundingClientRect());
    return Math.min(...boxes.map(({ width, height }) => Math.min(width, height)));
  }

  /** Pan an enlarged board or move the loupe with one finger; zoom and rotate with two.
   * @param {PointerEvent} event */
  #move(event) {
    if (event.pointerType === "mouse" && !event.buttons) this.fingers.delete(event.pointerId); // the button was released outside
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
    } else if (this.loupe?.follow(event, this.moved > APART, this.holding)) this.#tell("hover", cellAt(event));
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
    const chosen = this.loupe?.used && event.type === "pointerup" ? cellAt(event) : null;
    this.loupe?.close();
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
