/** Animate rolling dice. */

import { still } from "../../../web/effects.js";
import { side } from "./stones.js";

/** @typedef {import("../../../web/board.js").Position} Position */

const DURATION = 700; // milliseconds until the first die stops
const APART = 90; // milliseconds until the next one stops
const SIDES = 5; // sides shown while a die rolls

/** Return whether there are new dice: another player has rolled. @param {Position} before @param {Position} now */
const areNew = (before, now) => before.state.active !== now.state.active;

let began = -Infinity; // when the latest roll began

/**
 * Roll the dice of a new round; if they are redrawn meanwhile, they continue rolling.
 * @param {Position} before
 * @param {Position} now
 * @param {SVGSVGElement} picture
 */
export function roll(before, now, picture) {
  if (areNew(before, now)) began = performance.now();
  const passed = performance.now() - began;
  if (passed > DURATION || still()) return;
  const colours = now.state.dice.map((/** @type {number} */ _, /** @type {number} */ colour) => now.rules.notation.names.colour.write(colour));
  [...picture.querySelectorAll(".die .thrown")].forEach((die, k) => {
    const half = Number(die.getAttribute("data-half"));
    const timing = { duration: DURATION + APART * k, fill: /** @type {const} */ ("backwards") };
    Array.from({ length: SIDES }, (_, n) => {
      const shown = side(half, colours[(2 * k + n) % colours.length]);
      die.append(shown);
      const until = (0.8 * (SIDES - n)) / SIDES; // the last one is on top, and disappears first
      const frames = [{ opacity: 1 }, { opacity: 1, offset: until }, { opacity: 0, offset: until }, { opacity: 0 }];
      const change = shown.animate(frames, timing);
      change.currentTime = passed;
      change.finished.catch(() => {}).finally(() => shown.remove());
    });
    const [away, turn] = [-half * (7 + 2 * k), -(1 + (k % 2)) * 360 - 40];
    const tumble = die.animate(
      [
        { transform: `translate(${away}px, ${-half}px) rotate(${turn}deg) scale(1.25)`, easing: "cubic-bezier(0.2, 0.6, 0.4, 1)" },
        { transform: `translate(${half / 2}px, ${-half / 3}px) rotate(20deg) scale(1.12)`, offset: 0.75, easing: "ease-in" },
        { transform: "translate(0px, 0px) rotate(0deg) scale(1)" },
      ],
      timing,
    );
    tumble.currentTime = passed;
  });
}
