/** Coming to a table: the host's invitation, and the guest's name. */

import { button, h } from "../elements.js";
import { get } from "../server.js";
import { change, settings } from "../settings.js";
import { t } from "../words.js";

/**
 * The link that lets others in, to be copied or photographed.
 * @param {string} id
 * @param {any} info
 */
export function invitePanel(id, info) {
  const field = h("input", { readonly: true, "aria-label": t("invite.link"), onfocus: () => field.select() });
  const copied = h("span", { role: "status" });
  get(`/tables/${id}/invite`).then(({ invite }) => {
    field.value = `${location.origin}/table/${id}?invite=${invite}`;
  }, () => {});
  const copy = async () => {
    copied.textContent = t((await copyText(field)) ? "invite.copied" : "invite.not_copied");
  };
  return h(
    "div",
    { class: "box invite" },
    h("h2", {}, t("invite")),
    h("p", {}, t("invite.how", { seats: info.seats })),
    h("div", { class: "say" }, field, button(t("invite.copy"), copy)),
    copied,
    h("img", { class: "code", src: `/api/tables/${id}/invite.svg`, alt: t("invite.code") }),
  );
}

/**
 * Copy a field's text. Over plain HTTP in a home network there is no `navigator.clipboard`: the field is selected and
 * copied the old way, or at least left selected.
 * @param {HTMLInputElement} field
 * @returns {Promise<boolean>} whether it was copied
 */
async function copyText(field) {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(field.value).then(() => true, () => false);
  }
  field.focus();
  field.select();
  return document.execCommand("copy");
}

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
