/** What stands beside the board: the seats, the moves, the talk, and the buttons for whatever is no move. */

import { moveMarkers } from "../effects.js";
import { button, Drawn, h } from "../elements.js";
import { scoreName, seatName, span, t } from "../words.js";

/** @typedef {import("../rules.js").Ply} Ply */
/** @typedef {import("../rules.js").Position} Position */

/**
 * @typedef {object} Shown
 * @property {any} info
 * @property {Position | undefined} position
 * @property {import("../board.js").Board | null} board
 * @property {number[]} yours
 * @property {boolean} host
 * @property {Record<string, number>} deadlines
 * @property {Position} [before]  as it was before the latest move
 */

/** The seats: who has them, and what belongs to each. */
export class Seats {
  /** @param {(seat: number) => void} addBot */
  constructor(addBot) {
    this.addBot = addBot;
    this.element = h("ol", { class: "seats" });
    this.drawn = new Drawn();
    this.timer = setInterval(() => this.#clock(), 1000);
  }

  leave() {
    clearInterval(this.timer);
  }

  /** What belongs to a seat. @param {number} seat @returns {Element | null} */
  place(seat) {
    return this.element.children[seat] ?? null;
  }

  /** Draw them, unless they look so already: what moves goes on moving. @param {Shown} shown */
  show(shown) {
    const { info, position, yours, host, deadlines } = shown;
    if (!this.drawn.changed(info.status, info.sitting, info.ranks, position, yours, host, deadlines)) return;
    this.element.classList.toggle("many", info.seats > 2);
    this.element.replaceChildren(...info.sitting.map((/** @type {any} */ _, /** @type {number} */ seat) => this.#seat(shown, seat)));
    moveMarkers(this.element, yours.includes(position?.plies.at(-1)?.seat ?? -1));
    this.#clock();
  }

  /** @param {Shown} shown @param {number} seat */
  #seat({ info, position, board, yours, host, deadlines, before }, seat) {
    const sitter = info.sitting[seat];
    const acting = position?.toAct.includes(seat) && info.status === "running";
    const notes = [
      yours.includes(seat) && t("seat.you"),
      sitter.away && t("seat.away"),
      sitter.resigned && t("seat.resigned"),
      info.ranks && t("seat.rank", { rank: info.ranks[seat] }),
    ].filter(Boolean);
    const until = deadlines[seat];
    const free = info.status === "open" && host && !sitter.name && !sitter.bot;
    return h(
      "li",
      { class: `seat${acting ? " acting" : ""}${position && board?.whose(position) === seat ? " large" : ""}` },
      h("h2", {}, seatName(info, seat), ...notes.map((note) => h("small", {}, String(note))), until ? h("time", { class: "until", "data-until": until }) : null),
      position && board ? board.seat(position, seat, before) : null,
      position ? scoresTold(info, position, seat, board) : null,
      free ? button(t("seat.bot"), () => this.addBot(seat), { class: "quiet" }) : null,
    );
  }

  #clock() {
    for (const time of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("[data-until]"))) {
      const left = Math.max(0, Math.round((Number(time.dataset.until) - Date.now()) / 1000));
      time.textContent = left > 3600 ? span(1000 * left) : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    }
  }
}

/**
 * The scoreboard, for those who do not see the drawing; where there is none, for everybody.
 * @param {{game: string, seats: number}} info
 * @param {Position} position
 * @param {number} seat
 * @param {import("../board.js").Board | null} board
 */
export function scoresTold(info, position, seat, board) {
  const told = position.scores[seat].map((value, k) => `${scoreName(info, k)} ${value}`);
  return h("p", { class: board ? "unseen" : "" }, told.join(", "));
}

/**
 * The cells of the latest move on the board that is drawn large.
 * @param {import("../board.js").Board | null} board
 * @param {Position} position
 */
export function lastCells(board, position) {
  if (!board) return [];
  const whose = board.whose(position);
  const last = position.plies.findLast((ply) => whose === null || ply.seat === whose);
  return last ? board.where(last.move) : [];
}

// The talk

/** @typedef {{number: number, name: string | null, text: string}} Said */

export class Chat {
  /** @param {(text: string) => Promise<boolean>} say */
  constructor(say) {
    /** @type {Set<number>} */
    this.heard = new Set();
    this.list = h("ol", { class: "talk" });
    const field = h("input", { name: "text", maxlength: 500, "aria-label": t("chat.say"), placeholder: t("chat.say"), autocomplete: "off" });
    const onsubmit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (field.value.trim() && (await say(field.value))) field.value = "";
    };
    const form = h("form", { class: "say", onsubmit }, field, h("button", {}, t("chat.send")));
    this.element = h("details", { class: "box" }, h("summary", {}, t("chat")), this.list, form);
  }

  /** Each line once, however often it is told. @param {Said} said */
  hear({ number, name, text }) {
    if (this.heard.has(number)) return;
    this.heard.add(number);
    this.list.append(h("li", {}, h("b", {}, name ?? "–"), ` ${text}`));
    this.list.scrollTop = this.list.scrollHeight;
  }
}

// The buttons: hints, taking back, leaving, giving up, once more

/**
 * @typedef {object} Doing
 * @property {(act: Record<string, any>) => void} act
 * @property {() => void} hint
 * @property {(seat: number) => void} undo
 * @property {(seat: number) => void} leave
 * @property {(seat: number) => void} resign
 */

/**
 * The buttons of one's seat.
 * @param {any} info
 * @param {{seat: number | null, yours: number[], moves: boolean, myTurn: boolean, past: boolean}} now
 * @param {Doing} can
 */
export function buttons(info, { seat, yours, moves, myTurn, past }, can) {
  const shown = [];
  if (info.status === "running" && seat !== null && !past) {
    const sitter = info.sitting[seat];
    if (info.asked_back !== null && !yours.includes(info.asked_back)) shown.push(...consent(info, seat, can));
    if (myTurn && info.hints) shown.push(button(t("hint"), can.hint));
    if (moves) shown.push(button(t("undo"), () => can.undo(seat)));
    if (sitter.away) shown.push(button(t("return"), () => can.act({ do: "return", seat }), { class: "main" }));
  }
  return shown;
}

/**
 * The buttons by which one goes; they stand apart.
 * @param {any} info
 * @param {number | null} seat
 * @param {Doing} can
 */
export function ways(info, seat, can) {
  if (info.status !== "running" || seat === null) return [];
  const { away, resigned } = info.sitting[seat];
  return [
    ...(away ? [] : [button(t("leave"), () => can.leave(seat), { class: "quiet" })]),
    ...(resigned ? [] : [button(t("resign"), () => can.resign(seat), { class: "quiet" })]),
  ];
}

/** Somebody asks to take a move back. @param {any} info @param {number} seat @param {Doing} can */
function consent(info, seat, can) {
  return [
    h("span", {}, t("back.asked", { who: seatName(info, info.asked_back) })),
    button(t("back.agree"), () => can.act({ do: "agree", seat })),
    button(t("back.decline"), () => can.act({ do: "decline", seat })),
  ];
}

/**
 * Ask before something is done that can't be undone.
 * @param {HTMLElement} page
 * @param {string} question
 * @param {() => void} act
 */
export function ask(page, question, act) {
  const dialog = h(
    "dialog",
    { "aria-label": question },
    h("p", {}, question),
    h("form", { method: "dialog", class: "buttons" }, button(t("yes"), () => { dialog.close(); act(); }, { class: "main" }), h("button", {}, t("no"))),
  );
  dialog.addEventListener("close", () => dialog.remove());
  page.append(dialog);
  dialog.showModal();
}
