/** A table: the board, the seats, and everything that a player can do there. */

import "../board-view.js";
import { attention } from "../attention.js";
import { Choosing } from "../choosing.js";
import { chime, lastCells, latestMove, Motion } from "../effects.js";
import { button, Drawn, h } from "../elements.js";
import { boardOf, showGame } from "../games.js";
import { answered, lessonLink, link, rulesLink } from "../links.js";
import { Log } from "../log.js";
import { settings } from "../settings.js";
import { TableState } from "../table-state.js";
import { Timeline, TimelineControls } from "../timeline.js";
import { isOpen, moveTold, phrase, seatName, t, textOr, title } from "../words.js";
import { TableActs } from "./acts.js";
import { buttons, consent, ways } from "./buttons.js";
import { Chat } from "./chat.js";
import { Coaching } from "./coaching.js";
import { Facts } from "./facts.js";
import { open } from "./opening.js";
import { answerIn, Seats, showBriefly, showTotals } from "./seats.js";
import { statusText } from "./status.js";
import { Tips } from "./tips.js";

/** @typedef {import("../board-view.js").BoardView} BoardView */
/** @typedef {import("../chooser.js").Chooser & {hint(): Promise<void>}} Choice */
/** @typedef {import("../hosts.js").Host} Host */
/** @typedef {import("../rules.js").Ply} Ply */
/** @typedef {import("../rules.js").Position} Position */
/** @typedef {import("../server.js").News} News */

/**
 * @param {import("../server.js").Live | null} live  null without a server
 * @param {string} id
 * @returns {Promise<import("../app.js").Room>}
 */
export function table(live, id) {
  return open(live, id, (host, ...told) => new TablePage(host, ...told));
}

class TablePage extends TableState {
  /**
   * @param {Host} host
   * @param {string} id
   * @param {string | undefined} invite
   * @param {any} told
   */
  constructor(host, id, invite, told) {
    super(id, invite, told);
    this.tableHost = host;
    this.acts = new TableActs(host, this, (text) => (this.told.textContent = text));
    this.timeline = new Timeline((ply, newest) => this.#at(ply, newest));
    this.timeline.addEventListener("change", () => this.#look());
    this.timeline.addEventListener("refused", (event) => void this.acts.refuse(/** @type {CustomEvent} */ (event).detail));
    this.stepping = new TimelineControls(this.timeline);
    /** @type {(() => void)[]} */
    this.following = [];
    /** @type {import("../board.js").Board | null} */
    this.board = null;
    /** @type {import("../adviser.js").Adviser | null} */
    this.adviser = null;
    /** @type {Choice | null} */
    this.choosing = null;
    /** @type {{picture: HTMLElement, play: Promise<() => void>} | null} */
    this.waiting = null;
    this.element = h("section", { class: `room table game-${this.info.game}` });
    this.boardView = /** @type {BoardView} */ (document.createElement("board-view"));
    this.motion = new Motion(this.boardView);
    this.frame = h("div", { class: "frame" });
    this.briefly = h("div", { class: "briefly", "aria-hidden": "true" }); // the seats contain the same in words
    this.briefly.addEventListener("click", ({ target }) => {
      const line = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-seat]"));
      if (line) answerIn(this.briefly, this.#answer(Number(line.dataset.seat), false));
    });
    this.status = h("p", { class: "status", role: "status" });
    this.facts = new Facts();
    this.zoom = h("div", { class: "zoom" });
    this.heard = h("p", { class: "unseen", "aria-live": "polite" });
    this.seats = new Seats({
      addBot: (seat) => void this.acts.act({ do: "bot", seat, bot: settings.opponent }),
      answer: (seat, isHand) => this.#answer(seat, isHand),
      rename: async (seat) => (await import("./rename.js")).renameDialog(this.info.sitting[seat].name, (name) => void this.acts.act({ do: "name", seat, name })),
    });
    this.log = new Log({ look: (ply) => void this.timeline.look(ply) });
    /** @type {import("./end.js").End | null} */
    this.end = null; // loaded when the game is over
    this.banner = h("div", {});
    this.result = h("div", {});
    this.hand = h("div", { class: "hand" });
    this.curtain = h("div", { class: "curtain", hidden: true });
    this.buttons = h("div", { class: "buttons" });
    this.consent = h("div", { class: "consent box", role: "status" });
    this.ways = h("span", { class: "ways-out" });
    this.game = h("details", { class: "box game", open: matchMedia("(min-width: 64rem)").matches, hidden: true }, h("summary", {}, t("log"), this.log.newest), this.stepping.element, this.log.element);
    this.chat = new Chat(id, async (text) => Boolean(await this.acts.act({ do: "say", text })));
    this.tips = new Tips(this.info.game);
    this.coaching = new Coaching((position) => this.#adviser(position), (speaks) => this.tips.giveWay(speaks));
    this.extra = h("div", { class: "extra" });
    this.side = h("aside", { class: "side", "aria-label": t("table.side") });
    this.drawn = { buttons: new Drawn(), extra: new Drawn(), facts: new Drawn(), briefly: new Drawn() };
    this.told = h("p", { class: "told", role: "alert" });
  }

  async begin() {
    const { game } = this.info;
    const [rules, make] = await Promise.all([this.tableHost.rules(this.info), boardOf(game), showGame(game)]);
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
    this.tips.show(); // the game's texts are loaded now
    this.#buildSide();
    this.element.replaceChildren(
      h(
        "div",
        { class: "stage" },
        h("div", { class: "head" }, h("h1", {}, title(game)), rulesLink(game, { target: "_blank", class: "help" }), this.info.device ? h("span", { class: "pill" }, t("device")) : this.chat.caller, this.seats.acting, this.status, this.facts.line, this.facts.all, this.zoom),
        h("div", { class: "says" }, this.banner, this.tips.element, this.coaching.element),
        this.briefly,
        this.frame,
        h("div", { class: "below" }, this.told, this.consent, h("div", { class: "controls" }, this.curtain, this.hand, this.buttons)),
      ),
      this.side,
      this.heard,
    );
  }

  /** Fill the column beside the board; on a phone beside a shared screen, most of it is collapsed. */
  #buildSide() {
    const { game, room } = this.info;
    const told = [this.game, ...(this.info.device ? [] : [this.chat.element])];
    this.element.classList.toggle("handheld", this.isHandheld);
    this.side.replaceChildren(
      this.extra,
      this.result,
      this.seats.element,
      ...(this.isHandheld ? [h("details", { class: "box rest" }, h("summary", {}, t("handheld.rest")), ...told)] : told),
      h("p", { class: "links" }, lessonLink(game, { target: "_blank" }), this.coaching.caller, room && !this.isHandheld ? link(`/board/${this.id}${this.invited("?")}`, {}, t("screen.open")) : null, this.ways),
    );
  }

  /** Return the bots for hints and for the coach. @param {Position} position */
  async #adviser({ rules }) {
    const { Adviser } = await import("../adviser.js");
    return (this.adviser ??= new Adviser(rules));
  }

  /** Create the view and the choice of moves: the game's board, or lists. @returns {Promise<Choice | null>} */
  async #choice() {
    const { rules, board, boardView } = this;
    if (!rules) {
      this.frame.append(h("p", {}, t("engine.none"), " ", h("code", {}, `spielwerk engine ${this.info.game}`)));
      return null;
    }
    /** @type {import("../chooser.js").Table} */
    const chosenAt = {
      commit: (move, seat) => this.#play(move, seat),
      tell: (...answer) => this.told.replaceChildren(...answered(this.info.game, ...answer)),
      why: () => this.#why(),
      advise: async (position, seat) => (await this.#adviser(position)).ask(position, seat),
      changed: () => this.#showStatus(),
      kept: { read: () => this.begun.read()[String(this.seat)], write: (choice) => this.begun.write({ [String(this.seat)]: choice }) },
    };
    const label = t("board.label", { game: title(this.info.game) });
    if (!board) {
      const [{ Listing }, { ContentsView }] = await Promise.all([import("../listing.js"), import("../contents-view.js")]);
      const view = new ContentsView(label, (seat) => seatName(this.info, seat));
      this.frame.append(view.element);
      return new Listing(view, this.hand, chosenAt);
    }
    const { cells } = rules.notation;
    boardView.board = board;
    boardView.follows = true;
    boardView.label = label;
    for (const clicked of ["choose", "miss"]) boardView.addEventListener(clicked, () => this.tips.dismiss()); // an answer may appear below it
    boardView.cellLabel = ({ id, name, holds }) => [name ? phrase(name) : (cells?.write(id) ?? ""), holds ? phrase(holds) : ""].filter(Boolean).join(", ") || String(id);
    this.frame.append(boardView);
    this.zoom.append(
      button("+", () => boardView.closer(), { "aria-label": t("zoom.in"), title: t("zoom.in") }),
      button("−", () => boardView.farther(), { "aria-label": t("zoom.out"), title: t("zoom.out") }),
    );
    return new Choosing(board, boardView, this.hand, chosenAt);
  }

  // News

  #follow() {
    for (const stop of this.following) stop();
    this.following = [];
    const seats = this.yours.length ? this.yours : [null];
    for (const seat of seats) {
      const hear = (/** @type {News} */ news) => this.#hear(news);
      const refused = (/** @type {import("../server.js").Refused} */ error) => void this.acts.refuse(error);
      this.following.push(this.tableHost.follow({ seat, rules: this.rules?.declared.rules, hear, refused }));
    }
  }

  /** @param {News} news */
  #hear(news) {
    const { isFirst, isNew, before, now } = this.hear(news);
    if (this.info.opening && this.yours.length) void this.#open();
    if (isNew && !isFirst) void this.#announce(news, before, now);
    if (isNew) for (const event of news.events) if (event.kind === "say") this.chat.hear(event, !isFirst);
    if (this.info.status === "over" && this.yours.length) this.tips.played(this.id);
    this.#show();
    if (before && now) this.#animate(before, now);
  }

  /** Open the share of the seed that was committed to on sitting down. */
  async #open() {
    const { openShare } = await import("../shares.js");
    await openShare(this.tableHost, this.info).catch((error) => this.acts.refuse(error));
  }

  /** Animate the latest move; if several arrived at once, the last one. @param {Position} before @param {Position} now */
  #animate(before, now) {
    const latest = this.timeline.past === null && now === this.position ? latestMove(before, now) : null;
    if (!this.board || !latest) return;
    const { ply, alone, lines } = latest;
    if (alone) this.tips.happened(this.board.firsts?.(before, now, ply) ?? [], this.yours.includes(ply.seat));
    const own = (this.board.revealed?.(now, ply) ?? []).filter((one) => this.yours.includes(one.seat));
    for (const { seat, told: { key, values }, picture } of own) this.tips.reveal(phrase({ key, values: { who: seatName(this.info, seat), ...values } }), picture);
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

  // Drawing

  #show() {
    if (this.position) this.timeline.show(this.position);
    if (this.timeline.past !== null && this.myTurn && this.choosing?.premove) {
      this.timeline.now(); // the premove is about to be made, which must be visible; this method is called again
      return;
    }
    this.#showCurtain();
    this.#showStatus();
    this.#showSeats();
    this.#showButtons();
    const { info, position, board, seat, myTurn, canBeCoached } = this;
    void this.coaching.show({ info, position, board, seat, myTurn, canBeCoached });
    void this.#showExtra();
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
    const hides = this.covered || this.info.status === "over"; // hands are no longer needed
    this.choosing?.show({ position, seat: hides ? null : this.seat, mode, last: lastCells(this.board, position) });
  }

  /** Cover the hand between two players at one screen who may see different things. */
  #showCurtain() {
    this.curtain.hidden = !this.covered || !this.isKnown || this.timeline.past !== null;
    const who = seatName(this.info, this.seat);
    const given = `${this.seat} ${who}`; // the seat may have been renamed
    if (this.curtain.hidden || this.curtain.dataset.seat === given) return;
    this.curtain.dataset.seat = given;
    const uncover = () => {
      this.begun.write({ shownTo: this.seat });
      delete this.curtain.dataset.seat;
      this.#show();
    };
    this.curtain.replaceChildren(h("p", {}, t("curtain.give", { who })), button(t("curtain.show"), uncover, { class: "main" }));
  }

  #showStatus() {
    const { info, position, board, seat, yours, reserved, myTurn, timeline: { past, then } } = this;
    const planned = this.choosing?.planned ?? position;
    const text = statusText({ info, position: myTurn ? planned : position, board, seat, yours, reserved, myTurn, past });
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.classList.toggle("yours", myTurn && past === null);
    const shown = then ?? (myTurn ? planned : position);
    if (!shown || !board?.facts || !this.drawn.facts.changed(shown, seat, info.status)) return;
    const [own, all] = info.status === "over" ? [[], []] : [seat === null ? [] : board.facts(shown, seat), board.facts(shown, null)];
    this.facts.show(own, all);
  }

  #showSeats() {
    const { info, board, yours, host, deadlines, seat, timeline: { then } } = this;
    this.seats.show({ info, position: then ?? this.position, board, yours, hand: seat, host, deadlines, before: then ? undefined : this.before });
    const position = then ?? this.position;
    if (!board || !position || !this.drawn.briefly.changed(info.status, info.sitting, position, seat)) return;
    if (board.brief) showBriefly(this.briefly, info, board, position, then ? undefined : this.before);
    else showTotals(this.briefly, info, position, seat);
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

  /** Play a sample game while the table is waiting. */
  #wait() {
    const waits = this.info.status === "open" && !this.info.opening; // soon the real one is shown
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

  async #showExtra() {
    const { status, sitting } = this.info;
    const reserved = this.reserved.filter((seat) => sitting[seat].reserved_for); // until they are taken, by the user or a bot
    const invites = status === "open" && sitting.some(isOpen);
    if (!this.drawn.extra.changed(status, this.host, this.yours, this.info.ranks, Boolean(this.position), reserved, invites)) return;
    const parts = [];
    if (status === "open" && reserved.length) parts.push((await import("./joining.js")).awaitedPanel(this.info, () => void this.#join(null)));
    if (invites && this.host) parts.push((await import("./invitation.js")).invitePanel(this.id, { title: t("invite"), how: t("invite.how", { seats: textOr(`number.${this.info.seats}`, String(this.info.seats)) }) }));
    if (invites && !this.yours.length && !reserved.length) parts.push(this.invite || this.info.listed ? (await import("./joining.js")).joinPanel((name) => this.#join(name)) : h("p", { class: "box" }, t("refused.not_invited")));
    this.extra.replaceChildren(...parts);
  }

  #showLog() {
    const { info, position, board, yours, events } = this;
    this.log.show({ info, plies: position?.plies ?? [], events, position, board, yours, past: this.timeline.past });
  }

  /** Show the result; its code is loaded when a game is over. */
  async #showEnd() {
    const { status } = this.info;
    if (status !== "over") return;
    this.tips.element.hidden = true;
    const { End } = await import("./end.js");
    if (!this.end) {
      this.end = new End(this.boardView, this.tableHost);
      this.banner.append(this.end.banner);
      this.result.append(this.end.panel);
    }
    const { info, position, yours, promised, board, wasRunning, timeline, asksAgain } = this;
    this.end.show({ info, position, yours, promised, asksAgain, invited: this.invited("?"), fresh: wasRunning, rematch: () => void this.acts.rematch() });
    this.end.showDecision(board, position, timeline, info.ranks, this.seats);
  }

  /** Handle a change of the viewed ply. */
  #look() {
    this.motion.stop();
    this.#show();
  }

  /** Request the position after that many plies. @param {number} ply @param {Position} newest */
  async #at(ply, { rules, seats, viewer, plies }) {
    return rules.position(await this.tableHost.at(ply, viewer), seats, viewer, plies.slice(0, ply));
  }

  // Acts

  /** Return why nothing can be chosen now. @returns {import("../chooser.js").Answer} */
  #why() {
    if (this.timeline.past !== null) return [t("why_not.past")];
    if (this.info.status === "over") return [t("why_not.over")];
    if (this.covered) return [t("why_not.covered")];
    const text = statusText({ ...this, past: null, position: this.position, seat: this.seat, myTurn: this.myTurn });
    return this.isRunning ? [text, "turn"] : [text];
  }

  /** Answer a click on a seat's picture or open hand. @param {number} seat @param {boolean} isHand */
  #answer(seat, isHand) {
    if (this.info.status === "over") return t("why_not.over");
    if (this.yours.length === 1 && this.seat === seat) return t("seat.click.you");
    return t(isHand ? "seat.click.hand" : "seat.click", { who: seatName(this.info, seat) });
  }

  /** @param {import("../rules.js").Move} move @param {number} seat */
  async #play(move, seat) {
    const done = await this.acts.play(move, seat);
    if (!done) this.#show();
    return done;
  }

  /** @param {string | null} name  null for reserved seats */
  async #join(name) {
    this.told.textContent = "";
    const { sitDown } = await import("./joining.js");
    const told = await sitDown(this, name).catch((error) => this.acts.refuse(error));
    if (!told) return;
    this.reserved = told.reserved;
    this.yours = told.yours;
    this.info = told.info;
    this.#buildSide();
    this.#follow();
    this.#show();
  }
}
