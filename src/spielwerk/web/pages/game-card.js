/** A game on the home page: how it looks, what it is about, and what begins it. */

import { button, h } from "../elements.js";
import { go, rulesLink } from "../links.js";
import { meOrGuest, post } from "../server.js";
import { settings } from "../settings.js";
import { named, t, title } from "../words.js";

/** @typedef {import("../games.js").Game} Game */
/** @typedef {import("./home.js").Refuse} Refuse */

/** @param {Game} game @param {Refuse} refuse */
export function gameCard(game, refuse) {
  const several = game.seats.filter((n) => n > 1);
  let seats = several[0];
  const name = title(game.id);
  const play = several.length && button(t("home.play"), () => busy(play, () => againstBots(game, refuse, seats)), { class: "main large", "aria-label": t("home.play_it", { game: name }) });
  const alone = game.seats.includes(1) && button(t("home.alone"), () => busy(alone, () => begin({ game: game.id, seats: 1, sit: [0] }, refuse)), { class: several.length ? "" : "main large" });
  return h(
    "li",
    { class: `card game-${game.id}`, "data-game": game.id },
    h("div", { class: "picture", "aria-hidden": "true", "data-initial": [...name][0] }),
    h(
      "div",
      { class: "info" },
      h("h3", {}, name),
      h("p", { class: "about" }, named(game.id, "about", "")),
      h("p", { class: "links" }, rulesLink(game.id)),
      game.page.includes("engine") ? null : h("p", { class: "faint" }, t("engine.none"), " ", h("code", {}, `spielwerk engine ${game.id}`)),
      h("p", { class: "state", role: "status" }, stateText(game)),
    ),
    h(
      "div",
      { class: "start" },
      several.length > 1 ? seatChoice(game.id, several, (n) => (seats = n)) : null,
      play || null,
      h("div", { class: "ways" }, alone || null, several.length ? button(t("home.friends"), () => withFriends(game)) : null),
    ),
  );
}

/** How many play: as many buttons as there are numbers. @param {string} game @param {number[]} numbers @param {(n: number) => void} choose */
function seatChoice(game, numbers, choose) {
  const one = (/** @type {number} */ n) => h("label", {}, h("input", { type: "radio", name: `seats-${game}`, value: n, checked: n === numbers[0], onchange: () => choose(n) }), h("span", {}, String(n)));
  return h("fieldset", { class: "numbers-of" }, h("legend", {}, t("home.seats")), h("div", { class: "segments" }, ...numbers.map(one)));
}

/** What is said of a game that can't be played at once. @param {Game} game */
export const stateText = (game) => (game.state === "ready" ? "" : t(`state.${game.state}`));

/** Let a button say that something is under way: a table may have to wait for its game. @param {HTMLButtonElement | false | 0} pressed @param {() => Promise<void>} work */
async function busy(pressed, work) {
  if (!pressed) return;
  pressed.disabled = true;
  pressed.classList.add("busy");
  await work();
  pressed.disabled = false;
  pressed.classList.remove("busy");
}

/** Ask what a table for friends should be like. @param {Game} game */
export const withFriends = async (game) => (await import("./friends.js")).friendsDialog(game);

/** Play at once against the bot that was chosen. @param {Game} game @param {Refuse} refuse @param {number} [seats] */
export async function againstBots(game, refuse, seats = Math.min(...game.seats.filter((n) => n > 1))) {
  const bots = Object.fromEntries(Array.from({ length: seats - 1 }, (_, k) => [String(k + 1), settings.opponent]));
  await begin({ game: game.id, seats, sit: [0], bots }, refuse);
}

/** Set up a table and go there. @param {Record<string, any>} terms @param {Refuse} refuse */
export async function begin(terms, refuse) {
  try {
    await meOrGuest(settings.name || t("guest"));
    const made = await post("/tables", terms);
    go(`/table/${made.info.id}`);
  } catch (error) {
    refuse(error);
  }
}
