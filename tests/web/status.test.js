/** The status line shows whom the table is waiting for, and whether a bot is thinking. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { consent } from "../../src/spielwerk/web/pages/buttons.js";
import { statusText } from "../../src/spielwerk/web/pages/status.js";
import { speak } from "../../src/spielwerk/web/words.js";
import { install } from "./dom.js";
import { pageWords } from "./folders.js";

install();

/** @param {any[]} sitting @param {number[]} toAct */
function said(sitting, toAct) {
  speak("en", pageWords("en"));
  return statusText({ info: { status: "running", sitting }, position: /** @type {any} */ ({ toAct }), board: null, seat: 0, yours: [0], myTurn: false, past: null });
}

test("a bot is said to think, a person to be the one who moves", () => {
  const [ada, ben, bot, other] = [{ name: "Ada" }, { name: "Ben" }, { bot: "lehrling" }, { bot: "meister" }];
  assert.equal(said([ada, bot], [1]), "Apprentice is thinking …");
  assert.equal(said([ada, bot, other], [1, 2]), "Apprentice and Master are thinking …");
  assert.equal(said([ada, ben], [1]), "Ben to move");
  assert.equal(said([ada, ben, bot], [1, 2]), "Ben and Apprentice to move");
});

test("where nobody can act for a moment, nobody is named", () => {
  assert.equal(said([{ name: "Ada" }, { name: "Ben" }], []), "One moment …");
});

test("who asks for a move back is told who decides", () => {
  const asked = (/** @type {"de" | "en"} */ language, /** @type {any[]} */ ...others) => {
    speak(language, pageWords(language));
    const info = { status: "running", asked_back: 0, sitting: [{ name: "Ada" }, ...others] };
    return consent(info, 0, [0], /** @type {any} */ ({})).map(({ textContent }) => textContent).join();
  };
  const [ben, cleo, bot] = [{ name: "Ben" }, { name: "Cleo" }, { bot: "lehrling" }];
  assert.equal(asked("de", ben), "Ben wird gefragt.");
  assert.equal(asked("en", ben, bot, { ...cleo, away: true }), "Ben is being asked.");
  assert.equal(asked("de", ben, cleo), "Ben und Cleo werden gefragt.");
});
