/** What the boards of two-symbol tiles share. They differ in their grid and in their wood. */

import { drawing, short, svg } from "../svg.js";
import { UNIT, middle, neighbour, outline } from "./dominoes/grid.js";
import { drawLines } from "./dominoes/lines.js";
import { framedFirst, read, write } from "./dominoes/notation.js";
import { inset, moved, rounded } from "./dominoes/outline.js";
import { across, body, framed, lone, sign, tile } from "./dominoes/tile.js";
import { tracks } from "./dominoes/tracks.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Legal} Legal */
/** @typedef {import("./types.js").Marks} Marks */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./dominoes/grid.js").Grid} Grid */
/** @typedef {import("./dominoes/notation.js").Placement} Placement */
/** @typedef {import("./dominoes/outline.js").Outline} Outline */
/** @typedef {import("./dominoes/outline.js").Point} Point */

/**
 * @typedef {object} Game  in what a game's board differs
 * @property {string} id
 * @property {string} colours  in the order of a tile's name
 * @property {import("./dominoes/tile.js").Symbols} symbols
 * @property {Grid} grid
 * @property {(view: View) => string[]} names  of the cells, row by row as one would read them
 * @property {(view: View) => Outline} rim  of the wood
 * @property {(view: View) => {text: string, at: Point}[]} labels  letters and numbers around the cells
 * @property {(view: View) => SVGElement[]} standing  what stands on cells besides tiles
 */

/**
 * @param {Game} game
 * @returns {Board}
 */
export function dominoBoard(game) {
  const { colours, symbols, grid } = game;

  /** @type {Board["frame"]} */
  function frame(view) {
    const rim = game.rim(view);
    const xs = rim.map(([x]) => x);
    const ys = rim.map(([, y]) => y);
    const edge = UNIT * 0.12; // for the shadow
    const [x, y] = [Math.min(...xs) - edge, Math.min(...ys) - edge];
    return { x, y, width: Math.max(...xs) + edge - x, height: Math.max(...ys) + edge - y };
  }

  /** @type {Board["cells"]} */
  function cells(view) {
    return game.names(view).map((id) => {
      const [x, y] = middle(grid, id);
      return { id, x, y, outline: rounded(outline(grid, id), 0), holds: holds(view, id) };
    });
  }

  /** @type {Board["draw"]} */
  function draw(view, marks) {
    const names = game.names(view);
    const coming = marks.without ? read(marks.without)?.cells.join() : undefined;
    const laid = tiles(view).filter(({ cells }) => cells.join() !== coming);
    const known = new Set(laid.flatMap((placement) => placement.cells));
    const printed = names.filter((name) => name in view.printed);
    const single = names.filter(
      (name) => name in view.board && !(name in view.printed) && !known.has(name) && !coming?.split(",").includes(name),
    );
    return svg(
      "g",
      { class: `dominoes ${game.id}` },
      ...wood(game.rim(view)),
      ...game.labels(view).map(({ text, at: [x, y] }) => svg("text", { class: "label", x, y }, text)),
      ...wells(names),
      ...printed.map((name) => inlay(name, view.printed[name])),
      targetMarks(marks.targets ?? []),
      svg("path", { class: "shadow", d: laid.map((placement) => shadow(placement.cells)).join("") }),
      ...single.map((name) => lone(grid, symbols, name, view.board[name])),
      ...laid.map((placement) => tile(grid, symbols, placement)),
      ...game.standing(view),
      ...lastMark(marks.last ?? [], laid),
      ...over(view, marks),
    );
  }

  /** @type {Board["over"]} */
  function over(_view, marks) {
    const earning = marks.ghost ? where(marks.ghost) : (marks.last ?? []);
    return [
      ...ghost(marks),
      svg("g", { class: "lines" }, ...drawLines(grid, marks.lines ?? [], earning)),
      ...(marks.focus ? [focusMark(marks.focus)] : []),
    ];
  }

  /** @type {Board["pieces"]} */
  function pieces(view, seat) {
    /** @type {string[]} */
    const hand = view.hands[seat] ?? [];
    return hand.map((name, n) => {
      const copy = hand.slice(0, n).filter((other) => other === name).length;
      const id = copy ? `${name}.${copy + 1}` : name;
      return { id, name, turns: grid.steps.length, mirrors: false };
    });
  }

  /** @type {Board["drawPiece"]} */
  function drawPiece(_view, { piece, turn }) {
    const first = "h8"; // any cell with neighbours all around
    const second = neighbour(grid, first, turn);
    const [one, two] = piece.name;
    const [x, y] = middle(grid, first);
    const [otherX, otherY] = middle(grid, second);
    const reach = UNIT * 1.14;
    return drawing(
      (x + otherX) / 2 - reach,
      (y + otherY) / 2 - reach,
      2 * reach,
      2 * reach,
      svg(
        "g",
        { class: `dominoes piece ${game.id}` },
        svg("path", { class: "shadow", d: shadow([first, second]) }),
        tile(grid, symbols, { cells: [first, second], colours: [one, two] }),
        framed(grid, first),
      ),
    );
  }

  /** @type {Board["targets"]} */
  function targets(view, legal, { piece, turn }) {
    const moves = new Set(legal.map(({ move }) => move));
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const name of game.names(view)) {
      const move = write(piece.name, name, neighbour(grid, name, turn));
      if (moves.has(move)) found.set(name, move);
    }
    return found;
  }

  /** @type {Board["where"]} */
  function where(move) {
    const placement = read(move);
    return placement ? framedFirst(placement, colours) : [];
  }

  /** @type {Board["put"]} */
  function put(_view, move) {
    const placement = read(move);
    if (!placement) return null;
    const under = svg("path", { class: "shadow", d: shadow(placement.cells) });
    return svg("g", {}, under, tile(grid, symbols, placement));
  }

  /** @type {Board["earned"]} */
  const earned = (_view, move, lines) => drawLines(grid, lines, where(move));

  /** The framed half first, as on the original page (HX-17). @param {string} move */
  const told = (move) => (read(move) ? where(move).join("-") : move);

  /** @type {Board["speaks"]} */
  function speaks(move) {
    const placement = read(move);
    if (!placement) return { kind: move === "swap" ? "swapped" : "kept" };
    return { kind: "laid", tile: placement.colours.join(""), where: placement.cells.join(" ") };
  }

  /** @type {Board["plain"]} */
  const plain = (legal) => legal.map(({ move }) => move).filter((move) => !read(move));

  /** @type {Board["seat"]} */
  const seat = (view, number, before) =>
    tracks(symbols, colours, view.tracks[number], view.goal, before?.tracks[number]);

  /**
   * The tiles that the moves tell of. A board alone would not say which halves belong together.
   * @param {View} view
   * @returns {Placement[]}
   */
  function tiles(view) {
    return view.moves.flatMap((/** @type {{move: string}} */ { move }) => {
      const placement = read(move);
      const lies = placement?.cells.every((cell, n) => view.board[cell] === placement.colours[n]);
      return lies ? [placement] : [];
    });
  }

  /**
   * @param {View} view
   * @param {string} name
   */
  function holds(view, name) {
    if (name in view.printed) return `printed-${view.printed[name]}`;
    return view.board[name] ?? (view.pyramids?.includes(name) ? "pyramid" : "");
  }

  /**
   * A cell's path, smaller by a part of it.
   * @param {string} name
   * @param {number} by
   */
  const inner = (name, by) => rounded(inset(outline(grid, name), UNIT * by), UNIT * 0.17);

  /**
   * Cells are hollows: the light comes from above, so that they are dark there.
   * @param {string[]} names
   */
  function wells(names) {
    const floor = (/** @type {string} */ name) =>
      rounded(moved(inset(outline(grid, name), UNIT * 0.055), [0, UNIT * 0.02]), UNIT * 0.16);
    return [
      svg("path", { class: "well", d: names.map((name) => inner(name, 0.03)).join("") }),
      svg("path", { class: "floor", d: names.map(floor).join("") }),
    ];
  }

  /**
   * @param {string} name
   * @param {string} colour
   */
  function inlay(name, colour) {
    return svg(
      "g",
      { class: `printed colour-${colour}` },
      svg("path", { class: "ground", d: inner(name, 0.055) }),
      svg("path", { class: "ring", d: inner(name, 0.1) }),
      sign(symbols, colour, middle(grid, name), UNIT * 0.33),
    );
  }

  /** @param {readonly [string, string]} names */
  const shadow = (names) => body(moved(across(grid, names), [0, UNIT * 0.05]), -UNIT * 0.02);

  /** @param {Iterable<string>} names */
  function targetMarks(names) {
    const glow = [];
    const dots = [];
    for (const name of names) {
      const [x, y] = middle(grid, name);
      const r = UNIT * 0.1;
      glow.push(inner(name, 0.06));
      dots.push(`M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`);
    }
    return svg(
      "g",
      { class: "targets" },
      svg("path", { class: "glow", d: glow.join("") }),
      svg("path", { class: "dots", d: dots.join("") }),
    );
  }

  /**
   * @param {string[]} last
   * @param {Placement[]} laid
   */
  function lastMark(last, laid) {
    if (!last.length) return [];
    const whole = laid.find((placement) => placement.cells.every((cell) => last.includes(cell)));
    const around = whole ? [across(grid, whole.cells)] : last.map((name) => outline(grid, name));
    return [svg("path", { class: "last", d: around.map((one) => body(one, UNIT * 0.05)).join("") })];
  }

  /** @param {string} name */
  function focusMark(name) {
    const d = inner(name, 0.02);
    const [under, over] = ["under", "over"].map((kind) => svg("path", { class: kind, d }));
    return svg("g", { class: "focus" }, under, over);
  }

  /** @param {Marks} marks */
  function ghost({ ghost: move, focus }) {
    const placement = move ? read(move) : undefined;
    if (!placement) return [];
    const [one, two] = placement.colours;
    const [first] = framedFirst(placement, colours);
    // Either half of a double may be the framed one: it is where the keyboard or finger is.
    const pointed = one === two && focus && placement.cells.includes(focus) ? focus : first;
    return [tile(grid, symbols, placement, "ghost"), framed(grid, pointed)];
  }

  const look = `dominoes ${game.id}`;
  const whose = () => null;
  return { look, whose, frame, cells, draw, over, pieces, drawPiece, targets, put, earned, told, speaks, where, plain, seat };
}

/**
 * The wood that the cells are cut into: its edge, its top and its grain.
 * @param {Outline} rim
 */
function wood(rim) {
  return [
    svg("path", { class: "wood-shadow", d: rounded(moved(rim, [0, UNIT * 0.08]), UNIT * 0.4) }),
    svg("path", { class: "wood-edge", d: rounded(rim, UNIT * 0.4) }),
    svg("path", { class: "wood", d: rounded(inset(rim, UNIT * 0.05), UNIT * 0.36) }),
    svg("path", { class: "grain", d: grain(inset(rim, UNIT * 0.14)) }),
  ];
}

/**
 * Wavy lines from edge to edge.
 * @param {Outline} area
 */
function grain(area) {
  const ys = area.map(([, y]) => y);
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  let d = "";
  for (let n = 1, y = top + 5; y < bottom - 4; n++, y += 5 + 5 * Math.abs(Math.sin(n * 2.4))) {
    const [left, right] = span(area, y);
    const step = (right - left) / 6;
    const wave = 2.4 * Math.sin(n * 1.7);
    d += `M${short(left)} ${short(y)}q${short(step / 2)} ${short(wave)} ${short(step)} 0`;
    d += `t${short(step)} 0`.repeat(5);
  }
  return d;
}

/**
 * From where to where an area goes at a height.
 * @param {Outline} area
 * @param {number} y
 */
function span(area, y) {
  const xs = area.flatMap(([x, fromY], n) => {
    const [toX, toY] = area[(n + 1) % area.length];
    if ((fromY < y) === (toY < y)) return [];
    return [x + ((toX - x) * (y - fromY)) / (toY - fromY)];
  });
  return [Math.min(...xs), Math.max(...xs)];
}
