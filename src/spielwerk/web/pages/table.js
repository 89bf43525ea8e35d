/** A table: the board, the seats, and whatever one may do there. */

import "../board-view.js";
import { Adviser } from "../adviser.js";
import { attention } from "../attention.js";
import { Choosing } from "../choosing.js";
import { chime, Motion } from "../effects.js";
import { button, Drawn, h } from "../elements.js";
import { boardOf, rulesOf, showGame } from "../games.js";
import { link, rulesLink } from "../links.js";
import { Log } from "../log.js";
import { explained } from "../renewal.js";
import { get } from "../server.js";
import { settings } from "../settings.js";
import { TableState } from "../table-state.js";
import { Timeline, TimelineControls } from "../timeline.js";
import { moveTold, phrase, said, seatName, t, title } from "../words.js";
import { TableActs } from "./acts.js";
import { buttons, consent, ways } from "./buttons.js";
import { Chat } from "./chat.js";
import { invitePanel, joinPanel } from "./joining.js";
import { Seats } from "./seats.js";
import { lastCells } from "./side.js";
import { statusText } from "./status.js";
import { Tips } from "./tips.js";

/** @typedef {import("../board-view.js").BoardView} BoardView */
/** @typedef {import("../chooser.js").Chooser & {hint(): Promise<void>}} Choice */
/** @typedef {import("../server.js").Live} Live */
/** @typedef {import("../rules.js").Ply} Ply */
/** @typedef {import("../rules.js").Position} Position */
/** @typedef {import("../server.js").News} News */

/**
 * @param {Live} live
 * @param {string} id
 * @returns {Promise<import("../app.js").Room>}
 */
export async function table(live, id) {
  const invite = new URLSearchParams(location.search).get("invite") ?? undefined;
  try {
    const told = await get(`/tables/${id}${invite ? `?invite=${encodeURIComponent(invite)}` : ""}`);
    const page = new TablePage(live, id, invite, told);
    await page.begin();
    return { element: page.element, leave: () => page.leave(), title: title(told.info.game) };
  } catch (error) {
    const element = h("section", { class: "room narrow" }, h("h1", {}, t("table.none")), h("p", {}, said(await explained(error))), link("/", {}, t("home")));
    return { element, title: t("table.none") };
  }
}

class TablePage extends TableState {
  /**
   * @param {Live} live
   * @param {string} id
   * @param {string | undefined} invite
   * @param {any} told
   */
  constructor(live, id, invite, told) {
    super(id, invite, told);
    this.live = live;
    this.acts = new TableActs(live, this, (text) => (this.told.textContent = text));
    this.timeline = new Timeline((ply, newest) => this.#at(ply, newest));
    this.timeline.addEventListener("change", () => this.#look());
    this.timeline.addEventListener("refused", (event) => void this.acts.refuse(/** @type {CustomEvent} */ (event).detail));
    this.stepping = new TimelineControls(this.timeline);
    /** @type {(() => void)[]} */
    this.following = [];
    /** @type {import("../board.js").Board | null} */
    this.board = null;
    /** @type {Adviser | null} */
    this.adviser = null;
    /** @type {Choice | null} */
    this.choosing = null;
    /** @type {{picture: HTMLElement, play: Promise<() => void>} | null} */
    this.waiting = null;
    this.element = h("section", { class: `room table game-${this.info.game}` });
    this.boardView = /** @type {BoardView} */ (document.createElement("board-view"));
    this.motion = new Motion(this.boardView);
    this.frame = h("div", { class: "frame" });
    this.status = h("p", { class: "status", role: "status" });
    this.facts = h("p", { class: "facts table-facts" });
    this.zoom = h("div", { class: "zoom" });
    this.heard = h("p", { class: "unseen", "aria-live": "polite" });
    this.seats = new Seats((seat) => void this.acts.act({ do: "bot", seat, bot: settings.opponent }));
    this.log = new Log({ look: (ply) => void this.timeline.look(ply) });
    /** @type {import("./end.js").End | null} */
    this.end = null; // until the game is over
    this.banner = h("div", {});
    this.result = h("div", {});
    this.hand = h("div", { class: "hand" });
    this.curtain = h("div", { class: "curtain", hidden: true });
    this.buttons = h("div", { class: "buttons" });
    this.consent = h("div", { class: "consent box", role: "status" });
    this.ways = h("span", { class: "ways-out" });
    this.game = h("details", { class: "box game", open: matchMedia("(min-width: 64rem)").matches, hidden: true }, h("summary", {}, t("log"), this.log.newest), this.stepping.element, this.log.element);
    this.chat = new Chat(async (text) => Boolean(await this.acts.act({ do: "say", text })));
    this.tips = new Tips(this.info.game);
    this.extra = h("div", { class: "extra" });
    this.drawn = { buttons: new Drawn(), extra: new Drawn(), facts: new Drawn() };
    this.told = h("p", { class: "told", role: "alert" });
  }

  async begin() {
    const { game, options, own_parts: own } = this.info;
    const declared = own ? await get(`/tables/${this.id}/declarations${this.invited("?")}`) : undefined;
    const [rules, make] = await Promise.all([rulesOf(game, options, declared), boardOf(game), showGame(game)]);
    this.rules = rules;
    this.board = (rules && make?.(rules)) ?? null;
    this.choosing = await this.#choice();
    this.#build();
    this.#follow();
    this.#show();
  }

  leave() {
    this.seats.leave();
    this.stepping.leave();
    this.motion.stop();
    void this.waiting?.play.then((stop) => stop());
    for (const stop of this.following) stop();
    this.choosing?.leave();
    this.adviser?.leave();
    attention(0);
  }

  #build() {
    const { game } = this.info;
    this.tips.show(); // the game's texts are here now
    this.element.replaceChildren(
      h(
        "div",
        { class: "stage" },
        h("div", { class: "head" }, h("h1", {}, title(game)), this.status, this.facts, this.zoom),
        this.banner,
        this.tips.element,
        this.frame,
        this.told,
        this.consent,
        h("div", { class: "controls" }, this.curtain, this.hand, this.buttons),
      ),
      h(
        "aside",
        { class: "side", "aria-label": t("table.side") },
        this.extra,
        this.result,
        this.seats.element,
        this.game,
        this.chat.element,
        h("p", { class: "links" }, rulesLink(game, { target: "_blank" }), this.ways),
      ),
      this.heard,
    );
  }

  /** Set up what one looks at and chooses from: the game's board, or lists of what there is. @returns {Promise<Choice | null>} */
  async #choice() {
    const { rules, board, boardView } = this;
    if (!rules) {
      this.frame.append(h("p", {}, t("engine.none"), " ", h("code", {}, `spielwerk engine ${this.info.game}`)));
      return null;
    }
    /** @type {import("../chooser.js").Table} */
    const here = {
      commit: (move, seat) => this.#play(move, seat),
      tell: (text) => (this.told.textContent = text),
      why: () => this.#why(),
      advise: (position, seat) => (this.adviser ??= new Adviser(position.rules)).ask(position, seat),
      changed: () => this.#showStatus(),
      kept: { read: () => this.begun.read()[String(this.seat)], write: (choice) => this.begun.write({ [String(this.seat)]: choice }) },
    };
    const label = t("board.label", { game: title(this.info.game) });
    if (!board) {
      const [{ Listing }, { ContentsView }] = await Promise.all([import("../listing.js"), import("../contents-view.js")]);
      const view = new ContentsView(label, (seat) => seatName(this.info, seat));
      this.frame.append(view.element);
      return new Listing(view, this.hand, here);
    }
    const { cells } = rules.notation;
    boardView.board = board;
    boardView.label = label;
    boardView.cellLabel = ({ id, name, holds }) => [name ? phrase(name) : (cells?.write(id) ?? ""), holds ? phrase(holds) : ""].filter(Boolean).join(", ") || String(id);
    this.frame.append(boardView);
    this.zoom.append(
      button("+", () => boardView.closer(), { "aria-label": t("zoom.in"), title: t("zoom.in") }),
      button("−", () => boardView.farther(), { "aria-label": t("zoom.out"), title: t("zoom.out") }),
    );
    return new Choosing(board, boardView, this.hand, here);
  }

  // News

  #follow() {
    for (const stop of this.following) stop();
    this.following = [];
    const seats = this.yours.length ? this.yours : [null];
    for (const seat of seats) {
      const hear = (/** @type {News} */ news) => this.#hear(news);
      const refused = (/** @type {import("../server.js").Refused} */ error) => void this.acts.refuse(error);
      this.following.push(this.live.follow({ table: this.id, seat, invite: this.invite, rules: this.rules?.declared.rules, hear, refused }));
    }
  }

  /** @param {News} news */
  #hear(news) {
    const { isFirst, isNew, before, now } = this.hear(news);
    if (isNew && !isFirst) void this.#announce(news, before, now);
    if (isNew) for (const event of news.events) if (event.kind === "say") this.chat.hear(event, !isFirst);
    if (this.info.status === "over" && this.yours.length) this.tips.played(this.id);
    this.#show();
    if (before && now) this.#animate(before, now);
  }

  /** Let the latest move be seen to happen; where several came at once, the last of them. @param {Position} before @param {Position} now */
  #animate(before, now) {
    const ply = now.plies.at(-1);
    if (!this.board || !ply || this.timeline.past !== null || now !== this.position || now.plies.length <= before.plies.length) return;
    const alone = now.plies.length === before.plies.length + 1; // else nobody saw from where its points came
    const lines = alone ? now.rules.lines(before, ply.seat, ply.move, ply.action) : [];
    if (alone) this.tips.happened(this.board.firsts?.(before, now, ply) ?? [], this.yours.includes(ply.seat) ? "" : seatName(this.info, ply.seat));
    this.board.happens?.(before, now, this.boardView.picture);
    void this.motion.show({ board: this.board, position: now, ply, own: this.yours.includes(ply.seat), place: this.seats.place(ply.seat), lines });
  }

  /** @param {News} news @param {Position | undefined} before @param {Position | undefined} now */
  async #announce(news, before, now) {
    const moved = news.events.filter((event) => event.kind === "move");
    if (moved.length && now) {
      const latest = now.plies.slice(-moved.length);
      const changes = before && !this.board ? (await import("../contents.js")).changesTold(now, before, (seat) => seatName(this.info, seat)) : [];
      this.heard.textContent = [...latest.map((ply) => moveTold(this.info, this.board, now, ply, this.yours.includes(ply.seat))), ...changes].join(" ");
      if (!this.yours.includes(latest.at(-1)?.seat ?? -1)) chime("move");
    }
    const other = news.events.find((event) => event.kind !== "move" && event.kind !== "say");
    if (other) this.heard.textContent = t(`heard.${other.kind}`, { who: seatName(this.info, other.seat) });
  }

  // What is shown

  #show() {
    if (this.position) this.timeline.show(this.position);
    this.#showCurtain();
    this.#showStatus();
    this.#showSeats();
    this.#showButtons();
    this.#showExtra();
    this.#wait();
    this.game.hidden = !this.position;
    this.#showLog();
    this.#showBoard();
    void this.#showEnd();
    attention(this.myTurn ? 1 : 0);
  }

  #showBoard() {
    const { then } = this.timeline;
    const position = then ?? this.position;
    if (!position) return;
    const mode = then || this.covered ? "look" : this.myTurn ? "act" : this.canPlan ? "ahead" : "look";
    this.choosing?.show({ position, seat: this.covered ? null : this.seat, mode, last: lastCells(this.board, position) });
  }

  /** Between two seats at one screen, who sees different things. */
  #showCurtain() {
    this.curtain.hidden = !this.covered || this.timeline.past !== null;
    if (this.curtain.hidden || this.curtain.dataset.seat === String(this.seat)) return;
    this.curtain.dataset.seat = String(this.seat);
    const uncover = () => {
      this.begun.write({ shownTo: this.seat });
      delete this.curtain.dataset.seat;
      this.#show();
    };
    this.curtain.replaceChildren(h("p", {}, t("curtain.give", { who: seatName(this.info, this.seat) })), button(t("curtain.show"), uncover, { class: "main" }));
  }

  #showStatus() {
    const { info, position, board, seat, yours, myTurn, timeline: { past, then } } = this;
    const planned = this.choosing?.planned ?? position;
    const text = statusText({ info, position: myTurn ? planned : position, board, seat, yours, myTurn, past });
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.classList.toggle("yours", myTurn && past === null);
    const shown = then ?? position;
    if (!shown || !board?.facts || !this.drawn.facts.changed(shown, seat, info.status)) return;
    const own = seat === null ? [] : board.facts(shown, seat);
    this.facts.textContent = info.status === "over" ? "" : [...own, ...board.facts(shown, null)].map(phrase).join(" · ");
  }

  #showSeats() {
    const { info, board, yours, host, deadlines, seat, timeline: { then } } = this;
    this.seats.show({ info, position: then ?? this.position, board, yours, hand: seat, host, deadlines, before: then ? undefined : this.before });
  }

  #showButtons() {
    const moved = Boolean(this.position?.plies.some((ply) => this.yours.includes(ply.seat)));
    const now = { seat: this.seat, moved, myTurn: this.myTurn && Boolean(this.choosing) && !this.covered, past: this.timeline.past !== null };
    const can = {
      act: (/** @type {Record<string, any>} */ act) => void this.acts.act(act),
      hint: () => void this.choosing?.hint(),
      undo: (/** @type {number} */ seat) => void this.acts.undo(seat),
      leave: (/** @type {number} */ seat) => this.acts.leave(seat),
      resign: (/** @type {number} */ seat) => this.acts.resign(seat),
    };
    const { status, sitting, hints, take_backs, asked_back, next } = this.info;
    if (!this.drawn.buttons.changed(now, status, sitting, hints, take_backs, asked_back, next)) return;
    this.buttons.replaceChildren(...buttons(this.info, now, can));
    this.consent.replaceChildren(...consent(this.info, this.seat, this.yours, can));
    this.ways.replaceChildren(...ways(this.info, this.timeline.past === null ? this.seat : null, can));
  }

  /** Until there is something to see, a kept game is played. */
  #wait() {
    const waits = this.info.status === "open";
    if (waits && !this.waiting) {
      const picture = h("div", { class: "waiting", "aria-hidden": "true" });
      this.frame.prepend(picture);
      this.waiting = { picture, play: import("./miniature.js").then(({ miniature }) => miniature(this.info.game, picture, 0)) };
    } else if (!waits && this.waiting) {
      this.waiting.picture.remove();
      void this.waiting.play.then((stop) => stop());
      this.waiting = null;
    }
  }

  #showExtra() {
    const { status } = this.info;
    if (!this.drawn.extra.changed(status, this.host, this.yours, this.info.ranks, Boolean(this.position))) return;
    const parts = [];
    if (status === "open" && this.host) parts.push(invitePanel(this.id, this.info));
    if (status === "open" && !this.yours.length) parts.push(this.invite || this.info.listed ? joinPanel((name) => this.#join(name)) : h("p", { class: "box" }, t("refused.not_invited")));
    this.extra.replaceChildren(...parts);
  }

  #showLog() {
    const { info, position, board, yours, events } = this;
    this.log.show({ info, plies: position?.plies ?? [], events, position, board, yours, past: this.timeline.past });
  }

  /** Who won, and how that was decided: loaded when a game is over. */
  async #showEnd() {
    if (this.info.status !== "over") return;
    this.tips.element.hidden = true;
    const { End } = await import("./end.js");
    if (!this.end) {
      this.end = new End(this.boardView);
      this.banner.append(this.end.banner);
      this.result.append(this.end.panel);
    }
    const { info, position, yours, promised, board, wasRunning, timeline } = this;
    this.end.show({ info, position, yours, promised, invited: this.invited("?"), fresh: wasRunning, rematch: () => void this.acts.rematch() });
    this.end.showDecision(board, position, timeline, info.ranks);
  }

  /** Another moment is looked at. */
  #look() {
    this.motion.stop();
    this.#show();
  }

  /** Ask for the game as it was after so many plies. @param {number} ply @param {Position} newest */
  async #at(ply, { rules, seats, viewer, plies }) {
    const seat = viewer === null ? "" : `&seat=${viewer}`;
    const told = await get(`/tables/${this.id}/view?form=record&ply=${ply}&since=${ply}${seat}${this.invited("&")}`);
    return rules.position(told, seats, viewer, plies.slice(0, ply));
  }

  // What one does

  /** Why nothing can be chosen now. */
  #why() {
    if (this.timeline.past !== null) return t("why_not.past");
    if (this.covered) return t("why_not.covered");
    return statusText({ ...this, past: null, position: this.position, seat: this.seat, myTurn: this.myTurn });
  }

  /** @param {import("../rules.js").Move} move @param {number} seat */
  async #play(move, seat) {
    const done = await this.acts.play(move, seat);
    if (!done) this.#show();
    return done;
  }

  /** @param {string} name */
  async #join(name) {
    const told = await this.acts.join(name);
    if (!told) return;
    this.yours = told.yours;
    this.info = told.info;
    this.#follow();
    this.#show();
  }
}
