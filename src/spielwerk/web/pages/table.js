/** A table: the board, the seats, and whatever one may do there. */

import "../board-view.js";
import { go } from "../app.js";
import { boardOf } from "../boards/index.js";
import { Choosing } from "../choosing.js";
import { button, h } from "../dom.js";
import { get, meOrGuest, post, Refused } from "../server.js";
import { promised, settings } from "../settings.js";
import { chime } from "../sounds.js";
import { Motion } from "../motion.js";
import { content, moveTold, said, seatName, t } from "../words.js";
import { Chat } from "./chat.js";
import { ask, buttons, ways } from "./doing.js";
import { endPanel } from "./end.js";
import { invitePanel, joinPanel } from "./joining.js";
import { miniature } from "./miniature.js";
import { MoveList } from "./moves.js";
import { Seats } from "./seats.js";

/** @typedef {import("../board-view.js").BoardView} BoardView */
/** @typedef {import("../live.js").Live} Live */
/** @typedef {import("../live.js").News} News */

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
    return { element: page.element, leave: () => page.leave(), title: t(`game.${told.info.game}`) };
  } catch (error) {
    const element = h("section", { class: "room narrow" }, h("h1", {}, t("table.none")), h("p", {}, said(error)), h("a", { href: "/" }, t("home")));
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
    /** @type {Map<number | null, any>} what each seat sees that is followed here */
    this.views = new Map();
    /** @type {any} */
    this.before = undefined; // what was seen before the latest move
    this.promised = promised(id); // what the server committed to, when it was first heard
    /** @type {number | null} */
    this.shownTo = null; // the seat whose hand was asked for last, where several share this screen
    /** @type {Record<string, number>} */
    this.deadlines = {};
    this.number = 0;
    /** @type {Map<number | null, number>} */
    this.numbers = new Map(); // up to which entry each seat has heard: their news come one by one
    /** @type {number | null} */
    this.past = null; // the ply that is looked at again
    /** @type {(() => void)[]} */
    this.following = [];
    /** @type {import("../boards/types.js").Board | null} */
    this.board = null;
    /** @type {Choosing | null} */
    this.choosing = null;
    this.element = h("section", { class: `room table game-${this.info.game}` });
    this.boardView = /** @type {BoardView} */ (document.createElement("board-view"));
    this.motion = new Motion(this.boardView);
    this.frame = h("div", { class: "frame" });
    /** @type {{picture: HTMLElement, play: Promise<() => void>} | null} */
    this.waiting = null;
    this.status = h("p", { class: "status", role: "status" });
    this.heard = h("p", { class: "unseen", "aria-live": "polite" });
    this.seats = new Seats((seat) => void this.#act({ do: "bot", seat, bot: "geselle" }));
    this.moves = new MoveList((ply) => void this.#lookBack(ply));
    this.hand = h("div", { class: "hand" });
    this.curtain = h("div", { class: "curtain", hidden: true });
    this.buttons = h("div", { class: "buttons" });
    this.ways = h("span", { class: "ways" });
    this.game = h("details", { class: "box game", open: matchMedia("(min-width: 64rem)").matches, hidden: true }, h("summary", {}, t("moves")), this.moves.stepping, this.moves.list);
    this.chat = new Chat(async (text) => Boolean(await this.#act({ do: "say", text })));
    this.extra = h("div", { class: "extra" });
    this.told = h("p", { class: "told", role: "alert" });
  }

  async begin() {
    this.board = await boardOf(this.info.game);
    this.#build();
    this.#follow();
    this.#show();
  }

  leave() {
    this.seats.leave();
    this.motion.stop();
    void this.waiting?.play.then((stop) => stop());
    for (const stop of this.following) stop();
    this.choosing?.leave();
  }

  #build() {
    const zoom = h(
      "div",
      { class: "zoom" },
      button("+", () => this.boardView.closer(), { "aria-label": t("zoom.in"), title: t("zoom.in") }),
      button("−", () => this.boardView.farther(), { "aria-label": t("zoom.out"), title: t("zoom.out") }),
    );
    this.frame.append(this.boardView, zoom);
    this.element.append(
      h("h1", { class: "unseen" }, t(`game.${this.info.game}`)),
      h("div", { class: "stage" }, this.status, this.frame, this.told, h("div", { class: "controls" }, this.curtain, this.hand, this.buttons)),
      h(
        "aside",
        { class: "side", "aria-label": t("table.side") },
        this.extra,
        this.seats.element,
        this.game,
        this.chat.element,
        h("p", { class: "links" }, h("a", { href: `/rules/${this.info.game}`, target: "_blank" }, t("rules")), this.ways),
      ),
      this.heard,
    );
    this.choosing = new Choosing(this.boardView, this.hand, {
      id: this.id,
      commit: (move, seat) => this.#play(move, seat),
    });
  }

  // News

  #follow() {
    for (const stop of this.following) stop();
    this.following = [];
    const seats = this.yours.length ? this.yours : [null];
    for (const seat of seats) {
      const hear = (/** @type {News} */ news) => this.#hear(news);
      const refused = (/** @type {Refused} */ error) => (this.told.textContent = said(error));
      this.following.push(this.live.follow({ table: this.id, seat, invite: this.invite, hear, refused }));
    }
  }

  /** @param {News} news */
  #hear(news) {
    const first = !this.views.has(news.seat);
    const seen = this.views.get(news.seat);
    if (news.info) this.info = news.info;
    if (this.yours.includes(this.info.asked_back)) this.told.textContent = t("back.waiting");
    else if (this.told.textContent === t("back.waiting")) this.told.textContent = "";
    this.deadlines = news.deadlines;
    this.numbers.set(news.seat, news.number);
    if (news.view) {
      if (this.info.status === "running") this.promised ||= promised(this.id, news.view.commitment ?? "");
      news.view.moves = [...(seen?.moves ?? []).slice(0, news.view.since), ...news.view.moves];
      this.views.set(news.seat, news.view);
    }
    if (news.number > this.number || first) {
      if (!first) this.#announce(news, seen);
      this.number = Math.max(news.number, this.number);
      for (const event of news.events) if (event.kind === "say") this.chat.hear(event);
    }
    this.before = seen;
    this.#show();
    if (!first && seen) this.#animate(news, seen);
  }

  /** Let the latest move be seen to happen; where several came at once, the last of them. @param {News} news @param {any} before */
  #animate(news, before) {
    const view = this.view;
    if (!this.board || this.past !== null || news.view !== view || view.moves.length <= before.moves.length) return;
    const number = view.moves.length - 1;
    const ply = view.moves[number];
    const own = this.yours.includes(ply.seat);
    const known = own ? this.choosing?.earned(ply.move) : undefined;
    const asked = () => get(`/tables/${this.id}/lines?ply=${number}${this.#invited("&")}`).then((told) => (told.move === ply.move ? told.lines : []));
    const lines = Promise.resolve(known).then((told) => told ?? asked()).catch(() => []); // then no points pop
    void this.motion.show({ board: this.board, view, ply, own, place: this.seats.place(ply.seat), lines });
  }

  /** The invitation by which one watches, for addresses. @param {string} sign */
  #invited(sign) {
    return this.invite ? `${sign}invite=${encodeURIComponent(this.invite)}` : "";
  }

  /** @param {any} ply @param {any} before @param {any} view */
  #told(ply, before, view) {
    const sum = (/** @type {any} */ seen) => seen.scores[ply.seat].reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0);
    if (!this.board) return "";
    return moveTold(this.info, this.board, ply, before ? sum(view) - sum(before) : 0, this.yours.includes(ply.seat));
  }

  /** @param {News} news @param {any} before */
  #announce(news, before) {
    const view = news.view;
    const moved = news.events.filter((event) => event.kind === "move");
    if (moved.length && view) {
      const latest = view.moves.slice(-moved.length);
      this.heard.textContent = latest.map((/** @type {any} */ ply) => this.#told(ply, before, view)).join(" ");
      if (!this.yours.includes(latest.at(-1)?.seat)) chime("move");
    }
    const other = news.events.find((event) => event.kind !== "move" && event.kind !== "say");
    if (other) this.heard.textContent = t(`heard.${other.kind}`, { who: seatName(this.info, other.seat) });
  }

  // What is shown

  /** The seat whose view is shown: one's own whose turn it is, before all others. */
  get seat() {
    const playing = this.yours.find((seat) => this.views.get(seat)?.to_act.includes(seat));
    return playing ?? this.yours[0] ?? null;
  }

  get view() {
    return this.views.get(this.seat);
  }

  get myTurn() {
    return this.info.status === "running" && this.seat !== null && this.view?.to_act.includes(this.seat) && !this.info.sitting[this.seat].resigned;
  }

  /** Whether the hand waits for somebody else to take the screen. */
  get covered() {
    return settings.cover && this.info.secret && this.yours.length > 1 && Boolean(this.myTurn) && this.shownTo !== this.seat;
  }

  #show() {
    if (this.shownTo === null && this.myTurn) this.shownTo = this.seat; // who has come here
    this.#showCurtain();
    this.#showStatus();
    this.#showSeats();
    this.#showButtons();
    this.#showExtra();
    this.#wait();
    this.game.hidden = !this.view;
    this.moves.show(this.info, this.view?.moves ?? [], this.past, this.board);
    if (this.view && this.past === null) this.#showBoard(this.view);
  }

  /** @param {any} view */
  #showBoard(view) {
    const board = this.board;
    if (!board || !this.choosing) return;
    const whose = board.whose(view);
    const last = view.moves.findLast((/** @type {any} */ ply) => whose === null || ply.seat === whose);
    this.boardView.board = board;
    this.boardView.label = t("board.label", { game: t(`game.${this.info.game}`) });
    this.boardView.cellLabel = (cell) => (cell.holds ? `${cell.id}, ${content(cell.holds)}` : cell.id);
    void this.choosing.show({
      board,
      view,
      seat: this.myTurn && this.past === null && !this.covered ? this.seat : null,
      number: this.numbers.get(this.seat) ?? 0,
      last: last ? board.where(last.move) : [],
    });
  }

  /** Between two seats at one screen, who sees different things. */
  #showCurtain() {
    this.curtain.hidden = !this.covered || this.past !== null;
    if (this.curtain.hidden || this.curtain.dataset.seat === String(this.seat)) return;
    this.curtain.dataset.seat = String(this.seat);
    const uncover = () => {
      this.shownTo = this.seat;
      delete this.curtain.dataset.seat;
      this.#show();
    };
    this.curtain.replaceChildren(h("p", {}, t("curtain.give", { who: seatName(this.info, this.seat) })), button(t("curtain.show"), uncover, { class: "main" }));
  }

  #showStatus() {
    const { status, sitting } = this.info;
    const names = (this.view?.to_act ?? []).map((/** @type {number} */ seat) => seatName(this.info, seat)).join(", ");
    let text;
    if (status === "open") text = t("status.open", { free: sitting.filter((/** @type {any} */ s) => !s.name && !s.bot).length });
    else if (status === "over") text = t("status.over");
    else if (this.past !== null) text = t("status.past", { ply: this.past });
    else if (this.myTurn) text = this.yours.length > 1 ? t("status.your_turn_as", { who: seatName(this.info, this.seat) }) : t("status.your_turn");
    else text = t("status.waiting", { who: names });
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.classList.toggle("yours", Boolean(this.myTurn));
  }

  #showSeats() {
    const view = this.past === null ? this.view : this.boardView.view;
    const { info, board, yours, host, deadlines } = this;
    this.seats.show({ info, view: view ?? undefined, board, yours, host, deadlines, before: this.past === null ? this.before : undefined });
  }

  #showButtons() {
    const now = { seat: this.seat, yours: this.yours, moves: Boolean(this.view?.moves.length), myTurn: Boolean(this.myTurn) && !this.covered, past: this.past !== null };
    const can = {
      act: (/** @type {Record<string, any>} */ act) => void this.#act(act),
      hint: () => void this.choosing?.hint(),
      undo: (/** @type {number} */ seat) => void this.#undo(seat, this.info.take_backs),
      leave: (/** @type {number} */ seat) => void this.#leaveSeat(seat),
      resign: (/** @type {number} */ seat) => ask(this.element, t("resign.sure"), () => void this.#act({ do: "resign", seat })),
      rematch: () => void this.#rematch(),
    };
    const { status, sitting, hints, take_backs, asked_back, next } = this.info;
    const looks = JSON.stringify([now, status, sitting, hints, take_backs, asked_back, next]);
    if (looks === this.buttons.dataset.shown) return; // a click may be under way
    this.buttons.dataset.shown = looks;
    this.buttons.replaceChildren(...buttons(this.info, now, can));
    this.ways.replaceChildren(...ways(this.info, this.past === null ? this.seat : null, can));
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
    const looks = JSON.stringify([status, this.host, this.yours, this.info.ranks, Boolean(this.view)]);
    if (looks === this.extra.dataset.shown) return;
    this.extra.dataset.shown = looks;
    const parts = [];
    if (status === "open" && this.host) parts.push(invitePanel(this.id, this.info));
    if (status === "open" && !this.yours.length) parts.push(joinPanel((name) => this.#join(name)));
    if (status === "over") parts.push(endPanel(this.info, this.view, this.promised, this.#invited("?")));
    this.extra.replaceChildren(...parts);
  }

  /** Look at the game as it was after so many plies. @param {number} ply */
  async #lookBack(ply) {
    if (!this.view || ply >= this.view.moves.length) {
      this.past = null;
      this.#show();
      return;
    }
    this.past = ply;
    const seat = this.seat === null ? "" : `&seat=${this.seat}`;
    this.motion.stop();
    try {
      const view = await get(`/tables/${this.id}/view?ply=${ply}${seat}${this.#invited("&")}`);
      if (this.past !== ply) return;
      this.#showBoard(view);
      this.#show();
    } catch (error) {
      this.#refuse(error);
    }
  }

  // What one does

  /** @param {Record<string, any>} act */
  async #act(act) {
    this.told.textContent = "";
    try {
      return await this.live.act(this.id, act);
    } catch (error) {
      this.#refuse(error);
      return null;
    }
  }

  /** @param {unknown} error */
  #refuse(error) {
    this.told.textContent = said(error);
    chime("refused");
  }

  /** @param {string} move @param {number} seat */
  async #play(move, seat) {
    const done = await this.#act({ do: "move", seat, at: this.numbers.get(seat) ?? 0, move });
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
      } else this.#refuse(error);
    }
  }

  /** @param {number} seat */
  async #leaveSeat(seat) {
    if (await this.#act({ do: "leave", seat })) go("/");
  }

  async #rematch() {
    const done = await this.#act({ do: "rematch" });
    if (done?.next) go(`/table/${done.next}`);
  }

  /** @param {string} name */
  async #join(name) {
    this.told.textContent = "";
    try {
      await meOrGuest(name);
      await post(`/tables/${this.id}/acts`, { do: "sit", ...(this.invite ? { invite: this.invite } : {}) });
      const told = await get(`/tables/${this.id}${this.#invited("?")}`);
      this.yours = told.yours;
      this.info = told.info;
      this.#follow();
      this.#show();
    } catch (error) {
      this.#refuse(error);
    }
  }
}
