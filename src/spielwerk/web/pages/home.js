/** Home: the introduction, the user's running games, the games to play, and tables with a free seat. */

import { attention } from "../attention.js";
import { button, h } from "../elements.js";
import { allGames, askGames, listsStyled } from "../games.js";
import { allKept } from "../kept.js";
import { link, rulesLink } from "../links.js";
import { forgetMe, get, me, put, Refused } from "../server.js";
import { change, settings } from "../settings.js";
import { SITE } from "../site.js";
import { plural, said, t, title } from "../words.js";
import { againstBots, gameCard, starting, stateText, withFriends } from "./game-card.js";
import { miniature } from "./miniature.js";
import { opponents } from "./opponents.js";

/** @typedef {import("../games.js").Game} Game */
/** @typedef {(error: unknown) => void} Refuse */

const BESIDE = 520; // milliseconds between the moves of neighbouring miniatures
const AGAIN = 1500; // milliseconds between two requests for the state of compilation
const DAY = 86_400_000;
const look = listsStyled();
/** @type {import("../tables.js").Page} */
const NONE = { tables: [], more: false };

/** @returns {Promise<import("../app.js").Room>} */
export async function home() {
  const [games, bots, person] = await Promise.all([allGames(), get("/bots"), me().catch(nobodyOffline), look]);
  const own = person ? await get("/me/tables?over=false&page=0").catch(() => NONE) : NONE; // the page is useful without it
  const told = h("p", { class: "told toast", role: "alert" });
  const refuse = (/** @type {unknown} */ error) => (told.textContent = said(error));
  const open = h("section", { class: "open" });
  void freeTables(open);
  const finished = h("p", { class: "last-finished", hidden: true });
  if (person) void lastFinished(finished);

  const plays = person !== null || allKept().length > 0;
  const running = plays ? (await import("./running-games.js")).runningGames(own, person !== null, refuse) : null;
  if (!plays) attention(0);
  const today = gameOfTheDay(games);
  const cards = h("ul", { class: "cards" }, ...games.map((game) => gameCard(game, refuse)));
  const scene = h("div", { class: "scene", "aria-hidden": "true" });
  const greeting = person && own.tables.length ? welcomeBack(person.name, own.tables) : hero(today, scene, person, refuse);
  const element = h(
    "section",
    { class: "room home" },
    greeting,
    running && running.element,
    finished,
    h("section", { class: "games" }, opponents(bots), h("h2", { class: "unseen" }, t("home.games")), cards),
    open,
    told,
  );

  const pictures = /** @type {NodeListOf<HTMLElement>} */ (cards.querySelectorAll(".picture"));
  const samples = games.map(({ id }, k) => miniature(id, pictures[k], k * BESIDE));
  if (today && greeting.contains(scene)) samples.push(miniature(today.id, scene, 0));
  const stopLooking = lookAtStates(games, cards);
  const loadTable = () => void import("./table.js").catch(() => {}); // most people play next
  for (const about of ["pointerover", "focusin"]) element.addEventListener(about, loadTable, { once: true });
  const leave = () => {
    stopLooking();
    running?.stop();
    for (const play of samples) void play.then((stop) => stop());
  };
  return { element, title: "", leave };
}

/** Treat an offline visitor as unknown: games then run on this device. @param {unknown} error */
function nobodyOffline(error) {
  if (error instanceof Refused && error.code === "offline") return null;
  throw error;
}

/** Create the introduction for first-time visitors. @param {Game | null} today @param {HTMLElement} scene @param {import("../server.js").Person | null} person @param {Refuse} refuse */
function hero(today, scene, person, refuse) {
  const starts = today && today.seats.some((n) => n > 1);
  return h(
    "div",
    { class: "hero" },
    h(
      "div",
      { class: "hello" },
      h("h1", {}, t("home.title")),
      h("p", { class: "lead" }, t(SITE ? "home.what.site" : "home.what")),
      h(
        "div",
        { class: "buttons" },
        starts && starting(t("home.play_it", { game: title(today.id) }), () => againstBots(today, refuse), { class: "main large" }),
        starts && button(t(SITE ? "home.one_screen" : "home.friends"), () => withFriends(today), { class: "large" }),
      ),
      person && !person.guest ? null : nameField(person, refuse),
    ),
    today && h("figure", { class: "today" }, scene, h("figcaption", {}, h("span", {}, t("home.today"), " ", h("b", {}, title(today.id))), rulesLink(today.id))),
  );
}

/** @param {string} name @param {import("../tables.js").Listed[]} tables */
function welcomeBack(name, tables) {
  const [turns, awaited] = [tables.filter((table) => table.your_turn).length, tables.filter((table) => table.reserved?.length).length];
  const told = [turns && plural("home.turns", turns), awaited && plural("home.awaited", awaited)].filter(Boolean).join(" ");
  return h("div", { class: "hello back" }, h("h1", {}, t("home.back", { name })), h("p", { class: "lead" }, told || t("home.no_turns")));
}

/** Create the field for the user's name: stored for the first game, and sent to the server at once for existing users. @param {import("../server.js").Person | null} person @param {Refuse} refuse */
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

/** Return the game of the day, out of those with a board and a sample. @param {Game[]} games */
function gameOfTheDay(games) {
  const drawn = games.filter(({ page }) => page.includes("board") && page.includes("sample"));
  return drawn[Math.floor(Date.now() / DAY) % drawn.length] ?? null;
}

/** Update the state of games that are being compiled. @param {Game[]} games @param {HTMLElement} cards */
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
    if (!gone && now.some((game) => ["waiting", "compiling", "playable"].includes(game.state))) timer = setTimeout(look, AGAIN);
  };
  if (!SITE && games.some((game) => game.state !== "ready")) timer = setTimeout(look, AGAIN);
  return () => {
    gone = true;
    clearTimeout(timer);
  };
}

/** Show the result of the latest game, unless that was long ago: a bot may have finished it for the user. @param {HTMLElement} place */
async function lastFinished(place) {
  const { tables: [latest] } = await get("/me/tables?over=true&page=0").catch(() => NONE);
  if (!latest?.ranks || Date.now() - latest.ended > DAY) return;
  const { headline } = await import("../outcome.js");
  place.append(t("home.finished", { game: title(latest.game) }), " ", link(`/table/${latest.id}`, {}, headline(latest, latest.yours).text));
  place.hidden = false;
}

/** @param {HTMLElement} place */
async function freeTables(place) {
  const first = await get("/tables?page=0").catch(() => NONE);
  if (!first.tables.length) return;
  const { askFree, freeRow, growing } = await import("../tables.js");
  place.append(h("h2", {}, t("home.open")), ...growing(first, askFree, freeRow));
}
