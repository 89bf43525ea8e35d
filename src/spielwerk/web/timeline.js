/** Step through a game: the viewed ply, its position, and the buttons and keys. */

import { button, h } from "./elements.js";
import { t } from "./words.js";

/** @typedef {import("./rules.js").Position} Position */

/** Elements where arrow keys have another meaning. */
const TAKEN = "input, select, textarea, [contenteditable], board-view, dialog, [role=tablist], [role=radiogroup], [role=toolbar], [role=listbox], [role=grid]";

/**
 * A game from its start to its newest position, with one ply being viewed.
 *
 * Fires `change` when another ply is viewed (its position is loaded by then), `refused` with the error as detail when a
 * position could not be loaded, and `grown` when the number of plies has changed.
 */
export class Timeline extends EventTarget {
  /** @type {Map<number, Promise<Position>>} */
  #kept = new Map();
  /** @type {number | null} */
  #wanted = null; // the ply requested last

  /** @param {(ply: number, newest: Position) => Position | Promise<Position>} at  returns the position after that many plies */
  constructor(at) {
    super();
    this.at = at;
    /** @type {Position | undefined} */
    this.newest = undefined;
    /** @type {number | null} the viewed ply; null for the newest position */
    this.past = null;
    /** @type {Position | undefined} its position */
    this.then = undefined;
  }

  /** The number of plies. */
  get last() {
    return this.newest?.plies.length ?? 0;
  }

  /** The number of the viewed ply, also at the newest position. */
  get ply() {
    return this.past ?? this.last;
  }

  /** The viewed position. */
  get position() {
    return this.then ?? this.newest;
  }

  /**
   * Update the newest position. Forget the positions of plies that were taken back. If the viewer has changed, or the
   * viewed ply is gone, return to the newest position.
   * @param {Position} newest
   */
  show(newest) {
    const before = this.newest;
    if (before === newest) return;
    this.newest = newest;
    const same = before && before.viewer === newest.viewer ? shared(before.plies, newest.plies) : -1;
    for (const ply of this.#kept.keys()) if (ply > same) this.#kept.delete(ply);
    if (this.#wanted !== null && this.#wanted > Math.min(same, this.last - 1)) this.#wanted = null;
    if (this.past !== null && this.past > Math.min(same, this.last - 1)) this.#see(null, undefined);
    this.dispatchEvent(new Event("grown"));
  }

  /** View the position after that many plies, or the newest one. @param {number} ply */
  async look(ply) {
    const { newest } = this;
    if (!newest || ply >= this.last) return this.now();
    const wanted = Math.max(0, ply);
    this.#wanted = wanted;
    try {
      const then = await this.seen(wanted);
      if (this.#wanted !== wanted || this.newest?.viewer !== newest.viewer) return; // another one was requested meanwhile
      this.#see(wanted, then);
      this.dispatchEvent(new Event("change"));
    } catch (error) {
      if (this.#wanted !== wanted) return;
      this.#wanted = this.past;
      this.dispatchEvent(new CustomEvent("refused", { detail: error }));
    }
  }

  /** Return the position after that many plies, requested only once. @param {number} ply @returns {Promise<Position>} */
  async seen(ply) {
    const { newest } = this;
    if (!newest) throw new Error("nothing has been shown yet");
    if (ply >= this.last) return newest;
    const found = this.#kept.get(ply) ?? Promise.resolve(this.at(ply, newest));
    this.#kept.set(ply, found);
    found.catch(() => this.#kept.delete(ply));
    return found;
  }

  /** Return to the newest position. */
  now() {
    this.#wanted = null;
    if (this.past === null) return;
    this.#see(null, undefined);
    this.dispatchEvent(new Event("change"));
  }

  /** Move forwards or backwards from the ply requested last. @param {number} by */
  step(by) {
    return this.look((this.#wanted ?? this.last) + by);
  }

  /** @param {number | null} past @param {Position | undefined} then */
  #see(past, then) {
    this.past = past;
    this.then = then;
  }
}

/** Return the number of plies that two games share. @param {Position["plies"]} one @param {Position["plies"]} other */
function shared(one, other) {
  const differs = one.findIndex((ply, k) => ply.seat !== other[k]?.seat || ply.text !== other[k].text);
  return differs < 0 ? one.length : differs;
}

/** Return the ply in an address, by default 0. @param {string} hash */
export function plyOf(hash) {
  const asked = /^#(\d{1,6})$/.exec(hash);
  return asked ? Number(asked[1]) : 0;
}

/** A timeline's buttons, and its keys: arrows, Home and End, wherever these have no other meaning. */
export class TimelineControls {
  /** @param {Timeline} timeline */
  constructor(timeline) {
    this.timeline = timeline;
    this.back = [button("|◀", () => void timeline.look(0), { "aria-label": t("step.first"), title: t("step.first") }), button("◀", () => void timeline.step(-1), { "aria-label": t("step.back"), title: t("step.back") })];
    this.on = [button("▶", () => void timeline.step(1), { "aria-label": t("step.on"), title: t("step.on") }), button("▶|", () => timeline.now(), { "aria-label": t("step.last"), title: t("step.last") })];
    this.where = h("span", { class: "where", "aria-hidden": "true" });
    this.element = h("div", { class: "stepping", role: "group", "aria-label": t("step") }, ...this.back, ...this.on, this.where);
    this.key = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.key);
    for (const name of ["change", "grown"]) timeline.addEventListener(name, () => this.#show());
    this.#show();
  }

  leave() {
    document.removeEventListener("keydown", this.key);
  }

  #show() {
    const { ply, last } = this.timeline;
    for (const one of this.back) one.setAttribute("aria-disabled", String(ply === 0)); // not disabled, to keep the focus
    for (const one of this.on) one.setAttribute("aria-disabled", String(ply === last));
    this.where.textContent = last ? `${ply} / ${last}` : "";
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { timeline } = this;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !timeline.last) return;
    if (/** @type {Element} */ (event.target).closest?.(TAKEN) || document.querySelector("dialog[open]")) return;
    if (event.key === "ArrowLeft") void timeline.step(-1);
    else if (event.key === "ArrowRight") void timeline.step(1);
    else if (event.key === "Home") void timeline.look(0);
    else if (event.key === "End") timeline.now();
    else return;
    event.preventDefault();
  }
}
