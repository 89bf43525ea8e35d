/** A small board that plays some plies of a sample game, slowly and repeatedly. */

import { still } from "../effects.js";
import { drawing, svg } from "../elements.js";
import { boardOf, drawnOf, sampleOf } from "../games.js";

/** @typedef {import("../rules.js").Position} Position */

const PAUSE = 2600; // milliseconds between two moves
const ARRIVING = 700;

/**
 * Play a game's sample in a picture while that is visible, if the game has a board and a sample; return a function that
 * stops it.
 * @param {string} game
 * @param {HTMLElement} picture
 * @param {number} late  milliseconds until it starts
 */
export async function miniature(game, picture, late) {
  const [rules, make, sample] = await Promise.all([drawnOf(game), boardOf(game), sampleOf(game)]);
  if (!rules || !make || !sample) return () => {};
  const board = make(rules);
  const positions = momentsOf(rules, sample);
  const frames = positions.map((position) => board.frame(position));
  const x = Math.min(...frames.map((frame) => frame.x));
  const y = Math.min(...frames.map((frame) => frame.y));
  const width = Math.max(...frames.map((frame) => frame.x + frame.width)) - x;
  const height = Math.max(...frames.map((frame) => frame.y + frame.height)) - y;
  const drawn = drawing(x, y, width, height);
  picture.replaceChildren(drawn);

  let now = still() ? positions.length - 1 : 0;
  const draw = () => drawn.replaceChildren(board.draw(positions[now], {}));
  draw();
  const step = () => {
    if (still() || document.hidden) return;
    now = (now + 1) % positions.length;
    draw();
    const latest = positions[now].plies.at(-1);
    const piece = now && latest ? board.put(positions[now], latest.move) : null;
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

/**
 * Return the positions of a sample game; each entry contains the plies since the one before.
 * @param {import("../rules.js").Rules} rules @param {any[]} sample
 */
export function momentsOf(rules, sample) {
  /** @type {Position[]} */
  const found = [];
  for (const told of sample) {
    const plies = told.plies.map((/** @type {any} */ ply) => rules.ply(ply));
    found.push(rules.position(told, told.seats, told.viewer, [...(found.at(-1)?.plies ?? []), ...plies]));
  }
  return found;
}
