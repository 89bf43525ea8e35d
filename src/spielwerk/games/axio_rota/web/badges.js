/**
 * Show the points of a move at the corners where they come from.
 *
 * @import { Line, Rules } from "../../../web/board.js"
 * @import { Tiles } from "./places.js"
 */
import { short, svg } from "../../../web/elements.js";
import { point, SIDE } from "./places.js";
import { COLOURS, CORNERS, EMPTY } from "./tile.js";

/**
 * Return the corner where a line's quarters meet: of the grid points that all its cells touch, the one where most of
 * them show its colour. If there is none, return the centre of the cells.
 * @param {Rules} rules
 * @param {Line} line
 * @param {Tiles} tiles
 * @returns {[number, number]}
 */
export function meeting(rules, line, tiles) {
  const places = line.cells.map((cell) => point(rules, cell));
  const [x0, y0] = places[0];
  /** @type {[number, number]} */
  let best = [
    places.reduce((sum, [x]) => sum + x, 0) / places.length,
    places.reduce((sum, [, y]) => sum + y, 0) / places.length,
  ];
  let most = -1;
  for (const [right, below] of CORNERS) {
    const [x, y] = [x0 + (right * SIDE) / 2, y0 + (below * SIDE) / 2];
    const corners = places.map(([cx, cy]) =>
      CORNERS.findIndex(([r, b]) => cx + (r * SIDE) / 2 === x && cy + (b * SIDE) / 2 === y),
    );
    if (corners.includes(-1)) continue;
    const shown = corners.map((corner, k) => tiles.get(line.cells[k])?.[corner]);
    const same = shown.filter((colour) => colour === COLOURS.indexOf(line.name)).length;
    const score = 2 * same + shown.filter((colour) => colour === EMPTY).length;
    if (score > most) [best, most] = [[x, y], score];
  }
  return best;
}

/**
 * Draw lines at their corners; several at one corner are side by side.
 * @param {Rules} rules
 * @param {Line[]} lines
 * @param {Tiles} tiles
 * @param {number} apart
 * @param {(line: Line) => SVGElement[]} face  draws the content of a badge
 */
function badges(rules, lines, tiles, apart, face) {
  /** @type {Map<string, Line[]>} */
  const corners = new Map();
  for (const line of lines) {
    const corner = meeting(rules, line, tiles).map(short).join(" ");
    corners.set(corner, [...(corners.get(corner) ?? []), line]);
  }
  return [...corners].flatMap(([corner, here]) =>
    here.map((line, k) => {
      const aside = (k - (here.length - 1) / 2) * apart;
      return svg("g", { class: `badge colour-${line.name}`, transform: `translate(${corner}) translate(${aside} 0)` }, ...face(line));
    }),
  );
}

/** Draw the points that a move would score, as coins. @param {Rules} rules @param {Line[]} lines @param {Tiles} tiles */
export const coins = (rules, lines, tiles) =>
  badges(rules, lines, tiles, 40, ({ points }) => [svg("circle", { r: 21 }), svg("text", { y: 10 }, String(points))]);

/** Draw the points that a move has scored, as dark flags with a plus, distinct from a preview. @param {Rules} rules @param {Line[]} lines @param {Tiles} tiles */
export const flags = (rules, lines, tiles) =>
  badges(rules, lines, tiles, 54, ({ points }) => [
    svg("rect", { class: "flag", x: -25, y: -17, width: 50, height: 34, rx: 9 }),
    svg("text", { y: 10 }, `+${points}`),
  ]);
