import assert from "node:assert/strict";
import { test } from "node:test";

import { NARROW, WIDE } from "../../src/spielwerk/games/anubixx/web/arrangement.js";
import { SIGNS } from "../../src/spielwerk/games/anubixx/web/record.js";
import { has, LANGUAGES, phrase, speak, speakOf } from "../../src/spielwerk/web/words.js";
import { all, install } from "./dom.js";
import { boardOf, gameWords, pageWords, rulesOf } from "./folders.js";
import { assertDrawsWell, load, names, plainMoves, written } from "./positions.js";

install();

const rules = await rulesOf("anubixx");
const board = await boardOf(rules);
const place = (name) => rules.notation.names.place.read(name);
const DICE = 61; // the first number of the dice, by colour
const BONUSES = 67; // the first number of the bonuses
const placeName = (id) => (id >= BONUSES ? `bonus ${id - BONUSES}` : id < DICE ? rules.notation.names.place.write(id) : `die ${rules.notation.names.colour.write(id - DICE)}`);
const move = (text) => rules.notation.read(text);

/** Return the names of drawn stones, in notation. */
const called = (stones) => stones.map((stone) => placeName(Number(stone.getAttribute("data-cell")))).sort();

/** Simulate a narrow screen. */
function beNarrow(context) {
  globalThis.matchMedia = () => ({ matches: true });
  context.after(() => delete globalThis.matchMedia);
}

/** Return the boxes around what can be clicked; dice of one colour can have several. */
function boxes(position) {
  return board.cells(position).flatMap(({ outline }) =>
    outline.split("Z").filter(Boolean).map((path) => {
      const numbers = path.match(/-?[\d.]+/g).map(Number);
      const across = numbers.filter((_, k) => k % 2 === 0);
      const down = numbers.filter((_, k) => k % 2 === 1);
      return [Math.min(...across), Math.max(...across), Math.min(...down), Math.max(...down)];
    }),
  );
}

/** Check that no boxes overlap, and all lie within the frame. */
function assertApart(position) {
  const { x, y, width, height } = board.frame(position);
  const found = boxes(position);
  found.forEach(([left, right, top, bottom], k) => {
    assert.ok(left >= x && right <= x + width && top >= y && bottom <= y + height);
    for (const [l, r, t, b] of found.slice(k + 1)) {
      assert.ok(l >= right - 0.02 || r <= left + 0.02 || t >= bottom - 0.02 || b <= top + 0.02);
    }
  });
}

/** Return the position after planned moves. */
function laidOut(position, seat, ...texts) {
  return texts.reduce((from, text) => {
    const next = rules.moves(from, seat).find((one) => rules.notation.write(one) === text);
    assert.ok(next, text);
    return rules.after(from, seat, next);
  }, position);
}

for (const name of names("anubixx")) {
  test(`${name}: is drawn well`, () => assertDrawsWell(name));

  test(`${name}: is drawn well on a narrow screen`, async (context) => {
    beNarrow(context);
    await assertDrawsWell(name);
    assertApart((await load(name)).position);
  });

  test(`${name}: a click on a stone means each legal way to pay for it, and what else it means is refused`, async () => {
    const { position, seat, moves, legal } = await load(name);
    assert.deepEqual(written(position, moves), legal.map(({ move }) => move));
    const known = new Set(legal.map(({ move }) => move));
    const meant = board.cells(position).flatMap(({ id }) => board.meant(position, null, id).map((one) => [id, one]));
    for (const [cell, one] of meant) {
      assert.equal(board.where(one)[0], cell);
      if (position.viewer !== null && position.toAct.includes(seat)) assert.equal(position.rules.refusal(position, seat, one) === null, known.has(rules.notation.write(one)));
    }
    const reached = new Set([...written(position, meant.map(([, one]) => one)), ...written(position, plainMoves(board, moves))]);
    assert.deepEqual([...known].filter((text) => !reached.has(text)), []);
  });

  test(`${name}: what pays for a legal move can be clicked, and nothing can be meant there`, async () => {
    const { position, moves } = await load(name);
    const ids = new Set(board.cells(position).map(({ id }) => id));
    for (const one of moves.filter(({ form }) => form !== "stop")) {
      const cell = board.through(position, one);
      assert.ok(ids.has(cell), rules.notation.write(one));
      assert.deepEqual(board.meant(position, null, cell), []);
    }
  });

  for (const language of LANGUAGES) {
    test(`${name} (${language}): all that is said has words, and none is notation`, async () => {
      const { position, seat, moves } = await load(name);
      speak(language, pageWords(language));
      speakOf(gameWords("anubixx", language));
      const said = [
        ...board.cells(position).flatMap((cell) => [cell.name, ...(cell.holds ? [cell.holds] : []), board.explains(position, cell.id) ?? cell.name]),
        ...[...position.plies, ...moves.map((one) => ({ seat, move: one }))].map((ply) => board.describe(position, ply)),
        ...[null, ...position.scores.keys()].flatMap((one) => board.facts(position, one)),
        board.asks(position, seat, moves),
      ].map((one) => phrase({ ...one, values: { who: "Ada", points: "0", ...one.values } }));
      for (const text of said) assert.doesNotMatch(text, /\{|\b[a-z_]+\.[a-z_.]+|\b(?:P\d\d|A[LRT]\d?|[a-d][1-3]|q\d+)\b/);
      speakOf({});
    });
  }

  test(`${name}: what a move touches are cells, and each holds something`, async () => {
    const { position, moves } = await load(name);
    const cells = board.cells(position);
    const ids = new Set(cells.map(({ id }) => id));
    assert.equal(ids.size, cells.length);
    for (const one of moves) for (const cell of board.where(one)) assert.ok(ids.has(cell), placeName(cell));
    for (const { id, holds } of cells) assert.equal(Boolean(holds), id < BONUSES, placeName(id));
  });

  test(`${name}: cells hold what the view tells`, async () => {
    const { position, view } = await load(name);
    const { stones, quarry, crossed, struck, jokers } = view.sheets[board.whose(position)];
    const dice = new Set(view.dice);
    const signs = new Map(Object.entries(view.symbols).flatMap(([sign, fields]) => fields.map((field) => [field, sign])));
    const holds = new Map(board.cells(position).map((cell) => [placeName(cell.id), cell.holds]));
    assert.equal(holds.size, Object.keys(stones).length + quarry.length + 1 + dice.size + SIGNS.length);
    for (const [field, letter] of Object.entries(stones)) {
      const { key, values } = holds.get(field);
      if (crossed.includes(field)) assert.equal(key, "holds.crossed");
      else if (!signs.has(field)) assert.equal(key, `colour.${letter}`);
      else assert.deepEqual([key, values], ["holds.signed", { colour: [`colour.${letter}`], sign: [`sign.${signs.get(field)}`] }]);
    }
    [...quarry].forEach((letter, k) => assert.deepEqual(holds.get(`q${k + 1}`), { key: k < struck ? "holds.struck" : "holds.unstruck", values: { colour: [`colour.${letter}`] } }));
    assert.deepEqual(holds.get("j"), { key: "holds.jokers", values: { n: jokers } });
    for (const letter of dice) assert.deepEqual(holds.get(`die ${letter}`), { key: `colour.${letter}` });
  });

  test(`${name}: every cell lies within the frame, and no two overlap`, async () => assertApart((await load(name)).position));

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
      assert.equal(all(drawn, "reached").length, dotted.filter((field) => crossed.includes(field)).length);
      assert.deepEqual(called(all(drawn, "struck")), struck ? [`q${struck}`] : []);
      assert.equal(all(drawn, "joker").filter((one) => all(one, "free").length).length, jokers);
      assert.deepEqual(all(drawn, "points").map((one) => Number(one.textContent)), view.scores[each]);
      assert.equal(Number(all(drawn, "total")[0].textContent), view.scores[each].reduce((sum, one) => sum + one, 0));
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
    const order = [..."rgbyop"];
    assert.equal(colours(all(drawn, "die")), order.flatMap((one) => [...(view.dice + view.taken)].filter((each) => each === one)).join(""));
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

test("a phone of 360 by 740 has room for a whole sheet, and a finger sees each stone of it below a loupe", () => {
  const pixels = 336 / NARROW.width; // a screen of 360, minus the page's margins
  assert.ok(NARROW.height * pixels <= 500); // above and below are the prompt and the buttons
  for (const { width, height } of [...NARROW.stones, ...NARROW.quarry(12), ...NARROW.dice(4), ...NARROW.bonuses(8)]) {
    assert.ok((width + 0.4) * pixels >= 24 && (height + 0.4) * pixels >= 24);
  }
  assert.deepEqual(NARROW.stones.map(({ id }) => id), WIDE.stones.map(({ id }) => id));
});

test("a bonus says what it gives, what it needs and whether it can still be had", async () => {
  const { position } = await load("anubixx-2-middle"); // closed: scarab, ankh (earned by this seat) and cat
  const told = (sign) => board.explains(position, BONUSES + SIGNS.indexOf(sign));
  assert.deepEqual(told("scarab"), { key: "bonus.several", values: { sign: ["sign.scarab"], state: ["bonus.closed"], all: 3, have: 2 } });
  assert.deepEqual(told("ankh"), { key: "bonus.single", values: { sign: ["sign.ankh"], state: ["bonus.earned"], building: ["building.arch"] } });
  assert.deepEqual(told("eye").values.state, ["bonus.open"]);
  assert.deepEqual(told("end"), { key: "bonus.end", values: { state: ["bonus.open"] } });
  for (const { id, name } of board.cells(position).filter(({ id }) => id >= BONUSES)) assert.deepEqual(name, board.explains(position, id));
});

test("dice, quarry and jokers say what they are for, stones do not", async () => {
  const { position } = await load("anubixx-2-start");
  assert.deepEqual([DICE, place("j"), place("q1"), place("P11")].map((id) => board.explains(position, id)?.key), ["explain.dice", "explain.jokers", "explain.quarry", undefined]);
  const left = { ...position, state: { ...position.state, active: 1 - position.state.active } };
  assert.equal(board.explains(left, DICE).key, "explain.dice_left");
  assert.deepEqual(board.asks(left, 0, rules.moves(position, 0)), { key: "asks.left", values: { n: 3 } });
});

test("how a tie is decided is told when the end comes near", async () => {
  const told = async (name) => board.facts((await load(name)).position, null).map(({ key }) => key);
  assert.ok((await told("anubixx-2-end")).includes("facts.ties"));
  assert.ok(!(await told("anubixx-2-start")).includes("facts.ties"));
});

test("there is nothing to hold: a stone is clicked, and paid for by die, quarry or joker", async () => {
  const { position, seat } = await load("anubixx-2-start");
  assert.deepEqual(board.pieces(position, seat), []);
  const texts = (cell) => board.meant(position, null, place(cell)).map((one) => rules.notation.write(one));
  assert.deepEqual(texts("P11"), ["P11", "P11/q5", "P11/j", "P11/q12"]); // the quarry is bgorypgbropy
  for (const cell of ["q1", "q12", "j"]) assert.deepEqual(texts(cell), []);
});

test("a click on what pays is through the dice of the stone's colour, the quarry stone or the jokers", async () => {
  const { position } = await load("anubixx-2-start");
  const through = (text) => placeName(board.through(position, move(text)));
  assert.deepEqual(["P12", "P11/q5", "P11/j"].map(through), ["die p", "q5", "j"]);
  assert.equal(board.through(position, move("stop")), null);
});

test("what is laid out is drawn in pencil, the die that pays for it keeps its place", async () => {
  const { position, seat } = await load("anubixx-2-start");
  const planned = laidOut(position, seat, "P12", "P11/q5");
  const drawn = board.draw(planned, { planned: [move("P12"), move("P11/q5")] });
  assert.deepEqual(called(all(drawn, "planned")), ["P11", "P12", "q1", "q2", "q3", "q4", "q5"]);
  assert.equal(all(drawn, "crossed").length, 0);
  assert.equal(all(drawn, "die").length, 3);
  assert.equal(all(drawn, "taken").length, 1);
  assert.equal(all(drawn, "pencil").length, 4, "two stones, a die, a stone of the quarry");
});

test("a joker that is laid out is crossed in pencil", async () => {
  const { position, seat } = await load("anubixx-2-start");
  const drawn = board.draw(laidOut(position, seat, "P11/j"), { planned: [move("P11/j")] });
  assert.equal(all(drawn, "joker").filter((one) => all(one, "pencil").length).length, 1);
});

test("what is expected follows what is laid out", async () => {
  const { position, seat } = await load("anubixx-2-start");
  const asked = (...texts) => {
    const then = laidOut(position, seat, ...texts);
    return board.asks(then, seat, rules.moves(then, seat)).key;
  };
  assert.deepEqual([asked(), asked("P12"), asked("a1/j"), asked("P12", "P11/q5")], ["asks.first", "asks.second", "asks.pair", "asks.done"]);
  const [stop] = rules.moves(position, seat).filter(({ form }) => form === "stop");
  assert.equal(board.asks(position, seat, [stop]).key, "asks.nothing");
});

test("a quarry stone is told with those that are lost by it, before it is struck and after", async () => {
  const { position, seat } = await load("anubixx-2-start");
  const told = (then, text) => board.describe(then, { seat, move: move(text) });
  const after = laidOut(position, seat, "P11/q5", "P13/q9");
  for (const then of [position, after]) {
    assert.deepEqual([told(then, "P11/q5").key, told(then, "P11/q5").values.lost], ["move.crossed.skipping", 4]);
  }
  assert.equal(told(after, "P13/q9").values.lost, 3);
});

test("a way to pay is pictured: a die, a numbered stone, a joker", async () => {
  const { position, seat } = await load("anubixx-2-start");
  const picture = (text) => board.pictured(position, { seat, move: move(text) });
  assert.equal(all(picture("P12"), "die").length, 1);
  assert.equal(picture("P11/q5").textContent, "5");
  assert.equal(all(picture("P11/j"), "joker").length, 1);
  assert.equal(picture("stop"), null);
});

test("newcomers are told what happens for the first time", async () => {
  const { position, seat } = await load("anubixx-2-start");
  const news = (...texts) => {
    const before = laidOut(position, seat, ...texts.slice(0, -1));
    const now = laidOut(before, seat, texts.at(-1));
    return board.firsts(before, now, now.plies.at(-1));
  };
  assert.deepEqual(news("P12"), ["pyramid"]);
  assert.deepEqual(news("P11/q5"), ["pyramid", "skipped"]);
  assert.deepEqual(news("P11/j"), ["pyramid", "joker"]);
  assert.ok(news("a1/j", "b1/j").includes("pair"));
});

test("all that is explained has a text", () => {
  for (const language of LANGUAGES) {
    speakOf(gameWords("anubixx", language));
    for (const name of ["arch", "bonus", "building", "closed", "joker", "leftover", "pair", "pyramid", "quarry", "skipped"]) assert.ok(has(`first.${name}`), name);
    speakOf({});
  }
});

test("a move that is not allowed is drawn so, without what would pay for it", async () => {
  const { position } = await load("anubixx-2-start");
  const drawn = board.draw(position, { ghost: move("P61"), mood: "wrong" });
  assert.equal(all(drawn, "wrong").length, 1);
  assert.equal(all(drawn, "pays").length, 0);
});

test("a move touches its stone, and what pays for it", () => {
  const touched = (text) => board.where(move(text)).map(placeName);
  assert.deepEqual(touched("P11"), ["P11"]);
  assert.deepEqual(touched("AT/q12"), ["AT", "q12"]);
  assert.deepEqual(touched("d3/j"), ["d3", "j"]);
  assert.deepEqual(touched("stop"), []);
});

test("a move is told with its colour and its building", async () => {
  const { position, seat } = await load("anubixx-2-start");
  const told = (text) => board.describe(position, { seat, move: move(text) });
  assert.deepEqual(told("P12"), { key: "move.crossed.die", values: { colour: ["colour.p"], building: ["building.pyramid"] } });
  assert.deepEqual(told("a1/j"), { key: "move.crossed.joker", values: { colour: ["colour.o"], building: ["building.relief"] } });
  assert.deepEqual(told("stop"), { key: "move.stopped" });
});

test("a bonus that a move earned is told with it", async () => {
  const { position } = await load("anubixx-2-start");
  const names = position.rules.declared.scores.names[2];
  const ply = (/** @type {string} */ name) => /** @type {any} */ ({ gained: names.map((one) => (one === name ? 3 : 0)) });
  assert.equal(board.bonus?.(position, ply("bonuses")), true);
  assert.equal(board.bonus?.(position, ply("relief")), false);
});

test("targets glow, and nothing else does", async () => {
  const { position } = await load("anubixx-2-start");
  const glowing = all(board.draw(position, { targets: ["P11", "a1"].map(place) }), "target");
  assert.deepEqual(called(glowing), ["P11", "a1"]);
  assert.equal(all(board.draw(position, {}), "target").length, 0);
  const once = new Map([[place("P12"), "P12"]]).keys(); // marks can be iterated only once
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
  assert.deepEqual(stones.slice(12).map(({ holds }) => holds.values.colour[0]), Array(4).fill("colour.r"));
});

test("the sheet says what levels, pillars and relief stones are worth, as its parts declare", async (context) => {
  const { position, view } = await load("anubixx-2-middle");
  const seat = board.whose(position);
  const told = () => {
    const drawn = all(board.draw(position, {}), "value").filter((one) => !all(one, "few").length);
    return drawn.filter((one) => !/stones/.test(one.getAttribute("class"))).map((one) => Number(one.textContent));
  };
  const { pyramid_points: pyramid, arch_points: arch, relief_points: relief } = rules.tables;
  const declared = [pyramid, arch, relief].flatMap((points) => [...points].slice(1));
  assert.deepEqual(told(), declared);
  const counting = all(board.draw(position, {}), "counts").map((one) => Number(one.textContent));
  assert.deepEqual(counting, view.scores[seat].slice(0, 3).filter((points) => points > 0));
  assert.deepEqual(all(board.draw(position, {}), "stones").map((one) => Number(one.textContent)), [2, 4, 6, 8, 10, 12]);
  beNarrow(context);
  assert.deepEqual(told(), declared);
});

test("values never lie on a stone", async (context) => {
  const { position } = await load("anubixx-2-start");
  for (const at of [WIDE, NARROW]) {
    for (const { x, y } of Object.values(at.rungs).flat()) {
      for (const stone of at.stones) assert.ok(Math.abs(x - stone.x) > stone.width / 2 || Math.abs(y - 0.9 - stone.y) > stone.height / 2);
      assert.ok(x < at.width && y < at.height);
    }
  }
  beNarrow(context);
  assertApart(position);
});
