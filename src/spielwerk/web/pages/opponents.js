/** Choose an opponent: a row of faces, and a description of the selected bot. */

import { h } from "../elements.js";
import { face } from "../faces.js";
import { change, settings } from "../settings.js";
import { botAbout, botName, t } from "../words.js";

const NOT_OFFERED = ["ismcts"]; // a benchmark for the other bots, no fun to play against

/** Return the user's opponent, or the first one if the server lacks it. @param {string[]} bots */
const chosenOf = (bots) => (bots.includes(settings.opponent) ? settings.opponent : bots[0]);

/** @param {string[]} bots */
export function opponents(bots) {
  const offered = bots.filter((bot) => !NOT_OFFERED.includes(bot));
  const about = h("p", { class: "about-bot", role: "status" });
  const tell = () => about.replaceChildren(h("b", {}, `${botName(settings.opponent)}: `), botAbout(settings.opponent));
  const choose = (/** @type {string} */ bot) => {
    change({ opponent: bot });
    tell();
  };
  choose(chosenOf(offered));
  const one = (/** @type {string} */ bot) =>
    h(
      "label",
      { class: "bot" },
      h("input", { type: "radio", name: "bot", value: bot, checked: bot === settings.opponent, onchange: () => choose(bot) }),
      face(bot),
      h("span", {}, botName(bot)),
    );
  return h("fieldset", { class: "bots" }, h("legend", {}, h("h2", {}, t("home.against"))), h("div", { class: "choices" }, ...offered.map(one)), about);
}
