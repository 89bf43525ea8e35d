import assert from "node:assert/strict";
import { test } from "node:test";

import { all, install } from "./dom.js";
import { boardOf, rulesOf } from "./folders.js";
import { assertAllWithinReach, assertDrawsWell, load, names, written } from "./positions.js";

install();

const held = (piece) => ({ piece, turn: 0, mirrored: false });
const rules = await rulesOf("anubixx");
const board = await boardOf(rules);
const place = (name) => rules.notation.names.place.read(name);
const placeName = (id) => rules.notation.names.place.write(id);
const move = (text) => rules.notation.read(text);

/** What drawn stones are called, in notation. */
const called = (stones) => stones.map((stone) => placeName(Number(stone.getAttribute("data-cell")))).sort();

for (const name of names("anubixx")) {
  test(`${name}: pieces and places reach every legal move`, () => assertAllWithinReach(name));
  test(`${name}: is drawn well`, () => assertDrawsWell(name));

  test(`${name}: each piece is offered for a legal move, and what else it means is refused`, async () => {
    const { position, seat, moves } = await load(name);
    const legal = new Set(written(position, moves));
    for (const piece of board.pieces(position, seat, moves)) {
      const meant = board.cells(position).flatMap(({ id }) => board.meant(position, held(piece), id) ?? []);
      assert.equal(meant.length, 44, "any stone of a building");
      assert.ok(written(position, meant).some((text) => legal.has(text)), piece.id);
      for (const one of meant) {
        const isLegal = legal.has(position.rules.notation.write(one));
        assert.equal(position.rules.refusal(position, seat, one) === null, isLegal);
      }
    }
  });

  test(`${name}: what a move touches are cells, and each holds something`, async () => {
    const { position, moves } = await load(name);
    const cells = board.cells(position);
    const ids = new Set(cells.map(({ id }) => id));
    assert.equal(ids.size, cells.length);
    for (const one of moves) for (const cell of board.where(one)) assert.ok(ids.has(cell), placeName(cell));
    for (const { id, holds } of cells) assert.ok(holds, placeName(id));
  });

  test(`${name}: cells hold what the view tells`, async () => {
    const { position, view } = await load(name);
    const { stones, quarry, crossed, struck, jokers } = view.sheets[board.whose(position)];
    const signs = new Map(Object.entries(view.symbols).flatMap(([sign, fields]) => fields.map((field) => [field, sign])));
    const holds = new Map(board.cells(position).map((cell) => [placeName(cell.id), cell.holds]));
    assert.equal(holds.size, Object.keys(stones).length + quarry.length + 1);
    for (const [field, letter] of Object.entries(stones)) {
      const { key, values } = holds.get(field);
      if (crossed.includes(field)) assert.equal(key, "holds.crossed");
      else if (!signs.has(field)) assert.equal(key, `colour.${letter}`);
      else assert.deepEqual([key, values], ["holds.signed", { colour: [`colour.${letter}`], sign: [`sign.${signs.get(field)}`] }]);
    }
    [...quarry].forEach((letter, k) => assert.equal(holds.get(`q${k + 1}`).key, k < struck ? "holds.struck" : `colour.${letter}`));
    assert.equal(holds.get("j").key, jokers ? "holds.joker" : "holds.struck");
  });

  test(`${name}: every cell lies within the frame, and no two overlap`, async () => {
    const { position } = await load(name);
    const { x, y, width, height } = board.frame(position);
    const boxes = board.cells(position).map((cell) => {
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

  test(`${name}: the drawing crosses what the sheet has crossed`, async () => {
    const { position, view } = await load(name);
    const crossed = (drawn) => called(all(drawn, "crossed"));
    const shown = view.viewer ?? view.to_act[0] ?? view.active;
    assert.deepEqual(crossed(board.draw(position, {})), [...view.sheets[shown].crossed].sort());
    for (let each = 0; each < view.seats; each += 1) {
      assert.deepEqual(crossed(board.seat(position, each)), [...view.sheets[each].crossed].sort());
    }
  });

  test(`${name}: bonuses, what is struck, and points are those of the view`, async () => {
    const { position, view } = await load(name);
    const names = [...Object.keys(view.symbols), "end"];
    view.sheets.forEach(({ bonuses, crossed, struck, jokers }, each) => {
      const drawn = board.seat(position, each);
      const earned = names.map((bonus) => (bonuses.includes(bonus) ? "earned" : view.closed.includes(bonus) ? "closed" : "open"));
      assert.deepEqual(all(drawn, "bonus").map((one) => one.getAttribute("class")), earned.map((state) => `bonus ${state}`));
      const dotted = Object.values(view.symbols).filter((fields) => fields.length > 1).flat();
      assert.equal(all(drawn, "dot").length, dotted.length);
      assert.equal(all(drawn, "done").length, dotted.filter((field) => crossed.includes(field)).length);
      assert.deepEqual(called(all(drawn, "struck")), struck ? [`q${struck}`] : []);
      assert.equal(all(drawn, "joker").filter((one) => all(one, "free").length).length, jokers);
      assert.deepEqual(all(drawn, "points").map((one) => Number(one.textContent)), view.scores[each].slice(0, 3));
    });
  });

  test(`${name}: the stone that waits for its neighbour is marked on the builder's sheet alone`, async () => {
    const { position, view } = await load(name);
    for (let each = 0; each < view.seats; each += 1) {
      const due = view.pair !== null && view.to_act.includes(each) ? [view.pair] : [];
      assert.deepEqual(called(all(board.seat(position, each), "due")), due);
    }
  });

  test(`${name}: the dice in the middle, those taken and the jokers are all to be seen`, async () => {
    const { position, view } = await load(name);
    const drawn = board.draw(position, {});
    const colours = (dice) => dice.map((die) => /colour-(\w)/.exec(die.getAttribute("class"))[1]).join("");
    assert.equal(colours(all(drawn, "die")), view.dice + view.taken);
    assert.equal(colours(all(drawn, "taken")), view.taken);
    assert.equal(all(drawn, "joker").length, view.seats);
  });
}

test("stones lie where their names say", async () => {
  const { position } = await load("anubixx-2-start");
  const at = new Map(board.cells(position).map((cell) => [placeName(cell.id), cell]));
  const near = (one, other) => assert.ok(Math.abs(one - other) < 1e-9);
  for (const [name, { x, y }] of at) {
    const [, level, number] = /^P(\d)(\d)$/.exec(name) ?? [];
    if (level > 1) {
      const [left, right] = [at.get(`P${level - 1}${number}`), at.get(`P${level - 1}${Number(number) + 1}`)];
      near(x, (left.x + right.x) / 2);
      assert.ok(y < left.y && left.y === right.y, `${name} rests on two`);
    }
    const [, height] = /^AL(\d)$/.exec(name) ?? [];
    if (height) {
      const other = at.get(`AR${height}`);
      assert.ok(x < other.x && y === other.y);
      assert.ok(y > (at.get(`AL${Number(height) + 1}`) ?? at.get("AT")).y);
    }
    const [, column, row] = /^([a-d])(\d)$/.exec(name) ?? [];
    if (column) {
      assert.equal(y, at.get(`a${row}`).y);
      assert.equal(x, at.get(`${column}1`).x);
      if (row > 1) assert.ok(y < at.get(`${column}${row - 1}`).y);
      if (column > "a") assert.ok(x > at.get(`${String.fromCharCode(column.charCodeAt(0) - 1)}${row}`).x);
    }
    const [, stone] = /^q(\d+)$/.exec(name) ?? [];
    if (stone > 1) assert.ok(x > at.get(`q${stone - 1}`).x);
  }
  assert.ok(at.get("AL1").x < at.get("AT").x && at.get("AT").x < at.get("AR1").x);
});

test("pieces are the ways to pay that the moves offer", async () => {
  const { position, seat, moves, view } = await load("anubixx-2-start");
  const ids = board.pieces(position, seat, moves).map(({ id }) => id);
  assert.equal(view.sheets[seat].quarry, "bgorypgbropy"); // all dice are purple: no stone of that colour pays
  assert.equal(view.dice, "ppp");
  assert.deepEqual(ids, ["die", "q1", "q2", "q3", "q4", "q5", "q7", "q8", "q9", "q10", "q12", "j"]);
  assert.deepEqual(board.pieces(position, seat, [{ ...move("stop"), action: 792, points: [] }]), []);
});

test("every piece can be drawn, and the dice show what lies there", async () => {
  const { position, seat, moves, view } = await load("anubixx-5-start");
  for (const piece of board.pieces(position, seat, moves)) {
    const drawn = board.drawPiece(position, held(piece));
    if (piece.id === "die") assert.equal(all(drawn, "die").length, view.dice.length);
    else if (piece.id === "j") assert.equal(all(drawn, "joker").length, 1);
    else assert.equal(`q${drawn.textContent}`, piece.id);
  }
});

test("a held piece means to pay for the stone that it is put on", async () => {
  const { position, seat, moves } = await load("anubixx-2-start");
  const pieces = new Map(board.pieces(position, seat, moves).map((piece) => [piece.id, piece]));
  const meant = (piece, cell) => board.meant(position, held(pieces.get(piece)), place(cell));
  assert.deepEqual(meant("die", "P61"), move("P61"));
  assert.deepEqual(meant("q5", "AT"), move("AT/q5"));
  assert.deepEqual(meant("j", "d3"), move("d3/j"));
  for (const cell of ["q1", "q12", "j"]) assert.equal(meant("die", cell), null);
});

test("a move touches its stone, and what pays for it", () => {
  const touched = (text) => board.where(move(text)).map(placeName);
  assert.deepEqual(touched("P11"), ["P11"]);
  assert.deepEqual(touched("AT/q12"), ["AT", "q12"]);
  assert.deepEqual(touched("d3/j"), ["d3", "j"]);
  assert.deepEqual(touched("stop"), []);
});

test("a move is told with its stone, and with the one that pays", () => {
  assert.deepEqual(board.describe(move("P11")), { key: "move.crossed.die", values: { where: "P11" } });
  assert.deepEqual(board.describe(move("d3/j")), { key: "move.crossed.joker", values: { where: "d3" } });
  assert.deepEqual(board.describe(move("AT/q12")), { key: "move.crossed.quarry", values: { where: "AT", stone: "12" } });
  assert.deepEqual(board.describe(move("stop")), { key: "move.stopped" });
});

test("targets glow, and nothing else does", async () => {
  const { position } = await load("anubixx-2-start");
  const glowing = all(board.draw(position, { targets: ["P11", "a1"].map(place) }), "target");
  assert.deepEqual(called(glowing), ["P11", "a1"]);
  assert.equal(all(board.draw(position, {}), "target").length, 0);
  const once = new Map([[place("P12"), "P12"]]).keys(); // marks may be read only once
  assert.equal(all(board.draw(position, { targets: once }), "choosing").length, 1);
});

test("a thought shows its stone and what pays for it", async () => {
  const { position, moves } = await load("anubixx-2-start");
  for (const ghost of moves) {
    const drawn = board.draw(position, { ghost });
    const expected = ghost.form === "stop" ? 0 : 1;
    assert.equal(all(drawn, "pays").length, expected, rules.notation.write(ghost));
    assert.equal(all(drawn, "built").length, expected, rules.notation.write(ghost));
  }
});

test("where points come from is marked, and what is paid has a minus", async () => {
  const { position, seat, moves } = await load("anubixx-2-start");
  const ghost = moves.find((one) => rules.notation.write(one).endsWith("/q2"));
  const drawn = board.draw(position, { ghost, lines: position.rules.lines(position, seat, ghost, ghost.action) });
  assert.ok(all(drawn, "badge").some((badge) => badge.textContent === "−2"), "two stones of the quarry");
  assert.ok(all(drawn, "earns").length >= 2);
});

test("the last move is marked, the stone and what paid for it", async () => {
  const { position } = await load("anubixx-2-end");
  assert.equal(all(board.draw(position, { last: ["c3", "q6"].map(place) }), "last").length, 2);
});

test("of the jokers the one that was used last is marked", async () => {
  const { position } = await load("anubixx-5-start");
  position.state.jokers[0] = 2; // of five, used from the last to the first
  const marked = (last) => all(board.draw(position, { last }), "joker").map((one) => all(one, "last").length);
  assert.deepEqual(marked([place("j")]), [0, 0, 1, 0, 0]);
  assert.deepEqual(marked([]), [0, 0, 0, 0, 0]);
});

test("a seat's sheet marks its last turn, and nobody else's", async () => {
  const { position } = await load("anubixx-2-start");
  const plies = [[0, "P11"], [1, "P12"], [0, "AL1"], [0, "AL2/q3"], [1, "stop"]].map(([seat, text]) => ({ seat, action: 0, text, move: move(text) }));
  const last = (seat) => called(all(board.seat({ ...position, plies }, seat), "last"));
  assert.deepEqual(last(0), ["AL1", "AL2", "q3"]);
  assert.deepEqual(last(1), []);
});

test("the sheet is one's own, or that of who builds", async () => {
  const { position, view } = await load("anubixx-5-watched");
  assert.equal(board.whose({ ...position, viewer: 3 }), 3);
  assert.equal(board.whose(position), view.to_act[0]);
});

test("a move puts a cross on its stone, and on the one that pays", async () => {
  const { position } = await load("anubixx-2-end");
  assert.equal(all(board.put(position, move("c3/q6")), "cross").length, 2);
  assert.equal(all(board.put(position, move("stop")), "cross").length, 0);
});

test("spectators see the sheet of who builds", async () => {
  const { position } = await load("anubixx-5-watched");
  const { position: own } = await load("anubixx-5-middle");
  const stones = (seen) => board.cells(seen).map(({ id, holds }) => ({ id, holds }));
  assert.deepEqual(stones(position), stones({ ...own, viewer: own.toAct[0] }));
});

test("a quarry of sixteen stones fits as well", async () => {
  const { position } = await load("anubixx-2-start");
  const { tables } = position.rules;
  const sheet = position.state.sheet[0];
  tables.stones[sheet] = 16;
  tables.quarry[sheet][0] |= 0xf000n;
  const { width } = board.frame(position);
  const stones = board.cells(position).filter(({ id }) => placeName(id).startsWith("q"));
  assert.deepEqual(stones.map(({ id }) => placeName(id)), Array.from({ length: 16 }, (_, k) => `q${k + 1}`));
  assert.ok(stones.every(({ x }) => x > 0 && x < width));
  assert.deepEqual(stones.slice(12).map(({ holds }) => holds.key), Array(4).fill("colour.r"));
});
