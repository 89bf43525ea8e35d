/** Join a table: under a name, or on a seat reserved after a game. */

import { button, h } from "../elements.js";
import { get, meOrGuest, post, put } from "../server.js";
import { change, settings } from "../settings.js";
import { seatName, t } from "../words.js";

/**
 * @param {(name: string) => void} join
 */
export function joinPanel(join) {
  const field = h("input", { name: "name", maxlength: 40, required: true, value: settings.name, autocomplete: "nickname" });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    change({ name: field.value.trim() });
    join(field.value.trim());
  };
  return h(
    "form",
    { class: "box form", onsubmit },
    h("h2", {}, t("join")),
    h("label", { class: "field" }, h("span", {}, t("name")), field),
    h("button", { class: "main" }, t("join.sit")),
  );
}

/** Create the panel that says that others are waiting for a rematch. @param {any} info @param {() => void} join */
export function awaitedPanel(info, join) {
  const first = info.sitting.findIndex((/** @type {any} */ sitter) => sitter.name);
  return h("div", { class: "box form" }, h("p", {}, first < 0 ? t("tables.awaited") : t("rematch.asked", { who: seatName(info, first) })), button(t("rematch"), join, { class: "main" }));
}

/**
 * Take a free seat under a name, or the seats reserved for the user; return the table's updated info.
 * @param {import("../table-state.js").TableState} table
 * @param {string | null} name
 */
export async function sitDown(table, name) {
  const { id, invite, reserved } = table;
  if (name !== null) {
    const person = await meOrGuest(name);
    if (person.guest && person.name !== name) await put("/me/name", { name });
  }
  const { freshShare, keepShare } = await import("../shares.js");
  const { hash, value } = freshShare();
  keepShare(id, value); // stored first, because taking the last free seat starts the game
  const seats = name === null ? reserved.map((seat) => ({ seat })) : [invite ? { invite } : {}];
  for (const seat of seats) await post(`/tables/${id}/acts`, { do: "sit", share: hash, ...seat });
  return get(`/tables/${id}${table.invited("?")}`);
}
