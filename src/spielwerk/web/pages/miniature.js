/** A small board that plays: some plies of a kept game, slowly, over and over. */

import { boardOf } from "../boards/index.js";
import { still } from "../motion.js";
import { drawing, svg } from "../svg.js";

/** @typedef {import("../boards/types.js").View} View */

const PAUSE = 2600; // milliseconds between two moves
const ARRIVING = 700;

/**
 * Something with what changed in it: objects and lists by their keys, anything else as a whole.
 * @param {any} old
 * @param {any} changed
 * @returns {any}
 */
export function merged(old, changed) {
  if (changed === null || typeof changed !== "object" || Array.isArray(changed)) return changed;
  const made = Array.isArray(old) ? [...old] : { ...old };
  for (const [key, value] of Object.entries(changed)) made[key] = merged(made[key], value);
  return made;
}

/**
 * Let a game play in a picture, as long as it is seen. Returns what ends it.
 * @param {string} game
 * @param {HTMLElement} picture
 * @param {number} late  milliseconds until it begins
 */
export async function miniature(game, picture, late) {
  const [board, sample] = await Promise.all([boardOf(game), fetch(`/web/samples/${game}.json`).then((answer) => answer.json())]);
  /** @type {View[]} */
  const views = [sample.view];
  for (const changed of sample.then) views.push(merged(views.at(-1), changed));
  const frames = views.map((view) => board.frame(view));
  const x = Math.min(...frames.map((frame) => frame.x));
  const y = Math.min(...frames.map((frame) => frame.y));
  const width = Math.max(...frames.map((frame) => frame.x + frame.width)) - x;
  const height = Math.max(...frames.map((frame) => frame.y + frame.height)) - y;
  const drawn = drawing(x, y, width, height);
  picture.replaceChildren(drawn);

  let now = still() ? views.length - 1 : 0;
  const draw = () => drawn.replaceChildren(board.draw(views[now], {}));
  draw();
  const step = () => {
    if (still() || document.hidden) return;
    now = (now + 1) % views.length;
    draw();
    const move = views[now].moves.at(-1)?.move;
    const piece = now && move ? board.put(views[now], move) : null;
    if (!piece) return;
    const group = svg("g", { class: `arriving ${board.look}` }, piece);
    drawn.append(group);
    group.animate([{ transform: "scale(1.5)", opacity: 0 }, { transform: "scale(1)", opacity: 1 }], { duration: ARRIVING, easing: "ease-out" });
  };
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const watcher = new IntersectionObserver(([seen]) => {
    stop();
    if (seen.isIntersecting) timer = setInterval(step, PAUSE);
  });
  const wait = setTimeout(() => watcher.observe(picture), late);
  return () => {
    clearTimeout(wait);
    watcher.disconnect();
    stop();
  };
}
