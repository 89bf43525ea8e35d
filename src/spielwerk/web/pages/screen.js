/** A shared screen, on a television or tablet: large, without secrets, while people play on their phones. */

import "../board-view.js";
import { canStayAwake, stayAwake } from "../awake.js";
import { celebrate } from "../celebration.js";
import { chime, lastCells, latestMove, Motion } from "../effects.js";
import { button, Drawn, h } from "../elements.js";
import { boardOf, showGame, styled } from "../games.js";
import { go, link } from "../links.js";
import { Refused } from "../server.js";
import { settings } from "../settings.js";
import { TableState } from "../table-state.js";
import { has, isOpen, list, moveTold, phrase, seatName, t, title } from "../words.js";
import { TableActs } from "./acts.js";
import { headline } from "../outcome.js";
import { invitePanel } from "./invitation.js";
import { open } from "./opening.js";
import { Seats } from "./seats.js";
import { seatsLeft } from "./status.js";

/** @typedef {import("../board-view.js").BoardView} BoardView */
/** @typedef {import("../rules.js").Position} Position */
/** @typedef {import("../server.js").News} News */

const TOLD = 3; // latest events to show, newest first

/**
 * @param {import("../server.js").Live | null} live  null without a server
 * @param {string} id  of the table
 * @returns {Promise<import("../app.js").Room>}
 */
export function screen(live, id) {
  return open(live, id, (host, id, invite, told) => {
    if (told.info.device) throw new Refused({ code: "no_table", reason: "this table is of those who sit at this device" });
    return new Screen(host, id, invite, told);
  });
}

class Screen extends TableState {
  /**
   * @param {import("../hosts.js").Host} host
   * @param {string} id
   * @param {string | undefined} invite
   * @param {any} told
   */
  constructor(host, id, invite, told) {
    super(id, invite, { ...told, yours: [] }); // whoever opened it: everybody sees this screen, so it shows no hands
    this.tableHost = host;
    /** @type {import("../board.js").Board | null} */
    this.board = null;
    /** @type {import("../contents-view.js").ContentsView | null} */
    this.contents = null; // used if the game has no board
    this.boardView = /** @type {BoardView} */ (document.createElement("board-view"));
    for (const clicked of ["choose", "miss"]) this.boardView.addEventListener(clicked, (event) => this.boardView.answer(/** @type {CustomEvent} */ (event).detail, t("screen.click")));
    this.motion = new Motion(this.boardView);
    this.told = h("p", { class: "told", role: "alert" });
    this.acts = new TableActs(host, this, (text) => (this.told.textContent = text));
    this.seats = new Seats({ addBot: (seat) => void this.acts.act({ do: "bot", seat, bot: settings.opponent }) });
    this.status = h("p", { class: "status", role: "status" });
    this.facts = h("p", { class: "facts" });
    this.banner = h("section", { class: "ended", hidden: true, "aria-labelledby": "ended" });
    this.inviting = h("div", { class: "inviting" });
    this.middle = h("div", { class: "middle", "aria-hidden": "true" });
    this.frame = h("div", { class: "frame" });
    this.happened = h("ol", { class: "happened", "aria-label": t("log") });
    /** @type {string} */
    this.event = ""; // the latest event since the last move
    this.drawn = { inviting: new Drawn(), happened: new Drawn(), middle: new Drawn(), end: new Drawn() };
    this.celebrated = false;
    this.element = h("section", { class: `room screen game-${this.info.game}` });
    for (const drawn of [this.middle, this.seats.element]) drawn.addEventListener("click", (event) => this.#answer(/** @type {Element} */ (event.target)));
    /** @type {(() => void)[]} */
    this.ending = [() => this.seats.leave(), () => this.motion.stop(), stayAwake()];
  }

  async begin() {
    const { game } = this.info;
    const [rules, make] = await Promise.all([this.tableHost.rules(this.info), boardOf(game), showGame(game), styled(new URL("../css/screen.css", import.meta.url).href)]);
    this.rules = rules;
    this.board = (rules && make?.(rules)) ?? null;
    await this.#setUp();
    this.#build();
    const hear = (/** @type {News} */ news) => this.#hear(news);
    const refused = (/** @type {import("../server.js").Refused} */ error) => void this.acts.refuse(error);
    this.ending.push(this.tableHost.follow({ seat: null, rules: rules?.declared.rules, hear, refused }));
    this.#show();
  }

  leave() {
    for (const end of this.ending) end();
  }

  /** Fill the frame with the board, or with the position's contents if there is none. */
  async #setUp() {
    const label = t("board.label", { game: title(this.info.game) });
    if (this.board) {
      this.boardView.board = this.board;
      this.boardView.label = label;
      this.frame.append(this.boardView);
    } else if (this.rules) {
      const { ContentsView } = await import("../contents-view.js");
      this.contents = new ContentsView(label, (seat) => seatName(this.info, seat));
      this.frame.append(this.contents.element);
    } else this.frame.append(h("p", {}, t("engine.none"), " ", h("code", {}, `spielwerk engine ${this.info.game}`)));
  }

  #build() {
    const whole = () => void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {});
    this.element.replaceChildren(
      h(
        "div",
        { class: "head" },
        h("h1", {}, title(this.info.game)),
        this.status,
        this.facts,
        h("div", { class: "buttons" }, document.fullscreenEnabled ? button(t("screen.whole"), whole, { class: "quiet" }) : null, link("/", { class: "button quiet" }, t("home"))),
      ),
      this.told,
      this.banner,
      h("div", { class: "stage" }, this.inviting, this.middle, this.frame, this.happened),
      this.seats.element,
    );
  }

  /** Answer a click on the sheets or on what lies between them, which are drawings without cells. @param {Element} clicked */
  #answer(clicked) {
    if (clicked.closest("svg") && !clicked.closest("button")) this.told.textContent = t("screen.click");
  }

  /** @param {News} news */
  #hear(news) {
    const { isFirst, isNew, before, now } = this.hear(news);
    for (const { kind, seat } of isNew ? news.events : []) {
      const key = `heard.${kind}`;
      if (kind === "move") this.event = this.told.textContent = "";
      else if (has(key)) this.event = t(key, { who: seatName(this.info, seat) });
    }
    if (this.info.next) {
      go(`/board/${this.info.next}`);
      return;
    }
    this.#show();
    if (isNew && !isFirst && news.events.some(({ kind }) => kind === "move")) chime("move");
    if (before && now) this.#animate(before, now);
  }

  /** @param {Position} before @param {Position} now */
  #animate(before, now) {
    const latest = latestMove(before, now);
    if (!this.board || !latest) return;
    const { ply, lines } = latest;
    const picture = this.isOfSheets ? /** @type {SVGSVGElement | null} */ (this.middle.firstElementChild) : this.boardView.picture;
    if (picture) this.board.happens?.(before, now, picture);
    void this.motion.show({ board: this.board, position: now, ply, own: false, place: this.seats.place(ply.seat), lines, small: this.isOfSheets });
  }

  /** Whether each seat has its own board, so that all are shown instead of one. */
  get isOfSheets() {
    return Boolean(this.board?.middle && this.position && this.board.whose(this.position) !== null);
  }

  // Drawing

  #show() {
    const { info, position, board, host, deadlines, before } = this;
    this.element.classList.toggle("open", info.status === "open");
    this.element.classList.toggle("sheets", this.isOfSheets);
    this.element.style.setProperty("--seats", String(info.seats));
    this.#showInviting();
    this.#showStatus();
    this.seats.show({ info, position, board, yours: [], hand: null, host, deadlines, before });
    this.#showBoard();
    this.#showHappened();
    this.#showEnd();
  }

  /** Show how to join, until all seats are taken. */
  #showInviting() {
    const { status, sitting } = this.info;
    const invites = status === "open" && sitting.some(isOpen);
    if (!this.drawn.inviting.changed(status, invites)) return;
    const parts = invites ? [invitePanel(this.id, { title: t("screen.invite"), how: t("screen.join"), invite: this.host ? undefined : this.invite }), canStayAwake() ? null : h("p", { class: "faint" }, t("screen.sleeps"))] : [];
    this.inviting.replaceChildren(.../** @type {Node[]} */ (parts.filter(Boolean)));
    this.frame.hidden = status === "open";
  }

  #showStatus() {
    const { info, position, board } = this;
    const acting = position?.toAct ?? [];
    const gone = acting.filter((seat) => info.sitting[seat].here === false && !info.sitting[seat].bot && !info.sitting[seat].away);
    const names = (/** @type {number[]} */ seats) => list(seats.map((seat) => seatName(info, seat)));
    const text =
      info.status === "open" ? seatsLeft(info)
      : info.status === "over" ? "" // the result is shown below
      : gone.length ? t("screen.gone", { who: names(gone) })
      : acting.length ? t(acting.length > 1 ? "screen.turns" : "screen.turn", { who: names(acting) })
      : t("status.moment");
    if (this.status.textContent !== text) this.status.textContent = text;
    this.facts.textContent = position && board?.facts && info.status === "running" ? board.facts(position, null).map(phrase).join(" · ") : "";
  }

  #showBoard() {
    const { position, board, boardView } = this;
    if (!position) return;
    this.contents?.show(position);
    if (!board) return;
    this.frame.hidden = this.isOfSheets;
    if (this.isOfSheets) {
      if (this.drawn.middle.changed(position)) this.middle.replaceChildren(...(position.toAct.length ? (board.middle?.(position) ?? []) : []));
      return;
    }
    boardView.position = position;
    boardView.marks = { last: lastCells(board, position) };
    boardView.show();
  }

  /** Show the latest moves and events. */
  #showHappened() {
    const { info, position, board, event } = this;
    if (!this.drawn.happened.changed(info.sitting, position?.plies, event)) return;
    const plies = position?.plies.slice(-TOLD).reverse() ?? [];
    const lines = plies.map((ply) => {
      const picture = position && board?.pictured?.(position, ply);
      return h("li", {}, picture && board ? h("span", { class: `picture ${board.look}`, "aria-hidden": "true" }, picture) : null, h("span", {}, position ? moveTold(info, board, position, ply, false) : ""));
    });
    this.happened.replaceChildren(...[...(event && info.status !== "over" ? [h("li", { class: "event" }, event)] : []), ...lines].slice(0, TOLD));
  }

  /** Announce the winner. */
  #showEnd() {
    const { info, position } = this;
    this.banner.hidden = info.status !== "over";
    if (info.status !== "over" || !this.drawn.end.changed(info)) return;
    this.banner.replaceChildren(h("h2", { id: "ended" }, headline(info, []).text), h("p", {}, t("screen.again")));
    if (!this.wasRunning || this.celebrated) return;
    this.celebrated = true;
    chime("end");
    celebrate(position?.rules.declared.scores.names[info.seats] ?? [], this.board?.symbols);
  }
}
