/** Home: what this is, one's own games, the games to play, and tables at which a seat is free. */

import { attention } from "../attention.js";
import { button, h } from "../elements.js";
import { allGames, askGames } from "../games.js";
import { rulesLink } from "../links.js";
import { forgetMe, get, me, put } from "../server.js";
import { change, settings } from "../settings.js";
import { plural, said, t, title } from "../words.js";
import { againstBots, gameCard, stateText, withFriends } from "./game-card.js";
import { miniature } from "./miniature.js";
import { opponents } from "./opponents.js";

/** @typedef {import("../games.js").Game} Game */
/** @typedef {(error: unknown) => void} Refuse */

const BESIDE = 520; // milliseconds between the moves of one small board and the next
const AGAIN = 1500; // milliseconds between two looks at what is being compiled
const DAY = 86_400_000;
/** @type {import("../tables.js").Page} */
const NONE = { tables: [], more: false };

/** @returns {Promise<import("../app.js").Room>} */
export async function home() {
  const [games, bots, person] = await Promise.all([allGames(), get("/bots"), me()]);
  const own = person ? await get("/me/tables?over=false&page=0").catch(() => NONE) : NONE; // there is enough to play without
  const told = h("p", { class: "told toast", role: "alert" });
  const refuse = (/** @type {unknown} */ error) => (told.textContent = said(error));
  const open = h("section", { class: "open" });
  void freeTables(open);

  const running = person ? (await import("./running-games.js")).runningGames(own, refuse) : null;
  if (!person) attention(0);
  const today = gameOfTheDay(games);
  const cards = h("ul", { class: "cards" }, ...games.map((game) => gameCard(game, refuse)));
  const scene = h("div", { class: "scene", "aria-hidden": "true" });
  const greeting = person && own.tables.length ? welcomeBack(person.name, own.tables.filter((/** @type {import("../tables.js").Listed} */ table) => table.your_turn).length) : hero(today, scene, person, refuse);
  const element = h(
    "section",
    { class: "room home" },
    greeting,
    running && running.element,
    h("section", { class: "games" }, opponents(bots), h("h2", { class: "unseen" }, t("home.games")), cards),
    open,
    told,
  );

  const pictures = /** @type {NodeListOf<HTMLElement>} */ (cards.querySelectorAll(".picture"));
  const plays = games.map(({ id }, k) => miniature(id, pictures[k], k * BESIDE));
  if (today && greeting.contains(scene)) plays.push(miniature(today.id, scene, 0));
  const stopLooking = lookAtStates(games, cards);
  const leave = () => {
    stopLooking();
    running?.stop();
    for (const play of plays) void play.then((stop) => stop());
  };
  return { element, title: "", leave };
}

/** What this is, for who comes for the first time. @param {Game | null} today @param {HTMLElement} scene @param {import("../server.js").Person | null} person @param {Refuse} refuse */
function hero(today, scene, person, refuse) {
  const starts = today && today.seats.some((n) => n > 1);
  return h(
    "div",
    { class: "hero" },
    h(
      "div",
      { class: "hello" },
      h("h1", {}, t("home.title")),
      h("p", { class: "lead" }, t("home.what")),
      h(
        "div",
        { class: "buttons" },
        starts && button(t("home.play_it", { game: title(today.id) }), () => againstBots(today, refuse), { class: "main large" }),
        starts && button(t("home.friends"), () => withFriends(today), { class: "large" }),
      ),
      person && !person.guest ? null : nameField(person, refuse),
    ),
    today && h("figure", { class: "today" }, scene, h("figcaption", {}, h("span", {}, t("home.today"), " ", h("b", {}, title(today.id))), rulesLink(today.id))),
  );
}

/** @param {string} name @param {number} turns */
function welcomeBack(name, turns) {
  return h("div", { class: "hello back" }, h("h1", {}, t("home.back", { name })), h("p", { class: "lead" }, turns ? plural("home.turns", turns) : t("home.no_turns")));
}

/** How one wants to be called: kept for the first game, told to the server at once by who is a guest already. @param {import("../server.js").Person | null} person @param {Refuse} refuse */
function nameField(person, refuse) {
  const rename = async () => {
    const name = input.value.trim();
    change({ name });
    if (!person || !name || name === person.name) return;
    await put("/me/name", { name }).then(forgetMe, refuse);
  };
  const input = h("input", { name: "name", maxlength: 40, value: person?.name ?? settings.name, placeholder: t("guest"), autocomplete: "nickname", onchange: rename });
  return h("label", { class: "field play-as" }, h("span", {}, t("home.play_as")), input);
}

/** One game a day that is shown large, out of those that can be drawn. @param {Game[]} games */
function gameOfTheDay(games) {
  const drawn = games.filter(({ page }) => page.includes("board") && page.includes("sample"));
  return drawn[Math.floor(Date.now() / DAY) % drawn.length] ?? null;
}

/** Say of games that are being compiled when they are ready. @param {Game[]} games @param {HTMLElement} cards */
function lookAtStates(games, cards) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let gone = false;
  const look = async () => {
    const now = await askGames().catch(() => games);
    for (const game of now) {
      const line = cards.querySelector(`[data-game="${game.id}"] .state`);
      if (line) line.textContent = stateText(game);
    }
    if (!gone && now.some((game) => ["waiting", "compiling"].includes(game.state))) timer = setTimeout(look, AGAIN);
  };
  if (games.some((game) => game.state !== "ready")) void look();
  return () => {
    gone = true;
    clearTimeout(timer);
  };
}

/** @param {HTMLElement} place */
async function freeTables(place) {
  const first = await get("/tables?page=0").catch(() => NONE);
  if (!first.tables.length) return;
  const { askFree, freeRow, growing } = await import("../tables.js");
  place.append(h("h2", {}, t("home.open")), ...growing(first, askFree, freeRow));
}
