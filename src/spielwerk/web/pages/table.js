/** A table: the board, the seats, and whatever one may do there. */

import "../board-view.js";
import { Adviser } from "../adviser.js";
import { attention } from "../attention.js";
import { Choosing } from "../choosing.js";
import { changesTold } from "../contents.js";
import { ContentsView } from "../contents-view.js";
import { drawDecision } from "../decision.js";
import { askFirst } from "../dialog.js";
import { chime, Motion } from "../effects.js";
import { button, Drawn, h } from "../elements.js";
import { boardOf, rulesOf, showGame } from "../games.js";
import { Listing } from "../listing.js";
import { go, link, rulesLink } from "../links.js";
import { Log } from "../log.js";
import { explained } from "../renewal.js";
import { get, meOrGuest, post, put, Refused } from "../server.js";
import { begun, promised, settings } from "../settings.js";
import { Timeline, TimelineControls } from "../timeline.js";
import { moveTold, phrase, said, seatName, t, title } from "../words.js";
import { buttons, consent, ways } from "./buttons.js";
import { Chat } from "./chat.js";
import { End } from "./end.js";
import { invitePanel, joinPanel } from "./joining.js";
import { miniature } from "./miniature.js";
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

class TablePage {
  /**
   * @param {Live} live
   * @param {string} id
   * @param {string | undefined} invite
   * @param {any} told
   */
  constructor(live, id, invite, told) {
    this.live = live;
    this.id = id;
    this.invite = invite;
    this.info = told.info;
    /** @type {number[]} */
    this.yours = told.yours;
    this.host = told.host;
    /** @type {Map<number | null, Position>} what each seat sees that is followed here */
    this.positions = new Map();
    /** @type {Position | undefined} */
    this.before = undefined; // what was seen before the latest move
    this.promised = promised(id); // what the server committed to, when it was first heard
    this.begun = begun(id); // what was being chosen here before a reload, and whose hand was shown
    /** @type {Record<string, number>} */
    this.deadlines = {};
    this.number = 0;
    /** @type {Map<number | null, number>} */
    this.numbers = new Map(); // up to which entry each seat has heard: their news come one by one
    this.timeline = new Timeline((ply, newest) => this.#at(ply, newest));
    this.timeline.addEventListener("change", () => this.#look());
    this.timeline.addEventListener("refused", (event) => void this.#refuse(/** @type {CustomEvent} */ (event).detail));
    this.stepping = new TimelineControls(this.timeline);
    /** @type {News["events"]} */
    this.events = []; // the latest
    this.wasRunning = false; // whether the end was seen to come
    /** @type {Promise<SVGGElement | null> | null} */
    this.decision = null; // what is drawn of how the game was decided
    /** @type {(() => void)[]} */
    this.following = [];
    /** @type {import("../rules.js").Rules | null} */
    this.rules = null;
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
    this.heard = h("p", { class: "unseen", "aria-live": "polite" });
    this.seats = new Seats((seat) => void this.#act({ do: "bot", seat, bot: settings.opponent }));
    this.log = new Log({ look: (ply) => void this.timeline.look(ply) });
    this.end = new End();
    this.hand = h("div", { class: "hand" });
    this.curtain = h("div", { class: "curtain", hidden: true });
    this.buttons = h("div", { class: "buttons" });
    this.consent = h("div", { class: "consent box", role: "status" });
    this.ways = h("span", { class: "ways-out" });
    this.game = h("details", { class: "box game", open: matchMedia("(min-width: 64rem)").matches, hidden: true }, h("summary", {}, t("log"), this.log.newest), this.stepping.element, this.log.element);
    this.chat = new Chat(async (text) => Boolean(await this.#act({ do: "say", text })));
    this.tips = new Tips(this.info.game);
    this.extra = h("div", { class: "extra" });
    this.drawn = { buttons: new Drawn(), extra: new Drawn(), facts: new Drawn() };
    this.told = h("p", { class: "told", role: "alert" });
  }

  async begin() {
    const { game, options, own_parts: own } = this.info;
    const declared = own ? await get(`/tables/${this.id}/declarations${this.#invited("?")}`) : undefined;
    const [rules, make] = await Promise.all([rulesOf(game, options, declared), boardOf(game), showGame(game)]);
    this.rules = rules;
    this.board = (rules && make?.(rules)) ?? null;
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
    this.choosing = this.#choice();
    this.tips.show(); // the game's texts are here now
    this.element.replaceChildren(
      h(
        "div",
        { class: "stage" },
        h("div", { class: "head" }, h("h1", {}, title(game)), this.status, this.facts),
        this.end.banner,
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
        this.end.panel,
        this.seats.element,
        this.game,
        this.chat.element,
        h("p", { class: "links" }, rulesLink(game, { target: "_blank" }), this.ways),
      ),
      this.heard,
    );
  }

  /** Set up what one looks at and chooses from: the game's board, or lists of what there is. @returns {Choice | null} */
  #choice() {
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
      kept: { read: () => this.begun.read()[String(this.seat)], write: (choice) => this.begun.write({ [String(this.seat)]: choice }) },
    };
    const label = t("board.label", { game: title(this.info.game) });
    if (!board) {
      const view = new ContentsView(label, (seat) => seatName(this.info, seat));
      this.frame.append(view.element);
      return new Listing(view, this.hand, here);
    }
    const { cells } = rules.notation;
    boardView.board = board;
    boardView.label = label;
    boardView.cellLabel = ({ id, name, holds }) => [name ? phrase(name) : (cells?.write(id) ?? ""), holds ? phrase(holds) : ""].filter(Boolean).join(", ") || String(id);
    const zoom = h(
      "div",
      { class: "zoom" },
      button("+", () => boardView.closer(), { "aria-label": t("zoom.in"), title: t("zoom.in") }),
      button("−", () => boardView.farther(), { "aria-label": t("zoom.out"), title: t("zoom.out") }),
    );
    this.frame.append(boardView, zoom);
    return new Choosing(board, boardView, this.hand, here);
  }

  // News

  #follow() {
    for (const stop of this.following) stop();
    this.following = [];
    const seats = this.yours.length ? this.yours : [null];
    for (const seat of seats) {
      const hear = (/** @type {News} */ news) => this.#hear(news);
      const refused = (/** @type {Refused} */ error) => void this.#refuse(error);
      this.following.push(this.live.follow({ table: this.id, seat, invite: this.invite, rules: this.rules?.declared.rules, hear, refused }));
    }
  }

  /** @param {News} news */
  #hear(news) {
    const first = !this.numbers.has(news.seat);
    const seen = this.positions.get(news.seat);
    if (news.info) this.info = news.info;
    this.wasRunning ||= this.info.status === "running";
    this.events = news.events;
    this.deadlines = news.deadlines;
    this.numbers.set(news.seat, news.number);
    const now = this.#granted(news, seen);
    if (now) this.positions.set(news.seat, now);
    if (news.number > this.number || first) {
      if (!first) this.#announce(news, seen, now);
      this.number = Math.max(news.number, this.number);
      for (const event of news.events) if (event.kind === "say") this.chat.hear(event, !first);
    }
    this.before = seen;
    if (this.info.status === "over" && this.yours.length) this.tips.played(this.id);
    this.#show();
    if (seen && now) this.#animate(seen, now);
  }

  /** What a seat was granted now; undefined before the deal. @param {News} news @param {Position} [seen] */
  #granted({ seat, state, since = 0, plies = [], to_act = [], first = null, commitment }, seen) {
    if (!this.rules || !state) return undefined;
    const { rules } = this;
    if (this.info.status === "running") this.promised ||= promised(this.id, commitment ?? "");
    const all = [...(seen?.plies ?? []).slice(0, since), ...plies.map((ply) => rules.ply(ply))];
    return rules.position({ state, to_act, first }, this.info.seats, seat, all);
  }

  /** Let the latest move be seen to happen; where several came at once, the last of them. @param {Position} before @param {Position} now */
  #animate(before, now) {
    const ply = now.plies.at(-1);
    if (!this.board || !ply || this.timeline.past !== null || now !== this.position || now.plies.length <= before.plies.length) return;
    const alone = now.plies.length === before.plies.length + 1; // else nobody saw from where its points came
    const lines = alone ? now.rules.lines(before, ply.seat, ply.move, ply.action) : [];
    if (alone) this.tips.happened(this.board.firsts?.(before, now, ply) ?? []);
    this.board.happens?.(before, now, this.boardView.picture);
    void this.motion.show({ board: this.board, position: now, ply, own: this.yours.includes(ply.seat), place: this.seats.place(ply.seat), lines });
  }

  /** The invitation by which one watches, for addresses. @param {string} sign */
  #invited(sign) {
    return this.invite ? `${sign}invite=${encodeURIComponent(this.invite)}` : "";
  }

  /** @param {News} news @param {Position | undefined} before @param {Position | undefined} now */
  #announce(news, before, now) {
    const moved = news.events.filter((event) => event.kind === "move");
    if (moved.length && now) {
      const latest = now.plies.slice(-moved.length);
      const changes = before && !this.board ? changesTold(now, before, (seat) => seatName(this.info, seat)) : [];
      this.heard.textContent = [...latest.map((ply) => moveTold(this.info, this.board, now, ply, this.yours.includes(ply.seat))), ...changes].join(" ");
      if (!this.yours.includes(latest.at(-1)?.seat ?? -1)) chime("move");
    }
    const other = news.events.find((event) => event.kind !== "move" && event.kind !== "say");
    if (other) this.heard.textContent = t(`heard.${other.kind}`, { who: seatName(this.info, other.seat) });
  }

  // What is shown

  /** The seat through whose eyes one looks: one's own whose turn it is, before all others. */
  get seat() {
    const playing = this.yours.find((seat) => this.positions.get(seat)?.toAct.includes(seat));
    return playing ?? this.yours[0] ?? null;
  }

  get position() {
    return this.positions.get(this.seat);
  }

  get myTurn() {
    const { seat } = this;
    return this.info.status === "running" && seat !== null && Boolean(this.position?.toAct.includes(seat)) && !this.info.sitting[seat].resigned;
  }

  /** Whether the hand waits for somebody else to take the screen. */
  get covered() {
    return settings.cover && this.info.secret && this.yours.length > 1 && this.info.status === "running" && this.begun.read().shownTo !== this.seat;
  }

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
    this.#showEnd();
    attention(this.myTurn ? 1 : 0);
  }

  #showBoard() {
    const { then } = this.timeline;
    const position = then ?? this.position;
    if (!position) return;
    const ahead = this.info.status === "running" && Boolean(this.rules?.declared.premoves) && this.yours.length === 1 && !this.info.sitting[this.yours[0]].away;
    const mode = then || this.covered ? "look" : this.myTurn ? "act" : ahead ? "ahead" : "look";
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
    const text = statusText({ info, position, board, seat, yours, myTurn, past });
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.classList.toggle("yours", myTurn && past === null);
    const shown = then ?? position;
    if (shown && board?.facts && this.drawn.facts.changed(shown)) this.facts.textContent = board.facts(shown, null).map(phrase).join(" · ");
  }

  #showSeats() {
    const { info, board, yours, host, deadlines, seat, timeline: { then } } = this;
    this.seats.show({ info, position: then ?? this.position, board, yours, hand: seat, host, deadlines, before: then ? undefined : this.before });
  }

  #showButtons() {
    const moved = Boolean(this.position?.plies.some((ply) => this.yours.includes(ply.seat)));
    const now = { seat: this.seat, moved, myTurn: this.myTurn && Boolean(this.choosing) && !this.covered, past: this.timeline.past !== null };
    const can = {
      act: (/** @type {Record<string, any>} */ act) => void this.#act(act),
      hint: () => void this.choosing?.hint(),
      undo: (/** @type {number} */ seat) => void this.#undo(seat, this.info.take_backs),
      leave: (/** @type {number} */ seat) => askFirst(t("leave"), t("leave.sure"), t("leave.yes"), () => void this.#leaveSeat(seat)),
      resign: (/** @type {number} */ seat) => askFirst(t("resign"), t("resign.sure"), t("resign.yes"), () => void this.#act({ do: "resign", seat })),
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
      this.waiting = { picture, play: miniature(this.info.game, picture, 0) };
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

  /** Who won; and, while the last position is looked at, how that was decided. */
  #showEnd() {
    const { info, position, yours, promised, board, boardView, wasRunning, timeline } = this;
    if (info.status !== "over") return;
    this.tips.element.hidden = true;
    this.end.show({ info, position, yours, promised, invited: this.#invited("?"), fresh: wasRunning, rematch: () => void this.#rematch() });
    if (timeline.past === null && position && board) {
      this.decision ??= drawDecision({ boardView, board, position, ranks: info.ranks, seen: (ply) => timeline.seen(ply) }).catch(() => null);
    } else {
      void this.decision?.then((drawn) => drawn?.remove());
      this.decision = null;
    }
  }

  /** Another moment is looked at. */
  #look() {
    this.motion.stop();
    this.#show();
  }

  /** Ask for the game as it was after so many plies. @param {number} ply @param {Position} newest */
  async #at(ply, { rules, seats, viewer, plies }) {
    const seat = viewer === null ? "" : `&seat=${viewer}`;
    const told = await get(`/tables/${this.id}/view?form=record&ply=${ply}&since=${ply}${seat}${this.#invited("&")}`);
    return rules.position(told, seats, viewer, plies.slice(0, ply));
  }

  // What one does

  /** Why nothing can be chosen now. */
  #why() {
    if (this.timeline.past !== null) return t("why_not.past");
    if (this.covered) return t("why_not.covered");
    return statusText({ ...this, past: null, position: this.position, seat: this.seat, myTurn: this.myTurn });
  }

  /** @param {Record<string, any>} act */
  async #act(act) {
    this.told.textContent = "";
    try {
      return await this.live.act(this.id, act);
    } catch (error) {
      await this.#refuse(error);
      return null;
    }
  }

  /** @param {unknown} error */
  async #refuse(error) {
    this.told.textContent = said(await explained(error));
    chime("refused");
  }

  /** @param {import("../rules.js").Move} move @param {number} seat */
  async #play({ action }, seat) {
    const done = await this.#act({ do: "move", seat, at: this.numbers.get(seat) ?? 0, action, rules: this.rules?.declared.rules });
    if (done) chime("own");
    else this.#show();
    return Boolean(done);
  }

  /** @param {number} seat @param {boolean} byConsent */
  async #undo(seat, byConsent) {
    this.told.textContent = "";
    try {
      await this.live.act(this.id, { do: "undo", seat, at: this.number });
    } catch (error) {
      if (byConsent && error instanceof Refused && ["others_acted", "chance_seen"].includes(error.code)) {
        await this.#act({ do: "ask_back", seat }); // the table tells that the others are asked
      } else await this.#refuse(error);
    }
  }

  /** @param {number} seat */
  async #leaveSeat(seat) {
    if (await this.#act({ do: "leave", seat })) go("/");
  }

  /** One click is enough for everybody: the server keeps each one's seat at the next table. */
  async #rematch() {
    const done = await this.#act({ do: "rematch" });
    if (done?.next) go(`/table/${done.next}`);
  }

  /** @param {string} name */
  async #join(name) {
    this.told.textContent = "";
    try {
      const person = await meOrGuest(name);
      if (person.guest && person.name !== name) await put("/me/name", { name });
      await post(`/tables/${this.id}/acts`, { do: "sit", ...(this.invite ? { invite: this.invite } : {}) });
      const told = await get(`/tables/${this.id}${this.#invited("?")}`);
      this.yours = told.yours;
      this.info = told.info;
      this.#follow();
      this.#show();
    } catch (error) {
      await this.#refuse(error);
    }
  }
}
