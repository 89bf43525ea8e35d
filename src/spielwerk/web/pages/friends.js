/** A table for friends: how many, by which rules; in a window of its own. */

import { openDialog } from "../dialog.js";
import { choice, h, tick } from "../elements.js";
import { Refused } from "../server.js";
import { named, said, t, title } from "../words.js";
import { begin } from "./game-card.js";

/** @typedef {import("../games.js").Game} Game */

const MOST_BYTES = 65_540; // of a file of parts: more than a server takes, so that it refuses what is longer

/** @param {Game} game */
export function friendsDialog(game) {
  const several = game.seats.filter((n) => n > 1);
  const chosen = { seats: several[0], listed: false, pace: true, hints: true, take_backs: true, watch: "anyone", clock: "", here: false };
  /** @type {Record<string, string>} */
  const options = {};
  const parts = h("input", { type: "file", name: "parts", accept: ".toml" });
  const wrong = h("p", { class: "told", role: "alert" });
  const refuse = (/** @type {unknown} */ error) => {
    const ofParts = error instanceof Refused && error.code.startsWith("parts_");
    wrong.textContent = ofParts ? t("home.parts.refused", { reason: error.message }) : said(error);
  };
  const create = async (/** @type {Event} */ event) => {
    event.preventDefault();
    wrong.textContent = "";
    const own = await parts.files?.[0]?.slice(0, MOST_BYTES).text();
    const sit = chosen.here ? Array.from({ length: chosen.seats }, (_, k) => k) : [0];
    const { clock, here, ...terms } = chosen;
    const told = clock ? { clock: { [clock.split(" ")[1]]: Number(clock.split(" ")[0]) } } : {};
    const before = location.pathname;
    await begin({ game: game.id, ...terms, ...told, options, sit, ...(own === undefined ? {} : { parts: own }) }, refuse);
    if (location.pathname !== before) close();
  };
  const form = h(
    "form",
    { class: "friends form", onsubmit: create },
    h("p", {}, t("friends.how")),
    h(
      "div",
      { class: "fields" },
      choice(t("home.seats"), "seats", several.map((n) => [String(n), String(n)]), String(chosen.seats), (value) => (chosen.seats = Number(value))),
      ...Object.entries(game.options).map(([option, values]) =>
        choice(named(game.id, `option.${option}`, option), option, values.map((value) => [value, named(game.id, `option.${option}.${value}`, value)]), values[0], (value) => (options[option] = value)),
      ),
      choice(t("clock"), "clock", [["", t("clock.none")], ["60 seconds", t("clock.minute")], ["1 days", t("clock.day")], ["3 days", t("clock.three_days")]], "", (value) => (chosen.clock = value)),
      choice(t("watch"), "watch", ["anyone", "link", "seats"].map((who) => [who, t(`watch.${who}`)]), "anyone", (value) => (chosen.watch = value)),
    ),
    h(
      "div",
      { class: "ticks" },
      tick(t("home.here"), "here", false, (on) => (chosen.here = on)),
      tick(t("home.listed"), "listed", false, (on) => (chosen.listed = on)),
      tick(t("home.hints"), "hints", true, (on) => (chosen.hints = on)),
      tick(t("home.take_backs"), "take_backs", true, (on) => (chosen.take_backs = on)),
    ),
    game.own_parts ? h("details", { class: "experts" }, h("summary", {}, t("friends.experts")), h("label", { class: "field" }, h("span", {}, t("home.parts")), parts)) : null,
    wrong,
    h("button", { class: "main large" }, t("home.create")),
  );
  const close = openDialog(t("friends.title", { game: title(game.id) }), form);
}
