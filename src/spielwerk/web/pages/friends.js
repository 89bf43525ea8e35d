/** The dialog for a table with friends: number of players, rules and terms. */

import { boxesOf } from "../boxes.js";
import { wrongTold } from "../box/names.js";
import { openDialog } from "../dialog.js";
import { choice, h, tick } from "../elements.js";
import { showGame } from "../games.js";
import { boxLink } from "../links.js";
import { Refused } from "../server.js";
import { change, settings } from "../settings.js";
import { SITE } from "../site.js";
import { named, said, t, title } from "../words.js";
import { begin } from "./game-card.js";

/** @typedef {import("../games.js").Game} Game */

const MOST_BYTES = 65_540; // of a parts file: more than the server accepts, so that it refuses longer ones

/**
 * How to play together: on everybody's own device, by link; in turn at this screen; or on phones around this screen.
 */
const WAYS = /** @type {const} */ (["link", "here", "room"]);
/** @typedef {typeof WAYS[number]} Way */

/** @param {Game} game @param {string} [box]  the stored box to select at first */
export function friendsDialog(game, box = "") {
  const several = game.seats.filter((n) => n > 1);
  const chosen = { seats: several[0], listed: false, pace: true, hints: true, take_backs: true, watch: "anyone", clock: "" };
  /** @type {Way} */
  let way = SITE ? "here" : "link";
  /** @type {Record<string, string>} */
  const options = {};
  const boxes = game.own_parts ? boxesOf(game.id) : [];
  let own = boxes.find(({ name }) => name === box)?.parts;
  const parts = h("input", { type: "file", name: "parts", accept: ".toml" });
  const wrong = h("p", { class: "told", role: "alert" });
  const refuse = async (/** @type {unknown} */ error) => {
    await showGame(game.id); // its texts describe mistakes in parts files
    const ofParts = error instanceof Refused && error.code.startsWith("parts_");
    const line = ofParts && error.details.line ? `${t("box.line", { n: error.details.line })}: ` : "";
    wrong.textContent = ofParts ? t("home.parts.refused", { reason: line + wrongTold({ code: error.code, reason: error.message, details: error.details }) }) : said(error);
  };
  const create = async (/** @type {Event} */ event) => {
    event.preventDefault();
    wrong.textContent = "";
    const sent = (await parts.files?.[0]?.slice(0, MOST_BYTES).text()) ?? own;
    const { clock, ...terms } = chosen;
    const every = Array.from({ length: chosen.seats }, (_, k) => k);
    const sit = { link: [0], here: every, room: [] }[way];
    if (way === "here") change({ names: sharing.names() });
    const called = way === "here" ? every.map((k) => [String(k), settings.names[k] || t("seat.player", { seat: k + 1 })]) : [];
    const told = clock ? { clock: { [clock.split(" ")[1]]: Number(clock.split(" ")[0]) } } : {};
    const before = location.href;
    await begin({ game: game.id, ...terms, ...told, options, sit, room: way === "room", names: Object.fromEntries(called), ...(sent === undefined ? {} : { parts: sent }) }, refuse);
    if (location.href !== before) close();
  };
  const sharing = new Sharing();
  const choose = (/** @type {Way} */ chosenWay) => {
    way = chosenWay;
    sharing.show(way, chosen.seats);
  };
  choose(way);
  const form = h(
    "form",
    { class: "friends form", onsubmit: create },
    SITE ? h("p", {}, t("friends.here")) : ways(choose),
    sharing.element,
    h(
      "div",
      { class: "fields" },
      choice(t("home.seats"), "seats", several.map((n) => [String(n), String(n)]), String(chosen.seats), (value) => {
        chosen.seats = Number(value);
        sharing.show(way, chosen.seats);
      }),
      ...Object.entries(game.options).map(([option, values]) =>
        choice(named(game.id, `option.${option}`, option), option, values.map((value) => [value, named(game.id, `option.${option}.${value}`, value)]), values[0], (value) => (options[option] = value)),
      ),
      SITE ? null : choice(t("clock"), "clock", [["", t("clock.none")], ["60 seconds", t("clock.minute")], ["1 days", t("clock.day")], ["3 days", t("clock.three_days")]], "", (value) => (chosen.clock = value)),
      boxes.length ? choice(t("box"), "box", [["", t("box.ours")], ...boxes.map(({ name }) => /** @type {const} */ ([name, name]))], box, (value) => (own = boxes.find(({ name }) => name === value)?.parts)) : null,
      SITE ? null : choice(t("watch"), "watch", ["anyone", "link", "seats"].map((who) => [who, t(`watch.${who}`)]), "anyone", (value) => (chosen.watch = value)),
    ),
    h(
      "div",
      { class: "ticks" },
      SITE ? null : tick(t("home.listed"), "listed", false, (on) => (chosen.listed = on)),
      tick(t("home.hints"), "hints", true, (on) => (chosen.hints = on)),
      SITE ? null : tick(t("home.take_backs"), "take_backs", true, (on) => (chosen.take_backs = on)),
    ),
    game.own_parts && !SITE ? h("details", { class: "experts" }, h("summary", {}, t("friends.experts")), h("label", { class: "field" }, h("span", {}, t("home.parts")), parts)) : null,
    game.own_parts && !SITE ? h("p", { class: "faint", onclick: () => close() }, t("box.owner"), " ", boxLink(game.id)) : null,
    wrong,
    h("button", { class: "main large" }, t("home.create")),
  );
  const close = openDialog(t(SITE ? "friends.here.title" : "friends.title", { game: title(game.id) }), form);
}

/** Create the choice of how to play together. @param {(way: Way) => void} choose */
function ways(choose) {
  const one = (/** @type {Way} */ way) =>
    h(
      "label",
      { class: "way-to-play" },
      h("input", { type: "radio", name: "way", value: way, checked: way === "link", "aria-label": t(`friends.way.${way}`), "aria-describedby": `way-${way}`, onchange: () => choose(way) }),
      h("span", {}, h("b", {}, t(`friends.way.${way}`)), h("small", { id: `way-${way}` }, t(`friends.way.${way}.how`))),
    );
  return h("fieldset", { class: "ways-to-play" }, h("legend", { class: "unseen" }, t("friends.way")), ...WAYS.map(one));
}

/** The names of the players who share this screen. */
class Sharing {
  constructor() {
    this.element = h("div", { class: "fields", hidden: true });
  }

  /** @param {Way} way @param {number} seats */
  show(way, seats) {
    const known = this.element.childElementCount ? this.names() : settings.names.length ? settings.names : [settings.name];
    const field = (/** @type {number} */ k) =>
      h("label", { class: "field" }, h("span", {}, t("seat.player", { seat: k + 1 })), h("input", { name: `name-${k}`, maxlength: 40, value: known[k] ?? "", autocomplete: "off" }));
    this.element.replaceChildren(...Array.from({ length: seats }, (_, k) => field(k)));
    this.element.hidden = way !== "here";
  }

  names() {
    return [...this.element.querySelectorAll("input")].map((input) => input.value.trim());
  }
}
