/** The log of a game: one line per move, in words with a small picture, and other events between them. */

import { Drawn, h } from "./elements.js";
import { settings } from "./settings.js";
import { has, moveTold, phrase, rounds, seatName, t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./rules.js").Ply} Ply */
/** @typedef {import("./rules.js").Position} Position */
/** @typedef {{number: number, kind: string, seat: number | null, ply?: number}} Happened  an event in a table's news */
/** @typedef {{ply: Ply, item: HTMLLIElement, button: HTMLButtonElement, told: HTMLElement, before: number[], after: HTMLElement[]}} Line */

/** The events shown between moves; all others are visible elsewhere. */
const TOLD = new Set(["bot", "sit", "late", "leave", "return", "resign", "undo", "back", "decline"]);

/**
 * @typedef {object} LogShown
 * @property {any} info
 * @property {Ply[]} plies  all plies so far
 * @property {Happened[]} events  new events, or all of them: each is shown once
 * @property {Position | undefined} position  the newest
 * @property {Board | null} board
 * @property {number[]} yours  the user's seats
 * @property {number | null} past  the ply being viewed
 */

export class Log {
  /** @type {Line[]} */
  #lines = [];
  /** @type {Map<number, Happened>} */
  #events = new Map();
  #names = new Drawn(); // of the seats in the log
  #drawn = new Drawn();
  /** @type {[any, Ply[], number | null, Board] | null} */
  #finished = null; // the latest state of a finished game
  /** @type {HTMLElement | null} */
  #current = null;
  #following = true; // whether the newest line was visible when the user last scrolled

  /**
   * @param {object} doing
   * @param {(ply: number) => void} doing.look  shows the game after that many plies
   * @param {(ply: Ply | null) => void} [doing.point]  called with the move under the pointer, then with null
   */
  constructor({ look, point }) {
    this.look = look;
    this.list = h("ol", { class: "moves" });
    this.since = h("div", { class: "since" }); // events after the latest move
    this.newest = h("span", { class: "newest" }); // a copy of the latest line, for the collapsed log
    this.scroller = h("div", { class: "told-moves" }, this.list, this.since);
    /** @type {{tabs: import("./tabs.js").Tabs, moves: import("./move-list.js").MoveList} | null} */
    this.written = null; // the moves in notation, after a game that has a short one
    this.element = h("div", { class: "log" }, this.scroller);
    if (point) this.#pointing(point);
    this.scroller.addEventListener("scroll", () => (this.#following = this.#isAtEnd()));
    new ResizeObserver(() => this.#follow()).observe(this.scroller); // it was hidden, or has become smaller
  }

  /** Show what is new. @param {LogShown} shown */
  show({ info, plies, events, position, board, yours, past }) {
    for (const event of events) this.#events.set(event.number, event);
    if (!this.#drawn.changed(info, plies, this.#events.size, board, yours, past, settings.notation)) return;
    if (info.status === "over" && board?.shorthand) {
      this.#finished = [info, plies, past, board];
      void this.#showWritten();
    }
    const grown = this.#showLines({ info, plies, position, board, yours });
    this.#showEvents(info, plies, yours);
    this.newest.textContent = this.since.lastElementChild?.textContent ?? this.#lines.at(-1)?.told.textContent ?? "";
    this.#showRounds(plies);
    this.#showCurrent(past);
    if (grown && this.#following) requestAnimationFrame(() => this.#follow()); // a place on the page, asked for now, would cost a layout of its own
  }

  /**
   * Add the missing lines and remove those of moves that were taken back; all others stay unchanged.
   * @param {Pick<LogShown, "info" | "plies" | "position" | "board" | "yours">} shown
   */
  #showLines({ info, plies, position, board, yours }) {
    const names = plies.length ? info.sitting.map((/** @type {any} */ _, /** @type {number} */ seat) => seatName(info, seat)) : [];
    if (this.#names.changed(names, yours, settings.notation)) this.#cut(0);
    const differs = this.#lines.findIndex(({ ply }, k) => ply !== plies[k] && (ply.seat !== plies[k]?.seat || ply.text !== plies[k].text));
    if (differs >= 0) this.#cut(differs);
    if (!position || this.#lines.length === plies.length) return false;
    const made = plies.slice(this.#lines.length).map((ply, k) => this.#line(info, board, position, ply, this.#lines.length + k + 1, isOwn(yours, ply.seat)));
    this.#lines.push(...made);
    this.list.append(...made.map(({ item }) => item));
    return true;
  }

  /** @param {number} length */
  #cut(length) {
    for (const { item } of this.#lines.splice(length)) item.remove();
  }

  /** @param {any} info @param {Board | null} board @param {Position} position @param {Ply} ply @param {number} number @param {boolean} own @returns {Line} */
  #line(info, board, position, ply, number, own) {
    const picture = board?.pictured?.(position, ply);
    const told = h("span", {}, moveTold(info, board, position, ply, own));
    const made = h(
      "button",
      { type: "button", class: "line", onclick: () => this.look(number) },
      picture && board ? h("span", { class: `picture ${board.look}`, "aria-hidden": "true" }, picture) : null,
      told,
      settings.notation ? h("code", {}, board?.shorthand?.(ply.move) ?? ply.text) : null,
    );
    const after = (board?.revealed?.(position, ply) ?? []).map((one) => this.#revealed(info, board, one));
    return { ply, item: h("li", { class: own ? "own" : "" }, made, ...after), button: made, told, before: [], after };
  }

  /** Show what chance decided after a move. @param {any} info @param {Board | null} board @param {{seat: number, told: import("./board.js").Phrase, picture: SVGSVGElement | null}} one */
  #revealed(info, board, { seat, told: { key, values }, picture }) {
    const text = phrase({ key, values: { who: seatName(info, seat), ...values } });
    return h("p", { class: "event revealed" }, picture && board ? h("span", { class: `picture ${board.look}`, "aria-hidden": "true" }, picture) : null, h("span", {}, text));
  }

  /** @param {any} info @param {Ply[]} plies @param {number[]} yours */
  #showEvents(info, plies, yours) {
    const by = eventsByPly([...this.#events.values()], plies.length);
    const told = (/** @type {Happened[]} */ events) => events.map((event) => h("p", { class: "event" }, eventTold(info, event, isOwn(yours, event.seat))));
    for (const [k, line] of this.#lines.entries()) {
      const events = by.get(k) ?? [];
      const numbers = events.map(({ number }) => number);
      if (String(numbers) === String(line.before)) continue;
      line.before = numbers;
      line.item.replaceChildren(...told(events), line.button, ...line.after);
    }
    this.since.replaceChildren(...told(by.get(plies.length) ?? []));
  }

  /** Add a tab with the moves in notation. Loading takes time: show the latest state, not the one at the call. */
  async #showWritten() {
    const [{ MoveList }, { Tabs }] = await Promise.all([import("./move-list.js"), import("./tabs.js")]);
    if (!this.written) {
      const moves = new MoveList(this.look);
      const tabs = new Tabs(t("log"), [
        { name: t("log.words"), panel: this.scroller },
        { name: t("log.notation"), panel: h("div", { class: "written-moves" }, moves.element) },
      ]);
      this.written = { tabs, moves };
      this.element.replaceChildren(tabs.element);
      tabs.show(true);
    }
    if (this.#finished) this.written.moves.show(...this.#finished);
  }

  /** @param {Ply[]} plies */
  #showRounds(plies) {
    let before = "";
    for (const [k, written] of rounds(plies).entries()) {
      const round = written.replace(/\.+$/, "");
      const item = this.#lines[k]?.item;
      if (item && round !== before) item.dataset.round = round;
      else if (item) delete item.dataset.round;
      before = round;
    }
  }

  /** @param {number | null} past */
  #showCurrent(past) {
    const line = past ? this.#lines[past - 1] : undefined;
    if (this.#current === (line?.button ?? null)) return;
    this.#current?.removeAttribute("aria-current");
    this.#current = line?.button ?? null;
    this.#current?.setAttribute("aria-current", "step");
    this.#follow();
  }

  /** Scroll the log, but not the page, to the viewed line, otherwise to the newest. */
  #follow() {
    const { scroller } = this;
    const item = this.#current?.closest("li");
    if (!item) scroller.scrollTop = scroller.scrollHeight;
    else if (item.offsetTop < scroller.scrollTop) scroller.scrollTop = item.offsetTop;
    else scroller.scrollTop = Math.max(scroller.scrollTop, item.offsetTop + item.offsetHeight - scroller.clientHeight);
  }

  /** Return whether the newest line is visible, so that the log should keep following it. */
  #isAtEnd() {
    const { scrollTop, clientHeight, scrollHeight } = this.scroller;
    return scrollTop + clientHeight >= scrollHeight - 40;
  }

  /** @param {(ply: Ply | null) => void} point */
  #pointing(point) {
    const tell = (/** @type {Event} */ event) => {
      const item = /** @type {Element} */ (event.target).closest("li");
      point(this.#lines.find((line) => line.item === item)?.ply ?? null);
    };
    for (const name of ["pointerover", "focusin"]) this.list.addEventListener(name, tell);
    for (const name of ["pointerleave", "focusout"]) this.list.addEventListener(name, () => point(null));
  }
}

/** Return whether to address a seat as "you": a player with several seats sees names instead. @param {number[]} yours @param {number | null} seat */
const isOwn = (yours, seat) => yours.length === 1 && yours[0] === seat;

/** @param {any} info @param {Happened} event @param {boolean} own */
function eventTold(info, { kind, seat }, own) {
  const key = `heard.${kind}`;
  return t(own && has(`${key}.you`) ? `${key}.you` : key, { who: seatName(info, seat) });
}

/**
 * Group the events by the ply that they are shown before: the next move that was not taken back, so that the order
 * stays right around moves that were.
 * @param {Happened[]} events
 * @param {number} plies
 * @returns {Map<number, Happened[]>}
 */
export function eventsByPly(events, plies) {
  /** @type {Map<number, Happened[]>} */
  const found = new Map();
  let next = plies;
  for (const event of [...events].sort((a, b) => b.number - a.number)) {
    if (event.kind === "move") next = Math.min(next, event.ply ?? next);
    else if (TOLD.has(event.kind)) found.set(next, [event, ...(found.get(next) ?? [])]);
  }
  return found;
}
