/** Anubixx's board: one sheet with pyramid, arch, relief and quarry, and the dice above it. */

import { drawing, short, svg } from "../svg.js";
import * as places from "./anubixx-places.js";
import { block, cross, die, drawSheet, joker, symbols, TILTS, tray } from "./anubixx-sheet.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./anubixx-places.js").Place} Place */
/** @typedef {import("./anubixx-sheet.js").Sheet} Sheet */

/**
 * A move's stone, and how it is paid for: "die", "q5" or "j". Null where no stone is crossed.
 * @param {string} move
 * @returns {{stone: string, payment: string} | null}
 */
function parse(move) {
  const [stone, payment = "die"] = move.split("/");
  return places.STONES.some((place) => place.id === stone) ? { stone, payment } : null;
}

/** Whose sheet is drawn large: the viewer's, or who builds. @param {View} view @returns {number} */
const shown = (view) => view.viewer ?? view.to_act[0] ?? view.active;

/**
 * Everything of a sheet that can be pointed at.
 * @param {View} view
 * @param {number} seat
 * @returns {Place[]}
 */
function all(view, seat) {
  return [...places.STONES, ...places.quarry(view.sheets[seat].quarry.length), places.jokerCorner(view.seats)];
}

/**
 * The cells that a seat touched in its last turn.
 * @param {View} view
 * @param {number} seat
 */
function lastTurn(view, seat) {
  const cells = [];
  let found = false;
  for (const ply of [...view.moves].reverse()) {
    if (ply.seat === seat) cells.push(...where(ply.move));
    else if (found) break;
    found ||= ply.seat === seat;
  }
  return cells;
}

/** @param {string} move */
function where(move) {
  const parsed = parse(move);
  if (!parsed) return [];
  return parsed.payment === "die" ? [parsed.stone] : [parsed.stone, parsed.payment];
}

/**
 * Where a payment is taken from, on the whole drawing.
 * @param {View} view
 * @param {Sheet} sheet
 * @param {string} stone
 * @param {string} payment
 * @returns {Place | undefined}
 */
function source(view, sheet, stone, payment) {
  if (payment === "die") {
    return places.dice(view.dice.length, 4)[view.dice.indexOf(sheet.stones[stone])];
  }
  const stones =
    payment === "j"
      ? places.jokers(view.seats)[sheet.jokers - 1]
      : places.quarry(sheet.quarry.length)[Number(payment.slice(1)) - 1];
  return stones && { ...stones, y: stones.y + places.TRAY };
}

/**
 * A move that is being thought about: the stone, what pays for it, and a string between both.
 * @param {View} view
 * @param {Sheet} sheet
 * @param {string} move
 */
function ghost(view, sheet, move) {
  const parsed = parse(move);
  const made = svg("g", { class: "ghost" });
  const place = places.STONES.find(({ id }) => id === parsed?.stone);
  if (!parsed || !place) return made;
  const target = { ...place, y: place.y + places.TRAY };
  const from = source(view, sheet, parsed.stone, parsed.payment);
  if (from) {
    const bend = (from.x + target.x) / 2 + (target.y - from.y) / 8;
    const d = `M${short(from.x)} ${short(from.y)}Q${short(bend)} ${short((from.y + target.y) / 2)} ${short(target.x)} ${short(target.y)}`;
    made.append(svg("path", { class: "string", d }), svg("path", { class: "pays", d: places.around(from, 0.8) }));
  }
  made.append(svg("path", { class: "built", d: places.around(target, 0.3) }), cross(target, "thought"));
  return made;
}

/**
 * What the thought would earn, beside its stones.
 * @param {Place[]} cells
 * @param {import("./types.js").Line[]} lines
 */
function earnings(cells, lines) {
  return lines.flatMap(({ cells: ids, points }, k) => {
    const touched = cells.filter(({ id }) => ids.includes(id));
    const around = touched.map((place) =>
      svg("path", { class: "earns", d: places.around({ ...place, y: place.y + places.TRAY }, 0.3) }),
    );
    const end = touched.at(-1);
    if (!end) return around;
    const at = `translate(${short(end.x + 5 + k * 8)} ${short(end.y + places.TRAY - 5)})`;
    const sum = `${points > 0 ? "+" : points < 0 ? "−" : ""}${Math.abs(points)}`;
    const told = svg("g", { class: "badge", transform: at }, svg("circle", { r: 3.8 }), svg("text", { y: 1.6 }, sum));
    return [...around, told];
  });
}

/** @type {import("./types.js").Board} */
export const board = {
  look: "anubixx",
  whose: shown,
  small: { transform: `translate(0 ${-places.TRAY})`, grow: 1.5 },

  put(view, move) {
    const crossed = all(view, shown(view)).filter(({ id }) => where(move).includes(id));
    return svg("g", {}, ...crossed.map((place) => cross({ ...place, y: place.y + places.TRAY })));
  },

  earned: (view, _move, lines) => earnings(all(view, shown(view)), lines),

  /** @returns {Record<string, string>} */
  speaks(move) {
    const parsed = parse(move);
    if (!parsed) return { kind: "stopped" };
    const { stone, payment } = parsed;
    if (payment === "die") return { kind: "crossed.die", where: stone };
    return payment === "j" ? { kind: "crossed.joker", where: stone } : { kind: "crossed.quarry", where: stone, stone: payment.slice(1) };
  },

  frame: () => ({ x: 0, y: 0, width: places.WIDTH, height: places.TRAY + places.SHEET }),

  cells(view) {
    const seat = shown(view);
    /** @type {Sheet} */
    const sheet = view.sheets[seat];
    const signs = symbols(view);
    const holds = (/** @type {string} */ id) => {
      if (id === "j") return sheet.jokers ? "stone.joker" : "stone.struck";
      if (id.startsWith("q")) {
        const number = Number(id.slice(1));
        return number > sheet.struck ? `stone.${sheet.quarry[number - 1]}` : "stone.struck";
      }
      if (sheet.crossed.includes(id)) return "stone.crossed";
      const sign = signs.get(id);
      return sign ? `stone.${sheet.stones[id]}.${sign}` : `stone.${sheet.stones[id]}`;
    };
    return all(view, seat).map((place) => {
      const moved = { ...place, y: place.y + places.TRAY };
      return { id: place.id, x: moved.x, y: moved.y, outline: places.around(moved, 0.2), holds: holds(place.id) };
    });
  },

  draw(view, marks) {
    const seat = shown(view);
    const targets = new Set(marks.targets);
    const sheet = drawSheet(view, seat, { last: marks.last ?? [], targets });
    sheet.setAttribute("transform", `translate(0 ${places.TRAY})`);
    return svg("g", { class: targets.size ? "anubixx choosing" : "anubixx" }, tray(view), sheet, ...board.over(view, marks));
  },

  over(view, marks) {
    const seat = shown(view);
    const made = [];
    if (marks.lines) made.push(svg("g", { class: "earnings" }, ...earnings(all(view, seat), marks.lines)));
    if (marks.ghost) made.push(ghost(view, view.sheets[seat], marks.ghost));
    const focus = all(view, seat).find(({ id }) => id === marks.focus);
    if (focus) made.push(svg("path", { class: "focus", d: places.around({ ...focus, y: focus.y + places.TRAY }, 0.7) }));
    return made;
  },

  pieces(view, seat, legal) {
    const ways = new Set(legal.flatMap(({ move }) => parse(move)?.payment ?? []));
    const order = ["die", ...places.quarry(view.sheets[seat].quarry.length).map(({ id }) => id), "j"];
    return order
      .filter((way) => ways.has(way))
      .map((way) => ({ id: way, name: way, turns: 1, mirrors: false }));
  },

  drawPiece(view, { piece }) {
    /** @type {Sheet} */
    const sheet = view.sheets[shown(view)];
    const made = svg("g", { class: "anubixx piece" });
    const middle = { id: piece.id, x: 0, y: 0, width: 10, height: 9 };
    if (piece.id === "die") {
      const dice = [...view.dice];
      const across = dice.length > 1 ? 2 : 1;
      const rows = Math.ceil(dice.length / across);
      dice.forEach((colour, k) => {
        const alone = k === dice.length - 1 && dice.length % 2;
        const x = alone ? 0 : ((k % 2) - 0.5) * 13;
        const y = (Math.floor(k / across) - (rows - 1) / 2) * 13;
        made.append(die({ ...middle, x, y, width: 11 }, colour, TILTS[k % TILTS.length]));
      });
      const size = dice.length > 1 ? 28 : 16;
      return drawing(-size / 2, -size / 2, size, size, made);
    }
    if (piece.id === "j") {
      made.append(joker({ ...middle, height: 10 }, "free"));
      return drawing(-7, -7, 14, 14, made);
    }
    const number = Number(piece.id.slice(1));
    const stone = block({ ...middle, y: -1.2 }, sheet.quarry[number - 1], { kind: "quarry free" });
    stone.append(svg("text", { class: "number", x: 0, y: 6.6 }, String(number)));
    made.append(stone);
    return drawing(-7, -7, 14, 14, made);
  },

  targets(_view, legal, held) {
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const { move } of legal) {
      const parsed = parse(move);
      if (parsed?.payment === held.piece.id) found.set(parsed.stone, move);
    }
    return found;
  },

  where,

  plain: (legal) => legal.map(({ move }) => move).filter((move) => !parse(move)),

  seat(view, seat) {
    const made = svg("g", { class: "anubixx small" }, drawSheet(view, seat, { last: lastTurn(view, seat) }));
    return drawing(0, 0, places.WIDTH, places.SHEET, made);
  },
};
