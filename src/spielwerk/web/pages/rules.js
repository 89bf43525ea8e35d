/** The rules of a game: their text, with examples drawn by the game's own board. */

import { button, drawing, h } from "../elements.js";
import { allGames, boardOf, brings, drawnOf, exampleOf, momentOf, rulesTextOf, showGame, styled } from "../games.js";
import { boxLink, here, lessonLink, link } from "../links.js";
import { invites, liveExample } from "../live-example.js";
import { SITE } from "../site.js";
import { said, t, title } from "../words.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../board.js").Cell} Cell */
/** @typedef {import("../rules.js").Position} Position */

const CELL = 46; // pixels: the size of a cell in an example, where there is space
const LEAST = 320; // pixels: the minimum width of an example
const MARGIN = 0.75; // of a cell, around the cells in an example

/**
 * @param {string} game
 * @returns {Promise<import("../app.js").Room>}
 */
export async function rules(game) {
  await styled(new URL("../css/rules.css", import.meta.url).href);
  const all = await allGames();
  const games = all.map(({ id }) => id);
  if (!games.includes(game)) return choosing(games);
  const [drawn, make, written] = await Promise.all([drawnOf(game), boardOf(game), rulesTextOf(game), showGame(game)]);
  const board = drawn && make?.(drawn);
  const name = title(game);
  const own = !SITE && all.some(({ id, own_parts: parts }) => id === game && parts) ? h("p", { class: "own-box-link" }, t("box.owner"), " ", boxLink(game)) : null;
  const others = h("nav", { class: "others", "aria-labelledby": "other-games" }, h("h2", { id: "other-games" }, t("rules.others")), links(games.filter((other) => other !== game)));
  if (written === null) return { element: h("section", { class: "room rules" }, h("h1", {}, name), h("article", {}, t("rules.none")), own, others), title: name };
  const text = article(written);
  const examples = new Examples(game);
  if (board) await Promise.all([...text.querySelectorAll("figure")].map((figure) => illustrate(figure, drawn, board, examples)));
  point(text, here().hash.slice(1));
  return { element: h("section", { class: "room rules" }, h("h1", {}, name), lessonLink(game, { class: "button learn" }), contents(text), text, own, others), leave: () => examples.close(), title: `${name}: ${t("rules")}` };
}

/** Show the list of all games, because the address names none. @param {string[]} games @returns {import("../app.js").Room} */
function choosing(games) {
  return { element: h("section", { class: "room narrow rules-of" }, h("h1", {}, t("rules")), links(games)), title: t("rules") };
}

/** @param {string[]} games */
function links(games) {
  return h("ul", {}, ...games.map((game) => h("li", {}, link(`/rules/${game}`, {}, title(game)))));
}

/** Parse a game's rules; wrap tables, which may be wider than the page. @param {string} written */
function article(written) {
  const parsed = new DOMParser().parseFromString(written, "text/html");
  for (const table of parsed.querySelectorAll("table")) {
    const scroller = h("div", { class: "wide" });
    table.replaceWith(scroller);
    scroller.append(table);
  }
  return h("article", {}, ...parsed.body.childNodes);
}

/** Highlight the sentence behind an answer: a refusal, by its code, or a text, by its key. @param {HTMLElement} text @param {string} code */
function point(text, code) {
  const found = /^[\w.]+$/.test(code) ? text.querySelector(`[data-answers~="${code}"]`) : null;
  if (!found) return;
  found.classList.add("answers");
  requestAnimationFrame(() => found.scrollIntoView({ block: "center" })); // after it was added to the page
}

/** Create links to a text's headings. @param {HTMLElement} text */
function contents(text) {
  const entries = [...text.querySelectorAll("h2")].map((heading, number) => {
    heading.id = `part-${number + 1}`;
    heading.tabIndex = -1;
    const follow = (/** @type {Event} */ event) => {
      event.preventDefault(); // the address must not change: that would reload the page
      heading.scrollIntoView({ block: "start" });
      heading.focus({ preventScroll: true });
    };
    return h("li", {}, h("a", { href: `#${heading.id}`, onclick: follow }, heading.textContent));
  });
  return h("nav", { class: "contents", "aria-label": t("rules") }, h("ol", {}, ...entries));
}

/**
 * Draw what a figure's attributes describe, in notation: `data-position` is the position, `data-last`, `data-ghost` and
 * `data-lines` are its marks, `data-frame` the visible cells (default: all). `data-seats` draws seats instead of the
 * board; `data-hand` adds the pieces that a seat can choose from.
 * @param {HTMLElement} figure
 * @param {import("../rules.js").Rules} rules
 * @param {Board} board
 * @param {Examples} examples
 */
async function illustrate(figure, rules, board, examples) {
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
  if (invites(position)) examples.offer(figure, name);
}

/** Playable examples. Only one is open at a time, because it handles the keyboard. */
class Examples {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.close = () => {};
  }

  /** Add a button that makes a figure playable. @param {HTMLElement} figure @param {string} name */
  offer(figure, name) {
    if (!brings(this.game, "engine")) return;
    const told = h("p", { role: "alert" });
    const opener = button(t("example.try"), () => this.#open(figure, name, opener).catch((error) => (told.textContent = said(error))), { class: "try" });
    figure.append(opener, told);
  }

  /** @param {HTMLElement} figure @param {string} name @param {HTMLButtonElement} opener */
  async #open(figure, name, opener) {
    opener.disabled = true; // until the engine is loaded
    const example = await liveExample(this.game, name).finally(() => (opener.disabled = false));
    if (!example) return;
    this.close();
    const pictures = /** @type {HTMLElement} */ (figure.querySelector(".pictures"));
    const closer = button(t("example.close"), () => this.close(), { class: "close" });
    pictures.replaceWith(example.element);
    opener.replaceWith(closer);
    this.close = () => {
      this.close = () => {};
      example.leave();
      const focused = closer === document.activeElement;
      example.element.replaceWith(pictures);
      closer.replaceWith(opener);
      if (focused) opener.focus();
    };
    closer.focus({ preventScroll: true });
  }
}

/**
 * Return the part of a drawing that shows these cells, extended to the board's edge if they touch it, and the size of a
 * cell.
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

/** Return the distance from the first cell to its nearest neighbour. @param {Cell[]} cells */
function spacing([first, ...others]) {
  return Math.min(...others.map((cell) => Math.hypot(cell.x - first.x, cell.y - first.y)));
}
