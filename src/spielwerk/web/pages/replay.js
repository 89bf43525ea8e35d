/** A finished game again, ply by ply: one of this server's, or a record from a file. */

import "../board-view.js";
import { ContentsView } from "../contents-view.js";
import { Motion, moveMarkers } from "../effects.js";
import { button, choice, h } from "../elements.js";
import { boardOf, rulesOf, showGame } from "../games.js";
import { get, post, Refused } from "../server.js";
import { said, t, title } from "../words.js";
import { stepsTold } from "./end.js";
import { lastCells, scoresTold } from "./side.js";

const SPEEDS = [["2000", "½×"], ["1000", "1×"], ["400", "2×"]];

/** @typedef {import("../board-view.js").BoardView} BoardView */
/** @typedef {import("../rules.js").Position} Position */

/**
 * @param {string} id
 * @returns {Promise<import("../app.js").Room>}
 */
export async function replay(id) {
  const element = h("section", { class: "room replay" });
  const told = h("p", { class: "told", role: "alert" });
  const stage = h("div", {});
  /** @type {() => void} */
  let stop = () => {};
  const open = async (/** @type {any} */ record) => {
    told.textContent = "";
    try {
      stop();
      stop = await player(stage, record);
    } catch (error) {
      told.textContent = said(error);
    }
  };
  const read = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    try {
      await open(JSON.parse((await file.text()).split("\n")[0]));
    } catch {
      told.textContent = t("replay.no_record");
    }
  };
  const input = h("input", { type: "file", accept: ".json,.jsonl", onchange: () => read(input.files?.[0]) });
  element.append(h("h1", { class: id ? "unseen" : "" }, t("replay")), told, stage);
  element.append(h("label", { class: "drop" }, h("span", {}, t("replay.drop")), input));
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    void read(event.dataTransfer?.files[0]);
  });
  if (id) {
    try {
      await open(await get(`/tables/${id}/record`));
    } catch (error) {
      told.textContent = said(error);
    }
  }
  return { element, title: t("replay"), leave: () => stop() };
}

/**
 * @param {HTMLElement} stage
 * @param {any} record
 * @returns {Promise<() => void>}
 */
async function player(stage, record) {
  /** @type {number | null} */
  let seat = null;
  const ask = () => post(`/replays?form=record${seat === null ? "" : `&seat=${seat}`}`, record);
  const told = await ask();
  const [rules, make] = await Promise.all([rulesOf(record.game, record.options, told.declarations ?? undefined), boardOf(record.game), showGame(record.game)]);
  if (!rules) throw new Refused({ code: "no_engine", reason: `spielwerk engine ${record.game}`, details: { game: record.game } });
  const board = make?.(rules) ?? null;
  /** @param {any} told @returns {Position[]} */
  const read = ({ records, plies: made }) => {
    const plies = made.map((/** @type {any} */ ply) => rules.ply(ply));
    return records.map((/** @type {any} */ one, /** @type {number} */ k) => rules.position(one, record.seats, seat, plies.slice(0, k)));
  };
  let positions = read(told);
  const { steps } = told;
  const boardView = /** @type {BoardView} */ (document.createElement("board-view"));
  boardView.board = board;
  boardView.label = t("board.label", { game: title(record.game) });
  const contents = new ContentsView(boardView.label, (one) => info.sitting[one].name);
  const motion = new Motion(boardView);
  const info = { sitting: positions[0].scores.map((_, one) => ({ name: t("seat.number", { seat: one + 1 }) })) };
  const line = h("p", { class: "status", role: "status" });
  const end = h("div", { class: "box end", hidden: true });
  const seats = h("ol", { class: "seats" });
  let ply = Math.min(Number(location.hash.slice(1)) || 0, positions.length - 1);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  let speed = 1000;
  const kept = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));

  const show = (forth = false) => {
    motion.stop();
    const position = positions[ply];
    const last = position.plies.at(-1);
    boardView.position = position;
    boardView.marks = { last: lastCells(board, position) };
    if (board) boardView.show();
    else contents.show(position);
    slider.value = String(ply);
    line.textContent = last ? t("replay.ply", { ply, of: positions.length - 1, seat: last.seat + 1, move: last.text }) : t("replay.start");
    seats.classList.toggle("many", position.seats > 2);
    seats.replaceChildren(
      ...position.scores.map((_, one) =>
        h("li", { class: `seat${position.toAct.includes(one) ? " acting" : ""}` }, h("h2", {}, info.sitting[one].name), board?.seat(position, one, forth ? positions[ply - 1] : undefined), scoresTold(record, position, one, board)),
      ),
    );
    end.hidden = ply < positions.length - 1 || !steps.length;
    end.replaceChildren(...stepsTold(info, steps));
    if (forth && last && board) {
      moveMarkers(seats, false);
      const lines = rules.lines(positions[ply - 1], last.seat, last.move, last.action);
      void motion.show({ board, position, ply: last, own: false, place: seats.children[last.seat], lines });
    }
    history.replaceState(null, "", `#${ply}`);
  };
  const to = (/** @type {number} */ number) => {
    const forth = number === ply + 1;
    ply = Math.min(Math.max(number, 0), positions.length - 1);
    if (ply === positions.length - 1) pause();
    show(forth && ply === number);
  };
  const pause = () => {
    clearInterval(timer);
    timer = undefined;
    playing.textContent = "▶";
    playing.setAttribute("aria-label", t("replay.play"));
  };
  const run = () => {
    if (timer) return pause();
    if (ply === positions.length - 1) ply = 0;
    timer = setInterval(() => to(ply + 1), speed);
    playing.textContent = "⏸";
    playing.setAttribute("aria-label", t("replay.pause"));
  };
  const playing = button("▶", run, { "aria-label": t("replay.play") });
  const slider = h("input", { type: "range", min: 0, max: positions.length - 1, "aria-label": t("replay.at"), oninput: () => to(Number(slider.value)) });
  const who = choice(t("replay.seen_by"), "seat", [["", t("replay.everybody")], ...info.sitting.map(({ name }, one) => /** @type {[string, string]} */ ([String(one), name]))], "", async (value) => {
    seat = value === "" ? null : Number(value);
    positions = read(await ask());
    show();
  });
  const controls = h(
    "div",
    { class: "stepping" },
    button("|◀", () => to(0), { "aria-label": t("step.first") }),
    button("◀", () => to(ply - 1), { "aria-label": t("step.back") }),
    playing,
    button("▶|", () => to(ply + 1), { "aria-label": t("step.on") }),
    slider,
    choice(t("replay.speed"), "speed", /** @type {[string, string][]} */ (SPEEDS), "1000", (value) => {
      speed = Number(value);
      if (timer) {
        pause();
        run();
      }
    }),
    who,
    h("a", { href: kept, download: `${record.game}.json` }, t("end.record")),
  );
  stage.replaceChildren(h("div", { class: "watching" }, h("div", { class: "stage" }, h("div", { class: "frame" }, board ? boardView : contents.element), line, controls), h("div", {}, seats, end)));
  show();
  return () => {
    pause();
    motion.stop();
    URL.revokeObjectURL(kept);
  };
}
