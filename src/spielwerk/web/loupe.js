/** A loupe above the finger: on small cells one slides to the right one and lets go there. */

import { h, svg } from "./elements.js";

const SMALL = 44; // pixels: cells below this size are looked at through the loupe
const CLOSER = 2.4;
const SIZE = 132; // pixels across
const ABOVE = 84; // pixels from the finger to the loupe's middle

export class Loupe {
  /** @param {SVGSVGElement} picture  that is looked at */
  constructor(picture) {
    this.picture = picture;
    this.glass = svg("svg", { "aria-hidden": "true" });
    this.element = h("div", { class: "loupe", hidden: true }, this.glass);
    this.ready = false;
    this.used = false; // since the finger came down
  }

  /** A finger comes down on cells of this size. @param {number} size */
  begin(size) {
    this.ready = size < SMALL;
    this.used = false;
  }

  /** Follow the finger; returns whether one looks through the loupe. @param {PointerEvent} event @param {boolean} moved */
  follow(event, moved) {
    if (!this.ready || !(this.used || moved)) return false;
    const matrix = this.picture.getScreenCTM();
    if (!matrix) return false;
    if (!this.used) {
      this.glass.replaceChildren(...[...this.picture.children].map((child) => child.cloneNode(true)));
      this.element.hidden = false;
    }
    this.used = true;
    this.glass.children[1]?.replaceWith(this.picture.children[1].cloneNode(true)); // what follows the pointer
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const across = SIZE / matrix.a / CLOSER;
    this.glass.setAttribute("viewBox", `${at.x - across / 2} ${at.y - across / 2} ${across} ${across}`);
    const above = event.clientY > ABOVE + SIZE / 2 ? -ABOVE : ABOVE;
    this.element.style.left = `${event.clientX - SIZE / 2}px`;
    this.element.style.top = `${event.clientY + above - SIZE / 2}px`;
    return true;
  }

  close() {
    this.ready = false;
    this.element.hidden = true;
    this.glass.replaceChildren();
  }
}
