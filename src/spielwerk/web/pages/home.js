/** Home: the games, one's own tables, and those at which a seat is free. */

import { button, choice, h, tick } from "../elements.js";
import { askGames } from "../games.js";
import { go, link, rulesLink } from "../links.js";
import { get, me, meOrGuest, post, Refused } from "../server.js";
import { change, settings } from "../settings.js";
import { botName, named, said, seatName, t, title } from "../words.js";
import { miniature } from "./miniature.js";

/** @typedef {import("../games.js").Game} Game */

const FIRST = 4; // of one's own tables, that are shown at once
const BESIDE = 520; // milliseconds between the moves of one small board and the next
const MOST_BYTES = 65_540; // of a file of parts: more than a server takes, so that it refuses what is longer
const AGAIN = 1500; // milliseconds between two looks at what is being compiled

/** @returns {Promise<import("../app.js").Room>} */
export async function home() {
  const [games, bots, person] = await Promise.all([askGames(), get("/bots"), me()]);
  const own = h("div", { class: "own" });
  const open = h("div", { class: "open" });
  const cards = h("ul", { class: "cards" });
  const told = h("p", { class: "told", role: "alert" });
  let gone = false;

  const refuse = (/** @type {unknown} */ error) => (told.textContent = said(error));
  cards.append(...games.map((game) => card(game, bots, refuse)));
  if (person) void ownTables(own);
  void openTables(open);
  const name = h("input", { name: "name", maxlength: 40, value: person?.name ?? settings.name, autocomplete: "nickname", readonly: Boolean(person) });
  name.addEventListener("change", () => change({ name: name.value.trim() }));

  const look = async () => {
    if (gone) return;
    const now = await askGames().catch(() => games);
    for (const game of now) {
      const line = cards.querySelector(`[data-game="${game.id}"] .state`);
      if (line) line.textContent = game.state === "ready" ? "" : t(`state.${game.state}`);
    }
    if (now.some((game) => game.state !== "ready")) setTimeout(look, AGAIN);
  };
  void look();

  const element = h(
    "section",
    { class: "room home" },
    h("div", { class: "hello" }, h("h1", {}, t("home.title", { n: games.length })), h("p", {}, t("home.what")), h("label", { class: "field" }, h("span", {}, t("name")), name)),
    told,
    own,
    h("h2", {}, t("home.games")),
    cards,
    open,
  );
  const pictures = /** @type {NodeListOf<HTMLElement>} */ (cards.querySelectorAll(".picture"));
  const plays = games.map(({ id }, k) => miniature(id, pictures[k], k * BESIDE));
  const leave = () => {
    gone = true;
    for (const play of plays) void play.then((stop) => stop());
  };
  return { element, title: "", leave };
}

/**
 * @param {Game} game
 * @param {string[]} bots
 * @param {(error: unknown) => void} refuse
 */
function card(game, bots, refuse) {
  const levels = bots.filter((bot) => bot !== "ismcts");
  let level = "geselle";
  const several = game.seats.filter((n) => n > 1);
  let seats = several[0];
  const more = h("details", {}, h("summary", {}, t("home.more")), friends(game, several, refuse));
  const seatChoice = choice(t("home.seats"), "seats", several.map((n) => [String(n), String(n)]), String(seats), (value) => (seats = Number(value)));
  const play = async () => {
    const others = Object.fromEntries(Array.from({ length: seats - 1 }, (_, k) => [String(k + 1), level]));
    await begin({ game: game.id, seats, sit: [0], bots: others }, refuse);
  };
  return h(
    "li",
    { class: `card game-${game.id}`, "data-game": game.id },
    h("div", { class: "picture", "aria-hidden": "true" }),
    h("h3", {}, title(game.id)),
    h("p", { class: "about" }, named(game.id, "about", "")),
    h("p", { class: "state", role: "status" }, game.state === "ready" ? "" : t(`state.${game.state}`)),
    h(
      "div",
      { class: "start" },
      ...(several.length ? [choice(t("home.against"), "bot", levels.map((bot) => [bot, botName(bot)]), level, (value) => (level = value)), seatChoice, button(t("home.play"), play, { class: "main" })] : []),
      game.seats.includes(1) ? button(t("home.alone"), () => begin({ game: game.id, seats: 1, sit: [0] }, refuse)) : null,
    ),
    several.length ? more : null,
    game.page.includes("engine") ? null : h("p", { class: "faint" }, t("engine.none"), " ", h("code", {}, `spielwerk engine ${game.id}`)),
    h("p", { class: "links" }, rulesLink(game.id)),
  );
}

/** A table for friends: how many, by which rules. @param {Game} game @param {number[]} several @param {(error: unknown) => void} refuse */
function friends(game, several, refuse) {
  const chosen = { seats: several[0], listed: false, pace: true, hints: true, take_backs: true, watch: "anyone", clock: "", here: false };
  /** @type {Record<string, string>} */
  const options = {};
  const parts = h("input", { type: "file", name: "parts", accept: ".toml" });
  const wrong = h("p", { class: "told", role: "alert" });
  const refuseParts = (/** @type {unknown} */ error) => {
    const ofParts = error instanceof Refused && error.code.startsWith("parts_");
    if (ofParts) wrong.textContent = t("home.parts.refused", { reason: error.message });
    else refuse(error);
  };
  const create = async () => {
    wrong.textContent = "";
    const own = await parts.files?.[0]?.slice(0, MOST_BYTES).text();
    const sit = chosen.here ? Array.from({ length: chosen.seats }, (_, k) => k) : [0];
    const { clock, here, ...terms } = chosen;
    const told = clock ? { clock: { [clock.split(" ")[1]]: Number(clock.split(" ")[0]) } } : {};
    await begin({ game: game.id, ...terms, ...told, options, sit, ...(own === undefined ? {} : { parts: own }) }, refuseParts);
  };
  return h(
    "div",
    { class: "friends" },
    choice(t("home.seats"), "seats", several.map((n) => [String(n), String(n)]), String(chosen.seats), (value) => (chosen.seats = Number(value))),
    ...Object.entries(game.options).map(([option, values]) =>
      choice(named(game.id, `option.${option}`, option), option, values.map((value) => [value, named(game.id, `option.${option}.${value}`, value)]), values[0], (value) => (options[option] = value)),
    ),
    choice(t("clock"), "clock", [["", t("clock.none")], ["60 seconds", t("clock.minute")], ["1 days", t("clock.day")], ["3 days", t("clock.three_days")]], "", (value) => (chosen.clock = value)),
    choice(t("watch"), "watch", ["anyone", "link", "seats"].map((who) => [who, t(`watch.${who}`)]), "anyone", (value) => (chosen.watch = value)),
    tick(t("home.listed"), "listed", false, (on) => (chosen.listed = on)),
    tick(t("home.hints"), "hints", true, (on) => (chosen.hints = on)),
    tick(t("home.take_backs"), "take_backs", true, (on) => (chosen.take_backs = on)),
    tick(t("home.here"), "here", false, (on) => (chosen.here = on)),
    game.own_parts ? h("label", { class: "field" }, h("span", {}, t("home.parts")), parts) : null,
    wrong,
    button(t("home.create"), create),
  );
}

/** @param {Record<string, any>} terms @param {(error: unknown) => void} refuse */
async function begin(terms, refuse) {
  try {
    await meOrGuest(settings.name || t("guest"));
    const made = await post("/tables", terms);
    go(`/table/${made.info.id}`);
  } catch (error) {
    refuse(error);
  }
}

/** @param {HTMLElement} place */
async function ownTables(place) {
  const tables = (await get("/me/tables").catch(() => [])).filter((/** @type {any} */ own) => own.info.status !== "over");
  if (!tables.length) return;
  const line = (/** @type {any} */ own) =>
    h("li", {}, link(`/table/${own.info.id}`, {}, title(own.info.game)), h("span", {}, players(own.info)), own.your_turn ? h("b", {}, t("home.your_turn")) : null);
  const rest = tables.slice(FIRST);
  place.append(h("h2", {}, t("home.own")), h("ul", { class: "lines" }, ...tables.slice(0, FIRST).map(line)));
  if (rest.length) place.append(h("details", { class: "rest" }, h("summary", {}, t("home.rest", { n: rest.length })), h("ul", { class: "lines" }, ...rest.map(line))));
}

/** @param {HTMLElement} place */
async function openTables(place) {
  const tables = await get("/tables").catch(() => []);
  if (!tables.length) return;
  place.append(
    h("h2", {}, t("home.open")),
    h("ul", { class: "lines" }, ...tables.map((/** @type {any} */ info) => h("li", {}, link(`/table/${info.id}`, {}, title(info.game)), h("span", {}, players(info))))),
  );
}

/** @param {any} info */
function players(info) {
  return info.sitting.map((/** @type {any} */ _, /** @type {number} */ seat) => seatName(info, seat)).join(", ");
}
