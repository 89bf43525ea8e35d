/** How a game is played: its text, with examples that the game's own board draws. */

import { drawing, h } from "../elements.js";
import { allGames, boardOf, drawnOf, exampleOf, momentOf, rulesTextOf, showGame } from "../games.js";
import { link } from "../links.js";
import { t, title } from "../words.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../board.js").Cell} Cell */
/** @typedef {import("../rules.js").Position} Position */

const CELL = 46; // pixels: how large a cell of an example is, where there is room
const LEAST = 320; // how wide an example is at least
const MARGIN = 0.75; // of a cell, around those that an example shows

/**
 * @param {string} game
 * @returns {Promise<import("../app.js").Room>}
 */
export async function rules(game) {
  const games = (await allGames()).map(({ id }) => id);
  if (!games.includes(game)) return choosing(games);
  const [drawn, make, written] = await Promise.all([drawnOf(game), boardOf(game), rulesTextOf(game), showGame(game)]);
  const board = drawn && make?.(drawn);
  const name = title(game);
  const others = h("nav", { class: "others", "aria-labelledby": "other-games" }, h("h2", { id: "other-games" }, t("rules.others")), links(games.filter((other) => other !== game)));
  if (written === null) return { element: h("section", { class: "room rules" }, h("h1", {}, name), h("article", {}, t("rules.none")), others), title: name };
  const text = article(written);
  if (board) await Promise.all([...text.querySelectorAll("figure")].map((figure) => illustrate(figure, drawn, board)));
  point(text, location.hash.slice(1));
  return { element: h("section", { class: "room rules" }, h("h1", {}, name), contents(text), text, others), title: `${name}: ${t("rules")}` };
}

/** No game is named: all of them to choose from. @param {string[]} games @returns {import("../app.js").Room} */
function choosing(games) {
  return { element: h("section", { class: "room narrow rules-of" }, h("h1", {}, t("rules")), links(games)), title: t("rules") };
}

/** @param {string[]} games */
function links(games) {
  return h("ul", {}, ...games.map((game) => h("li", {}, link(`/rules/${game}`, {}, title(game)))));
}

/** A game's text, with tables that can be wider than the page. @param {string} written */
function article(written) {
  const parsed = new DOMParser().parseFromString(written, "text/html");
  for (const table of parsed.querySelectorAll("table")) {
    const scroller = h("div", { class: "wide" });
    table.replaceWith(scroller);
    scroller.append(table);
  }
  return h("article", {}, ...parsed.body.childNodes);
}

/** Show the sentence that explains a refusal, by its code. @param {HTMLElement} text @param {string} code */
function point(text, code) {
  const found = /^\w+$/.test(code) ? text.querySelector(`[data-answers~="${code}"]`) : null;
  if (!found) return;
  found.classList.add("answers");
  requestAnimationFrame(() => found.scrollIntoView({ block: "center" })); // when it is on the page
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
 * Draw what a figure's attributes name, as people write it: `data-position` the position, `data-last`, `data-ghost`
 * and `data-lines` its marks, `data-frame` the cells to show (all if left out). `data-seats` shows what belongs to
 * seats instead of the board; `data-hand` adds what a seat can choose from.
 * @param {HTMLElement} figure
 * @param {import("../rules.js").Rules} rules
 * @param {Board} board
 */
async function illustrate(figure, rules, board) {
  const { position: name = "", seats, hand, last, ghost, lines, frame } = figure.dataset;
  const position = momentOf(rules, await exampleOf(rules.declared.game, name));
  const pictures = h("div", { class: "pictures" });
  const cells = (/** @type {string[]} */ names) => names.map((cell) => rules.notation.cells?.read(cell) ?? -1);
  if (seats === undefined) {
    const told = lines ? JSON.parse(lines).map((/** @type {any} */ line) => ({ ...line, cells: cells(line.cells) })) : undefined;
    const marks = { last: last && cells(last.split(" ")), ghost: (ghost && rules.notation.read(ghost)) || undefined, lines: told };
    const { x, y, width, height, size } = part(board, position, cells(frame?.split(" ") ?? []));
    const picture = drawing(x, y, width, height, board.draw(position, { ...marks, last: marks.last || undefined }));
    picture.setAttribute("width", String(Math.max(LEAST, Math.round((width / size) * CELL))));
    picture.setAttribute("class", "example");
    pictures.append(picture);
  }
  for (const seat of seats?.split(" ").map(Number) ?? []) {
    pictures.append(h("div", { class: "owned" }, h("p", {}, t("seat.number", { seat: seat + 1 })), board.seat(position, seat)));
  }
  if (hand !== undefined) {
    const held = board.pieces(position, Number(hand)).map((piece) => board.drawPiece(position, { piece, turn: 0, mirrored: false }));
    pictures.append(h("div", { class: "held" }, ...held));
  }
  figure.prepend(pictures);
}

/**
 * The part of a drawing that shows these cells, up to the board's edge where they lie there, and
 * how large a cell is.
 * @param {Board} board
 * @param {Position} position
 * @param {number[]} shown
 */
function part(board, position, shown) {
  const cells = board.cells(position);
  const size = spacing(cells);
  const whole = board.frame(position);
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
