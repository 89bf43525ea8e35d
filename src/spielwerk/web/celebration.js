/** A small celebration: pieces in the game's colours fall over the page, unless motion is switched off. */

import { still } from "./effects.js";
import { h, svg, SYMBOLS } from "./elements.js";

const PIECES = 36;

/**
 * @param {string[]} names
 *   of the numbers on a scoreboard; those that are colours fall, or all colours if there are none
 * @param {Record<string, string>} [symbols]  the colours' symbols in this game
 */
export function celebrate(names, symbols = SYMBOLS) {
  if (still()) return;
  const own = names.filter((name) => Object.hasOwn(symbols, name));
  const colours = own.length ? own : Object.keys(symbols);
  const sky = h("div", { class: "falling", "aria-hidden": "true" });
  document.body.append(sky);
  const fallen = Array.from({ length: PIECES }, (_, k) => fall(sky, colours[k % colours.length], symbols));
  void Promise.allSettled(fallen).then(() => sky.remove());
}

/** Drop one piece. @param {HTMLElement} sky @param {string} colour @param {Record<string, string>} symbols */
function fall(sky, colour, symbols) {
  const any = (/** @type {number} */ least, /** @type {number} */ most) => least + Math.random() * (most - least);
  const piece = svg("svg", { viewBox: "-1.3 -1.3 2.6 2.6" }, svg("rect", { class: "chip", x: -1.2, y: -1.2, width: 2.4, height: 2.4, rx: 0.5 }), svg("path", { class: `symbol colour-${colour}`, d: symbols[colour], "fill-rule": "evenodd" }));
  const size = any(18, 34);
  Object.assign(piece.style, { left: `${any(0, 100)}%`, width: `${size}px`, height: `${size}px` });
  sky.append(piece);
  const [sway, turn] = [any(-90, 90), any(-540, 540)];
  const frames = [
    { transform: "translate(0, -10vh) rotate(0deg)", opacity: 1 },
    { opacity: 1, offset: 0.75 },
    { transform: `translate(${sway}px, 105vh) rotate(${turn}deg)`, opacity: 0 },
  ];
  return piece.animate(frames, { duration: any(1800, 3200), delay: any(0, 700), easing: "cubic-bezier(0.3, 0.1, 0.7, 1)", fill: "both" }).finished;
}
