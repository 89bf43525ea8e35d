/** Open a table, for the table page and for shared screens. */

import { h } from "../elements.js";
import { hostOf } from "../hosts.js";
import { here, link } from "../links.js";
import { explained } from "../renewal.js";
import { Refused } from "../server.js";
import { said, t, title } from "../words.js";

/** @typedef {{element: HTMLElement, begin: () => Promise<void>, leave: () => void}} Page */

/**
 * Load a table and create its page, or explain why there is none.
 * @param {import("../server.js").Live | null} live  null without a server
 * @param {string} id
 * @param {(host: import("../hosts.js").Host, id: string, invite: string | undefined, told: any) => Page} make
 * @returns {Promise<import("../app.js").Room>}
 */
export async function open(live, id, make) {
  const invite = here().searchParams.get("invite") ?? undefined;
  try {
    const host = await hostOf(live, id, invite);
    const told = await host.told();
    const page = make(host, id, invite, told);
    await page.begin();
    return { element: page.element, leave: () => page.leave(), title: title(told.info.game) };
  } catch (error) {
    if (error instanceof Refused && error.code === "offline") throw error; // the app waits for the connection
    const element = h("section", { class: "room narrow" }, h("h1", {}, t("table.none")), h("p", {}, said(await explained(error))), link("/", {}, t("home")));
    return { element, title: t("table.none") };
  }
}
