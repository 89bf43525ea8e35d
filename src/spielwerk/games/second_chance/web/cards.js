/**
 * The cards in front of a seat: their names and drawings.
 *
 * @import { Held, Position } from "../../../web/board.js"
 * @import { Card, Drawing } from "./grid.js"
 * @import { Shape } from "./shapes.js"
 * @import { State, Tables } from "./state.js"
 */
import { drawing, short, svg } from "../../../web/elements.js";
import { settings } from "../../../web/settings.js";
import { cardOf, has, isStart, ONE, ROWS } from "./grid.js";
import { cardNamed } from "./names.js";
import { laid, size, standing, ways } from "./shapes.js";
import { pencilled } from "./sheet.js";

const CARD = { width: 120, height: 168 };

/** Return whether a number is that of a card; another number means no card. @param {Tables} tables @param {number} card */
const isCard = ({ cells }, card) => card < cells.length;

/** Return the card that only this seat has to draw: its start card, or its second chance. @param {Position} position @param {number} seat @returns {number | null} */
export function own({ rules, state }, seat) {
  const card = /** @type {State} */ (state).own[seat];
  return isCard(rules.tables, card) ? card : null;
}

/** Return the cards in the middle; none while start cards are drawn. @param {Position} position */
export function common({ rules, state }) {
  return /** @type {State} */ (state).cards.filter((card) => isCard(rules.tables, card));
}

/** Return the cards in front of a seat, whether they fit or not. @param {Position} position @param {number} seat @returns {Card[]} */
function before(position, seat) {
  /** @type {State} */
  const { out, owes } = position.state;
  if (has(owes, seat)) return [ONE];
  const card = own(position, seat);
  if (card !== null) return [card];
  return position.toAct.length && !has(out, seat) ? common(position) : [];
}

/** Return a card's shape. @param {Tables} tables @param {Card} card @returns {Shape} */
export function look({ cells, offsets, aside }, card) {
  if (card === ONE) return [[0, 0]];
  const columns = aside[card][0].slice(0, cells[card]);
  return standing(columns.map((x, k) => [x, (x - offsets[card][0][k]) / ROWS]));
}

/** @type {WeakMap<Position, Map<number, Set<Card>>>} */
const known = new WeakMap();

/** Return the cards that a seat can draw now. @param {Position} position @param {number} seat @returns {Set<Card>} */
function drawable(position, seat) {
  const seats = known.get(position) ?? new Map();
  known.set(position, seats);
  const found = seats.get(seat) ?? new Set(position.rules.moves(position, seat).map(cardOf));
  seats.set(seat, found);
  return found;
}

/** Return whether a seat cannot use a card now: it has already drawn, or the card fits nowhere. @param {Position} position @param {number} seat @param {Card} card */
function isIdle(position, seat, card) {
  if (!position.toAct.includes(seat)) return true;
  return position.rules.engine !== null && !drawable(position, seat).has(card);
}

/** @param {Tables} tables @param {Card} card @param {Shape} shape */
function named(tables, card, shape) {
  if (card === ONE) return { key: "piece.one" };
  return isStart(tables, card) ? { key: "piece.start", values: { cells: shape.length } } : cardNamed(shape);
}

/** @param {Position} position @param {number} seat */
export function pieces(position, seat) {
  const { tables } = position.rules;
  return before(position, seat).map((card, k, all) => {
    const shape = look(tables, card);
    return { id: all.indexOf(card) < k ? `${card}#2` : `${card}`, name: named(tables, card, shape), ...ways(shape), card, shape, idle: isIdle(position, seat, card) };
  });
}

/** Return the text in a card's corner: the number of its cells, or its name in notation if the user wants that. @param {Position} position @param {Card} card @param {Shape} shape */
function corner({ rules: { notation } }, card, shape) {
  if (card === ONE) return "";
  return settings.notation ? notation.names.card.write(card) : String(shape.length);
}

/** @param {Position} position @param {Held} held */
export function drawPiece(position, { piece: { card, shape, idle }, turn, mirrored }) {
  const { width, height } = CARD;
  const { tables } = position.rules;
  const told = corner(position, card, shape);
  const picture = drawing(
    0,
    0,
    width,
    height,
    svg("rect", { x: 2, y: 4, width: width - 4, height: height - 5, rx: 10, class: "card-shadow" }),
    svg("rect", { x: 2, y: 2, width: width - 4, height: height - 5, rx: 10, class: "card-face" }),
    svg("rect", { x: 7, y: 7, width: width - 14, height: height - 15, rx: 6, class: "card-frame" }),
    svg("text", { x: 14, y: 26, class: "card-name" }, told),
    svg("text", { x: 14, y: 26, class: "card-name", transform: `rotate(180 ${width / 2} ${height / 2 - 0.5})` }, told),
    onCard(tables, { card, shape: laid(shape, turn, mirrored) }),
  );
  picture.setAttribute("class", `piece second_chance${idle ? " idle" : ""}${isStart(tables, card) ? " start" : ""}`);
  return picture;
}

/** Draw the cards in the middle of the table. @param {Position} position */
export function middle(position) {
  const { tables } = position.rules;
  return common(position).map((card) => drawPiece(position, { piece: { card, shape: look(tables, card) }, turn: 0, mirrored: false }));
}

/** Draw a shape in the middle of a card. @param {Tables} tables @param {Drawing} drawing */
function onCard(tables, { card, shape }) {
  const { width, height } = size(shape);
  const side = card === ONE ? 80 : Math.min(30, 96 / width, 102 / height);
  const left = (CARD.width - width * side) / 2;
  const top = (CARD.height - 3 - height * side) / 2;
  return svg("g", { transform: `translate(${short(left)} ${short(top)})` }, pencilled(tables, { card, shape }, side));
}
