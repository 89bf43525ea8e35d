/** Replay a finished game ply by ply, from a table or from a record in a file. */

import "../board-view.js";
import { ContentsView } from "../contents-view.js";
import { drawDecision, placeDecision } from "../decision.js";
import { lastCells, Motion } from "../effects.js";
import { button, choice, h } from "../elements.js";
import { boardOf, rulesOf, showGame } from "../games.js";
import { hostOf } from "../hosts.js";
import { here, link, rename } from "../links.js";
import { Log } from "../log.js";
import { explained } from "../renewal.js";
import { placed, resulting } from "../results.js";
import { post, Refused } from "../server.js";
import { plyOf, Timeline, TimelineControls } from "../timeline.js";
import { moveTold, said, seatName, t, title } from "../words.js";
import { headline } from "../outcome.js";
import { stepsTold } from "./end.js";
import { upload } from "./handing-in.js";
import { Seats } from "./seats.js";

const WITHOUT = ["offline", "no_server"]; // then the engine reads the record here
const SPEEDS = /** @type {const} */ ([["2000", "½×"], ["1000", "1×"], ["400", "2×"]]);

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../board-view.js").BoardView} BoardView */
/** @typedef {import("../rules.js").Position} Position */
/** @typedef {import("../rules.js").Rules} Rules */

/**
 * @param {import("../server.js").Live | null} live  null without a server
 * @param {string} id
 * @returns {Promise<import("../app.js").Room>}
 */
export async function replay(live, id) {
  const page = new ReplayPage();
  if (id) await page.openTable(live, id);
  return { element: page.element, title: page.title, leave: () => page.leave() };
}

class ReplayPage {
  constructor() {
    /** @type {Player | null} */
    this.player = null;
    this.title = t("replay");
    this.heading = h("h1", {}, t("replay"));
    this.told = h("p", { class: "told", role: "alert" });
    this.stage = h("div", {});
    const input = h("input", { type: "file", accept: ".json,.jsonl", onchange: () => this.#read(input.files?.[0]) });
    const drop = h("label", { class: "drop" }, h("span", {}, t("replay.drop")), input);
    this.element = h("section", { class: "room replay" }, this.heading, this.told, this.stage, drop);
    this.element.addEventListener("dragover", (event) => event.preventDefault());
    this.element.addEventListener("drop", (event) => {
      event.preventDefault();
      void this.#read(event.dataTransfer?.files[0]);
    });
  }

  leave() {
    this.player?.leave();
  }

  /** Open a host's table; if its game is still running, go there instead. @param {import("../server.js").Live | null} live @param {string} id */
  async openTable(live, id) {
    const { searchParams, search } = here();
    try {
      const host = await hostOf(live, id, searchParams.get("invite") ?? undefined);
      const { info } = await host.told();
      if (info.status !== "over") {
        rename(`/table/${id}${search}`);
        dispatchEvent(new PopStateEvent("popstate"));
        return;
      }
      await this.#open(await host.record(), info);
      this.player?.follow(host);
    } catch (error) {
      this.heading.textContent = t("replay.none");
      this.told.replaceChildren(said(await explained(error)), " ", link("/", {}, t("home")));
    }
  }

  /** @param {File | undefined} file */
  async #read(file) {
    if (!file) return;
    this.told.textContent = "";
    const record = await file.text().then((text) => JSON.parse(text.split("\n")[0]), () => null).catch(() => null);
    try {
      if (typeof record?.game !== "string") this.told.textContent = t("replay.no_record");
      else {
        await this.#open(record, anonymous(record));
        const more = record.device && upload(record, (text) => (this.told.textContent = text));
        if (more) this.stage.prepend(h("p", { class: "links" }, more));
      }
    } catch (error) {
      const known = error instanceof Refused && ["no_engine", "offline", "too_many"].includes(error.code);
      this.told.textContent = known ? said(error) : t("replay.unreadable");
    }
  }

  /** @param {any} record @param {any} info */
  async #open(record, info) {
    const player = await Player.of(record, info);
    this.leave();
    this.player = player;
    this.title = `${title(record.game)}, ${t("replay")}`;
    this.heading.textContent = title(record.game);
    this.element.className = `room replay game-${record.game}`;
    this.stage.replaceChildren(player.element);
    player.begin(plyOf(here().hash));
  }
}

/** Return a table's info for a record from a file, with the names of seats if it contains them. @param {any} record */
function anonymous({ game, seats, resigned = [], names = [], result, device }) {
  const sitting = Array.from({ length: Number(seats) || 0 }, (_, seat) => {
    const { name = names[seat], bot = null } = device?.sitting?.[seat] ?? {};
    return { name: name ?? (bot ? null : t("seat.number", { seat: seat + 1 })), bot, away: false, resigned: resigned.includes?.(seat) ?? false };
  });
  const isOver = result || (resigned.length && resigned.length >= sitting.length - 1);
  return { game, seats: sitting.length, status: "over", sitting, ranks: device?.ranks ?? (isOver ? placed(result?.ranks ?? null, sitting.length, resigned) : null), results: device?.results ?? null };
}

/** The player of a replay. */
class Player {
  /**
   * @param {any} record
   * @param {any} info
   * @param {any} told  as a spectator saw it
   * @param {Rules} rules
   * @param {Board | null} board
   */
  constructor(record, info, told, rules, board) {
    this.record = record;
    this.rules = rules;
    this.board = board;
    this.steps = told.steps;
    this.positions = this.#positions(told, null);
    const { results } = rules.declared.scores;
    this.info = { ...info, results: info.results ?? this.newest.scores.map((numbers) => resulting(results[info.seats], numbers)) };
    this.boardView = /** @type {BoardView} */ (document.createElement("board-view"));
    this.boardView.board = board;
    this.boardView.label = t("board.label", { game: title(record.game) });
    for (const clicked of ["choose", "miss"]) this.boardView.addEventListener(clicked, (event) => this.boardView.answer(/** @type {CustomEvent} */ (event).detail, t("replay.click")));
    this.contents = new ContentsView(this.boardView.label, (seat) => seatName(info, seat));
    this.motion = new Motion(this.boardView);
    this.seats = new Seats({ answer: () => t("replay.click") });
    this.timeline = new Timeline((ply) => this.positions[ply]);
    this.timeline.show(this.newest);
    this.controls = new TimelineControls(this.timeline);
    this.log = new Log({ look: (ply) => void this.timeline.look(ply), point: (ply) => this.#point(ply) });
    this.line = h("p", { class: "status", role: "status" });
    this.end = h("div", { class: "box end", hidden: true });
    /** @type {Awaited<ReturnType<typeof drawDecision>>} */
    this.decision = null;
    this.before = 0; // the ply viewed before
    /** @type {import("../log.js").Happened[]} */
    this.events = []; // what else happened at the table
    this.unfollow = () => {};
    this.speed = 1000;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.kept = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));
    this.playing = button("", () => this.#run(), { class: "main" });
    this.slider = h("input", { type: "range", min: 0, max: this.positions.length - 1, "aria-label": t("replay.at"), oninput: () => void this.timeline.look(Number(this.slider.value)) });
    this.element = this.#build();
    this.timeline.addEventListener("change", () => this.#show());
    this.#pause();
  }

  /** Load a record. @param {any} record @param {any} info */
  static async of(record, info) {
    const told = await seenBy(record, null);
    const [rules, make] = await Promise.all([rulesOf(record.game, record.options, told.declarations ?? undefined), boardOf(record.game), showGame(record.game)]);
    if (!rules) throw new Refused({ code: "no_engine", reason: `spielwerk engine ${record.game}`, details: { game: record.game } });
    return new Player(record, info, told, rules, make?.(rules) ?? null);
  }

  /** @param {number} ply */
  begin(ply) {
    if (ply < this.timeline.last) void this.timeline.look(ply);
    else this.#show();
  }

  /** Take the events for the log from the table, as anybody may see them there. @param {import("../hosts.js").Host} host */
  follow(host) {
    this.unfollow = host.follow({
      seat: null,
      rules: undefined,
      hear: ({ events }) => {
        this.unfollow();
        this.events = events;
        this.#showLog();
      },
      refused: () => {}, // the replay goes without them
    });
  }

  leave() {
    this.#pause();
    this.unfollow();
    this.motion.stop();
    this.seats.leave();
    this.controls.leave();
    URL.revokeObjectURL(this.kept);
  }

  get newest() {
    return this.positions[this.positions.length - 1];
  }

  /** @param {any} told @param {number | null} viewer @returns {Position[]} */
  #positions({ records, plies: made }, viewer) {
    const plies = made.map((/** @type {any} */ ply) => this.rules.ply(ply));
    return records.map((/** @type {any} */ one, /** @type {number} */ k) => this.rules.position(one, this.record.seats, viewer, plies.slice(0, k)));
  }

  #build() {
    const viewers = this.info.sitting.map((/** @type {any} */ _, /** @type {number} */ seat) => [String(seat), seatName(this.info, seat)]);
    const who = choice(t("replay.seen_by"), "seat", [["", t("replay.everybody")], ...viewers], "", (value) => void this.#seeAs(value === "" ? null : Number(value)));
    const speed = choice(t("replay.speed"), "speed", SPEEDS, String(this.speed), (value) => {
      this.speed = Number(value);
      if (this.timer) this.#start();
    });
    const kept = h("a", { href: this.kept, download: `${this.record.game}.json` }, t("end.record"));
    return h(
      "div",
      { class: "watching" },
      h(
        "div",
        { class: "stage" },
        h("div", { class: "frame" }, this.board ? this.boardView : this.contents.element),
        this.line,
        h("div", { class: "player" }, this.playing, this.controls.element, this.slider),
        h("div", { class: "player" }, speed, who, kept),
      ),
      h("aside", { class: "side", "aria-label": t("table.side") }, this.end, h("section", { class: "box game" }, h("h2", {}, t("log")), this.log.element), this.seats.element),
    );
  }

  /** @param {number | null} viewer */
  async #seeAs(viewer) {
    const { ply } = this.timeline;
    this.positions = this.#positions(await seenBy(this.record, viewer), viewer);
    this.timeline.show(this.newest);
    await this.timeline.look(ply);
    this.#show();
  }

  // Drawing

  #show() {
    const { ply, last } = this.timeline;
    const position = /** @type {Position} */ (this.timeline.position);
    const forth = ply === this.before + 1;
    this.before = ply;
    this.motion.stop();
    this.#showBoard(position);
    const { info, board } = this;
    const latest = position.plies.at(-1);
    this.slider.value = String(ply);
    this.line.textContent = latest ? t("replay.ply", { ply, of: last, move: moveTold(info, board, position, latest, false) }) : t("replay.start");
    this.seats.show({ info: ply === last ? info : { ...info, ranks: null }, position, board, yours: [], hand: null, host: false, deadlines: {}, before: forth ? this.positions[ply - 1] : undefined });
    this.#showLog();
    this.#showEnd(ply === last);
    if (forth && latest && board) {
      const lines = this.rules.lines(this.positions[ply - 1], latest.seat, latest.move, latest.action);
      void this.motion.show({ board, position, ply: latest, own: false, place: this.seats.place(latest.seat), lines });
    }
    if (ply === last) this.#pause();
    const { pathname, search } = here();
    rename(`${pathname}${search}#${ply}`);
  }

  #showLog() {
    const { info, board, events, newest, timeline: { past } } = this;
    this.log.show({ info, plies: newest.plies, events, position: newest, board, yours: [], past });
  }

  /** @param {Position} position */
  #showBoard(position) {
    if (!this.board) return this.contents.show(position);
    this.boardView.position = position;
    this.boardView.marks = { last: lastCells(this.board, position) };
    this.boardView.show();
  }

  /** Mark the move under the pointer in the log. @param {import("../rules.js").Ply | null} ply */
  #point(ply) {
    const { board, boardView } = this;
    const { position } = this.timeline;
    if (!board || !position) return;
    const whose = board.whose(position);
    const last = ply && (whose === null || whose === ply.seat) ? board.where(ply.move) : lastCells(board, position);
    boardView.marks = { last };
    boardView.show();
  }

  /** @param {boolean} atEnd */
  #showEnd(atEnd) {
    const { info, board, info: { ranks } } = this;
    this.end.hidden = !atEnd || !ranks;
    this.decision?.layer.remove();
    this.decision = null;
    if (this.end.hidden) return;
    this.end.replaceChildren(h("h2", {}, headline(info, []).text), ...stepsTold(info, this.steps));
    if (board) void drawDecision({ board, position: this.newest, ranks, seen: (ply) => this.timeline.seen(ply) }).then((drawn) => this.#decided(drawn));
  }

  /** Keep the drawing of the deciding move, unless another ply is viewed now. @param {Awaited<ReturnType<typeof drawDecision>>} drawn */
  #decided(drawn) {
    if (this.timeline.past !== null) return;
    this.decision?.layer.remove();
    this.decision = drawn;
    if (drawn) placeDecision(drawn, this.boardView, this.seats);
  }

  // Automatic playback

  #run() {
    if (this.timer) return this.#pause();
    if (this.timeline.past === null) void this.timeline.look(0);
    this.#start();
  }

  #start() {
    clearInterval(this.timer);
    this.timer = setInterval(() => void this.timeline.step(1), this.speed);
    this.#showPlaying("⏸", t("replay.pause"));
  }

  #pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.#showPlaying("▶", t("replay.play"));
  }

  /** @param {string} sign @param {string} name */
  #showPlaying(sign, name) {
    this.playing.replaceChildren(h("span", { "aria-hidden": "true" }, sign), ` ${name}`);
  }
}

/** Return what a seat or spectator saw after each ply; this checks every line of the record. @param {any} record @param {number | null} viewer */
async function seenBy(record, viewer) {
  const asked = `/replays?form=record${viewer === null ? "" : `&seat=${viewer}`}`;
  const told = record.device ? null : await post(asked, record).catch((error) => (WITHOUT.includes(error.code) ? null : Promise.reject(error)));
  return told ?? (await import("../device/watching.js")).watched(record, viewer);
}
