/** Small pictures of single tiles: one as it is held, one that was laid, and a swapped hand. */

import { drawing, svg } from "../../web/elements.js";
import { STRIDE, UNIT, middle, moved } from "./cells.js";
import { across, body, framed, shadow, tile } from "./tile.js";

/** @typedef {import("./cells.js").Grid} Grid */
/** @typedef {import("./tile.js").Symbols} Symbols */

const ANY = 8 * STRIDE + 8; // an arbitrary cell, for tiles that lie on none
const MARGIN = UNIT * 0.08;

/**
 * @param {string} game
 * @param {Grid} grid
 * @param {Symbols} symbols
 */
export function pictures(game, grid, symbols) {
  const beside = (/** @type {number} */ turn) => /** @type {const} */ ([ANY, ANY + grid.steps[turn]]);

  /** Draw a tile as it is held, with one half framed; it rotates around its centre. @param {readonly [string, string]} colours @param {number} turn */
  function held(colours, turn) {
    const cells = beside(turn);
    const [[x, y], [otherX, otherY]] = cells.map((cell) => middle(grid, cell));
    const reach = UNIT * 1.06;
    const drawn = drawing(
      (x + otherX) / 2 - reach,
      (y + otherY) / 2 - reach,
      2 * reach,
      2 * reach,
      svg(
        "g",
        { class: `dominoes piece ${game}` },
        svg("path", { class: "shadow", d: shadow(grid, cells) }),
        tile(grid, symbols, { cells, colours }),
        framed(grid, ANY),
      ),
    );
    drawn.setAttribute("preserveAspectRatio", "xMidYMid slice"); // a horizontal tile may be shown in a flat box
    return drawn;
  }

  /** Draw a tile from left to right. @param {readonly [string, string]} colours */
  const laid = (colours) => lying(tile(grid, symbols, { cells: beside(0), colours }));

  /** Draw two tiles that change places. */
  function swapped() {
    const [x, y] = middle(grid, ANY);
    const small = across(grid, beside(0)).map(([px, py]) => /** @type {const} */ ([(px - x) * 0.62, (py - y) * 0.62]));
    const [back, front] = [[x + UNIT * 0.56, y - UNIT * 0.2], [x - UNIT * 0.18, y + UNIT * 0.2]].map(([dx, dy]) =>
      svg("path", { class: "body", d: body(moved(small, [dx, dy])) }),
    );
    const arrow = (/** @type {number} */ way) => `M${-way * 9} ${-way * 7}h${way * 15}l${-way * 4} -4m${way * 4} 4l${-way * 4} 4`;
    const arrows = svg("path", { class: "arrows", d: arrow(1) + arrow(-1), transform: `translate(${x + UNIT / 2} ${y})` });
    return lying(svg("g", { class: "swapped" }, back, front, arrows));
  }

  /** @param {SVGElement} drawn */
  function lying(drawn) {
    const around = across(grid, beside(0));
    const [xs, ys] = [around.map(([x]) => x), around.map(([, y]) => y)];
    const [x, y] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
    const [width, height] = [Math.max(...xs) + MARGIN - x, Math.max(...ys) + MARGIN - y];
    return drawing(x, y, width, height, svg("g", { class: `dominoes pictured ${game}` }, drawn));
  }

  return { held, laid, swapped };
}
