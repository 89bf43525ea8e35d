/** My games: running ones (your turn first), and finished ones. */

import { attention } from "../attention.js";
import { h } from "../elements.js";
import { listsStyled } from "../games.js";
import { link } from "../links.js";
import { allKept, asListed } from "../kept.js";
import { me, Refused } from "../server.js";
import { askOwn, finishedRow, growing, runningRow, waits } from "../tables.js";
import { said, t } from "../words.js";
import { papers, removal } from "./handing-in.js";
import { comeBack } from "./running-games.js";

/** @typedef {import("../tables.js").Listed} Listed */

/** @type {import("../tables.js").Page} */
const NONE = { tables: [], more: false };

/** When offline, show only the games of this device. @param {unknown} error */
function offline(error) {
  if (error instanceof Refused && error.code === "offline") return null;
  throw error;
}

/** @returns {Promise<import("../app.js").Room>} */
export async function ownGames() {
  const [person] = await Promise.all([me().catch(offline), listsStyled()]);
  const kept = allKept();
  const element = h("section", { class: "room own-page" }, h("h1", {}, t("games")));
  if (!person && !kept.length) {
    element.append(h("p", { class: "lead" }, t("games.nobody")), h("p", {}, link("/", { class: "button main" }, t("nowhere.home"))));
    return { element, title: t("games") };
  }
  const asked = person ? [askOwn(false, 0), askOwn(true, 0)] : [NONE, NONE];
  const pages = await Promise.all(asked);
  const listed = new Set(pages.flatMap(({ tables }) => tables.map(({ id }) => id)));
  const ofDeviceAlone = kept.filter(({ device }) => !listed.has(device.handed_in ?? ""));
  const [running, over] = withKept(pages, ofDeviceAlone.map(asListed));
  attention(running.tables.filter(waits).length);
  const told = h("p", { class: "told", role: "alert" });
  const refuse = (/** @type {unknown} */ error) => (told.textContent = said(error));
  const ofDevice = (/** @type {Listed} */ { id }) => {
    const one = kept.find(({ device }) => device.id === id);
    return one ? [papers(one, (text) => (told.textContent = text)), removal(one, () => element.querySelector(`[data-table="${id}"]`)?.remove())] : [];
  };
  const begun = growing(running, (page) => askOwn(false, page), (table) => runningRow(table, (one) => comeBack(one, refuse), ...ofDevice(table)));
  const ended = growing(over, (page) => askOwn(true, page), (table) => {
    const here = kept.find(({ device }) => device.handed_in === table.id); // uploaded games are listed once
    if (here) element.querySelector(`[data-table="${here.device.id}"]`)?.remove();
    return finishedRow(table, ...ofDevice(table));
  });
  element.append(
    told,
    h("section", { class: "running" }, h("h2", {}, t("games.running")), ...(running.tables.length ? begun : [h("p", { class: "empty" }, t("games.running.none"), " ", link("/", {}, t("games.start")))])),
    h("section", { class: "finished" }, h("h2", {}, t("games.over")), ...(over.tables.length ? ended : [h("p", { class: "empty" }, t("games.over.none"))])),
  );
  if (person?.guest) element.append(h("p", { class: "box note" }, t("games.guest"), " ", link("/account", {}, t("account.keep"))));
  return { element, title: t("games") };
}

/** Put the games of this device on the first pages of running and finished games, before the server's. @param {import("../tables.js").Page[]} pages @param {Listed[]} kept */
function withKept([running, over], kept) {
  const of = (/** @type {Listed["status"]} */ status) => kept.filter((one) => one.status === status);
  return [{ ...running, tables: [...of("running"), ...running.tables] }, { ...over, tables: [...of("over"), ...over.tables] }];
}
