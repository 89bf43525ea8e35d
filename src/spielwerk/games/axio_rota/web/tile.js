/** Tiles of AXIO rota: black lacquer with an inlaid quarter circle in each corner. A tile is 100 units wide. */
import { drawing, polygon, short, svg } from "../../../web/elements.js";

/**
 * @import { Phrase, Rules } from "../../../web/board.js"
 *
 * @typedef {readonly number[]} Corners  what a tile shows, clockwise from the top left
 */

export const COLOURS = ["r", "g", "b", "o", "p"];
export const EMPTY = COLOURS.length; // a corner without a colour
const EDGE = 48.6; // from a tile's centre to its side, leaving a thin gap between tiles
const ROUND = 4;
const RADIUS = 43; // of the circles
const MOTIF = 44;

/** The directions of a tile's corners, clockwise from the top left. */
export const CORNERS = /** @type {const} */ ([
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
]);

/** A quarter circle in the corner of a tile, which is at (0, 0) and rounded. */
const QUARTER =
  `M${ROUND} 0H${RADIUS}A${RADIUS} ${RADIUS} 0 0 1 0 ${RADIUS}V${ROUND}` +
  `A${ROUND} ${ROUND} 0 0 1 ${ROUND} 0Z`;
const RIM = `M${RADIUS} 0A${RADIUS} ${RADIUS} 0 0 1 0 ${RADIUS}`;

/**
 * A quarter of each colour's symbol, which is symmetric in both axes.
 * @type {Record<string, string>}
 */
const MOTIFS = {
  r: rays([0.98, 0.66, 0.98, 0.66, 0.98, 0.66, 0.98]),
  g: sector(0.78, ROUND / MOTIF),
  b: rays([0.46, 1, 0.46, 1]),
  o: rays([0.86, 0.745, 0.86, 0.745]),
  p: sector(0.86, 0.44),
};

/**
 * Return a quarter of a star, from its right to its bottom, by its radius at even steps.
 * @param {number[]} reach
 */
function rays(reach) {
  const outer = reach.map((r, k) => polar(r * MOTIF, ((90 * k) / (reach.length - 1)) * (Math.PI / 180)));
  return polygon([[ROUND, 0], ...outer, [0, ROUND]]);
}

/** @param {number} radius @param {number} angle @returns {[number, number]} */
function polar(radius, angle) {
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

/**
 * Return a quarter of a ring.
 * @param {number} outer
 * @param {number} inner
 */
function sector(outer, inner) {
  const [far, near] = [short(outer * MOTIF), short(inner * MOTIF)];
  return `M${near} 0H${far}A${far} ${far} 0 0 1 0 ${far}V${near}A${near} ${near} 0 0 0 ${near} 0Z`;
}

/** Return a tile's corners as it lies: its number is its kind times 4, plus its rotation. @param {Rules} rules @param {number} tile @returns {Corners} */
export function corners(rules, tile) {
  const { length } = CORNERS;
  /** @type {Corners} */
  const kind = rules.tables.corners[Math.floor(tile / length)];
  return kind.map((_, k) => kind[(k + length - (tile % length)) % length]);
}

/** Return the text keys for what a corner shows. @param {number} shown */
export const cornerNamed = (shown) => [shown === EMPTY ? "tile.empty" : `colour.${COLOURS[shown]}`];

/** @param {Corners} shown @returns {Phrase} */
export function tileNamed(shown) {
  const [first, second, third, fourth] = shown.map(cornerNamed);
  return { key: "tile.shows", values: { first, second, third, fourth } };
}

/**
 * Draw a tile around (0, 0), with the colour named for its empty corner.
 * @param {Corners} shown
 * @param {number} [named]
 */
export function tile(shown, named = EMPTY) {
  const size = 2 * EDGE;
  return svg(
    "g",
    { class: "tile" },
    svg("rect", { x: -EDGE, y: -EDGE + 2.4, width: size, height: size, rx: ROUND, class: "tile-shadow" }),
    svg("rect", { x: -EDGE, y: -EDGE, width: size, height: size, rx: ROUND, class: "tile-body" }),
    svg("path", { d: `M${-EDGE} ${EDGE}V${-EDGE}H${EDGE}Q-12 -12 ${-EDGE} ${EDGE}Z`, class: "tile-gloss" }),
    ...CORNERS.map(([x, y], k) => quarter(shown[k], named, x, y)),
    svg("rect", {
      x: -EDGE + 0.7,
      y: -EDGE + 0.7,
      width: size - 1.4,
      height: size - 1.4,
      rx: ROUND - 0.7,
      class: "tile-edge",
    }),
  );
}

/**
 * @param {number} shown
 * @param {number} named
 * @param {number} x -1 left, 1 right
 * @param {number} y -1 top, 1 bottom
 */
function quarter(shown, named, x, y) {
  const transform = `translate(${x * EDGE} ${y * EDGE}) scale(${-x} ${-y})`;
  const colour = COLOURS[shown === EMPTY ? named : shown];
  const kind = shown !== EMPTY ? "inlay" : colour ? "inlay named" : "inlay empty";
  const rim = svg("path", { d: RIM, class: "inlay-rim" });
  if (!colour) return svg("g", { class: kind, transform }, rim);
  return svg(
    "g",
    { class: `${kind} colour-${colour}`, transform },
    svg("path", { d: QUARTER, class: "inlay-ground" }),
    svg("path", { d: MOTIFS[colour], class: "inlay-motif" }),
    rim,
  );
}

/** Draw a single tile. @param {Corners} shown @param {number} [named] */
export function alone(shown, named) {
  const drawn = drawing(-52, -52, 104, 106, tile(shown, named));
  drawn.setAttribute("class", "piece axio_rota");
  return drawn;
}
