import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { board } from "../../src/spielwerk/web/boards/anubixx.js";
import { all, install } from "./dom.js";

install();

const folder = new URL("./fixtures/", import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
const names = readdirSync(folder).filter((name) => name.startsWith("anubixx-"));
const held = (piece) => ({ piece, turn: 0, mirrored: false });
const texts = JSON.parse(readFileSync(new URL("../../src/spielwerk/web/texts/en.json", import.meta.url), "utf8"));

for (const name of names) {
  const { view, seat, legal } = read(name);

  test(`${name}: pieces and places reach every legal move, and nothing else`, () => {
    const reached = board
      .pieces(view, seat ?? 0, legal)
      .flatMap((piece) => [...board.targets(view, legal, held(piece))])
      .map(([cell, move]) => {
        assert.equal(board.where(move)[0], cell);
        return move;
      });
    const offered = [...reached, ...board.plain(legal)].sort();
    assert.deepEqual(offered, legal.map(({ move }) => move).sort());
  });

  test(`${name}: what a move touches are cells, and what they hold has a text`, () => {
    const cells = board.cells(view);
    const ids = new Set(cells.map(({ id }) => id));
    assert.equal(ids.size, cells.length);
    for (const { move } of legal) for (const cell of board.where(move)) assert.ok(ids.has(cell), cell);
    for (const { id, holds } of cells) assert.ok(texts[holds], `${id}: ${holds}`);
  });

  test(`${name}: every cell lies within the frame, and no two overlap`, () => {
    const { x, y, width, height } = board.frame(view);
    const boxes = board.cells(view).map((cell) => {
      const numbers = cell.outline.match(/-?[\d.]+/g).map(Number);
      const across = numbers.filter((_, k) => k % 2 === 0);
      const down = numbers.filter((_, k) => k % 2 === 1);
      return [Math.min(...across), Math.max(...across), Math.min(...down), Math.max(...down)];
    });
    boxes.forEach(([left, right, top, bottom], k) => {
      assert.ok(left >= x && right <= x + width && top >= y && bottom <= y + height);
      for (const [l, r, t, b] of boxes.slice(k + 1)) {
        assert.ok(l >= right - 0.01 || r <= left + 0.01 || t >= bottom - 0.01 || b <= top + 0.01);
      }
    });
  });

  test(`${name}: the drawing crosses what the sheet has crossed`, () => {
    const shown = view.viewer ?? view.to_act[0] ?? view.active;
    const crossed = (drawn) =>
      all(drawn, "crossed").map((stone) => stone.getAttribute("data-cell")).sort();
    assert.deepEqual(crossed(board.draw(view, {})), [...view.sheets[shown].crossed].sort());
    for (let each = 0; each < view.seats; each += 1) {
      assert.deepEqual(crossed(board.seat(view, each)), [...view.sheets[each].crossed].sort());
    }
  });

  test(`${name}: the dice in the middle, those taken and the jokers are all to be seen`, () => {
    const drawn = board.draw(view, {});
    assert.equal(all(drawn, "die").length, view.dice.length + view.taken.length);
    assert.equal(all(drawn, "taken").length, view.taken.length);
    assert.equal(all(drawn, "joker").length, view.seats);
  });
}

test("pieces are the ways to pay that the server offers", () => {
  const { view, seat, legal } = read("anubixx-2-start.json");
  const ids = board.pieces(view, seat, legal).map(({ id }) => id);
  assert.deepEqual(ids, ["die", "q1", "q2", "q5", "q7", "q8", "q12", "j"]);
  assert.deepEqual(board.pieces(view, seat, [{ move: "stop", points: [] }]), []);
});

test("every piece can be drawn, and the dice show what lies there", () => {
  const { view, seat, legal } = read("anubixx-5-start.json");
  for (const piece of board.pieces(view, seat, legal)) {
    const drawn = board.drawPiece(view, held(piece));
    if (piece.id === "die") assert.equal(all(drawn, "die").length, view.dice.length);
    if (piece.id.startsWith("q")) assert.equal(drawn.textContent, piece.id.slice(1));
  }
});

test("a move touches its stone, and what pays for it", () => {
  assert.deepEqual(board.where("P11"), ["P11"]);
  assert.deepEqual(board.where("AT/q12"), ["AT", "q12"]);
  assert.deepEqual(board.where("d3/j"), ["d3", "j"]);
  assert.deepEqual(board.where("stop"), []);
});

test("targets glow, and nothing else does", () => {
  const { view } = read("anubixx-2-start.json");
  const glowing = all(board.draw(view, { targets: ["P11", "a1"] }), "target");
  assert.deepEqual(glowing.map((stone) => stone.getAttribute("data-cell")), ["P11", "a1"]);
  assert.equal(all(board.draw(view, {}), "target").length, 0);
  const once = new Map([["P12", "P12"]]).keys(); // marks may be read only once
  assert.equal(all(board.draw(view, { targets: once }), "choosing").length, 1);
});

test("a thought shows its stone and what pays for it", () => {
  const { view, legal } = read("anubixx-2-start.json");
  for (const { move } of legal) {
    const drawn = board.draw(view, { ghost: move });
    const expected = move === "stop" ? 0 : 1;
    assert.equal(all(drawn, "pays").length, expected, move);
    assert.equal(all(drawn, "built").length, expected, move);
  }
});

test("the last move is marked, the stone and what paid for it", () => {
  const { view } = read("anubixx-2-end.json");
  assert.equal(all(board.draw({ ...view, viewer: 0 }, { last: ["c3", "q6"] }), "last").length, 2);
});

test("the sheet is one's own, or that of who builds", () => {
  const { view } = read("anubixx-5-watched.json");
  assert.equal(board.whose({ ...view, viewer: 3 }), 3);
  assert.equal(board.whose(view), view.to_act[0]);
});

test("a move puts a cross on its stone, and on the one that pays", () => {
  const { view } = read("anubixx-2-end.json");
  assert.equal(all(board.put(view, "c3/q6"), "cross").length, 2);
  assert.equal(all(board.put(view, "stop"), "cross").length, 0);
});

test("spectators see the sheet of who builds", () => {
  const { view } = read("anubixx-5-watched.json");
  const own = read("anubixx-5-middle.json").view;
  const stones = (/** @type {any} */ seen) => board.cells(seen).map(({ id, holds }) => `${id} ${holds}`);
  assert.deepEqual(stones(view), stones({ ...own, viewer: own.to_act[0] }));
});

test("a quarry of sixteen stones fits as well", () => {
  const { view } = read("anubixx-2-start.json");
  view.sheets[0].quarry += "rgby";
  const { width } = board.frame(view);
  const stones = board.cells(view).filter(({ id }) => id.startsWith("q"));
  assert.equal(stones.length, 16);
  assert.ok(stones.every(({ x }) => x > 0 && x < width));
});
