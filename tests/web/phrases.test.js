/** There is a text in both languages for everything that boards say about real positions. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { alternative, has, LANGUAGES, moveTold, phrase, speak, speakOf, t } from "../../src/spielwerk/web/words.js";
import { install } from "./dom.js";
import { GAMES, gameWords, pageWords } from "./folders.js";
import { held, load, names } from "./positions.js";

install();
const info = { sitting: Array.from({ length: 6 }, (_, seat) => ({ name: `Ada${seat}` })) };

/** Check that a text is neither a key nor has unfilled placeholders. @param {string} said */
const isText = (said) => assert.doesNotMatch(said, /\{|^[a-z_]+(?:\.[a-z_]+)+$|\b(?:holds|move|colour|sign)\.\w/);

/** Use a language, with a game's texts. @param {string} language @param {import("../../src/spielwerk/web/rules.js").Rules} rules */
function speakAs(language, rules) {
  speak(language, pageWords(language));
  speakOf(gameWords(rules.declared.game, language));
}

test("every game has positions to speak of", () => {
  assert.deepEqual(new Set(names().map((name) => name.split("-")[0])), new Set(GAMES));
});

for (const name of names()) {
  for (const language of LANGUAGES) {
    test(`${name} (${language}): pieces, cells, moves and buttons`, async () => {
      const { board, position, seat, moves } = await load(name);
      speakAs(language, position.rules);
      for (const piece of board.pieces(position, seat)) isText(phrase(piece.name));
      for (const { name: called, holds } of board.cells(position)) for (const what of [called, holds]) if (what) isText(phrase(what));
      for (const move of [...position.plies.map((ply) => ply.move), ...moves]) {
        const ply = { seat: 1, action: 0, text: position.rules.notation.write(move), move, gained: [2] };
        for (const own of [false, true]) isText(moveTold(info, board, position, ply, own));
      }
      for (const move of moves) isText(alternative(board, position, { seat, move }));
      for (const { text } of board.plain(moves)) isText(t(text));
    });
  }

  test(`${name}: what is expected, and how things stand`, async () => {
    const { board, position, seat, moves } = await load(name);
    for (const language of LANGUAGES) {
      speakAs(language, position.rules);
      if (moves.length && board.asks) isText(phrase(board.asks(position, seat, moves)));
      for (const who of [null, ...Array.from({ length: position.seats }, (_, k) => k)]) board.facts?.(position, who).map(phrase).forEach(isText);
    }
  });

  test(`${name}: why a click does nothing`, async () => {
    const { board, position, seat } = await load(name);
    const cells = board.cells(position).map(({ id }) => id);
    /** @type {Map<string, Record<string, string>>} */
    const refused = new Map();
    for (const one of held(board.pieces(position, seat))) {
      for (const cell of cells) {
        const [meant] = board.meant(position, one, cell);
        const why = meant && position.rules.refusal(position, seat, meant);
        if (why) refused.set(why.code, why.details);
      }
    }
    for (const language of LANGUAGES) {
      speakAs(language, position.rules);
      for (const [code, details] of refused) {
        assert.ok(has(`refused.${code}`), code);
        isText(t(`refused.${code}`, details));
      }
    }
  });
}

for (const name of names().filter((one) => one.endsWith("-end"))) {
  test(`${name}: the one thing that ended the game has words`, async () => {
    const { board, position } = await load(name);
    const why = board.ended?.(position);
    for (const language of LANGUAGES) {
      speakAs(language, position.rules);
      if (why) assert.ok(has(`ending.${why}`), why);
    }
    assert.ok(why);
  });
}
