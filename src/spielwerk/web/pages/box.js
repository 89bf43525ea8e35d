/** The user's own box: edit its parts, checked at each step, then store, share and play it. */

import { boxesOf, dropBox, keepBox } from "../boxes.js";
import { askFirst } from "../dialog.js";
import { button, choice, h } from "../elements.js";
import { allGames, showGame, styled } from "../games.js";
import { link, rulesLink } from "../links.js";
import { get } from "../server.js";
import { said, t, title } from "../words.js";
import { Draft } from "../box/draft.js";
import { entryTold, sectionName, wrongTold } from "../box/names.js";
import { result } from "../box/result.js";
import { sceneOf } from "../box/scene.js";
import { section } from "../box/section.js";
import { againstBots, starting, withFriends } from "./game-card.js";

const MOST_BYTES = 65_540; // of a file: more than the server accepts, so that it refuses longer ones

/**
 * @param {string} id  the game's id
 * @returns {Promise<import("../app.js").Room>}
 */
export async function box(id) {
  const games = (await allGames()).filter((game) => game.own_parts);
  const game = games.find((one) => one.id === id);
  if (!game) return choosing(games.map((one) => one.id));
  const [ours] = await Promise.all([get(`/games/${id}/box`), showGame(id), styled(new URL("../css/box.css", import.meta.url).href)]);
  const editor = new Editor(game, ours);
  await editor.begin();
  return { element: editor.element, title: t("box.title", { game: title(id) }), leave: () => editor.draft.leave() };
}

/** Show the list of all games, because the address names none. @param {string[]} games @returns {import("../app.js").Room} */
function choosing(games) {
  const links = games.map((game) => h("li", {}, link(`/box/${game}`, {}, title(game))));
  return { element: h("section", { class: "room narrow rules-of" }, h("h1", {}, t("box.own")), h("p", { class: "lead" }, t("box.lead")), h("ul", {}, ...links)), title: t("box.own") };
}

class Editor {
  /** @param {import("../games.js").Game} game @param {{parts: string, controls: any[]}} ours */
  constructor(game, ours) {
    this.game = game;
    this.ours = ours;
    this.draft = new Draft(game.id);
    /** @type {Map<string, {element: HTMLElement, say: (text: string, key?: string) => void}>} */
    this.sections = new Map();
    this.verdict = h("p", { class: "verdict", role: "status" });
    this.told = h("p", { class: "told", role: "alert" });
    this.done = h("p", { class: "done", role: "status" });
    this.name = h("input", { name: "box-name", maxlength: 40, value: t("box.mine"), autocomplete: "off" });
    this.shelf = h("div", { class: "shelf" });
    this.parts = h("div", { class: "parts" });
    this.picture = h("div", { class: "pictures" });
    this.result = h("aside", { class: "result box", "aria-labelledby": "box-result" }, h("h2", { id: "box-result" }, t("box.result")), this.picture);
    this.text = h("textarea", { name: "parts", rows: 16, spellcheck: "false", "aria-label": t("box.text"), oninput: () => this.draft.type(this.text.value) });
    this.wrongText = h("p", { class: "told", role: "alert" });
    this.asText = h("details", { class: "box section", "data-table": "" }, h("summary", {}, t("box.text")), h("p", { class: "how" }, t("box.text.how")), this.wrongText, this.text);
    this.file = h("input", { type: "file", accept: ".toml", class: "unseen", tabindex: "-1", "aria-hidden": "true", onchange: () => void this.#load() });
    this.starts = [
      game.seats.some((n) => n > 1) ? starting(t("box.play"), () => againstBots(game, this.#refuse, undefined, this.draft.text), { class: "main large" }) : null,
      game.seats.some((n) => n > 1) ? button(t("home.friends"), () => void this.#friends(), { class: "large" }) : null,
    ].filter((one) => one !== null);
    this.element = this.#layout();
    this.draft.addEventListener("read", () => void this.#redraw());
    this.draft.addEventListener("checked", () => this.#judge());
    this.shown = 0; // counts the pictures, to discard outdated ones
  }

  #layout() {
    const { id } = this.game;
    return h(
      "section",
      { class: `room own-box game-${id}` },
      h("header", {}, h("h1", {}, t("box.title", { game: title(id) })), h("p", { class: "lead" }, t("box.lead")), h("p", { class: "links" }, rulesLink(id)), this.shelf),
      h(
        "div",
        { class: "state" },
        this.verdict,
        h("div", { class: "buttons" }, ...this.starts),
        h(
          "div",
          { class: "with-button" },
          h("label", { class: "field" }, h("span", {}, t("box.name")), this.name),
          button(t("box.save"), () => this.#save()),
          button(t("box.download"), () => this.#download()),
          button(t("box.load"), () => this.file.click()),
          this.file,
        ),
        this.told,
        this.done,
      ),
      h("div", { class: "bench" }, h("div", { class: "editing" }, this.parts, this.asText), this.result),
    );
  }

  /** Load the game's standard box, which is read like any other. */
  async begin() {
    this.#fillShelf("");
    await this.draft.write(this.ours.parts);
    await this.#redraw();
    const first = /** @type {HTMLDetailsElement | null} */ (this.element.querySelector("details.section"));
    if (first) first.open = true;
  }

  /** Fill the list of stored boxes. @param {string} chosen */
  #fillShelf(chosen) {
    const kept = boxesOf(this.game.id);
    const open = (/** @type {string} */ name) => {
      const found = boxesOf(this.game.id).find((one) => one.name === name);
      this.name.value = found?.name ?? t("box.mine");
      this.#fillShelf(found?.name ?? "");
      void this.draft.write(found?.parts ?? this.ours.parts);
    };
    const drop = () => {
      dropBox(this.game.id, chosen);
      open("");
    };
    const away = chosen && button(t("box.drop"), () => askFirst(t("box.drop.sure", { name: chosen }), t("box.drop.gone"), t("box.drop"), drop), { class: "danger" });
    const choices = choice(t("box.kept"), "kept-box", [["", t("box.ours")], ...kept.map(({ name }) => /** @type {const} */ ([name, name]))], chosen, open);
    this.shelf.replaceChildren(...(kept.length ? [choices, ...(away ? [away] : [])] : []));
  }

  /** Rebuild the controls. */
  async #redraw() {
    const { draft, ours } = this;
    const scene = draft.declared && (await sceneOf(draft.game, draft.declared).catch(() => null));
    const open = [...this.sections].filter(([, { element }]) => /** @type {HTMLDetailsElement} */ (element).open).map(([table]) => table);
    const tables = [...new Set(ours.controls.map(({ table }) => table))];
    const made = tables.map((table) => /** @type {const} */ ([table, section(table, ours.controls.filter((control) => control.table === table), draft, scene)]));
    this.sections.clear();
    for (const [table, one] of made) if (one) this.sections.set(table, one);
    for (const table of open) this.sections.get(table)?.element.setAttribute("open", "");
    this.parts.replaceChildren(...[...this.sections.values()].map(({ element }) => element));
    this.#judge();
  }

  /** Show the reader's verdict, at the place of the mistake. */
  #judge() {
    const { wrong, waits, own, text } = this.draft;
    if (document.activeElement !== this.text) this.text.value = text;
    for (const one of this.starts) one.disabled = waits || wrong !== null;
    if (waits) return;
    const { table, key } = wrong?.details ?? {};
    for (const [name, { say }] of this.sections) say(wrong && name === table ? wrongTold(wrong) : "", key);
    const place = this.sections.get(table)?.element ?? this.asText;
    const line = wrong?.details.line ? `${t("box.line", { n: wrong.details.line })}: ` : "";
    this.wrongText.textContent = wrong && place === this.asText ? line + wrongTold(wrong) : "";
    this.verdict.classList.toggle("good", !wrong);
    if (!wrong) this.verdict.textContent = t(own ? "box.fine" : "box.same");
    else this.verdict.replaceChildren(`${t("box.wrong")} `, h("a", { href: "#", onclick: (/** @type {Event} */ event) => this.#lead(event, place) }, this.#where(table, key), ": ", wrongTold(wrong)));
    if (!wrong) void this.#draw();
    this.result.classList.toggle("old", wrong !== null);
  }

  /** @param {string | undefined} table @param {string | undefined} key */
  #where(table, key) {
    if (table === undefined || !this.sections.has(table)) return t("box.text");
    return key === undefined ? sectionName(table) : `${sectionName(table)}, ${entryTold(table, key, this.ours.controls)}`;
  }

  /** Scroll to the mistake. @param {Event} event @param {HTMLElement} place */
  #lead(event, place) {
    event.preventDefault();
    place.setAttribute("open", "");
    /** @type {HTMLElement | null} */ (place.querySelector("button.shape.wrong") ?? place.querySelector("summary"))?.focus({ preventScroll: true });
    (place.querySelector("[role=alert]") ?? place).scrollIntoView({ block: "center" }); // a section may be taller than the screen
  }

  /** Draw the contents of the box. */
  async #draw() {
    const number = ++this.shown;
    const figures = await result(this.draft, this.ours.controls, Math.min(...this.game.seats.filter((n) => n > 1), this.game.seats.at(-1) ?? 1));
    if (number !== this.shown) return;
    this.result.hidden = !figures;
    this.picture.replaceChildren(...(figures ?? []));
  }

  #refuse = (/** @type {unknown} */ error) => {
    this.done.textContent = "";
    this.told.textContent = said(error);
  };

  #save() {
    const { draft, game } = this;
    const name = this.name.value.trim();
    this.told.textContent = this.done.textContent = "";
    if (draft.waits || draft.wrong) this.told.textContent = t("box.save.wrong");
    else if (!name) this.told.textContent = t("box.save.name");
    else if (!keepBox({ game: game.id, name, parts: draft.text, declared: draft.declared })) this.told.textContent = t("box.save.failed");
    else {
      this.#fillShelf(name);
      this.done.textContent = t("box.saved", { name });
    }
  }

  #download() {
    const address = URL.createObjectURL(new Blob([this.draft.text], { type: "application/toml" }));
    const name = this.name.value.trim().replace(/[^\p{L}\p{N}]+/gu, "-") || this.game.id;
    h("a", { href: address, download: `${this.game.id}-${name}.toml` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000); // after the browser has read it
  }

  async #load() {
    const [file] = this.file.files ?? [];
    if (!file) return;
    this.name.value = file.name.replace(/\.toml$/i, "").replace(`${this.game.id}-`, "");
    await this.draft.write(await file.slice(0, MOST_BYTES).text());
    this.file.value = "";
  }

  async #friends() {
    if (this.draft.own) this.#save(); // so that it can be selected there
    await withFriends(this.game, this.name.value.trim());
  }
}
