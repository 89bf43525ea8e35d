/** What one likes, and who one is. */

import { button, choice, h, tick } from "../elements.js";
import { drop, forgetMe, me, meOrGuest, post, put } from "../server.js";
import { change, settings } from "../settings.js";
import { said, t } from "../words.js";

/** @returns {Promise<import("../app.js").Room>} */
export async function account() {
  const element = h("section", { class: "room narrow" });
  const draw = async () => element.replaceChildren(h("h1", {}, t("account")), likes(), await who(draw));
  await draw();
  return { element, title: t("account") };
}

function likes() {
  return h(
    "div",
    { class: "box form" },
    h("h2", {}, t("settings")),
    choice(t("theme"), "theme", ["system", "light", "dark"].map((one) => [one, t(`theme.${one}`)]), settings.theme, (theme) => change({ theme: /** @type {any} */ (theme) })),
    choice(t("palette"), "palette", ["usual", "clear"].map((one) => [one, t(`palette.${one}`)]), settings.palette, (palette) => change({ palette: /** @type {any} */ (palette) })),
    choice(t("motion"), "motion", ["none", "quick", "calm"].map((one) => [one, t(`motion.${one}`)]), settings.motion, (motion) => change({ motion: /** @type {any} */ (motion) })),
    tick(t("settings.confirm"), "confirm", settings.confirm, (confirm) => change({ confirm })),
    tick(t("settings.cover"), "cover", settings.cover, (cover) => change({ cover })),
    tick(t("settings.sounds"), "sounds", settings.sounds, (sounds) => change({ sounds })),
  );
}

/** @param {() => Promise<void>} again */
async function who(again) {
  const person = await me();
  const told = h("p", { class: "told", role: "alert" });
  /** @param {() => Promise<unknown>} work */
  const attempt = async (work) => {
    told.textContent = "";
    try {
      await work();
      forgetMe();
      await again();
    } catch (error) {
      told.textContent = said(error);
    }
  };
  const name = h("input", { name: "name", maxlength: 40, required: true, value: person?.name ?? settings.name, autocomplete: "username" });
  const password = h("input", { name: "password", type: "password", minlength: 8, maxlength: 200, required: true, autocomplete: person ? "new-password" : "current-password" });
  const old = h("input", { name: "old", type: "password", maxlength: 200, autocomplete: "current-password" });
  const keep = async () => {
    if (!person) await meOrGuest(name.value.trim() || t("guest"));
    await put("/me/password", { name: name.value.trim(), password: password.value, ...(old.value ? { old: old.value } : {}) });
  };
  const submit = (/** @type {() => Promise<unknown>} */ work) => (/** @type {Event} */ event) => {
    event.preventDefault();
    void attempt(work);
  };
  return h(
    "form",
    { class: "box form", onsubmit: submit(keep) },
    h("h2", {}, person ? t("account.you", { name: person.name }) : t("account.nobody")),
    h("p", {}, t(person && !person.guest ? "account.kept" : "account.guest")),
    h("label", { class: "field" }, h("span", {}, t("name")), name),
    person && !person.guest ? h("label", { class: "field" }, h("span", {}, t("account.old")), old) : null,
    h("label", { class: "field" }, h("span", {}, t("account.password")), password),
    told,
    h(
      "div",
      { class: "buttons" },
      h("button", { class: "main" }, t("account.keep")),
      button(t("account.sign_in"), () => attempt(() => post("/sign-in", { name: name.value.trim(), password: password.value }))),
      person ? button(t("account.sign_out"), () => attempt(() => post("/sign-out", { everywhere: false }))) : null,
      person ? button(t("account.sign_out_everywhere"), () => attempt(() => post("/sign-out", { everywhere: true }))) : null,
      person ? button(t("account.delete"), () => confirm(t("account.delete.sure")) && attempt(() => drop("/me")), { class: "quiet" }) : null,
    ),
  );
}
