/** How a game is played: its text, with examples that the game's own board draws. */

import { boardOf, GAMES } from "../boards/index.js";
import { h } from "../dom.js";
import { drawing } from "../svg.js";
import { t } from "../words.js";

/** @typedef {import("../boards/types.js").Board} Board */
/** @typedef {import("../boards/types.js").Cell} Cell */
/** @typedef {import("../boards/types.js").View} View */

const CELL = 46; // pixels: how large a cell of an example is, where there is room
const LEAST = 320; // how wide an example is at least
const MARGIN = 0.75; // of a cell, around those that an example shows

/**
 * @param {string} game
 * @returns {Promise<import("../app.js").Room>}
 */
export async function rules(game) {
  if (!GAMES.includes(game)) return choosing();
  const [board, text] = await Promise.all([boardOf(game), read(game)]);
  await Promise.all([...text.querySelectorAll("figure")].map((figure) => illustrate(figure, board)));
  const name = t(`game.${game}`);
  const element = h(
    "section",
    { class: "room rules" },
    h("h1", {}, name),
    contents(text),
    text,
    h("nav", { class: "others", "aria-labelledby": "other-games" }, h("h2", { id: "other-games" }, t("home.games")), links(game)),
  );
  return { element, title: `${name}: ${t("rules")}` };
}

/** No game is named: all of them to choose from. @returns {import("../app.js").Room} */
function choosing() {
  return { element: h("section", { class: "room narrow rules-of" }, h("h1", {}, t("rules")), links("")), title: t("rules") };
}

/** @param {string} here */
function links(here) {
  const others = GAMES.filter((game) => game !== here);
  return h("ul", {}, ...others.map((game) => h("li", {}, h("a", { href: `/rules/${game}` }, t(`game.${game}`)))));
}

/** The game's text in the page's language. @param {string} game */
async function read(game) {
  const language = document.documentElement.lang === "de" ? "de" : "en";
  const answer = await fetch(`/web/rules/${game}.${language}.html`);
  if (!answer.ok) throw new Error(`the rules of ${game} can't be read: ${answer.status}`);
  const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const table of parsed.querySelectorAll("table")) {
    const scroller = h("div", { class: "wide" });
    table.replaceWith(scroller);
    scroller.append(table);
  }
  return h("article", {}, ...parsed.body.childNodes);
}

/** Links to the headings of a text. @param {HTMLElement} text */
function contents(text) {
  const entries = [...text.querySelectorAll("h2")].map((heading, number) => {
    heading.id = `part-${number + 1}`;
    heading.tabIndex = -1;
    const follow = (/** @type {Event} */ event) => {
      event.preventDefault(); // the address stays: another one would load the page's room anew
      heading.scrollIntoView({ block: "start" });
      heading.focus({ preventScroll: true });
    };
    return h("li", {}, h("a", { href: `#${heading.id}`, onclick: follow }, heading.textContent));
  });
  return h("nav", { class: "contents", "aria-label": t("rules") }, h("ol", {}, ...entries));
}

/**
 * Draw what a figure's attributes name: `data-view` the position, `data-last`, `data-ghost` and
 * `data-lines` its marks, `data-frame` the cells to show (all if left out). `data-seats` shows what
 * belongs to seats instead of the board; `data-hand` adds what a seat can choose from, and
 * `data-legal` moves that tell the board what that looks like.
 * @param {HTMLElement} figure
 * @param {Board} board
 */
async function illustrate(figure, board) {
  const { view: name, seats, hand, legal, last, ghost, lines, frame } = figure.dataset;
  /** @type {View} */
  const view = await (await fetch(`/web/rules/views/${name}.json`)).json();
  const pictures = h("div", { class: "pictures" });
  if (seats === undefined) {
    const marks = { last: last?.split(" "), ghost, lines: lines ? JSON.parse(lines) : undefined };
    const { x, y, width, height, size } = part(board, view, frame?.split(" ") ?? []);
    const picture = drawing(x, y, width, height, board.draw(view, marks));
    picture.setAttribute("width", String(Math.max(LEAST, Math.round((width / size) * CELL))));
    picture.setAttribute("class", "example");
    pictures.append(picture);
  }
  for (const seat of seats?.split(" ").map(Number) ?? []) {
    pictures.append(h("div", { class: "owned" }, h("p", {}, t("seat.number", { seat: seat + 1 })), board.seat(view, seat)));
  }
  if (hand !== undefined) {
    const moves = (legal?.split(" ") ?? []).map((move) => ({ move, points: [] }));
    const pieces = board.pieces(view, Number(hand), moves);
    const held = pieces.map((piece) => board.drawPiece(view, { piece, turn: 0, mirrored: false }));
    pictures.append(h("div", { class: "held" }, ...held));
  }
  figure.prepend(pictures);
}

/**
 * The part of a drawing that shows these cells, up to the board's edge where they lie there, and
 * how large a cell is.
 * @param {Board} board
 * @param {View} view
 * @param {string[]} shown
 */
function part(board, view, shown) {
  const cells = board.cells(view);
  const size = spacing(cells);
  const whole = board.frame(view);
  const wanted = cells.filter((cell) => shown.includes(cell.id));
  if (!wanted.length) return { ...whole, size };
  const [left, right] = between(cells, wanted, "x", MARGIN * size, whole.x, whole.x + whole.width);
  const [top, bottom] = between(cells, wanted, "y", MARGIN * size, whole.y, whole.y + whole.height);
  return { x: left, y: top, width: right - left, height: bottom - top, size };
}

/**
 * @param {Cell[]} cells
 * @param {Cell[]} wanted
 * @param {"x" | "y"} axis
 * @param {number} margin
 * @param {number} start  of the whole board
 * @param {number} end
 * @returns {[number, number]}
 */
function between(cells, wanted, axis, margin, start, end) {
  const all = cells.map((cell) => cell[axis]);
  const some = wanted.map((cell) => cell[axis]);
  const [low, high] = [Math.min(...some), Math.max(...some)];
  return [low === Math.min(...all) ? start : low - margin, high === Math.max(...all) ? end : high + margin];
}

/** How far a cell is from its nearest neighbour. @param {Cell[]} cells */
function spacing([first, ...others]) {
  return Math.min(...others.map((cell) => Math.hypot(cell.x - first.x, cell.y - first.y)));
}
