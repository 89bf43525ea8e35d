/**
 * AXIO rota: square tiles on a table without an edge. A cell is 100 units wide; the middle of the
 * cell `x,y` is at (100 x, -100 y), for notation counts y upwards.
 *
 * @import { Board, Cell, Held, Legal, Line, Marks, Piece, View } from "./types.js"
 */
import { drawing, polygon, short, svg, SYMBOLS } from "../svg.js";
import { tracks } from "./dominoes/tracks.js";

const COLOURS = ["r", "g", "b", "o", "p"];
const SIDE = 100;
const EDGE = 48.6; // from a tile's middle to its side: a thin joint stays between tiles
const ROUND = 4;
const RADIUS = 43; // of the circles
const MOTIF = 44;

/** Where the corners of a tile are: clockwise from the top left, as notation names them. */
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

/** Notation */

/** @param {string} id @returns {[number, number]} */
function place(id) {
  const [x, y] = id.split(",").map(Number);
  return [x, y];
}

/**
 * The parts of a move: `2,0:gb_r=o` lays gb_r on 2,0 and names orange.
 * @param {string} move
 */
function parse(move) {
  const [cell, tile, named = ""] = move.split(/[:=]/);
  return { cell, tile, named };
}

/**
 * A tile turned clockwise.
 * @param {string} tile
 * @param {number} turn
 */
export const turned = (tile, turn) => tile.slice(4 - turn) + tile.slice(0, 4 - turn);

/**
 * The tile that is held, as it would lie, and the colour that its empty corner stands for.
 * @param {Held} held
 */
function lying(held) {
  const [tile, named = ""] = held.piece.id.split("=");
  return { tile: turned(tile, held.turn), named };
}

/** The plane */

/** @param {string} id @returns {[number, number]} */
function middle(id) {
  const [x, y] = place(id);
  return [SIDE * x, -SIDE * y];
}

/** @param {number} x @param {number} y @param {number} half */
const square = (x, y, half) =>
  polygon([
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ]);

/**
 * The places without a tile beside those with one; none once the game is over.
 * @param {View} view
 * @returns {string[]}
 */
function free(view) {
  if (view.ranks) return [];
  const beside = Object.keys(view.tiles).flatMap((id) => {
    const [x, y] = place(id);
    return [`${x + 1},${y}`, `${x - 1},${y}`, `${x},${y + 1}`, `${x},${y - 1}`];
  });
  return [...new Set(beside)].filter((id) => !(id in view.tiles));
}

/** @param {View} view */
function frame(view) {
  const middles = Object.keys(view.tiles).map(middle);
  const margin = SIDE * (view.ranks ? 0.9 : 1.56);
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

/** @param {View} view @returns {Cell[]} */
function cells(view) {
  return [...Object.keys(view.tiles), ...free(view)]
    .map((id) => {
      const [x, y] = middle(id);
      return { id, x, y, outline: square(x, y, SIDE / 2), holds: view.tiles[id] ?? "" };
    })
    .sort((a, b) => a.y - b.y || a.x - b.x);
}

/** Drawing */

/**
 * A tile around (0, 0). The colour that is named for an empty corner shows as an outline.
 * @param {string} letters
 * @param {string} [named]
 */
function tile(letters, named = "") {
  const size = 2 * EDGE;
  return svg(
    "g",
    { class: "tile" },
    svg("rect", { x: -EDGE, y: -EDGE + 2.4, width: size, height: size, rx: ROUND, class: "tile-shadow" }),
    svg("rect", { x: -EDGE, y: -EDGE, width: size, height: size, rx: ROUND, class: "tile-body" }),
    svg("path", { d: `M${-EDGE} ${EDGE}V${-EDGE}H${EDGE}Q-12 -12 ${-EDGE} ${EDGE}Z`, class: "tile-gloss" }),
    ...CORNERS.map(([x, y], k) => quarter(letters[k], named, x, y)),
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
 * @param {string} letter
 * @param {string} named
 * @param {number} x -1 left, 1 right
 * @param {number} y -1 above, 1 below
 */
function quarter(letter, named, x, y) {
  const transform = `translate(${x * EDGE} ${y * EDGE}) scale(${-x} ${-y})`;
  const colour = letter === "_" ? named : letter;
  const kind = letter !== "_" ? "inlay" : named ? "inlay named" : "inlay empty";
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
 * @param {SVGElement} drawn
 * @param {string} id
 */
function at(drawn, id) {
  const [x, y] = middle(id);
  drawn.setAttribute("transform", `translate(${x} ${y})`);
  return drawn;
}

/** @param {string} id @param {string} kind @param {number} half */
function ring(id, kind, half) {
  const box = { x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 7, class: kind };
  return at(svg("rect", box), id);
}

/**
 * The table with a point wherever corners of tiles can meet.
 * @param {View} view
 */
function table(view) {
  const { x, y, width, height } = frame(view);
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
 * @param {Line} line
 * @param {Record<string, string>} tiles
 * @returns {[number, number]}
 */
export function meeting(line, tiles) {
  const places = line.cells.map(middle);
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
    const shown = corners.map((corner, k) => tiles[line.cells[k]]?.[corner]);
    const same = shown.filter((letter) => letter === line.name).length;
    const score = 2 * same + shown.filter((letter) => letter === "_").length;
    if (score > most) [best, most] = [[x, y], score];
  }
  return best;
}

/**
 * What lines earn, at their corners; those of one corner stand side by side.
 * @param {Line[]} lines
 * @param {Record<string, string>} tiles
 */
function badges(lines, tiles) {
  /** @type {Map<string, Line[]>} */
  const corners = new Map();
  for (const line of lines) {
    const corner = meeting(line, tiles).map(short).join(" ");
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

/** @param {View} view @param {Marks} marks */
function draw(view, marks) {
  const coming = marks.without ? parse(marks.without).cell : "";
  const targets = [...(marks.targets ?? [])];
  return svg(
    "g",
    { class: "board axio_rota" },
    ...table(view),
    ...free(view).map((id) => ring(id, "place", 42)),
    ...targets.map((id) => svg("g", { class: "target" }, ring(id, "halo", 48), ring(id, "lit", 42))),
    ...Object.keys(view.tiles).filter((id) => id !== coming).map((id) => at(tile(view.tiles[id]), id)),
    ...(marks.last ?? []).map((id) => ring(id, "last", 46)),
    ...over(view, marks),
  );
}

/** @type {Board["over"]} */
function over(view, marks) {
  const ghost = marks.ghost ? parse(marks.ghost) : null;
  const tiles = ghost ? { ...view.tiles, [ghost.cell]: ghost.tile } : view.tiles;
  return [
    ...(ghost ? [at(svg("g", { class: "ghost" }, tile(ghost.tile, ghost.named)), ghost.cell)] : []),
    ...(marks.focus ? [ring(marks.focus, "focus", 46)] : []),
    ...badges(marks.lines ?? [], tiles),
  ];
}

/**
 * The tile in the hand; where a colour has to be named for its empty corner, once a colour.
 * @param {View} view
 * @param {number} seat
 * @param {Legal[]} legal
 * @returns {Piece[]}
 */
function pieces(view, seat, legal) {
  const hand = view.hands[seat];
  if (!hand) return [];
  const named = new Set(legal.map(({ move }) => parse(move).named).filter(Boolean));
  const ids = named.size ? COLOURS.filter((c) => named.has(c)).map((c) => `${hand}=${c}`) : [hand];
  return ids.map((id) => ({ id, name: id, turns: 4, mirrors: false }));
}

/** @param {View} view @param {Held} held */
function drawPiece(view, held) {
  const { tile: letters, named } = lying(held);
  const drawn = drawing(-52, -52, 104, 106, tile(letters, named));
  drawn.setAttribute("class", "piece axio_rota");
  return drawn;
}

/** @param {View} view @param {Legal[]} legal @param {Held} held */
function targets(view, legal, held) {
  const wanted = lying(held);
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { move } of legal) {
    const { cell, tile: letters, named } = parse(move);
    if (letters === wanted.tile && (!named || named === wanted.named)) found.set(cell, move);
  }
  return found;
}

/** @type {Board} */
export const board = {
  look: "board axio_rota",
  whose: () => null,
  put(_view, move) {
    const { cell, tile: letters } = parse(move);
    return svg("g", {}, at(tile(letters), cell));
  },
  earned: (view, _move, lines) => badges(lines, view.tiles),
  speaks(move) {
    const { cell, tile: letters, named } = parse(move);
    return { kind: named ? "named" : "laid", where: cell, tile: letters, named };
  },
  frame,
  cells,
  draw,
  over,
  pieces,
  drawPiece,
  targets,
  where: (move) => [parse(move).cell],
  plain: () => [],
  seat: (view, seat, before) => tracks(SYMBOLS, COLOURS.join(""), view.tracks[seat], view.goal, before?.tracks[seat]),
};
