/** A magnifier above a finger that rests or slides: on small cells, the player slides to the right one and lifts it. */

import { h, svg } from "./elements.js";

const SMALL = 44; // pixels: smaller cells are shown through the magnifier
const CLOSER = 2.4;
const SIZE = 132; // pixels across
const ABOVE = 84; // pixels from the finger to the magnifier's centre
const REST = 350; // milliseconds: a finger that stays where it is this long is looking for its cell

export class Loupe {
  /** @param {SVGSVGElement} picture  the drawing to magnify */
  constructor(picture) {
    this.picture = picture;
    this.glass = svg("svg", { "aria-hidden": "true" });
    this.element = h("div", { class: "loupe", hidden: true }, this.glass);
    this.ready = false;
    this.used = false; // since the finger was put down
    this.resting = 0; // the timer of a finger that has not moved yet
  }

  /** Prepare for a touch on cells of this size. @param {number} size @param {PointerEvent} event */
  begin(size, event) {
    this.close();
    this.used = false;
    this.ready = size < SMALL;
    this.resting = setTimeout(() => this.#show(event), REST);
  }

  /** Follow the finger; return whether the magnifier is in use. @param {PointerEvent} event @param {boolean} moved @param {boolean} slides  whether a finger that moves slides to a cell; otherwise it scrolls the page */
  follow(event, moved, slides) {
    if (moved) clearTimeout(this.resting);
    return (this.used || (moved && slides)) && this.#show(event);
  }

  /** @param {PointerEvent} event */
  #show(event) {
    if (!this.ready) return false;
    const matrix = this.picture.getScreenCTM();
    if (!matrix) return false;
    if (!this.used) {
      this.glass.replaceChildren(...[...this.picture.children].map((child) => child.cloneNode(true)));
      this.element.hidden = false;
    }
    this.used = true;
    this.glass.children[1]?.replaceWith(this.picture.children[1].cloneNode(true)); // the layer that follows the pointer
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const across = SIZE / matrix.a / CLOSER;
    this.glass.setAttribute("viewBox", `${at.x - across / 2} ${at.y - across / 2} ${across} ${across}`);
    const above = event.clientY > ABOVE + SIZE / 2 ? -ABOVE : ABOVE;
    this.element.style.left = `${event.clientX - SIZE / 2}px`;
    this.element.style.top = `${event.clientY + above - SIZE / 2}px`;
    return true;
  }

  close() {
    clearTimeout(this.resting);
    this.ready = false;
    this.element.hidden = true;
    this.glass.replaceChildren();
  }
}
