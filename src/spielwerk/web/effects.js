/** Animate and sound moves: pieces fly in from their owner, points rise from their lines, with a quiet tone. */

import { svg } from "./elements.js";
import { settings } from "./settings.js";

/** @typedef {import("./board-view.js").BoardView} BoardView */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Line} Line */
/** @typedef {import("./rules.js").Position} Position */

/**
 * @typedef {object} Happened
 * @property {Board} board
 * @property {Position} position  after the move
 * @property {import("./rules.js").Ply} ply
 * @property {boolean} own  whether it was made here, so that its piece is already in place
 * @property {Element | null} place  the element of the seat that moved
 * @property {Line[]} lines  the origin of its points
 * @property {boolean} [small]  whether seats' own boards are only shown in their places, none of them large
 */

/**
 * Return the latest move to animate, with the origin of its points; null if nothing is new. If several arrived at once,
 * return the last one, with `alone` false and no lines.
 * @param {Position} before
 * @param {Position} now
 */
export function latestMove(before, now) {
  const ply = now.plies.at(-1);
  if (!ply || now.plies.length <= before.plies.length) return null;
  const alone = now.plies.length === before.plies.length + 1;
  return { ply, alone, lines: alone ? now.rules.lines(before, ply.seat, ply.move, ply.action) : [] };
}

/** In milliseconds: how long a piece flies, and how long its points stay. */
const PACES = { none: { fly: 0, stay: 1600 }, quick: { fly: 380, stay: 1300 }, calm: { fly: 760, stay: 2200 } };
const APART = 90; // milliseconds between one number and the next

/** Return whether motion is switched off. */
export function still() {
  return settings.motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export class Motion {
  /** @param {BoardView} boardView */
  constructor(boardView) {
    this.boardView = boardView;
    this.number = 0; // identifies the current animation; a later one ends it
    /** @type {SVGGElement | null} */
    this.layer = null;
  }

  /** Animate a move, ending any animation in progress. @param {Happened} happened */
  async show(happened) {
    this.stop();
    const number = this.number;
    const { board, position, ply, own, lines, small } = happened;
    const whose = board.whose(position);
    const large = whose === null || (whose === ply.seat && !small);
    const drawing = large ? this.boardView.picture : /** @type {SVGSVGElement | null} */ (happened.place?.querySelector(":scope > svg")); // a bot's face is deeper
    if (!drawing) return;
    const layer = svg("g", { class: `motion ${board.look}`, "aria-hidden": "true" });
    if (!large) layer.setAttribute("transform", board.small?.transform ?? "");
    drawing.append(layer);
    this.layer = layer;
    const pace = PACES[still() ? "none" : settings.motion];
    if (!own && pace.fly) {
      const piece = board.put(position, ply.move);
      if (piece) await this.#arrive(layer, piece, happened, whose === null, pace.fly);
    }
    if (this.number !== number) return;
    await this.#rise(layer, board.earned(position, ply.move, lines), large ? 1 : (board.small?.grow ?? 1), pace.stay);
    if (this.number === number) this.stop();
  }

  /** End the animation in progress. */
  stop() {
    this.number += 1;
    this.layer?.remove();
    this.layer = null;
    this.#land();
  }

  #land() {
    this.boardView.picture.classList.remove("flying");
    if (!this.boardView.without) return;
    this.boardView.without = null;
    this.boardView.show();
  }

  /**
   * Animate a piece's arrival: it flies if all share one board, otherwise it is pressed onto its owner's.
   * @param {SVGGElement} layer
   * @param {SVGElement} piece
   * @param {Happened} happened
   * @param {boolean} flies
   * @param {number} duration
   */
  async #arrive(layer, piece, { ply, place }, flies, duration) {
    const number = this.number;
    const group = svg("g", { class: "arriving" }, piece);
    layer.append(group);
    if (flies) {
      this.boardView.without = ply.move;
      this.boardView.show();
      this.boardView.picture.classList.toggle("flying", this.boardView.zoom === 1);
    }
    const from = flies && place ? this.#away(group, place) : "translate(0px, 0px)";
    const frames = [
      { transform: `${from} scale(${flies ? 0.5 : 1.7})`, opacity: 0 },
      { opacity: 1, offset: 0.35 },
      { transform: "translate(0px, 0px) scale(1)", opacity: 1 },
    ];
    await group.animate(frames, { duration, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" }).finished.catch(() => {});
    if (this.number !== number) return;
    group.remove();
    this.#land();
  }

  /** Return the translation from a piece's place to its owner's, in the drawing's units. @param {SVGGElement} piece @param {Element} place */
  #away(piece, place) {
    const matrix = this.boardView.picture.getScreenCTM()?.inverse();
    if (!matrix) return "translate(0px, 0px)";
    const { left, top, width, height } = place.getBoundingClientRect();
    const from = new DOMPoint(left + width / 2, top + height / 2).matrixTransform(matrix);
    const to = piece.getBBox();
    return `translate(${from.x - to.x - to.width / 2}px, ${from.y - to.y - to.height / 2}px)`;
  }

  /**
   * Show numbers one after the other; they stay, rise and fade.
   * @param {SVGGElement} layer
   * @param {SVGElement[]} earned
   * @param {number} grow
   * @param {number} stay
   */
  async #rise(layer, earned, grow, stay) {
    const moves = !still();
    const up = this.boardView.picture.viewBox.baseVal.height * 0.045;
    let badges = 0;
    const shown = earned.map((one) => {
      const badge = one.classList.contains("badge");
      const group = svg("g", { class: badge ? "pop" : "trace" }, one);
      layer.append(group);
      const late = { duration: stay, delay: moves && badge ? APART * badges++ : 0, fill: /** @type {const} */ ("backwards") };
      if (!moves) return group.animate([{ transform: `scale(${badge ? grow : 1})` }, { transform: `scale(${badge ? grow : 1})` }], late);
      if (!badge) return group.animate([{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.65 }, { opacity: 0 }], late);
      return group.animate(
        [
          { transform: "translateY(0px) scale(0)", opacity: 0 },
          { transform: `translateY(0px) scale(${1.25 * grow})`, opacity: 1, offset: 0.16 },
          { transform: `translateY(0px) scale(${grow})`, opacity: 1, offset: 0.28 },
          { transform: `translateY(0px) scale(${grow})`, opacity: 1, offset: 0.62 },
          { transform: `translateY(${-up}px) scale(${grow})`, opacity: 0 },
        ],
        late,
      );
    });
    await Promise.all(shown.map((animation) => animation.finished.then(() => removed(animation), () => {})));
  }
}

/** Remove an element that has faded. @param {Animation} animation */
function removed(animation) {
  /** @type {KeyframeEffect} */ (animation.effect)?.target?.remove();
}

/**
 * Move markers from their previous places, and add the points only then.
 * @param {Element} seats
 * @param {boolean} own  whether the move was made here, so that no piece has to fly first
 */
export function moveMarkers(seats, own) {
  const pace = PACES[still() ? "none" : settings.motion];
  const late = { delay: own ? 0 : pace.fly, duration: still() ? 0 : pace.stay / 2, easing: "ease-in-out", fill: /** @type {const} */ ("backwards") };
  for (const marker of seats.querySelectorAll(".marker[data-by]")) {
    const from = `translateX(${-Number(marker.getAttribute("data-by"))}px)`;
    marker.animate([{ transform: from }, { transform: "translateX(0px)" }], late);
    marker.removeAttribute("data-by");
  }
  for (const pips of seats.querySelectorAll(".yet")) {
    pips.animate([{ opacity: 1 }, { opacity: 0 }], late).finished.then(() => pips.remove(), () => {});
  }
}

// Sounds, synthesised; off by default

/** @type {AudioContext | null} */
let audio = null;

/** @type {Record<string, [frequency: number, seconds: number][]>} */
const SOUNDS = {
  move: [[392, 0.09]],
  own: [[330, 0.06], [494, 0.1]],
  refused: [[196, 0.14]],
  end: [[392, 0.1], [494, 0.1], [587, 0.2]],
};

/** @param {keyof typeof SOUNDS} name */
export function chime(name) {
  if (!settings.sounds) return;
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (const [frequency, seconds] of SOUNDS[name]) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.frequency.value = frequency;
    tone.type = "triangle";
    loudness.gain.setValueAtTime(0.08, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds * 0.8;
  }
}

/**
 * Return the cells of the latest move on the board that is drawn large.
 * @param {import("./board.js").Board | null} board
 * @param {import("./rules.js").Position} position
 */
export function lastCells(board, position) {
  if (!board) return [];
  const whose = board.whose(position);
  const last = position.plies.findLast((ply) => whose === null || ply.seat === whose);
  return last ? board.where(last.move) : [];
}
