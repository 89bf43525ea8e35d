/** Account and settings; without a server, settings only. */

import { askFirst } from "../dialog.js";
import { button, choice, h, tick } from "../elements.js";
import { portrait } from "../faces.js";
import { link } from "../links.js";
import { drop, forgetMe, me, meOrGuest, post, put } from "../server.js";
import { change, settings } from "../settings.js";
import { SITE } from "../site.js";
import { said, t } from "../words.js";

/** @typedef {import("../server.js").Person} Person */
/** @typedef {(work: () => Promise<unknown>, done?: string) => Promise<void>} Attempt  performs an act, redraws the page, and confirms with `done` */

/** @returns {Promise<import("../app.js").Room>} */
export async function account() {
  if (SITE) return { element: h("section", { class: "room narrow account" }, h("h1", { class: "unseen" }, t("settings")), likes(), installing()), title: t("settings") };
  const element = h("section", { class: "room narrow account" });
  const told = h("p", { class: "told", role: "alert" });
  const done = h("p", { class: "done", role: "status" });
  /** @type {Attempt} */
  const attempt = async (work, sentence = "") => {
    told.textContent = done.textContent = "";
    try {
      await work();
      forgetMe();
      await draw();
      done.textContent = sentence;
    } catch (error) {
      told.textContent = said(error);
    }
  };
  const draw = async () => {
    const person = await me();
    const who = person && !person.guest ? keptName(person, attempt) : guest(person, attempt);
    element.replaceChildren(h("h1", {}, t("account")), told, done, ...who, likes(), installing(), ...leaving(person, attempt));
  };
  await draw();
  return { element, title: t("account") };
}

function likes() {
  return h(
    "section",
    { class: "box form settings" },
    h("h2", {}, t("settings")),
    h(
      "div",
      { class: "fields" },
      choice(t("theme"), "theme", ["system", "light", "dark"].map((one) => [one, t(`theme.${one}`)]), settings.theme, (theme) => change({ theme: /** @type {any} */ (theme) })),
      choice(t("palette"), "palette", ["usual", "clear"].map((one) => [one, t(`palette.${one}`)]), settings.palette, (palette) => change({ palette: /** @type {any} */ (palette) })),
      choice(t("motion"), "motion", ["none", "quick", "calm"].map((one) => [one, t(`motion.${one}`)]), settings.motion, (motion) => change({ motion: /** @type {any} */ (motion) })),
    ),
    h(
      "div",
      { class: "ticks" },
      tick(t("settings.confirm"), "confirm", settings.confirm, (confirm) => change({ confirm })),
      tick(t("settings.cover"), "cover", settings.cover, (cover) => change({ cover })),
      tick(t("settings.sounds"), "sounds", settings.sounds, (sounds) => change({ sounds })),
      tick(t("settings.notation"), "notation", settings.notation, (notation) => change({ notation })),
    ),
  );
}

/** Explain whether the page can be installed: browsers only allow that on some addresses. */
function installing() {
  return h("section", { class: "box" }, h("h2", {}, t("install")), h("p", {}, t(isSecureContext ? "install.can" : "install.cannot")));
}

/** Create a form that performs an act. @param {Attempt} attempt @param {() => Promise<unknown>} work @param {string} done @param {Record<string, string>} attributes @param {...(Node | null)} children */
function form(attempt, work, done, attributes, ...children) {
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void attempt(work, done);
  };
  return h("form", { ...attributes, onsubmit }, ...children);
}

/** @param {string} label @param {Node} input */
const field = (label, input) => h("label", { class: "field" }, h("span", {}, label), input);

/** @param {string} autocomplete */
const passwordInput = (autocomplete) => h("input", { type: "password", name: autocomplete, maxlength: 200, required: true, minlength: autocomplete === "new-password" ? 8 : null, autocomplete });

// Users without a password

/** Create the sections for a guest, or for a visitor who has not played yet. @param {Person | null} person @param {Attempt} attempt @returns {Node[]} */
function guest(person, attempt) {
  const name = h("input", { name: "name", maxlength: 40, required: true, value: person?.name ?? settings.name, autocomplete: "username" });
  const called = () => name.value.trim() || t("guest");
  const rename = async () => {
    change({ name: called() });
    if (person) await put("/me/name", { name: called() });
    else await meOrGuest(called());
  };
  const password = passwordInput("new-password");
  const keep = async () => {
    await meOrGuest(called());
    await put("/me/password", { name: called(), password: password.value });
    change({ name: called() });
  };
  return [
    h(
      "section",
      { class: "box form" },
      h("div", { class: "who" }, portrait({ name: person?.name ?? settings.name ?? t("guest") }), h("div", {}, h("h2", {}, person ? t("account.you", { name: person.name }) : t("account.nobody")), h("p", { class: "faint" }, t(person ? "account.guest" : "account.nobody.why")))),
      form(attempt, rename, t("account.renamed"), { class: "with-button rename" }, field(t("name"), name), h("button", {}, t(person ? "account.rename" : "account.save"))),
    ),
    h(
      "section",
      { class: "box form keep" },
      h("h2", {}, t("account.keep")),
      h("p", {}, t("account.why")),
      form(attempt, keep, t("account.kept"), { class: "with-button" }, field(t("account.password"), password), h("button", { class: "main" }, t("account.set_password"))),
    ),
    signingIn(person, attempt),
  ];
}

/** Create the section to sign in with a name that has a password. @param {Person | null} person @param {Attempt} attempt */
function signingIn(person, attempt) {
  const name = h("input", { name: "kept-name", maxlength: 40, required: true, autocomplete: "username" });
  const password = passwordInput("current-password");
  const signIn = () => post("/sign-in", { name: name.value.trim(), password: password.value });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const go = () => void attempt(signIn, t("account.signed_in"));
    if (person) askFirst(t("account.switch.sure"), t("account.leave.lost"), t("account.sign_in"), go);
    else go();
  };
  return h(
    "details",
    { class: "box sign-in" },
    h("summary", {}, t("account.have")),
    h("form", { class: "form", onsubmit }, h("div", { class: "fields" }, field(t("account.kept_name"), name), field(t("account.own_password"), password)), h("div", { class: "buttons" }, h("button", { class: "main" }, t("account.sign_in")))),
  );
}

// Users with a password

/** @param {Person} person @param {Attempt} attempt @returns {Node[]} */
function keptName(person, attempt) {
  const old = passwordInput("current-password");
  const fresh = passwordInput("new-password");
  const exchange = () => put("/me/password", { name: person.name, password: fresh.value, old: old.value });
  const leave = async (/** @type {boolean} */ everywhere) => {
    await post("/sign-out", { everywhere });
    change({ name: "" }); // it is taken, so the next guest cannot use it
  };
  const signOut = (/** @type {boolean} */ everywhere) => () => void attempt(() => leave(everywhere), t("account.signed_out"));
  return [
    h(
      "section",
      { class: "box form" },
      h("div", { class: "who" }, portrait(person), h("div", {}, h("h2", {}, t("account.you", { name: person.name })), h("p", { class: "faint" }, t("account.yours")))),
      h("div", { class: "buttons" }, link("/games", { class: "button" }, t("games")), button(t("account.sign_out"), signOut(false)), button(t("account.sign_out_everywhere"), signOut(true), { class: "quiet" })),
    ),
    h(
      "details",
      { class: "box" },
      h("summary", {}, t("account.exchange")),
      form(attempt, exchange, t("account.exchanged"), { class: "form" }, h("div", { class: "fields" }, field(t("account.old"), old), field(t("account.password"), fresh)), h("div", { class: "buttons" }, h("button", { class: "main" }, t("account.set_password")))),
    ),
  ];
}

/** Create the button that deletes the account, with a warning of what is lost. @param {Person | null} person @param {Attempt} attempt @returns {Node[]} */
function leaving(person, attempt) {
  if (!person) return [];
  const [act, question, lost] = person.guest
    ? [t("account.leave"), t("account.leave.sure"), t("account.leave.lost")]
    : [t("account.delete"), t("account.delete.sure"), t("account.delete.lost")];
  const forget = () => void attempt(() => drop("/me"), t("account.left"));
  return [h("p", { class: "leaving" }, button(act, () => askFirst(question, lost, act, forget), { class: "quiet" }))];
}
