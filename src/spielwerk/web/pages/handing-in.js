/** Actions for a game on this device: download its record, upload it to the server, or delete it. */

import { askFirst } from "../dialog.js";
import { button, h } from "../elements.js";
import { forget, keep, readKept } from "../kept.js";
import { link } from "../links.js";
import { meOrGuest, post } from "../server.js";
import { settings } from "../settings.js";
import { SITE } from "../site.js";
import { said, t } from "../words.js";

/** @typedef {import("../kept.js").Kept} Kept */

/**
 * Create links and buttons for a game stored here: only the download while it is running.
 * @param {Kept} kept
 * @param {(text: string) => void} tell
 */
export const papers = (kept, tell) => h("span", { class: "papers" }, download(kept), upload(kept, tell));

/**
 * Create the button that uploads a finished game, and then the link to the server's table; null where that is impossible.
 * @param {Kept} kept  from this browser or from a file
 * @param {(text: string) => void} tell
 */
export function upload(kept, tell) {
  if (SITE || typeof kept.device.ended !== "number") return null;
  const element = h("span", {});
  const done = (/** @type {string} */ table) => element.replaceChildren(link(`/table/${table}`, {}, t("device.handed_in")));
  const hand = () => {
    tell("");
    return handIn(kept).then(done, (error) => tell(said(error)));
  };
  const table = readKept(kept.device.id)?.device.handed_in;
  if (table) done(table);
  else element.append(button(t("device.hand_in"), hand, { title: t("device.hand_in.what") }));
  return element;
}

/** Create the link to download the record. @param {Kept} kept */
function download(kept) {
  const address = `data:application/json,${encodeURIComponent(JSON.stringify(kept))}`;
  return h("a", { href: address, download: `${kept.game}-${new Date(kept.device.created).toISOString().slice(0, 10)}.json` }, t("end.record"));
}

/** Upload a game: the server replays it, and stores it as one of the user's tables; return its id there. @param {Kept} kept @returns {Promise<string>} */
async function handIn(kept) {
  const { device, ...record } = kept;
  await meOrGuest(settings.name || t("guest"));
  const { id } = await post("/records", { record, sitting: device.sitting, yours: device.yours });
  const here = readKept(device.id);
  if (here) keep({ ...here, device: { ...here.device, handed_in: id } });
  return id;
}

/** Create the button that deletes a game from this device. @param {Kept} kept @param {() => void} gone */
export function removal(kept, gone) {
  const remove = () => {
    forget(kept.device.id);
    gone();
  };
  return button(t("device.remove"), () => askFirst(t("device.remove"), t("device.remove.sure"), t("device.remove.yes"), remove), { class: "quiet" });
}
