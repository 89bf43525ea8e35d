/** How a game is played: its text, with examples that the game's own board draws. */

import { boardOf, GAMES } from "../boards/index.js";
import { h } from "../dom.js";
import { drawing } from "../svg.js";
import { t } from "../words.js";

/** @typedef {import("../boards/types.js").Board} Board */
/** @typedef {import("../boards/types.js").Cell} Cell */
/** @typedef {import("../boards/types.js").View} View */

const CELL = 46; // pixels: how large a cell of an example is, where there is room
const MARGIN = 0.62; // of a cell, around those that an example shows

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
    const scroller = h("div", { class: "wide", tabindex: "0" });
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
 * `data-lines` its marks, `data-frame` the cells to show (all if left out). Instead of the board,
 * `data-seats` shows what belongs to seats, `data-hand` what one of them holds.
 * @param {HTMLElement} figure
 * @param {Board} board
 */
async function illustrate(figure, board) {
  const { view: name, seats, hand, last, ghost, lines, frame } = figure.dataset;
  /** @type {View} */
  const view = await (await fetch(`/web/rules/views/${name}.json`)).json();
  const pictures = h("div", { class: "pictures" });
  if (seats !== undefined) {
    for (const seat of seats.split(" ")) {
      pictures.append(h("div", { class: "owned" }, h("p", {}, t("seat.number", { seat: Number(seat) + 1 })), board.seat(view, Number(seat))));
    }
  }
  if (hand !== undefined) {
    const held = board.pieces(view, Number(hand), []).map((piece) => board.drawPiece(view, { piece, turn: 0, mirrored: false }));
    pictures.append(h("div", { class: "held" }, ...held));
  }
  if (seats === undefined && hand === undefined) {
    const marks = { last: last?.split(" "), ghost, lines: lines ? JSON.parse(lines) : undefined };
    const { x, y, width, height, size } = part(board, view, frame?.split(" ") ?? []);
    const picture = drawing(x, y, width, height, board.draw(view, marks));
    picture.setAttribute("width", String(Math.round((width / size) * CELL)));
    picture.setAttribute("class", "example");
    pictures.append(picture);
  }
  figure.prepend(pictures);
}

/**
 * The part of a drawing that shows these cells, and how large a cell is there.
 * @param {Board} board
 * @param {View} view
 * @param {string[]} shown
 */
function part(board, view, shown) {
  const cells = board.cells(view);
  const size = spacing(cells);
  const wanted = cells.filter((cell) => shown.includes(cell.id));
  if (!wanted.length) return { ...board.frame(view), size };
  const xs = wanted.map((cell) => cell.x);
  const ys = wanted.map((cell) => cell.y);
  const [left, top] = [Math.min(...xs) - MARGIN * size, Math.min(...ys) - MARGIN * size];
  const [right, bottom] = [Math.max(...xs) + MARGIN * size, Math.max(...ys) + MARGIN * size];
  return { x: left, y: top, width: right - left, height: bottom - top, size };
}

/** How far a cell is from its nearest neighbour. @param {Cell[]} cells */
function spacing([first, ...others]) {
  return Math.min(...others.map((cell) => Math.hypot(cell.x - first.x, cell.y - first.y)));
}
