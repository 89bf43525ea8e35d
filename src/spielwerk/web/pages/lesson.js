/** A lesson: teach a game by playing small positions in turn on the game's own board. */

import "../board-view.js";
import { Choosing } from "../choosing.js";
import { celebrate } from "../celebration.js";
import { chime, lastCells, Motion, moveMarkers } from "../effects.js";
import { button, h } from "../elements.js";
import { face } from "../faces.js";
import { allGames, boardOf, lessonOf, rulesOf, showGame, styled } from "../games.js";
import { answered, link, rulesLink } from "../links.js";
import { LEARNER, LessonStep } from "../lesson-step.js";
import { change, settings } from "../settings.js";
import { botAbout, botName, filled, phrase, said, sentence, t, title } from "../words.js";
import { begin, starting } from "./game-card.js";
import { scoresTold } from "./seats.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../board-view.js").BoardView} BoardView */
/** @typedef {import("../rules.js").Move} Move */
/** @typedef {import("../rules.js").Position} Position */

const EASY = "lehrling"; // the bot for the first game

/**
 * @param {string} game
 * @returns {Promise<import("../app.js").Room>}
 */
export async function lesson(game) {
  const known = (await allGames()).find(({ id }) => id === game);
  if (!known) return (await import("./nowhere.js")).nowhere();
  const look = styled(new URL("../css/lesson.css", import.meta.url).href);
  const [rules, make, told] = await Promise.all([rulesOf(game, {}), boardOf(game), lessonOf(game), showGame(game), look]);
  const name = `${title(game)}: ${t("lesson")}`;
  if (!rules || !make || !told) return { element: h("section", { class: "room narrow" }, h("h1", {}, title(game)), h("p", {}, t("lesson.none")), rulesLink(game)), title: name };
  const steps = told.steps.map((step) => new LessonStep(rules, step));
  const page = new LessonPage(known, make(rules), steps, told.texts);
  return { element: page.element, leave: () => page.leave(), title: name };
}

class LessonPage {
  /** @param {import("../games.js").Game} game @param {Board} board @param {LessonStep[]} steps @param {Record<string, string>} texts */
  constructor(game, board, steps, texts) {
    this.game = game;
    this.board = board;
    this.steps = steps;
    this.texts = texts;
    this.number = 0;
    /** @type {Set<number>} */
    this.mastered = new Set(); // the steps that were completed, not skipped
    /** @type {"going" | "done" | "wrong"} */
    this.state = "going";
    this.boardView = /** @type {BoardView} */ (document.createElement("board-view"));
    this.boardView.board = board;
    this.boardView.label = t("board.label", { game: title(game.id) });
    this.boardView.cellLabel = ({ id, name, holds }) => [name ? phrase(name) : (steps[0].rules.notation.cells?.write(id) ?? ""), holds ? phrase(holds) : ""].filter(Boolean).join(", ") || String(id);
    this.motion = new Motion(this.boardView);
    this.frame = h("div", { class: "frame" }, this.boardView);
    this.progress = h("ol", { class: "progress", role: "list" });
    this.back = button("‹", () => this.#go(this.number - 1), { class: "quiet round", "aria-label": t("lesson.back"), title: t("lesson.back") });
    this.skip = button("›", () => this.#go(this.number + 1), { class: "quiet round", "aria-label": t("lesson.skip"), title: t("lesson.skip") });
    this.said = h("p", { role: "status" });
    this.answer = h("div", { class: "answer" });
    this.seats = h("div", { class: "tracks" });
    this.briefly = h("div", { class: "briefly", "aria-hidden": "true" }); // the same in one line each, for phones
    this.hand = h("div", { class: "hand" });
    this.show = button(t("lesson.show"), () => void this.#showHow(), { class: "show" });
    this.told = h("p", { class: "told", role: "alert" });
    this.choosing = new Choosing(board, this.boardView, this.hand, {
      commit: async (move) => this.#made(move),
      tell: (...answer) => this.told.replaceChildren(...answered(game.id, ...answer)),
      why: () => [t(this.state === "wrong" ? "lesson.why.again" : "lesson.why.next")],
      advise: async (position) => this.#solved(position),
      changed: () => {},
      look: () => this.#pointed(),
      kept: { read: () => undefined, write: () => {} },
    });
    const bar = h("div", { class: "bar" }, h("h1", {}, title(game.id)), this.back, this.progress, this.skip, this.show);
    const say = h("div", { class: "say" }, this.said, this.answer);
    this.playing = [say, this.briefly, this.frame, this.seats, h("div", { class: "controls" }, this.hand), this.told];
    this.element = h("section", { class: `room lesson game-${game.id}` }, bar);
    this.#resume();
  }

  /** Continue at the step that was left, and offer to begin at the first one. */
  #resume() {
    const { at, done } = settings.lessons[this.game.id] ?? { at: "", done: [] };
    this.mastered = new Set(this.steps.flatMap(({ name }, k) => (done.includes(name) ? [k] : [])));
    this.#go(Math.max(0, this.steps.findIndex(({ name }) => name === at)));
    if (this.number) this.answer.replaceChildren(button(t("lesson.over"), () => this.#restart(), { class: "quiet restart" }));
  }

  #restart() {
    this.mastered.clear();
    this.#go(0);
  }

  /** Remember the step, and those completed; nothing once all are. */
  #keep() {
    const { [this.game.id]: _, ...others } = settings.lessons;
    const open = this.steps.find((__, k) => !this.mastered.has(k));
    const at = (this.steps[this.number] ?? open)?.name ?? "";
    const done = [...this.mastered].map((k) => this.steps[k].name);
    change({ lessons: open && (this.number || done.length) ? { ...others, [this.game.id]: { at, done } } : others });
  }

  leave() {
    this.motion.stop();
    this.choosing.leave();
  }

  get step() {
    return this.steps[this.number];
  }

  /** Go to a step, or after the last one to the end. @param {number} number */
  #go(number) {
    this.motion.stop();
    this.number = Math.max(0, number);
    const ended = this.number >= this.steps.length;
    this.element.classList.toggle("taught", ended);
    this.back.disabled = !this.number;
    this.skip.hidden = this.show.hidden = ended;
    this.#keep();
    this.progress.setAttribute("aria-label", ended ? t("lesson") : t("lesson.step", { n: this.number + 1, of: this.steps.length }));
    this.#showProgress();
    const [bar, ...old] = this.element.children;
    if (!ended) {
      if (!old.includes(this.playing[0])) this.element.replaceChildren(bar, ...this.playing);
      this.#begin();
      return;
    }
    const all = this.mastered.size === this.steps.length;
    if (all) change({ learned: [...new Set([...settings.learned, this.game.id])] });
    this.element.replaceChildren(bar, this.#ending(all));
    if (all) celebrate(this.steps[0].rules.declared.scores.names[this.steps[0].told.seats], this.board.symbols);
  }

  /** Show which steps are completed, and the current one. */
  #showProgress() {
    this.progress.replaceChildren(...this.steps.map((_, k) => h("li", { class: `${this.mastered.has(k) ? "past" : ""} ${k === this.number ? "now" : ""}`.trim(), "aria-current": k === this.number ? "step" : undefined }, h("span", { class: "unseen" }, t(this.mastered.has(k) ? "lesson.step.done" : "lesson.step.open", { n: k + 1 })))));
  }

  /** Start or restart the step. */
  #begin() {
    this.motion.stop();
    this.step.again();
    this.state = "going";
    this.told.textContent = "";
    this.choosing.cancel(); // discards the choice of the step before
    scrollTo(0, 0);
    this.#draw();
    this.#say("say", this.step.aim);
    this.answer.replaceChildren();
  }

  // Drawing

  #draw() {
    const position = this.step.shown;
    this.show.disabled = this.state !== "going";
    this.choosing.show({ position, seat: LEARNER, mode: this.state === "going" ? "act" : "look", last: lastCells(this.board, position) });
    const shared = this.board.whose(position) === null; // otherwise the board is the seat's own
    const shown = [...(shared ? [LEARNER] : []), ...(this.#compares() ? [LEARNER + 1] : [])];
    this.seats.replaceChildren(...shown.map((seat) => this.#seat(position, seat)));
    this.seats.classList.toggle("several", shown.length > 1);
    moveMarkers(this.seats, true);
    if (this.board.brief) this.briefly.replaceChildren(...shown.map((seat) => h("div", {}, h("b", {}, seatName(seat)), this.board.brief?.(position, seat, this.#before) ?? null)));
  }

  /** Return whether the step's texts mention another player's scoreboard. */
  #compares() {
    return ["say", "done"].some((kind) => this.texts[`${this.step.name}.${kind}`]?.includes("{other_"));
  }

  /** @param {Position} position @param {number} seat */
  #seat(position, seat) {
    const info = { game: this.game.id, seats: position.seats };
    return h("figure", {}, h("figcaption", {}, seatName(seat)), this.board.seat(position, seat, this.#before), scoresTold(info, position, seat, this.board));
  }

  /** The position to show changes from, once the step is over. */
  get #before() {
    return this.state === "going" ? undefined : this.step.start;
  }

  /** @param {"say" | "more" | "done" | "wrong"} kind @param {Record<string, string | number>} values */
  #say(kind, values) {
    this.element.dataset.state = kind;
    this.said.textContent = sentence(filled(this.texts[`${this.step.name}.${kind}`] ?? "", values));
  }

  /** Return the cells to highlight before the first move. */
  #pointed() {
    const { told, rules, made } = this.step;
    return made.length ? [] : (told.look ?? []).flatMap((cell) => rules.notation.cells?.read(cell) ?? []);
  }

  // Playing

  /** Make a move of the turn; judge the turn after its last move. @param {Move} move */
  async #made(move) {
    const { step, choosing } = this;
    const before = step.position;
    step.play(move);
    if (choosing.sending) return true;
    this.state = step.state;
    this.#draw();
    const lines = move.points.some(Boolean) ? step.rules.lines(before, LEARNER, move, move.action) : [];
    const ply = step.position.plies[step.position.plies.length - 1];
    void this.motion.show({ board: this.board, position: step.position, ply, own: true, place: null, lines });
    if (this.state === "going") this.#say("more", step.values());
    else this.#judge(this.state);
    return true;
  }

  /** Show the verdict, and the button to continue. @param {"done" | "wrong"} state */
  #judge(state) {
    chime(state === "done" ? "end" : "refused");
    if (state === "done") this.mastered.add(this.number);
    this.#keep();
    this.#showProgress();
    this.#say(state, this.step.values());
    const isLast = this.number === this.steps.length - 1;
    const on = state === "done" ? button(t(isLast ? "lesson.finish" : "lesson.next"), () => this.#go(this.number + 1), { class: "main next" }) : button(t("lesson.again"), () => this.#begin(), { class: "main next" });
    this.answer.replaceChildren(on);
    on.focus({ preventScroll: true });
  }

  /** Return the solution's next move as advice. @param {Position} position */
  #solved(position) {
    const move = this.step.next(position);
    return move ? [{ action: move.action, value: 0, visits: 0, terms: [] }] : [];
  }

  /** Show the solution, a little more with each click. */
  async #showHow() {
    const { choosing } = this;
    if (!this.step.follows(choosing.plan)) choosing.cancel(); // the player planned something else
    choosing.advice = []; // it referred to the move before
    await choosing.hint();
  }

  // The end

  /** @param {boolean} all  whether every step was completed */
  #ending(all) {
    const { game } = this;
    const refuse = (/** @type {unknown} */ error) => (this.told.textContent = said(error));
    const seats = Math.min(...game.seats.filter((n) => n > 1));
    const bots = Object.fromEntries(Array.from({ length: seats - 1 }, (_, k) => [String(k + 1), EASY]));
    const first = async () => {
      change({ coach: true });
      await begin({ game: game.id, seats, sit: [LEARNER], bots }, refuse);
    };
    const play = Number.isFinite(seats) ? starting(t("lesson.play", { bot: botName(EASY) }), first, { class: "main large" }) : null;
    const rival = play && h("p", { class: "rival" }, face(EASY), h("span", {}, h("b", {}, `${t("lesson.rival")}: ${botName(EASY)}`), " ", botAbout(EASY)));
    return h(
      "div",
      { class: "ending box" },
      h("h2", {}, t(all ? "lesson.ended" : "lesson.skipped")),
      h("p", { class: "lead" }, t(all ? "lesson.ended.text" : "lesson.skipped.text", { game: title(game.id) })),
      rival,
      h("div", { class: "buttons" }, play, button(t("lesson.over"), () => this.#restart(), { class: "large" })),
      h("p", { class: "links" }, rulesLink(game.id), link("/", {}, t("home"))),
      this.told,
    );
  }
}

/** @param {number} seat */
const seatName = (seat) => t(seat === LEARNER ? "lesson.you" : "lesson.rival");
