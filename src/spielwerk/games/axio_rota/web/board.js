/**
 * AXIO rota: square tiles on a table without edges.
 *
 * @import { Board, Held, Marks, Piece, Position, Rules } from "../../../web/board.js"
 */
import { svg, SYMBOLS } from "../../../web/elements.js";
import { numbers, tracks } from "../../../dominoes/web/points.js";
import { coins, flags } from "./badges.js";
import { isBonus } from "../../../dominoes/web/phrases.js";
import { asks, describe, ended, facts, FIELDS, firsts, kindHeld } from "./phrases.js";
import { cells, frame, free, laid, lying, point, SIDE } from "./places.js";
import { alone, COLOURS, CORNERS, corners, EMPTY, tile, tileNamed } from "./tile.js";

/** Return the number of a tile as it is held. @param {Held} held */
const tileHeld = ({ piece, turn }) => piece.kind * CORNERS.length + turn;

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
 * Draw the table, with a dot wherever corners of tiles can meet.
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
function over(position, { ghost, mood, focus, lines = [] }) {
  const { rules } = position;
  const tiles = lying(position);
  const drawn = focus === undefined ? [] : [ring(rules, focus, "focus", 52)];
  if (ghost) {
    const { place, tile: number, named } = laid(ghost);
    const shown = corners(rules, number);
    tiles.set(place, shown);
    const barred = mood === "wrong" ? ["bar", "bar red"].map((kind) => svg("path", { class: kind, d: "M-15 -15L15 15M15 -15L-15 15" })) : [];
    drawn.push(at(rules, svg("g", { class: `ghost ${mood ?? ""}`.trim() }, tile(shown, named), ...barred), place));
  }
  return [...drawn, ...coins(rules, lines, tiles)];
}

/**
 * @param {Position} position
 * @param {number} seat
 * @returns {(Piece & {kind: number})[]}
 */
function pieces(position, seat) {
  const kind = kindHeld(position, seat);
  if (kind === null) return [];
  const name = tileNamed(position.rules.tables.corners[kind]);
  return [{ id: String(kind), name, turns: CORNERS.length, mirrors: false, kind }];
}

/**
 * Return the placement without a named colour, and with each colour; the engine decides which are legal.
 * @type {Board["meant"]}
 */
function meant({ rules }, held, place) {
  if (!held) return [];
  const slots = { place, tile: tileHeld(held) };
  const named = corners(rules, slots.tile).includes(EMPTY) ? [...COLOURS.keys()] : [];
  return [{ form: "place", slots }, ...named.map((colour) => ({ form: "name", slots: { ...slots, named: colour } }))];
}

/** @param {Rules} rules @returns {Board} */
export const board = (rules) => ({
  look: "board axio_rota",
  grows: true,
  whose: () => null,
  put(_position, move) {
    const { place, tile: number } = laid(move);
    return svg("g", {}, at(rules, tile(corners(rules, number)), place));
  },
  earned: (position, _move, lines) => flags(rules, lines, lying(position)),
  pictured(_position, { move }) {
    const { tile: number, named } = laid(move);
    return alone(corners(rules, number), named);
  },
  describe,
  bonus: (position, ply) => isBonus(position, ply, () => true),
  asks,
  facts,
  firsts,
  ended,
  frame,
  cells,
  draw,
  over,
  pieces,
  drawPiece: (_position, held) => alone(corners(rules, tileHeld(held))),
  meant,
  where: (move) => [laid(move).place],
  plain: () => [],
  seat: ({ state }, seat, before) => tracks(SYMBOLS, COLOURS.join(""), state.tracks[seat], FIELDS, before?.state.tracks[seat]),
  brief: ({ state }, seat, before) => numbers(SYMBOLS, COLOURS.join(""), state.tracks[seat], before?.state.tracks[seat]),
});
