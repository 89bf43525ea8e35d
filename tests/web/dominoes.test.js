/** The boards of two-symbol tiles: geometry, moves, and drawings, on positions of real games. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { board as axioBoard, grid as squares } from "../../src/spielwerk/games/axio/web/board.js";
import { grid as hexagons } from "../../src/spielwerk/games/axio_hex/web/board.js";
import { inset, joined, letterOf, middle, numberOf, outline } from "../../src/spielwerk/dominoes/web/cells.js";
import { all, install } from "./dom.js";
import { rulesOf } from "./folders.js";
import { assertDrawsWell, holdings, load, names, written } from "./positions.js";

install();

const TABLES = await Promise.all(
  ["axio", "axio_hex"].flatMap((game) =>
    names(game).map(async (name) => ({ name, grid: game === "axio" ? squares : hexagons, ...(await load(name)) })),
  ),
);
const named = (name) => TABLES.find((table) => table.name === name);
const hex = named("axio_hex-2-start");
const axio = named("axio-2-start");

/** The names of cells, the same in both games. */
const { cell: CELLS } = hex.position.rules.notation.names;
const at = (name) => CELLS.read(name);
const called = (cells) => cells.map((cell) => CELLS.write(cell));

/** Parse a move. */
const move = ({ position }, text) => position.rules.notation.read(text);

/** Write a move. */
const text = ({ position }, meant) => position.rules.notation.write(meant);

/** Return the moves that placing a held piece on each cell may mean, by the cells' names. */
const meanings = ({ board, position }, held) =>
  board.cells(position).flatMap(({ id }) => {
    return board.meant(position, held, id).map((meant) => [CELLS.write(id), text({ position }, meant)]);
  });

/** Return the name of a piece's tile in notation. */
const kindOf = ({ position }, { kind }) => position.rules.notation.names.kind.write(kind);

/** Return the points of a path made of straight lines or curves. */
const points = (d) => [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

describe("geometry", () => {
  const SIZES = {
    "axio-1-middle": 81, "axio-2-start": 81, "axio-3-middle": 121, "axio-4-start": 169,
    "axio_hex-2-start": 91, "axio_hex-3-middle": 127, "axio_hex-4-middle": 169,
  };
  for (const [name, size] of Object.entries(SIZES)) {
    test(`${name} has ${size} cells, each once, each with a name`, () => {
      const { board, position } = named(name);
      const ids = board.cells(position).map((cell) => cell.id);
      assert.equal(ids.length, size);
      assert.equal(new Set(called(ids)).size, size);
      assert.ok(!called(ids).includes(""));
    });
  }

  test("the area in play is the one that was told (AX-4, HX-4)", () => {
    for (const { board, position, view } of TABLES) {
      const ids = called(board.cells(position).map((cell) => cell.id));
      const [first, last] = view.area ?? [`a${view.side}`, `${"abcdefghijklmno"[2 * view.side - 2]}${view.side}`];
      assert.ok(ids.includes(first) && ids.includes(last));
      for (const id of Object.keys(view.board)) assert.ok(ids.includes(id), id);
    }
  });

  for (const { name, board, grid, position, view, moves } of TABLES) {
    test(`${name}: numbers and places tell of one another`, () => {
      const found = new Set();
      for (const { id, x, y } of board.cells(position)) {
        assert.equal(16 * numberOf(id) + letterOf(id), id);
        assert.equal(`${"abcdefghijklmno"[letterOf(id) - 1]}${numberOf(id)}`, CELLS.write(id));
        assert.deepEqual(middle(grid, id), [x, y]);
        found.add(`${x.toFixed(2)} ${y.toFixed(2)}`);
      }
      assert.equal(found.size, board.cells(position).length);
    });

    test(`${name}: cells come row by row, as one reads`, () => {
      const cells = board.cells(position);
      for (const [n, cell] of cells.slice(1).entries()) {
        const last = cells[n];
        assert.ok(cell.y > last.y + 1 || (Math.abs(cell.y - last.y) < 1 && cell.x > last.x));
      }
    });

    test(`${name}: an outline is closed, and goes around the cell's middle`, () => {
      for (const cell of board.cells(position)) {
        assert.match(cell.outline, /^M.*Z$/);
        const ring = points(cell.outline);
        const average = (k) => ring.reduce((sum, point) => sum + point[k], 0) / ring.length;
        assert.ok(Math.hypot(average(0) - cell.x, average(1) - cell.y) < 0.05);
      }
    });

    test(`${name}: the frame shows all cells and all that is drawn`, () => {
      const { x, y, width, height } = board.frame(position);
      const inside = ([px, py]) => px >= x && px <= x + width && py >= y && py <= y + height;
      for (const cell of board.cells(position)) assert.ok(points(cell.outline).every(inside), String(cell.id));
      const drawn = board.draw(position, { targets: board.cells(position).map((cell) => cell.id) });
      for (const label of all(drawn, "label")) {
        assert.ok(inside([Number(label.getAttribute("x")), Number(label.getAttribute("y"))]));
      }
      for (const kind of ["wood-shadow", "wood-edge", "well"]) {
        for (const path of all(drawn, kind)) assert.ok(points(path.getAttribute("d")).every(inside));
      }
    });

    test(`${name}: letters and numbers stand beside all lines`, () => {
      const ids = called(board.cells(position).map((cell) => cell.id));
      const lines = new Set(ids.flatMap((id) => [id[0], id.slice(1)]));
      const labels = all(board.draw(position, {}), "label").map((label) => label.textContent);
      assert.deepEqual([...labels].sort(), [...lines].sort());
    });

    test(`${name}: each cell says what it holds`, () => {
      const holds = new Map(board.cells(position).map((cell) => [CELLS.write(cell.id), cell.holds]));
      for (const [id, what] of holds) {
        if (view.printed[id]) assert.deepEqual(what, { key: "holds.printed", values: { colour: [`colour.${view.printed[id]}`] } });
        else if (view.pyramids?.includes(id)) assert.deepEqual(what, { key: "holds.pyramid" });
        else assert.deepEqual(what, view.board[id] ? { key: `colour.${view.board[id]}` } : null);
      }
      const covered = new Set(moves.flatMap((one) => board.where(one)));
      for (const id of called([...covered])) assert.equal(holds.get(id), null);
    });
  }

  for (const [name, grid, ways] of [["squares", squares, 4], ["hexagons", hexagons, 6]]) {
    const g7 = at("g7");

    test(`${name} have ${ways} directions, clockwise from the right, one unit long`, () => {
      assert.equal(grid.steps.length, ways);
      const [x, y] = middle(grid, g7);
      for (let k = 0; k < ways; k++) {
        const [toX, toY] = middle(grid, g7 + grid.steps[k]);
        assert.ok(Math.abs(Math.hypot(toX - x, toY - y) - 40) < 1e-9);
        const angle = (Math.atan2(toY - y, toX - x) * 180) / Math.PI; // y points downwards: clockwise
        assert.ok(Math.abs(((angle + 360) % 360) - (k * 360) / ways) < 1e-9);
        assert.equal(grid.steps[k] + grid.steps[(k + ways / 2) % ways], 0);
      }
    });

    test(`two ${name} joined are as large as two`, () => {
      for (let k = 0; k < ways; k++) {
        const around = joined(grid.corners, middle(grid, g7), middle(grid, g7 + grid.steps[k]), k);
        assert.equal(around.length, 2 * ways - 2);
        assert.ok(Math.abs(size(around) - 2 * size(outline(grid, g7))) < 1e-6);
        assert.ok(size(inset(around, 2)) < size(around));
      }
    });
  }

  test("on hexagons h8 touches g8, i8, h7, h9, i7 and g9", () => {
    const around = hexagons.steps.map((step) => at("h8") + step);
    assert.deepEqual(called(around), ["i8", "i7", "h7", "g8", "g9", "h9"]);
  });
});

/** Return the area within an outline, positive if it is clockwise on the screen. */
function size(ring) {
  return ring.reduce((sum, [x, y], n) => {
    const [toX, toY] = ring[(n + 1) % ring.length];
    return sum + (x * toY - toX * y) / 2;
  }, 0);
}

describe("moves", () => {
  for (const table of TABLES) {
    const { name, board, grid, position, seat, moves, view, legal } = table;
    const pieces = board.pieces(position, seat);
    const placements = legal.map((one) => one.move).filter((one) => one.includes(" "));
    const known = new Set(placements);

    test(`${name}: the engine knows the same moves`, () => {
      assert.deepEqual(written(position, moves), legal.map((one) => one.move));
    });

    test(`${name}: every legal placement is meant as one expects, and nothing else that is legal`, () => {
      const offered = new Map();
      for (const held of holdings(pieces)) {
        for (const [cell, one] of meanings(table, held)) {
          if (known.has(one)) offered.set(`${kindOf(table, held.piece)} ${held.turn} ${cell}`, one);
        }
      }
      const expected = new Map();
      for (const placement of placements) {
        const [, one, two, a, b] = /^(.)(.) (\w+)-(\w+)$/.exec(placement);
        const hand = view.hands[seat];
        const way = (from, to) => grid.steps.indexOf(at(to) - at(from));
        // The tile's first half on a, the second on b; or the reverse, if the tile has that order.
        if (hand.includes(one + two)) expected.set(`${one}${two} ${way(a, b)} ${a}`, placement);
        if (hand.includes(two + one)) expected.set(`${two}${one} ${way(b, a)} ${b}`, placement);
      }
      assert.deepEqual(new Map([...offered].sort()), new Map([...expected].sort()));
      assert.deepEqual(new Set(offered.values()), known);
    });

    test(`${name}: a tile can be meant wherever both halves are on the board, and there alone`, () => {
      const cells = board.cells(position);
      const places = new Map(cells.map(({ id, x, y }) => [`${x.toFixed(1)} ${y.toFixed(1)}`, id]));
      for (const held of holdings(pieces)) {
        const angle = (2 * Math.PI * held.turn) / held.piece.turns;
        for (const { id, x, y } of cells) {
          const beside = places.get(`${(x + 40 * Math.cos(angle)).toFixed(1)} ${(y + 40 * Math.sin(angle)).toFixed(1)}`);
          const meant = board.meant(position, held, id).map(board.where);
          assert.deepEqual(meant, beside === undefined ? [] : [[id, beside]]);
        }
      }
    });

    test(`${name}: the engine tells which of them are refused`, () => {
      if (!position.toAct.includes(seat)) return;
      for (const held of holdings(pieces)) {
        for (const [, one] of meanings(table, held)) {
          const refused = position.rules.refusal(position, seat, move(table, one));
          assert.equal(refused === null, known.has(one), `${one}: ${refused?.code}`);
          assert.ok(!["cells_in_wrong_order", "not_neighbours", "outside_area", "not_in_hand"].includes(refused?.code));
        }
      }
    });

    test(`${name}: a legal move tells first a cell on which a click means it`, () => {
      for (const one of moves.filter(({ form }) => form === "place")) {
        const [clicked] = board.where(one);
        const meant = [...holdings(pieces)].flatMap((held) => board.meant(position, held, clicked));
        assert.ok(meant.some((other) => text(table, other) === text(table, one)));
      }
    });

    test(`${name}: swap and keep are two buttons (HX-16)`, () => {
      const [keep, swap] = ["keep", "swap"].map((form) => moves.find((one) => one.form === form));
      const two = [{ move: keep, text: "move.keep" }, { move: swap, text: "move.swap" }];
      assert.deepEqual(board.plain(moves), view.phase === "swap" && !view.ranks ? two : []);
    });

    test(`${name}: the hand is what can be chosen, copies apart`, () => {
      assert.deepEqual(pieces.map((piece) => kindOf(table, piece)), view.hands[seat]);
      assert.equal(new Set(pieces.map((piece) => piece.id)).size, pieces.length);
      assert.ok(pieces.every((piece) => piece.turns === grid.steps.length && !piece.mirrors));
    });

    test(`${name}: of others one sees the hands that were told`, () => {
      for (const [other, hand] of view.hands.entries()) {
        assert.deepEqual(board.pieces(position, other).map((piece) => kindOf(table, piece)), hand ?? []);
      }
    });

    test(`${name}: moves are told with their colours, in the order of the tile's name`, () => {
      const told = (one) => board.describe(position, { seat, move: move(table, one) });
      for (const one of placements) {
        const [first, second] = [...one.slice(0, 2)].sort((a, b) => position.rules.notation.names.tile.read(a + b) - position.rules.notation.names.tile.read(b + a));
        const { key, values } = told(one);
        assert.equal(key, first === second ? "move.laid_double" : "move.laid");
        assert.deepEqual(values, first === second ? { colour: [`colour.${first}`] } : { one: [`colour.${first}`], two: [`colour.${second}`] });
      }
      assert.deepEqual(told("swap"), { key: "move.swapped" });
      assert.deepEqual(told("keep"), { key: "move.kept" });
    });

    test(`${name}: a laid tile is pictured from left to right, as its name says`, () => {
      for (const { move: one } of position.plies) {
        const drawn = board.pictured(position, { seat: 0, move: one });
        if (one.form === "keep") assert.equal(drawn, null);
        if (one.form === "swap") assert.equal(all(drawn, "swapped").length, 1);
        if (one.form !== "place") continue;
        const [, first, second] = /^(.)(.)/.exec(text(table, one));
        assert.deepEqual(new Set(all(drawn, "symbol").map((symbol) => symbol.getAttribute("class").at(-1))), new Set([first, second]));
        assert.equal(all(drawn, "framed").length, 0);
      }
    });

    test(`${name}: what is left, and what hands and tracks amount to, is told`, () => {
      const facts = Object.fromEntries(board.facts(position, null).map(({ key, values }) => [key, values?.n]));
      assert.equal(facts["facts.bag"], view.bag);
      if (view.pyramids) assert.equal(facts["facts.pyramids"] ?? 0, 20 - view.pyramids.length);
      for (const [other, values] of view.tracks.entries()) {
        const told = new Map(board.facts(position, other).map((fact) => [fact.key, fact.values]));
        const least = Math.min(...values);
        const weakest = values.filter((value) => value === least).length;
        const { value, n, colours } = told.get(weakest === values.length ? "facts.even" : weakest > 3 ? "facts.weakest_many" : "facts.weakest");
        assert.equal(value, least);
        assert.equal(weakest === values.length ? weakest : (n ?? colours.match(/colour\.\w/g).length), weakest);
        assert.equal(told.has("facts.hand"), view.hands[other] === null);
      }
    });

    test(`${name}: who may act is asked for what can be done`, () => {
      if (!position.toAct.includes(seat)) return;
      const { key } = board.asks(position, seat, moves);
      if (view.phase === "swap") assert.equal(key, "asks.swap");
      else assert.equal(key, position.plies.length < position.seats ? "asks.first" : "asks.lay");
    });
  }

  test("letters follow the cells, the smaller of which comes first", () => {
    const { board, position } = hex;
    const piece = { id: "rb", name: { key: "tile" }, kind: position.rules.notation.names.kind.read("rb"), turns: 6, mirrors: false };
    const meant = (turn, cell) => text(hex, board.meant(position, { piece, turn, mirrored: false }, at(cell))[0]);
    assert.equal(meant(4, "i7"), "br h8-i7"); // red on i7, blue to its upper left
    assert.equal(meant(1, "h8"), "rb h8-i7");
    assert.equal(meant(5, "g8"), "rb g8-g9");
    assert.equal(meant(2, "g9"), "br g8-g9");
    assert.equal(meant(5, "g9"), "rb g9-g10"); // 10 comes after 9
    assert.deepEqual(called(board.where(move(hex, "br h8-i7"))), ["i7", "h8"]);
    assert.deepEqual(board.where(move(hex, "swap")), []);
  });

  test("a single move without a place has a button of its own", () => {
    for (const form of ["swap", "keep"]) {
      const only = { form, slots: {}, action: 0, points: [] };
      assert.deepEqual(hex.board.plain([only]), [{ move: only, text: `move.${form}` }]);
    }
  });
});

describe("what newcomers are told", () => {
  const { board, position } = axio;
  const laid = (written, gained = []) => ({ seat: 0, action: 0, text: written, move: move(axio, written), gained });
  const later = (state) => ({ ...position, toAct: [1], state: { ...position.state, ...state } });
  const tracks = (...first) => [first, ...position.state.tracks.slice(1)];
  const told = (state, ply, before = position) => board.firsts(before, later(state), ply);

  test("nothing about a tile that does nothing new", () => assert.deepEqual(told({}, laid("rb e5-e6")), []));
  test("where points come from", () => assert.deepEqual(told({}, laid("rb e5-e6", [1, 0, 0, 0, 0])), ["points"]));
  test("a double", () => assert.deepEqual(told({}, laid("rr e5-e6")), ["double"]));
  test("a pyramid", () => assert.deepEqual(told({ closed: position.state.closed + 1 }, laid("rb e5-e6")), ["pyramid"]));
  test("a full track and its bonus turn", () => assert.deepEqual(told({ tracks: tracks(18, 0, 0, 0, 0) }, laid("rb e5-e6")), ["full"]));
  test("a swap", () => assert.deepEqual(told({}, laid("swap")), ["swap"]));
  test("that tiles go anywhere after the first ones", () => {
    assert.deepEqual(told({ opening: 0 }, laid("rb e5-e6"), later({ opening: 1 })), ["anywhere"]);
  });

  test("alone, the second track of a colour", () => {
    const one = named("axio-1-middle").position;
    const now = { ...one, state: { ...one.state, tracks: one.state.tracks.map(() => [19, 0, 0, 0, 0]) } };
    const before = { ...one, state: { ...one.state, tracks: one.state.tracks.map(() => [17, 0, 0, 0, 0]) } };
    assert.deepEqual(board.firsts(before, now, laid("rb e5-e6")), ["second"]);
  });

  test("a turn right after one's own is a bonus turn, unless one is alone", () => {
    const asked = (at) => board.asks({ ...at, plies: [laid("rb e5-e6")], state: { ...at.state, opening: 0, seat: 0 } }, 0, []).key;
    assert.equal(asked(position), "asks.again");
    assert.equal(asked({ ...position, seats: 1 }), "asks.lay");
  });
});

describe("drawing", () => {
  for (const { name, board, position, seat, moves, view } of TABLES) {
    const isLaid = ({ move: one }) => board.where(one).length > 0;

    test(`${name}: each tile is one, with its symbols`, () => {
      const drawn = board.draw(position, {});
      assert.equal(all(drawn, "tile").length, position.plies.filter(isLaid).length);
      assert.equal(all(drawn, "lone").length, 0);
      assert.equal(all(drawn, "symbol").length, Object.keys(view.board).length);
      assert.equal(all(drawn, "printed").length, Object.keys(view.printed).length);
      assert.equal(all(drawn, "pyramid").length, view.pyramids?.length ?? 0);
      for (const colour of new Set(Object.values(view.board))) {
        const shown = all(drawn, "symbol").filter((symbol) => symbol.getAttribute("class").endsWith(`colour-${colour}`));
        assert.equal(shown.length, Object.values(view.board).filter((other) => other === colour).length);
      }
    });

    test(`${name}: numbers are where numbers belong`, () => assertDrawsWell(name));

    test(`${name}: halves of unknown tiles lie by themselves`, () => {
      const plies = position.plies.slice(-3);
      const drawn = board.draw({ ...position, plies }, {});
      const whole = plies.filter(isLaid).length;
      const halves = Object.keys(view.board).length - Object.keys(view.printed).length - 2 * whole;
      assert.equal(all(drawn, "lone").length, halves);
      assert.equal(all(drawn, "tile").length, halves + whole);
    });

    test(`${name}: tracks show their values, and which are lowest`, () => {
      for (const [seat, values] of view.tracks.entries()) {
        const drawn = board.seat(position, seat);
        assert.deepEqual(all(drawn, "value").map((text) => Number(text.textContent)), values);
        const pips = (kind) => all(drawn, kind).map((path) => path.getAttribute("d").split("M").length - 1);
        assert.deepEqual(pips("won"), values);
        assert.deepEqual(pips("open"), values.map((value) => view.goal - value));
        const least = values.filter((value) => value === Math.min(...values)).length;
        const lowest = least === values.length ? 0 : least; // if all are equal, none is marked
        assert.equal(all(drawn, "lowest").length, lowest);
      }
    });

    test(`${name}: every piece can be drawn in every way, one half framed`, () => {
      for (const held of holdings(board.pieces(position, seat))) {
        const drawn = board.drawPiece(position, held);
        assert.equal(all(drawn, "framed").length, 1);
        const shown = all(drawn, "symbol").map((symbol) => symbol.getAttribute("class").at(-1));
        assert.deepEqual(shown.join(""), kindOf({ position }, held.piece));
      }
    });
  }

  test("the oldest pyramid has moved on once all stand (AX-11)", () => {
    const { board, position, view } = named("axio-4-end");
    assert.ok(position.state.closed > position.rules.tables.pyramids);
    const places = all(board.draw(position, {}), "pyramid").map((one) => one.getAttribute("transform"));
    assert.deepEqual(places, view.pyramids.map((cell) => `translate(${middle(squares, at(cell)).join(" ")})`));
  });

  test("what is printed where, and how many pyramids there are, is what the table's parts say", async () => {
    const rules = await rulesOf("axio");
    const { position } = named("axio-4-end");
    const [from, to] = [at("g7"), at("f6")];
    rules.tables.board[4][to] = rules.tables.board[4][from];
    rules.tables.board[4][from] = rules.tables.board[4][at("a1")]; // nothing is printed there
    rules.tables.pyramids = 3;
    const board = axioBoard(rules);
    const holds = new Map(board.cells(position).map((cell) => [cell.id, cell.holds?.key]));
    assert.equal(holds.get(to), "holds.printed");
    assert.notEqual(holds.get(from), "holds.printed");
    assert.equal(all(board.draw(position, {}), "printed").length, 5);
    assert.equal(all(board.draw(position, {}), "pyramid").length, 3);
  });

  test("what was earned since is told apart, and its marker knows how far it came", () => {
    const { board, position, view } = named("axio-2-middle");
    const less = view.tracks.map((/** @type {number[]} */ values) => values.map((value) => Math.max(0, value - 2)));
    const before = { ...position, state: { ...position.state, tracks: less } };
    const drawn = board.seat(position, 0, before);
    const count = (/** @type {any} */ path) => path.getAttribute("d").split("M").length - 1;
    const gained = view.tracks[0].map((/** @type {number} */ value) => Math.min(2, value)).filter(Boolean);
    assert.deepEqual(all(drawn, "yet").map(count), gained);
    assert.ok(all(drawn, "marker").every((marker) => Number(marker.getAttribute("data-by")) > 0));
    assert.ok(all(board.seat(position, 0), "marker").every((marker) => !marker.getAttribute("data-by")));
  });

  test("a tile that is still on its way does not lie there yet, and comes as it will lie", () => {
    const { board, position } = named("axio_hex-2-middle");
    const { move: last } = position.plies.at(-1);
    const lying = board.draw(position, {});
    const waiting = board.draw(position, { without: last });
    assert.equal(all(waiting, "tile").length, all(lying, "tile").length - 1);
    assert.equal(all(waiting, "lone").length, 0);
    assert.equal(all(board.put(position, last), "tile").length, 1);
    assert.equal(board.put(position, move(hex, "swap")), null);
  });

  test("a ply draws no tile where its symbols do not lie", () => {
    const { plies } = named("axio-2-middle").position;
    assert.equal(all(axio.board.draw({ ...axio.position, plies }, {}), "tile").length, 0);
  });

  test("only the original's move list has a notation of its own", () => {
    assert.equal(axio.board.shorthand, undefined);
  });

  test("people write the framed half first (HX-17)", () => {
    const shorthand = (written) => hex.board.shorthand(move(hex, written));
    assert.equal(shorthand("br h8-i7"), "i7-h8");
    assert.equal(shorthand("rb h8-i7"), "h8-i7");
    assert.equal(shorthand("swap"), "swap");
  });

  test("alone, tracks go up to 36", () => {
    const { board, position } = named("axio-1-middle");
    const [first] = all(board.seat(position, 0), "track");
    const pips = all(first).flatMap((element) => element.getAttribute("d")?.match(/M[^M]*h/g) ?? []);
    assert.equal(pips.filter((d) => d.endsWith("h")).length, 36);
  });

  test("marks: last move, targets, ghost, frame, focus", () => {
    const { board, position, moves } = named("axio_hex-2-middle");
    const ghost = moves.find((one) => text(hex, one)[0] !== text(hex, one)[1]);
    const last = board.where(position.plies.at(-1).move);
    const drawn = board.draw(position, { last, ghost, targets: [at("h5"), at("h6")], focus: at("h6") });
    assert.equal(all(drawn, "last").length, 1);
    assert.equal(all(drawn, "ghost").length, 1);
    assert.equal(all(drawn, "framed").length, 1);
    assert.equal(all(drawn, "focus").length, 1);
    assert.equal(all(drawn, "glow")[0].getAttribute("d").split("Z").length - 1, 2);
  });

  test("a ghost's frame is on the pointed half, of a double where the focus is", () => {
    const { board, position } = axio;
    const frame = (ghost, focus) => all(board.draw(position, { ghost: move(axio, ghost), focus: focus && at(focus) }), "framed")[0].getAttribute("d");
    assert.notEqual(frame("rb e5-e6"), frame("br e5-e6"));
    assert.equal(frame("rb e5-e6", "e6"), frame("rb e5-e6"));
    assert.equal(frame("rr e5-e6", "e6"), frame("br e5-e6"));
    assert.equal(frame("rr e5-e6", "c3"), frame("rr e5-e6"));
  });

  test("a tile that may not lie there is crossed out between its symbols, one for later is not", () => {
    const { board, position } = axio;
    const drawn = (mood) => board.over(position, { ghost: move(axio, "rb e5-e6"), mood });
    const count = (mood, kind) => drawn(mood).flatMap((one) => all(one, kind)).length;
    assert.deepEqual(["crossed", "wrong", "framed", "symbol"].map((kind) => count("wrong", kind)), [1, 1, 0, 2]);
    assert.deepEqual(["crossed", "ahead", "framed", "symbol"].map((kind) => count("ahead", kind)), [0, 1, 1, 2]);
  });

  test("the mark of the lowest track and two digits have room beside one another", () => {
    for (const [{ board, position }, seats, top] of [[axio, 2, 18], [hex, 2, 18], [named("axio-1-middle"), 1, 36]]) {
      const tracks = position.state.tracks.map((values) => values.map((_, n) => (n ? top : 10)));
      const drawn = board.seat({ ...position, seats, state: { ...position.state, tracks } }, 0);
      const [value] = all(drawn, "value");
      const [, from, by] = /^M([\d.]+) .*l(\d+) /.exec(all(drawn, "mark")[0].getAttribute("d"));
      assert.ok(Number(value.getAttribute("x")) - 24 > Number(from) + Number(by)); // two bold digits are up to 24 wide
      const pips = all(drawn, "track").flatMap((track) => [...all(track, "won"), ...all(track, "open")]);
      const ends = pips.flatMap((path) => [...path.getAttribute("d").matchAll(/M([\d.]+) [\d.]+h([\d.]+)/g)].map(([, x, width]) => Number(x) + Number(width)));
      assert.ok(Math.max(...ends) < Number(from));
    }
  });

  test("lines that earn have a thread and a number in their colour", () => {
    const { board, position } = axio;
    const lines = [
      { cells: ["e6", "e7", "e8"].map(at), name: "b", points: 2 },
      { cells: ["e5", "d5"].map(at), name: "r", points: 1 },
      { cells: ["f5", "f4", "g5"].map(at), name: "g", points: 2 },
      { cells: ["e5"].map(at), name: "r", points: 0 },
    ];
    const drawn = board.draw(position, { ghost: move(axio, "rb e5-e6"), lines });
    assert.deepEqual(all(drawn, "badge").map((badge) => badge.textContent), ["2", "1", "2"]);
    assert.deepEqual(
      all(drawn, "badge").map((badge) => badge.getAttribute("class")),
      ["badge colour-b", "badge colour-r", "badge colour-g"],
    );
    const ways = all(drawn, "over").map((path) => path.getAttribute("d"));
    assert.equal(ways[0], "M200 -240L200 -280L200 -320"); // straight on from its half
    assert.equal(ways[2], "M240 -200L240 -160M240 -200L280 -200"); // around a surrounded cell
  });
});
