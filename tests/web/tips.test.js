/** Tips for newcomers begin with "New", and name what they are about. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Tips } from "../../src/spielwerk/web/pages/tips.js";
import { settings } from "../../src/spielwerk/web/settings.js";
import { speak, speakOf } from "../../src/spielwerk/web/words.js";
import { install } from "./dom.js";
import { gameWords, pageWords } from "./folders.js";

install();

test("a rule is announced as new, whoever met it first, and names what it is about", () => {
  speak("en", pageWords("en"));
  speakOf(gameWords("anubixx", "en"));
  const tips = new Tips("anubixx");
  tips.happened(["joker"], false);
  assert.match(tips.tip.textContent, /^New: A joker stands for any colour\./);
  tips.shown = null;
  tips.happened([{ key: "closed", values: { names: "eye" } }], false);
  assert.match(tips.tip.textContent, /This time: eye\./);
  speakOf({});
});

test("while the coach speaks, a tip waits until it is called, and counts as read only then", () => {
  speak("en", pageWords("en"));
  speakOf(gameWords("anubixx", "en"));
  settings.explained = [];
  Object.assign(document, { documentElement: { dataset: {} } });
  const tips = new Tips("anubixx");
  tips.giveWay(true);
  tips.happened(["joker"], false);
  assert.deepEqual([tips.tip.hidden, tips.caller.hidden], [true, false]);
  tips.happened([], true); // the player's own move
  assert.deepEqual([tips.tip.hidden, tips.caller.hidden], [true, false]);
  assert.deepEqual(settings.explained, []);
  tips.giveWay(false); // the coach was sent away
  assert.deepEqual([tips.tip.hidden, tips.caller.hidden], [false, true]);
  tips.dismiss();
  assert.deepEqual([tips.tip.hidden, tips.caller.hidden], [true, true]);
  assert.deepEqual(settings.explained, ["anubixx.joker"]);
  speakOf({});
});
