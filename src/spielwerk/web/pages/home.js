/** Home: the five games, one's own tables, and those at which a seat is free. */

import { go } from "../app.js";
import { GAMES } from "../boards/index.js";
import { button, choice, h, tick } from "../dom.js";
import { askGames } from "../games.js";
import { get, me, meOrGuest, post } from "../server.js";
import { change, settings } from "../settings.js";
import { botName, said, seatName, t } from "../words.js";
import { miniature } from "./miniature.js";

const FIRST = 4; // of one's own tables, that are shown at once
const BESIDE = 520; // milliseconds between the moves of one small board and the next
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
  cards.append(...GAMES.map((id) => card(games.find((/** @type {any} */ game) => game.id === id), bots, refuse)));
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
    if (now.some((/** @type {any} */ game) => game.state !== "ready")) setTimeout(look, AGAIN);
  };
  void look();

  const element = h(
    "section",
    { class: "room home" },
    h("div", { class: "hello" }, h("h1", {}, t("home.title")), h("p", {}, t("home.what")), h("label", { class: "field" }, h("span", {}, t("name")), name)),
    told,
    own,
    h("h2", {}, t("home.games")),
    cards,
    open,
  );
  const plays = GAMES.map((game, k) => miniature(game, /** @type {HTMLElement} */ (cards.querySelector(`[data-game="${game}"] .picture`)), k * BESIDE));
  const leave = () => {
    gone = true;
    for (const play of plays) void play.then((stop) => stop());
  };
  return { element, title: "", leave };
}

/**
 * @param {any} game
 * @param {string[]} bots
 * @param {(error: unknown) => void} refuse
 */
function card(game, bots, refuse) {
  const levels = bots.filter((bot) => bot !== "ismcts");
  let level = "geselle";
  let seats = Math.max(2, game.seats[0]);
  const more = h("details", {}, h("summary", {}, t("home.more")), friends(game, refuse));
  const seatChoice = choice(t("home.seats"), "seats", game.seats.filter((/** @type {number} */ n) => n > 1).map((/** @type {number} */ n) => [String(n), String(n)]), String(seats), (value) => (seats = Number(value)));
  const play = async () => {
    const others = Object.fromEntries(Array.from({ length: seats - 1 }, (_, k) => [String(k + 1), level]));
    await begin({ game: game.id, seats, sit: [0], bots: others }, refuse);
  };
  return h(
    "li",
    { class: `card game-${game.id}`, "data-game": game.id },
    h("div", { class: "picture", "aria-hidden": "true" }),
    h("h3", {}, t(`game.${game.id}`)),
    h("p", { class: "about" }, t(`about.${game.id}`)),
    h("p", { class: "state", role: "status" }, game.state === "ready" ? "" : t(`state.${game.state}`)),
    h(
      "div",
      { class: "start" },
      choice(t("home.against"), "bot", levels.map((bot) => [bot, botName(bot)]), level, (value) => (level = value)),
      seatChoice,
      button(t("home.play"), play, { class: "main" }),
      game.seats[0] === 1 ? button(t("home.alone"), () => begin({ game: game.id, seats: 1, sit: [0] }, refuse)) : null,
    ),
    more,
    h("p", { class: "links" }, h("a", { href: `/rules/${game.id}` }, t("rules"))),
  );
}

/** A table for friends: how many, by which rules. @param {any} game @param {(error: unknown) => void} refuse */
function friends(game, refuse) {
  const chosen = { seats: Math.max(2, game.seats[0]), listed: false, pace: true, hints: true, take_backs: true, watch: "anyone", clock: "", here: false };
  /** @type {Record<string, string>} */
  const options = {};
  const create = () => {
    const sit = chosen.here ? Array.from({ length: chosen.seats }, (_, k) => k) : [0];
    const { clock, here, ...terms } = chosen;
    const told = clock ? { clock: { [clock.split(" ")[1]]: Number(clock.split(" ")[0]) } } : {};
    return begin({ game: game.id, ...terms, ...told, options, sit }, refuse);
  };
  return h(
    "div",
    { class: "friends" },
    choice(t("home.seats"), "seats", game.seats.filter((/** @type {number} */ n) => n > 1).map((/** @type {number} */ n) => [String(n), String(n)]), String(chosen.seats), (value) => (chosen.seats = Number(value))),
    ...Object.entries(game.options).map(([option, values]) =>
      choice(t(`option.${option}`), option, /** @type {string[]} */ (values).map((value) => [value, t(`option.${option}.${value}`)]), /** @type {string[]} */ (values)[0], (value) => (options[option] = value)),
    ),
    choice(t("clock"), "clock", [["", t("clock.none")], ["60 seconds", t("clock.minute")], ["1 days", t("clock.day")], ["3 days", t("clock.three_days")]], "", (value) => (chosen.clock = value)),
    choice(t("watch"), "watch", ["anyone", "link", "seats"].map((who) => [who, t(`watch.${who}`)]), "anyone", (value) => (chosen.watch = value)),
    tick(t("home.listed"), "listed", false, (on) => (chosen.listed = on)),
    tick(t("home.hints"), "hints", true, (on) => (chosen.hints = on)),
    tick(t("home.take_backs"), "take_backs", true, (on) => (chosen.take_backs = on)),
    tick(t("home.here"), "here", false, (on) => (chosen.here = on)),
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
    h("li", {}, h("a", { href: `/table/${own.info.id}` }, t(`game.${own.info.game}`)), h("span", {}, players(own.info)), own.your_turn ? h("b", {}, t("home.your_turn")) : null);
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
    h("ul", { class: "lines" }, ...tables.map((/** @type {any} */ info) => h("li", {}, h("a", { href: `/table/${info.id}` }, t(`game.${info.game}`)), h("span", {}, players(info))))),
  );
}

/** @param {any} info */
function players(info) {
  return info.sitting.map((/** @type {any} */ _, /** @type {number} */ seat) => seatName(info, seat)).join(", ");
}
