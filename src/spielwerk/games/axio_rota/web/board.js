/**
 * AXIO rota: square tiles on a table without an edge. A cell is 100 units wide; the middle of the
 * place x, y is at (100 x, -100 y), for y counts upwards.
 *
 * @import { Board, Cell, Held, Line, Marks, Meant, Move, Piece, Position, Rules } from "../../../web/board.js"
 *
 * @import { State } from "./state.js"
 * @typedef {readonly number[]} Corners  what a tile shows, clockwise from its top left
 * @typedef {Map<number, Corners>} Tiles  those that lie, by their places
 */
import { drawing, polygon, short, svg, SYMBOLS } from "../../../web/elements.js";
import { tracks } from "../../../dominoes/web/points.js";

const COLOURS = ["r", "g", "b", "o", "p"];
const EMPTY = COLOURS.length; // what a corner without a colour shows
const FIELDS = 12; // of a track
const SIDE = 100;
const EDGE = 48.6; // from a tile's middle to its side: a thin joint stays between tiles
const ROUND = 4;
const RADIUS = 43; // of the circles
const MOTIF = 44;

/** Where the corners of a tile are: clockwise from the top left. */
const CORNERS = /** @type {const} */ ([
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
 * A quarter of each colour's symbol: all of them are the same left and right, above and below.
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
 * A quarter of a star, from its right to its bottom: how far it reaches at even steps.
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
 * A quarter of a ring.
 * @param {number} outer
 * @param {number} inner
 */
function sector(outer, inner) {
  const [far, near] = [short(outer * MOTIF), short(inner * MOTIF)];
  return `M${near} 0H${far}A${far} ${far} 0 0 1 0 ${far}V${near}A${near} ${near} 0 0 0 ${near} 0Z`;
}

/** What lies where */

/** What a move lays where. @param {Meant} move */
const laid = ({ slots }) => /** @type {{place: number, tile: number, named?: number}} */ (slots);

/** A tile's corners as it lies: its number is that of its kind, times 4, and its turns. @param {Rules} rules @param {number} tile @returns {Corners} */
function corners(rules, tile) {
  const { length } = CORNERS;
  /** @type {Corners} */
  const kind = rules.tables.corners[Math.floor(tile / length)];
  return kind.map((_, k) => kind[(k + length - (tile % length)) % length]);
}

/** How places are numbered: column by column. @param {Rules} rules */
const counting = ({ notation }) => /** @type {{middle: number, width: number}} */ (notation.names.place.points);

/** @param {Position} position @returns {Tiles} */
function lying({ rules, state }) {
  const { middle, width } = counting(rules);
  const { n, x, y, quarters } = /** @type {State} */ (state);
  return new Map(x.slice(0, n).map((column, k) => [(column + middle) * width + y[k] + middle, quarters[k + 1]]));
}

/** The number of a tile as it is held. @param {Held} held */
const tileHeld = ({ piece, turn }) => piece.kind * CORNERS.length + turn;

/** The plane */

/** The middle of a place. @param {Rules} rules @param {number} place @returns {[number, number]} */
function point(rules, place) {
  const { middle, width } = counting(rules);
  return [SIDE * (Math.floor(place / width) - middle), SIDE * (middle - (place % width))];
}

/** @param {number} x @param {number} y @param {number} half */
const square = (x, y, half) =>
  polygon([
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ]);

/** Whether nothing more will be laid. @param {Position} position */
const isOver = ({ toAct }) => !toAct.length;

/** The places without a tile beside those with one; none once the game is over. @param {Position} position */
function free(position) {
  if (isOver(position)) return [];
  const { width } = counting(position.rules);
  const tiles = lying(position);
  const around = [...tiles.keys()].flatMap((place) => [place + width, place - width, place + 1, place - 1]);
  return [...new Set(around)].filter((place) => !tiles.has(place));
}

/** @param {Position} position */
function frame(position) {
  const middles = [...lying(position).keys()].map((place) => point(position.rules, place));
  const margin = SIDE * (isOver(position) ? 0.9 : 1.56);
  const [left, right] = span(middles.map(([x]) => x));
  const [top, bottom] = span(middles.map(([, y]) => y));
  return {
    x: left - margin,
    y: top - margin,
    width: right - left + 2 * margin,
    height: bottom - top + 2 * margin,
  };
}

/** @param {number[]} numbers */
const span = (numbers) => [Math.min(...numbers), Math.max(...numbers)];

/** What corners are called, by the texts' keys. @param {Corners} shown */
const spoken = (shown) => shown.map((colour) => (colour === EMPTY ? "holds.empty" : `colour.${COLOURS[colour]}`));

/** @param {Position} position @returns {Cell[]} */
function cells(position) {
  const tiles = lying(position);
  return [...tiles.keys(), ...free(position)]
    .map((id) => {
      const [x, y] = point(position.rules, id);
      const shown = tiles.get(id);
      return { id, x, y, outline: square(x, y, SIDE / 2), holds: shown ? { key: "holds.tile", values: { colours: spoken(shown) } } : null };
    })
    .sort((a, b) => a.y - b.y || a.x - b.x);
}

/** Drawing */

/**
 * A tile around (0, 0). The colour that is named for an empty corner shows as an outline.
 * @param {Corners} shown
 * @param {number} [named]
 */
function tile(shown, named = EMPTY) {
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
 * @param {number} y -1 above, 1 below
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

/**
 * @param {Rules} rules
 * @param {SVGElement} drawn
 * @param {number} place
 */
function at(rules, drawn, place) {
  const [x, y] = point(rules, place);
  drawn.setAttribute("transform", `translate(${x} ${y})`);
  return drawn;
}

/** @param {Rules} rules @param {number} place @param {string} kind @param {number} half */
function ring(rules, place, kind, half) {
  const box = { x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 7, class: kind };
  return at(rules, svg("rect", box), place);
}

/**
 * The table with a point wherever corners of tiles can meet.
 * @param {Position} position
 */
function table(position) {
  const { x, y, width, height } = frame(position);
  let points = "";
  for (let across = Math.ceil((x + 1) / SIDE - 0.5) + 0.5; across * SIDE < x + width; across++) {
    for (let down = Math.ceil((y + 1) / SIDE - 0.5) + 0.5; down * SIDE < y + height; down++) {
      points += `M${across * SIDE} ${down * SIDE}h0`;
    }
  }
  return [
    svg("rect", { x, y, width, height, rx: 14, class: "table" }),
    svg("path", { d: points, class: "table-points" }),
  ];
}

/**
 * The corner where a line's quarters meet: of the grid points that all its cells touch, the one at
 * which most of them show its colour. Elsewhere it is the middle of the cells.
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
 * What lines earn, at their corners; those of one corner stand side by side.
 * @param {Rules} rules
 * @param {Line[]} lines
 * @param {Tiles} tiles
 */
function badges(rules, lines, tiles) {
  /** @type {Map<string, Line[]>} */
  const corners = new Map();
  for (const line of lines) {
    const corner = meeting(rules, line, tiles).map(short).join(" ");
    corners.set(corner, [...(corners.get(corner) ?? []), line]);
  }
  return [...corners].flatMap(([corner, here]) =>
    here.map((line, k) => {
      const aside = (k - (here.length - 1) / 2) * 40;
      return svg(
        "g",
        { class: `badge colour-${line.name}`, transform: `translate(${corner}) translate(${aside} 0)` },
        svg("circle", { r: 21 }),
        svg("text", { y: 10 }, String(line.points)),
      );
    }),
  );
}

/** @param {Position} position @param {Marks} marks */
function draw(position, marks) {
  const { rules } = position;
  const coming = marks.without && laid(marks.without).place;
  const targets = [...(marks.targets ?? [])];
  const tiles = [...lying(position)].filter(([place]) => place !== coming);
  return svg(
    "g",
    { class: "board axio_rota" },
    ...table(position),
    ...free(position).map((place) => ring(rules, place, "place", 42)),
    ...targets.map((place) => svg("g", { class: "target" }, ring(rules, place, "halo", 48), ring(rules, place, "lit", 42))),
    ...tiles.map(([place, shown]) => at(rules, tile(shown), place)),
    ...(marks.last ?? []).map((place) => ring(rules, place, "last", 46)),
    ...over(position, marks),
  );
}

/** @type {Board["over"]} */
function over(position, { ghost, focus, lines = [] }) {
  const { rules } = position;
  const tiles = lying(position);
  const drawn = [];
  if (ghost) {
    const { place, tile: number, named } = laid(ghost);
    const shown = corners(rules, number);
    tiles.set(place, shown);
    drawn.push(at(rules, svg("g", { class: "ghost" }, tile(shown, named)), place));
  }
  if (focus !== undefined) drawn.push(ring(rules, focus, "focus", 46));
  return [...drawn, ...badges(rules, lines, tiles)];
}

/**
 * The tile in the hand; where a colour has to be named for its empty corner, once a colour.
 * @param {Position} position
 * @param {number} seat
 * @param {Move[]} moves
 * @returns {(Piece & {kind: number, named?: number})[]}
 */
function pieces({ rules, state, viewer }, seat, moves) {
  const { held, hand } = /** @type {State} */ (state);
  if (seat !== viewer || !held[seat]) return [];
  const kind = hand[seat];
  const called = rules.notation.names.kind.write(kind);
  const asked = new Set(moves.map((move) => laid(move).named));
  const named = [...COLOURS.keys()].filter((colour) => asked.has(colour));
  return (named.length ? named : [undefined]).map((colour) => {
    const name = colour === undefined ? called : `${called}=${COLOURS[colour]}`;
    return { id: name, name, turns: CORNERS.length, mirrors: false, kind, named: colour };
  });
}

/** @param {Position} position @param {Held} held */
function drawPiece({ rules }, held) {
  const drawn = drawing(-52, -52, 104, 106, tile(corners(rules, tileHeld(held)), held.piece.named));
  drawn.setAttribute("class", "piece axio_rota");
  return drawn;
}

/**
 * Where the engine wants no colour for the empty corner, none is meant, whichever is held.
 * @type {Board["meant"]}
 */
function meant(position, held, place) {
  const { rules, viewer } = position;
  const { named } = held.piece;
  const slots = { place, tile: tileHeld(held) };
  const plain = { form: "place", slots };
  if (named === undefined || viewer === null || !rules.refusal(position, viewer, plain)) return plain;
  return { form: "name", slots: { ...slots, named } };
}

/** @param {Rules} rules @returns {Board} */
export const board = (rules) => ({
  look: "board axio_rota",
  whose: () => null,
  put(_position, move) {
    const { place, tile: number } = laid(move);
    return svg("g", {}, at(rules, tile(corners(rules, number)), place));
  },
  earned: (position, _move, lines) => badges(rules, lines, lying(position)),
  describe(move) {
    const { place, tile: number, named } = laid(move);
    const values = { what: spoken(corners(rules, number)), where: rules.notation.names.place.write(place) };
    return named === undefined ? { key: "move.laid", values } : { key: "move.named", values: { ...values, colour: spoken([named]) } };
  },
  frame,
  cells,
  draw,
  over,
  pieces,
  drawPiece,
  meant,
  where: (move) => [laid(move).place],
  plain: () => [],
  seat: ({ state }, seat, before) => tracks(SYMBOLS, COLOURS.join(""), state.tracks[seat], FIELDS, before?.state.tracks[seat]),
});
