import assert from "node:assert/strict";
import { test } from "node:test";

import { know } from "../../src/spielwerk/web/games.js";
import { LEARNER, LessonStep, matches } from "../../src/spielwerk/web/lesson-step.js";
import { filled, speak, speakOf } from "../../src/spielwerk/web/words.js";
import { folder, GAMES, gameWords, json, pageWords, rulesOf } from "./folders.js";

for (const game of GAMES) {
  const rules = await rulesOf(game);
  for (const told of json(new URL("lesson/steps.json", folder(game)))) {
    test(`${game}, ${told.name}: its solution does it, with its last move and no sooner`, () => {
      const step = new LessonStep(rules, told);
      const states = told.solution.map(() => {
        const move = step.next(step.position);
        assert.ok(move, "the engine allows it");
        step.play(move);
        return step.state;
      });
      assert.deepEqual(states, [...told.solution.slice(1).map(() => "going"), "done"]);
    });

    test(`${game}, ${told.name}: each legal move does it, or goes on, or can be answered`, () => {
      const step = new LessonStep(rules, told);
      const before = step.start.scores[LEARNER];
      for (const move of rules.moves(step.start, LEARNER)) {
        step.again();
        step.play(move);
        assert.ok(["done", "going", "wrong"].includes(step.state));
        assert.deepEqual(step.gained, move.points);
      }
      step.again();
      assert.deepEqual(step.position.scores[LEARNER], before);
    });

    for (const language of /** @type {const} */ (["de", "en"])) {
      test(`${game}, ${told.name}: what it says in ${language} is filled by the engine`, () => {
        speak(language, pageWords(language));
        speakOf(gameWords(game, language));
        know([{ id: game, seats: rules.declared.seats, options: {}, scores: rules.declared.scores.names, texts: {}, page: [], state: "ready" }]);
        const step = new LessonStep(rules, told);
        const texts = json(new URL(`lesson/${language}.json`, folder(game)));
        for (const kind of ["say", "done", "wrong"]) {
          const text = filled(texts[`${told.name}.${kind}`], step.aim);
          assert.doesNotMatch(text, /[{}]|undefined/);
          assert.ok(text.length <= 190, `${text.length} letters do not fit beside the board of a phone`);
        }
      });
    }
  }
}

test("a pattern names moves by what they have in common", () => {
  assert.ok(matches("*/q*", "P11/q2"));
  assert.ok(!matches("*/q*", "P11/j"));
  assert.ok(matches("swap|keep", "keep"));
  assert.ok(matches("2,0:*=b", "2,0:r_gb=b"));
  assert.ok(!matches("5A:*", "15A:a1"));
});
