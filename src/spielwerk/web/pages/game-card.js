/** A game on the home page: its picture, a short description, and the buttons to start it. */

import { button, h } from "../elements.js";
import { listsStyled } from "../games.js";
import { boxLink, go, lessonLink, rulesLink } from "../links.js";
import { setUp } from "../setting-up.js";
import { settings } from "../settings.js";
import { SITE } from "../site.js";
import { named, t, title } from "../words.js";

/** @typedef {import("../games.js").Game} Game */
/** @typedef {import("./home.js").Refuse} Refuse */

/** @param {Game} game @param {Refuse} refuse */
export function gameCard(game, refuse) {
  const several = game.seats.filter((n) => n > 1);
  let seats = several[0];
  const name = title(game.id);
  const play = several.length ? starting(t("home.play"), () => againstBots(game, refuse, seats), { class: "main large", "aria-label": t("home.play_it", { game: name }) }) : null;
  const alone = game.seats.includes(1) ? starting(t("home.alone"), () => begin({ game: game.id, seats: 1, sit: [0] }, refuse), { class: several.length ? "" : "main large" }) : null;
  return h(
    "li",
    { class: `card game-${game.id}`, "data-game": game.id },
    h("div", { class: "picture", "aria-hidden": "true", "data-initial": [...name][0] }),
    h(
      "div",
      { class: "info" },
      h("h3", {}, name, settings.learned.includes(game.id) && !settings.played[game.id] ? h("span", { class: "pill good learned" }, t("lesson.learned")) : null),
      h("p", { class: "about" }, named(game.id, "about", "")),
      h("p", { class: "links" }, lessonLink(game.id, settings.played[game.id] ? {} : { class: "learn" }), rulesLink(game.id)),
      game.page.includes("engine") ? null : h("p", { class: "faint" }, t("engine.none"), " ", h("code", {}, `spielwerk engine ${game.id}`)),
      h("p", { class: "state", role: "status" }, stateText(game)),
      game.own_parts && !SITE && settings.played[game.id] ? h("p", { class: "links owner" }, t("box.owner"), " ", boxLink(game.id)) : null, // not before the first game
    ),
    h(
      "div",
      { class: "start" },
      several.length > 1 ? seatChoice(game.id, several, (n) => (seats = n)) : null,
      play,
      h("div", { class: "ways" }, alone, several.length ? button(t(SITE ? "home.one_screen" : "home.friends"), () => withFriends(game)) : null),
    ),
  );
}

/** Create the choice of the number of players: one button each. @param {string} game @param {number[]} numbers @param {(n: number) => void} choose */
function seatChoice(game, numbers, choose) {
  const one = (/** @type {number} */ n) => h("label", {}, h("input", { type: "radio", name: `seats-${game}`, value: n, checked: n === numbers[0], onchange: () => choose(n) }), h("span", {}, String(n)));
  return h("fieldset", { class: "numbers-of" }, h("legend", {}, t("home.seats")), h("div", { class: "segments" }, ...numbers.map(one)));
}

/** The notice for a game whose rules the server is still compiling: it runs on this device until then. @param {Game} game */
export const stateText = (game) => (game.state === "ready" || SITE ? "" : t(game.page.includes("engine") ? "state.device" : `state.${game.state}`));

/** Create a button that starts a game. It is disabled meanwhile: a table may have to wait until its game is ready. @param {string} label @param {() => Promise<void>} start @param {Record<string, any>} attributes */
export function starting(label, start, attributes) {
  const pressed = async () => {
    made.disabled = true;
    made.classList.add("busy");
    await start();
    made.disabled = false;
    made.classList.remove("busy");
  };
  const made = button(label, pressed, attributes);
  return made;
}

/** Open the dialog for a table with friends. @param {Game} game @param {string} [box]  the stored box to select at first */
export async function withFriends(game, box) {
  const [{ friendsDialog }] = await Promise.all([import("./friends.js"), listsStyled()]);
  return friendsDialog(game, box);
}

/** Start a game against the selected bot. @param {Game} game @param {Refuse} refuse @param {number} [seats] @param {string} [parts]  of the user's own box */
export async function againstBots(game, refuse, seats = Math.min(...game.seats.filter((n) => n > 1)), parts) {
  const bots = Object.fromEntries(Array.from({ length: seats - 1 }, (_, k) => [String(k + 1), settings.opponent]));
  await begin({ game: game.id, seats, sit: [0], bots, ...(parts === undefined ? {} : { parts }) }, refuse);
}

/** Set up a table and open it. @param {Record<string, any>} terms @param {Refuse} refuse */
export async function begin(terms, refuse) {
  try {
    go(`/${terms.room ? "board" : "table"}/${await setUp(terms)}`);
  } catch (error) {
    refuse(error);
  }
}
