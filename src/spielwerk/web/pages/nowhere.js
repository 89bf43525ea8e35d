/** The page for unknown addresses, with a link home. */

import { drawing, h, svg, SYMBOLS } from "../elements.js";
import { link } from "../links.js";
import { t } from "../words.js";

/** @returns {import("../app.js").Room} */
export function nowhere() {
  const element = h(
    "section",
    { class: "room narrow nowhere" },
    picture(),
    h("h1", {}, t("nowhere")),
    h("p", { class: "lead" }, t("nowhere.why")),
    h("p", { class: "buttons" }, link("/", { class: "button main" }, t("nowhere.home")), link("/games", { class: "button" }, t("games"))),
  );
  return { element, title: t("nowhere") };
}

/** Draw a row of pieces with one missing. */
function picture() {
  const pieces = ["r", "g", "", "b", "p"].map((colour, place) => {
    const x = place * 26 + 13;
    const field = svg("rect", { class: colour ? "laid" : "hole", x: x - 11.5, y: 1.5, width: 23, height: 23, rx: 5 });
    return colour ? svg("g", {}, field, svg("path", { d: SYMBOLS[colour], class: `colour-${colour}`, transform: `translate(${x} 13) scale(7.5)`, "fill-rule": "evenodd" })) : field;
  });
  return drawing(0, 0, 130, 26, ...pieces);
}
