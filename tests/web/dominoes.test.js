/** The boards of two-symbol tiles: geometry, notation, and what is drawn, on tables of real games. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { describe, test } from "node:test";

import { board as axio, grid as squares } from "../../src/spielwerk/web/boards/axio.js";
import { board as hex, grid as hexagons } from "../../src/spielwerk/web/boards/axio_hex.js";
import {
  before, direction, middle, neighbour, outline, read, write,
} from "../../src/spielwerk/web/boards/dominoes/grid.js";
import { inset, joined } from "../../src/spielwerk/web/boards/dominoes/outline.js";
import { all, install } from "./dom.js";

install();

const FIXTURES = new URL("fixtures/", import.meta.url);
const TABLES = readdirSync(FIXTURES)
  .filter((file) => /^axio(_hex)?-.*\.json$/.test(file))
  .map((file) => {
    const { view, legal } = JSON.parse(readFileSync(new URL(file, FIXTURES), "utf-8"));
    const [board, grid] = view.game === "axio" ? [axio, squares] : [hex, hexagons];
    return { name: file.replace(".json", ""), view, legal, board, grid };
  });
const named = (name) => TABLES.find((table) => table.name === name);

/** All ways of holding a piece. */
const ways = (piece) =>
  Array.from({ length: piece.turns }, (_, turn) => ({ piece, turn, mirrored: false }));

/** The points of a path that is made of straight lines or of curves. */
const points = (d) => [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

describe("geometry", () => {
  const SIZES = {
    "axio-1-middle": 81, "axio-2-start": 81, "axio-3-middle": 121, "axio-4-start": 169,
    "axio_hex-2-start": 91, "axio_hex-3-middle": 127, "axio_hex-4-middle": 169,
  };
  for (const [name, size] of Object.entries(SIZES)) {
    test(`${name} has ${size} cells, each once`, () => {
      const { board, view } = named(name);
      const ids = board.cells(view).map((cell) => cell.id);
      assert.equal(ids.length, size);
      assert.equal(new Set(ids).size, size);
    });
  }

  for (const { name, board, grid, view, legal } of TABLES) {
    test(`${name}: names and places tell of one another`, () => {
      const found = new Map();
      for (const { id, x, y } of board.cells(view)) {
        assert.equal(write(...read(id)), id);
        assert.deepEqual(middle(grid, id), [x, y]);
        found.set(`${x.toFixed(2)} ${y.toFixed(2)}`, id);
      }
      assert.equal(found.size, board.cells(view).length);
    });

    test(`${name}: cells come row by row, as one reads`, () => {
      const cells = board.cells(view);
      for (const [n, cell] of cells.slice(1).entries()) {
        const last = cells[n];
        assert.ok(cell.y > last.y + 1 || (Math.abs(cell.y - last.y) < 1 && cell.x > last.x));
      }
    });

    test(`${name}: an outline is closed, and goes around the cell's middle`, () => {
      for (const cell of board.cells(view)) {
        assert.match(cell.outline, /^M.*Z$/);
        const ring = points(cell.outline);
        const average = (k) => ring.reduce((sum, point) => sum + point[k], 0) / ring.length;
        assert.ok(Math.hypot(average(0) - cell.x, average(1) - cell.y) < 0.05);
      }
    });

    test(`${name}: the frame shows all cells and all that is drawn`, () => {
      const { x, y, width, height } = board.frame(view);
      const inside = ([px, py]) => px >= x && px <= x + width && py >= y && py <= y + height;
      for (const cell of board.cells(view)) assert.ok(points(cell.outline).every(inside), cell.id);
      const drawn = board.draw(view, { targets: board.cells(view).map((cell) => cell.id) });
      for (const label of all(drawn, "label")) {
        assert.ok(inside([Number(label.getAttribute("x")), Number(label.getAttribute("y"))]));
      }
      for (const kind of ["wood-shadow", "wood-edge", "well"]) {
        for (const path of all(drawn, kind)) assert.ok(points(path.getAttribute("d")).every(inside));
      }
    });

    test(`${name}: each cell says what it holds`, () => {
      const holds = new Map(board.cells(view).map((cell) => [cell.id, cell.holds]));
      for (const [id, what] of holds) {
        if (view.printed[id]) assert.equal(what, `printed-${view.printed[id]}`);
        else if (view.pyramids?.includes(id)) assert.equal(what, "pyramid");
        else assert.equal(what, view.board[id] ?? "");
      }
      const covered = new Set(legal.flatMap(({ move }) => board.where(move)));
      for (const id of covered) assert.equal(holds.get(id), "");
    });
  }

  for (const [name, grid, ways] of [["squares", squares, 4], ["hexagons", hexagons, 6]]) {
    test(`${name} have ${ways} directions, clockwise from the right, one unit long`, () => {
      assert.equal(grid.steps.length, ways);
      const [x, y] = middle(grid, "g7");
      for (let k = 0; k < ways; k++) {
        const other = neighbour(grid, "g7", k);
        const [toX, toY] = middle(grid, other);
        assert.ok(Math.abs(Math.hypot(toX - x, toY - y) - 40) < 1e-9);
        const angle = (Math.atan2(toY - y, toX - x) * 180) / Math.PI; // y goes down: clockwise
        assert.ok(Math.abs(((angle + 360) % 360) - (k * 360) / ways) < 1e-9);
        assert.equal(direction(grid, "g7", other), k);
        assert.equal(neighbour(grid, other, (k + ways / 2) % ways), "g7");
      }
      assert.equal(direction(grid, "g7", "g9"), -1);
    });

    test(`two ${name} joined are as large as two`, () => {
      for (let k = 0; k < ways; k++) {
        const around = joined(grid.corners, middle(grid, "g7"), middle(grid, neighbour(grid, "g7", k)), k);
        assert.equal(around.length, 2 * ways - 2);
        assert.ok(Math.abs(size(around) - 2 * size(outline(grid, "g7"))) < 1e-6);
        assert.ok(size(inset(around, 2)) < size(around));
      }
    });
  }

  test("on hexagons h8 touches g8, i8, h7, h9, i7 and g9", () => {
    const around = hexagons.steps.map((_, k) => neighbour(hexagons, "h8", k));
    assert.deepEqual(around, ["i8", "i7", "h7", "g8", "g9", "h9"]);
  });

  test("cells are ordered by letter, then by number", () => {
    assert.ok(before("a11", "b2"));
    assert.ok(before("a2", "a11"));
    assert.ok(!before("a11", "a2"));
  });
});

/** The area within an outline, positive if it goes clockwise on the screen. */
function size(ring) {
  return ring.reduce((sum, [x, y], n) => {
    const [toX, toY] = ring[(n + 1) % ring.length];
    return sum + (x * toY - toX * y) / 2;
  }, 0);
}

describe("moves", () => {
  for (const { name, board, grid, view, legal } of TABLES) {
    const seat = view.viewer;
    const placements = legal.map(({ move }) => move).filter((move) => move.includes(" "));

    test(`${name}: every legal placement is offered as one expects, and nothing else`, () => {
      const offered = new Map();
      for (const piece of board.pieces(view, seat, legal)) {
        for (const held of ways(piece)) {
          for (const [cell, move] of board.targets(view, legal, held)) {
            offered.set(`${piece.name} ${held.turn} ${cell}`, move);
          }
        }
      }
      const expected = new Map();
      for (const move of placements) {
        const [, one, two, a, b] = /^(.)(.) (\w+)-(\w+)$/.exec(move);
        const hand = view.hands[seat];
        // The tile's first half on a, the second on b; or, if the tile reads so, the reverse.
        if (hand.includes(one + two)) expected.set(`${one}${two} ${direction(grid, a, b)} ${a}`, move);
        if (hand.includes(two + one)) expected.set(`${two}${one} ${direction(grid, b, a)} ${b}`, move);
      }
      assert.deepEqual(new Map([...offered].sort()), new Map([...expected].sort()));
      assert.deepEqual(new Set(offered.values()), new Set(placements));
    });

    test(`${name}: a move tells its cells, the pointed one first`, () => {
      for (const piece of board.pieces(view, seat, legal)) {
        if (piece.name[0] === piece.name[1]) continue; // either half of a double could be it
        for (const held of ways(piece)) {
          for (const [cell, move] of board.targets(view, legal, held)) {
            assert.deepEqual(board.where(move), [cell, neighbour(grid, cell, held.turn)]);
          }
        }
      }
    });

    test(`${name}: moves without a place are plain`, () => {
      assert.deepEqual(board.plain(legal), view.phase === "swap" && !view.ranks ? ["keep", "swap"] : []);
    });

    test(`${name}: the hand is what can be chosen, copies apart`, () => {
      const pieces = board.pieces(view, seat, legal);
      assert.deepEqual(pieces.map((piece) => piece.name), view.hands[seat]);
      assert.equal(new Set(pieces.map((piece) => piece.id)).size, pieces.length);
      assert.ok(pieces.every((piece) => piece.turns === grid.steps.length && !piece.mirrors));
    });
  }

  test("letters follow the cells, the smaller of which comes first", () => {
    const { view } = named("axio_hex-2-start");
    const piece = { id: "rb", name: "rb", turns: 6, mirrors: false };
    const legal = [{ move: "br h8-i7", points: [] }];
    const found = (turn) => [...hex.targets(view, legal, { piece, turn, mirrored: false })];
    assert.deepEqual(found(4), [["i7", "br h8-i7"]]); // red on i7, blue to its upper left
    for (const turn of [0, 1, 2, 3, 5]) assert.deepEqual(found(turn), []);
    assert.deepEqual(hex.where("br h8-i7"), ["i7", "h8"]);
    assert.deepEqual(hex.where("swap"), []);
  });

  test("a hand that is hidden offers nothing", () => {
    const { view } = named("axio-2-middle");
    assert.deepEqual(axio.pieces(view, 1 - view.viewer, []), []);
  });
});

describe("drawing", () => {
  for (const { name, board, view, legal } of TABLES) {
    test(`${name}: each tile is one, with its symbols`, () => {
      const drawn = board.draw(view, {});
      const laid = view.moves.filter(({ move }) => board.where(move).length).length;
      assert.equal(all(drawn, "tile").length, laid);
      assert.equal(all(drawn, "lone").length, 0);
      assert.equal(all(drawn, "symbol").length, Object.keys(view.board).length);
      assert.equal(all(drawn, "printed").length, Object.keys(view.printed).length);
      assert.equal(all(drawn, "pyramid").length, view.pyramids?.length ?? 0);
      const written = all(drawn).flatMap((element) => Object.values(element.attributes));
      assert.ok(!written.some((value) => value.includes("NaN")));
    });

    test(`${name}: halves of unknown tiles lie by themselves`, () => {
      const known = view.moves.slice(-3);
      const drawn = board.draw({ ...view, moves: known }, {});
      const whole = known.filter(({ move }) => board.where(move).length).length;
      const halves = Object.keys(view.board).length - Object.keys(view.printed).length - 2 * whole;
      assert.equal(all(drawn, "lone").length, halves);
      assert.equal(all(drawn, "tile").length, halves + whole);
    });

    test(`${name}: tracks show their values, and which are lowest`, () => {
      for (const [seat, values] of view.tracks.entries()) {
        const drawn = board.seat(view, seat);
        assert.deepEqual(all(drawn, "value").map((text) => Number(text.textContent)), values);
        const pips = all(drawn, "won").map((path) => path.getAttribute("d").split("M").length - 1);
        assert.deepEqual(pips, values);
        const least = values.filter((value) => value === Math.min(...values)).length;
        const lowest = least === values.length ? 0 : least; // where all are equal none stands out
        assert.equal(all(drawn, "lowest").length, lowest);
      }
    });

    test(`${name}: every piece can be drawn in every way, one half framed`, () => {
      for (const piece of board.pieces(view, view.viewer, legal)) {
        for (const held of ways(piece)) {
          const drawn = board.drawPiece(view, held);
          assert.equal(all(drawn, "framed").length, 1);
          assert.equal(all(drawn, "symbol").length, 2);
        }
      }
    });
  }

  test("what was earned since is told apart, and its marker knows how far it came", () => {
    const { view } = named("axio-2-middle");
    const before = { ...view, tracks: view.tracks.map((/** @type {number[]} */ values) => values.map((value) => Math.max(0, value - 2))) };
    const drawn = axio.seat(view, 0, before);
    const count = (/** @type {any} */ path) => path.getAttribute("d").split("M").length - 1;
    const gained = view.tracks[0].map((/** @type {number} */ value) => Math.min(2, value)).filter(Boolean);
    assert.deepEqual(all(drawn, "yet").map(count), gained);
    assert.ok(all(drawn, "marker").every((marker) => Number(marker.getAttribute("data-by")) > 0));
    assert.ok(all(axio.seat(view, 0), "marker").every((marker) => !marker.getAttribute("data-by")));
  });

  test("a tile that is still on its way does not lie there yet, and comes as it will lie", () => {
    const { view } = named("axio_hex-2-middle");
    const { move } = view.moves.at(-1);
    const lying = all(hex.draw(view, {}), "tile").length;
    assert.equal(all(hex.draw(view, { without: move }), "tile").length, lying - 1);
    assert.equal(all(hex.put(view, move), "tile").length, 1);
    assert.equal(hex.put(view, "swap"), null);
  });

  test("people write the framed half first (HX-17)", () => {
    assert.equal(hex.told("br h8-i7"), "i7-h8");
    assert.equal(hex.told("rb h8-i7"), "h8-i7");
    assert.equal(hex.told("swap"), "swap");
  });

  test("alone, tracks go up to 36", () => {
    const { view } = named("axio-1-middle");
    const [first] = all(axio.seat(view, 0), "track");
    const pips = all(first).flatMap((element) => element.getAttribute("d")?.match(/M[^M]*h/g) ?? []);
    assert.equal(pips.filter((d) => d.endsWith("h")).length, 36);
  });

  test("marks: last move, targets, ghost, frame, focus", () => {
    const { view, legal } = named("axio_hex-2-middle");
    const { move } = legal.find((one) => one.move[0] !== one.move[1]);
    const last = hex.where(view.moves.at(-1).move);
    const drawn = hex.draw(view, { last, ghost: move, targets: ["h5", "h6"], focus: "h6" });
    assert.equal(all(drawn, "last").length, 1);
    assert.equal(all(drawn, "ghost").length, 1);
    assert.equal(all(drawn, "framed").length, 1);
    assert.equal(all(drawn, "focus").length, 1);
    assert.equal(all(drawn, "glow")[0].getAttribute("d").split("Z").length - 1, 2);
  });

  test("a ghost's frame is on the pointed half, of a double where the focus is", () => {
    const { view } = named("axio-2-start");
    const frame = (marks) => all(axio.draw(view, marks), "framed")[0].getAttribute("d");
    assert.notEqual(frame({ ghost: "rb e5-e6" }), frame({ ghost: "br e5-e6" }));
    assert.equal(frame({ ghost: "rb e5-e6", focus: "e6" }), frame({ ghost: "rb e5-e6" }));
    assert.equal(frame({ ghost: "rr e5-e6", focus: "e6" }), frame({ ghost: "br e5-e6" }));
    assert.equal(frame({ ghost: "rr e5-e6", focus: "c3" }), frame({ ghost: "rb e5-e6" }));
  });

  test("lines that earn have a thread and a number in their colour", () => {
    const { view } = named("axio-2-start");
    const lines = [
      { cells: ["e6", "e7", "e8"], name: "b", points: 2 },
      { cells: ["e5", "d5"], name: "r", points: 1 },
      { cells: ["f5", "f4", "g5"], name: "g", points: 2 },
      { cells: ["e5"], name: "r", points: 0 },
    ];
    const drawn = axio.draw(view, { ghost: "rb e5-e6", lines });
    assert.deepEqual(all(drawn, "badge").map((badge) => badge.textContent), ["2", "1", "2"]);
    assert.deepEqual(
      all(drawn, "badge").map((badge) => badge.getAttribute("class")),
      ["badge colour-b", "badge colour-r", "badge colour-g"],
    );
    const ways = all(drawn, "over").map((path) => path.getAttribute("d"));
    assert.equal(ways[0], "M200 -240L200 -280L200 -320"); // straight on from its half
    assert.equal(ways[2], "M240 -200L240 -160M240 -200L280 -200"); // around a cell closed in
  });
});
