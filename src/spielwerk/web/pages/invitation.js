/** The invitation to a table: its link and QR code, with an address of this machine that others can reach. */

import { copyText } from "../copying.js";
import { button, choice, h } from "../elements.js";
import { get } from "../server.js";
import { change, settings } from "../settings.js";
import { t } from "../words.js";

/** @typedef {{invite: string, origins: string[], command: string | null}} Invited  the server's answer to a host */

/** Return whether an address leads back to the machine where it is opened. @param {string} name */
const isHere = (name) => name === "localhost" || name.endsWith(".localhost") || name.startsWith("127.") || name === "[::1]";

/**
 * Create the panel with the link that lets others in, as text and as a QR code.
 * @param {string} id  of the table
 * @param {object} said
 * @param {string} said.title
 * @param {string} said.how  a sentence on what to do with it
 * @param {string} [said.invite]  of a spectator who came by it; a host's is requested from the server
 */
export function invitePanel(id, { title, how, invite }) {
  const field = h("input", { readonly: true, "aria-label": t("invite.link"), onfocus: () => field.select() });
  const copied = h("span", { role: "status" });
  const code = h("img", { class: "code", alt: t("invite.code"), hidden: true });
  const where = h("div", { class: "where" });
  const show = (/** @type {string} */ secret, /** @type {string | null} */ origin) => {
    field.value = `${origin ?? location.origin}/table/${id}?invite=${secret}`;
    code.src = `/api/tables/${id}/invite.svg?invite=${encodeURIComponent(secret)}${origin ? `&origin=${encodeURIComponent(origin)}` : ""}`;
    code.hidden = !origin && isHere(location.hostname); // a phone would look for this address on itself
  };
  const told = invite ? Promise.resolve({ invite, origins: [], command: null }) : get(`/tables/${id}/invite`);
  const shown = told.then((/** @type {Invited} */ { invite: secret, origins, command }) => {
    const chosen = origins.includes(settings.origin) ? settings.origin : (origins[0] ?? null);
    show(secret, chosen);
    const choose = (/** @type {string} */ origin) => {
      change({ origin });
      show(secret, origin);
    };
    if (origins.length > 1) where.append(choice(t("invite.origin"), "origin", origins.map((one) => [one, one.replace("http://", "")]), chosen ?? "", choose));
    else if (!origins.length && isHere(location.hostname)) where.append(onlyHere(command));
  }, () => {}); // not the host: other parts of the page show refusals
  const copy = async () => {
    await shown; // there is no link to copy before
    copied.textContent = t((await copyText(field)) ? "invite.copied" : "invite.not_copied");
  };
  return h("div", { class: "box invite" }, h("h2", {}, title), code, h("div", { class: "joining" }, h("p", {}, how), h("div", { class: "say" }, field, button(t("invite.copy"), copy)), copied, where));
}

/** Warn that nobody else can join, and say how to change that. @param {string | null} command */
function onlyHere(command) {
  if (!command) return h("p", { class: "warning" }, t("invite.only_here"), " ", t("invite.other_address"));
  return h("p", { class: "warning" }, t("invite.only_here"), " ", t("invite.command"), " ", h("code", {}, command));
}
