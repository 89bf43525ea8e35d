/** A table: the board, the seats, and whatever one may do there. */

import "../board-view.js";
import { go } from "../app.js";
import { boardOf } from "../boards/index.js";
import { Choosing } from "../choosing.js";
import { button, h } from "../dom.js";
import { get, meOrGuest, post, Refused } from "../server.js";
import { chime } from "../sounds.js";
import { span } from "../texts.js";
import { content, moveTold, said, scoreName, seatName, t } from "../words.js";
import { endPanel } from "./end.js";
import { invitePanel, joinPanel } from "./joining.js";

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
    /** @type {any[]} */
    this.moves = [];
    /** @type {any[]} */
    this.chat = [];
    /** @type {Record<string, number>} */
    this.deadlines = {};
    this.number = 0;
    /** @type {number | null} */
    this.past = null; // the ply that is looked at again
    /** @type {(() => void)[]} */
    this.following = [];
    /** @type {import("../boards/types.js").Board | null} */
    this.board = null;
    /** @type {Choosing | null} */
    this.choosing = null;
    this.clock = setInterval(() => this.#clock(), 1000);
    this.element = h("section", { class: `room table game-${this.info.game}` });
    this.boardView = /** @type {BoardView} */ (document.createElement("board-view"));
    this.status = h("p", { class: "status", role: "status" });
    this.heard = h("p", { class: "unseen", "aria-live": "polite" });
    this.seats = h("ol", { class: "seats" });
    this.hand = h("div", { class: "hand" });
    this.buttons = h("div", { class: "buttons" });
    this.list = h("ol", { class: "moves" });
    this.talk = h("ol", { class: "talk" });
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
    clearInterval(this.clock);
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
    this.element.append(
      h("h1", { class: "unseen" }, t(`game.${this.info.game}`)),
      h("div", { class: "stage" }, this.status, h("div", { class: "frame" }, this.boardView, zoom), this.told, h("div", { class: "controls" }, this.hand, this.buttons)),
      h(
        "aside",
        { class: "side", "aria-label": t("table.side") },
        this.extra,
        this.seats,
        h("details", { class: "box", open: matchMedia("(min-width: 70rem)").matches }, h("summary", {}, t("moves")), this.#stepping(), this.list),
        h("details", { class: "box" }, h("summary", {}, t("chat")), this.talk, this.#talking()),
        h("p", { class: "links" }, h("a", { href: `/rules/${this.info.game}`, target: "_blank" }, t("rules"))),
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
    this.deadlines = news.deadlines;
    if (news.view) {
      news.view.moves = [...(seen?.moves ?? []).slice(0, news.view.since), ...news.view.moves];
      this.views.set(news.seat, news.view);
    }
    if (news.number > this.number || first) {
      if (!first) this.#announce(news, seen);
      this.number = Math.max(news.number, this.number);
      for (const event of news.events) {
        if (event.kind === "say" && !this.chat.some((line) => line.number === event.number)) this.chat.push(event);
      }
    }
    this.#show();
  }

  /** @param {any} ply @param {any} before @param {any} view */
  #told(ply, before, view) {
    const sum = (/** @type {any} */ seen) => seen.scores[ply.seat].reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0);
    return moveTold(this.info, ply, before ? sum(view) - sum(before) : 0, this.yours.includes(ply.seat));
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

  #show() {
    this.#showStatus();
    this.#showSeats();
    this.#showButtons();
    this.#showExtra();
    this.#showMoves();
    this.#showTalk();
    if (this.view && this.past === null) this.#showBoard(this.view);
  }

  /** @param {any} view */
  #showBoard(view) {
    const board = this.board;
    if (!board || !this.choosing) return;
    const own = this.info.game === "second_chance"; // each draws on a grid of one's own
    const last = view.moves.findLast((/** @type {any} */ ply) => !own || ply.seat === (this.seat ?? 0));
    this.boardView.board = board;
    this.boardView.label = t("board.label", { game: t(`game.${this.info.game}`) });
    this.boardView.cellLabel = (cell) => (cell.holds ? `${cell.id}, ${content(cell.holds)}` : cell.id);
    void this.choosing.show({
      board,
      view,
      seat: this.myTurn && this.past === null ? this.seat : null,
      number: this.number,
      last: last ? board.where(last.move) : [],
    });
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
    this.seats.replaceChildren(
      ...this.info.sitting.map((/** @type {any} */ sitter, /** @type {number} */ seat) => {
        const acting = view?.to_act.includes(seat) && this.info.status === "running";
        const notes = [
          this.yours.includes(seat) && t("seat.you"),
          sitter.away && t("seat.away"),
          sitter.resigned && t("seat.resigned"),
          this.info.ranks && t("seat.rank", { rank: this.info.ranks[seat] }),
        ].filter(Boolean);
        const until = this.deadlines[seat];
        return h(
          "li",
          { class: `seat${acting ? " acting" : ""}` },
          h("h2", {}, seatName(this.info, seat), ...notes.map((note) => h("small", {}, String(note))), until ? h("time", { class: "until", "data-until": until }) : null),
          view && this.board ? this.board.seat(view, seat) : null,
          view ? this.#scores(view, seat) : null,
          this.info.status === "open" ? this.#open(seat, sitter) : null,
        );
      }),
    );
    this.#clock();
  }

  /** The scoreboard, for those who do not see the drawing. @param {any} view @param {number} seat */
  #scores(view, seat) {
    const told = view.scores[seat].map((/** @type {number} */ value, /** @type {number} */ k) => `${scoreName(this.info, k)} ${value}`);
    return h("p", { class: "unseen" }, told.join(", "));
  }

  /** @param {number} seat @param {any} sitter */
  #open(seat, sitter) {
    if (!this.host || sitter.name || sitter.bot) return null;
    return button(t("seat.bot"), () => this.#act({ do: "bot", seat, bot: "geselle" }), { class: "quiet" });
  }

  #clock() {
    for (const time of /** @type {NodeListOf<HTMLElement>} */ (this.seats.querySelectorAll("[data-until]"))) {
      const left = Math.max(0, Math.round((Number(time.dataset.until) - Date.now()) / 1000));
      time.textContent = left > 3600 ? span(1000 * left) : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    }
  }

  #showButtons() {
    const { status, hints, take_backs } = this.info;
    const seat = this.seat;
    const shown = [];
    if (status === "running" && seat !== null && this.past === null) {
      const sitter = this.info.sitting[seat];
      if (this.info.asked_back !== null && !this.yours.includes(this.info.asked_back)) {
        shown.push(
          h("span", {}, t("back.asked", { who: seatName(this.info, this.info.asked_back) })),
          button(t("back.agree"), () => this.#act({ do: "agree", seat })),
          button(t("back.decline"), () => this.#act({ do: "decline", seat })),
        );
      }
      if (this.myTurn && hints) shown.push(button(t("hint"), () => this.choosing?.hint()));
      if (this.view?.moves.length) shown.push(button(t("undo"), () => this.#undo(seat, take_backs)));
      shown.push(sitter.away ? button(t("return"), () => this.#act({ do: "return", seat })) : button(t("leave"), () => this.#leaveSeat(seat)));
      if (!sitter.resigned) shown.push(button(t("resign"), () => this.#sure(t("resign.sure"), { do: "resign", seat }), { class: "quiet" }));
    }
    if (status === "over" && this.yours.length) shown.push(button(t("rematch"), () => this.#rematch(), { class: "main" }));
    if (this.info.next) shown.push(h("a", { href: `/table/${this.info.next}`, class: "button main" }, t("rematch.go")));
    this.buttons.replaceChildren(...shown);
  }

  #showExtra() {
    const { status } = this.info;
    const parts = [];
    if (status === "open" && this.host) parts.push(invitePanel(this.id, this.info));
    if (status === "open" && !this.yours.length) parts.push(joinPanel((name) => this.#join(name)));
    if (status === "over") parts.push(endPanel(this.info, this.view));
    if (JSON.stringify([status, this.host, this.yours, this.info.ranks]) === this.extra.dataset.shown) return;
    this.extra.dataset.shown = JSON.stringify([status, this.host, this.yours, this.info.ranks]);
    this.extra.replaceChildren(...parts);
  }

  #showMoves() {
    const moves = this.view?.moves ?? [];
    this.list.replaceChildren(
      ...moves.map((/** @type {any} */ ply, /** @type {number} */ number) =>
        h(
          "li",
          {},
          button(ply.move, () => this.#lookBack(number + 1), { "aria-current": this.past === number + 1 ? "step" : undefined, title: seatName(this.info, ply.seat) }),
        ),
      ),
    );
    this.list.scrollTop = this.list.scrollHeight;
  }

  #stepping() {
    const last = () => this.view?.moves.length ?? 0;
    return h(
      "div",
      { class: "stepping" },
      button("|◀", () => this.#lookBack(0), { "aria-label": t("step.first") }),
      button("◀", () => this.#lookBack(Math.max(0, (this.past ?? last()) - 1)), { "aria-label": t("step.back") }),
      button("▶", () => this.#lookBack(Math.min(last(), (this.past ?? last()) + 1)), { "aria-label": t("step.on") }),
      button("▶|", () => this.#lookBack(last()), { "aria-label": t("step.last") }),
    );
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
    const invite = this.invite ? `&invite=${encodeURIComponent(this.invite)}` : "";
    try {
      const view = await get(`/tables/${this.id}/view?ply=${ply}${seat}${invite}`);
      if (this.past !== ply) return;
      this.#showBoard(view);
      this.#show();
    } catch (error) {
      this.#refuse(error);
    }
  }

  #showTalk() {
    this.talk.replaceChildren(...this.chat.map((line) => h("li", {}, h("b", {}, line.name ?? "–"), ` ${line.text}`)));
  }

  #talking() {
    const field = h("input", { name: "text", maxlength: 500, "aria-label": t("chat.say"), placeholder: t("chat.say"), autocomplete: "off" });
    const onsubmit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (!field.value.trim()) return;
      if (await this.#act({ do: "say", text: field.value })) field.value = "";
    };
    return h("form", { class: "say", onsubmit }, field, h("button", {}, t("chat.send")));
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
    const done = await this.#act({ do: "move", seat, at: this.number, move });
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
        if (await this.#act({ do: "ask_back", seat })) this.told.textContent = t("back.waiting");
      } else this.#refuse(error);
    }
  }

  /** @param {number} seat */
  async #leaveSeat(seat) {
    if (await this.#act({ do: "leave", seat })) go("/");
  }

  /** @param {string} question @param {Record<string, any>} act */
  #sure(question, act) {
    const dialog = h(
      "dialog",
      { "aria-label": question },
      h("p", {}, question),
      h("form", { method: "dialog", class: "buttons" }, button(t("yes"), () => { dialog.close(); void this.#act(act); }, { class: "main" }), h("button", {}, t("no"))),
    );
    dialog.addEventListener("close", () => dialog.remove());
    this.element.append(dialog);
    dialog.showModal();
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
      const told = await get(`/tables/${this.id}${this.invite ? `?invite=${encodeURIComponent(this.invite)}` : ""}`);
      this.yours = told.yours;
      this.info = told.info;
      this.#follow();
      this.#show();
    } catch (error) {
      this.#refuse(error);
    }
  }
}
