/** A finished game again, ply by ply: one of this server's, or a record from a file. */

import "../board-view.js";
import { boardOf } from "../boards/index.js";
import { button, choice, h } from "../dom.js";
import { get, post } from "../server.js";
import { Motion, moveMarkers } from "../motion.js";
import { said, t } from "../words.js";
import { stepsTold } from "./end.js";
import { scoresTold } from "./seats.js";

const SPEEDS = [["2000", "½×"], ["1000", "1×"], ["400", "2×"]];

/** @typedef {import("../board-view.js").BoardView} BoardView */

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
  const read = () => post(`/replays${seat === null ? "" : `?seat=${seat}`}`, record);
  let { views, lines, steps } = await read();
  const board = await boardOf(record.game);
  const boardView = /** @type {BoardView} */ (document.createElement("board-view"));
  boardView.board = board;
  boardView.label = t("board.label", { game: t(`game.${record.game}`) });
  const motion = new Motion(boardView);
  const info = { sitting: views[0].scores.map((/** @type {any} */ _, /** @type {number} */ one) => ({ name: t("seat.number", { seat: one + 1 }) })) };
  const line = h("p", { class: "status", role: "status" });
  const end = h("div", { class: "box end", hidden: true });
  const seats = h("ol", { class: "seats" });
  let ply = Math.min(Number(location.hash.slice(1)) || 0, views.length - 1);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  let speed = 1000;
  const kept = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));

  const show = (forth = false) => {
    motion.stop();
    const view = { ...views[ply], moves: record.plies.slice(0, ply) };
    const last = ply ? record.plies[ply - 1] : null;
    const whose = board.whose(view);
    const marked = view.moves.findLast((/** @type {any} */ one) => whose === null || one.seat === whose);
    boardView.view = view;
    boardView.marks = { last: marked ? board.where(marked.move) : [] };
    boardView.show();
    slider.value = String(ply);
    line.textContent = last ? t("replay.ply", { ply, of: views.length - 1, seat: last.seat + 1, move: last.move }) : t("replay.start");
    seats.classList.toggle("many", view.scores.length > 2);
    seats.replaceChildren(
      ...view.scores.map((/** @type {number[]} */ _, /** @type {number} */ one) =>
        h("li", { class: `seat${view.to_act.includes(one) ? " acting" : ""}` }, h("h2", {}, info.sitting[one].name), board.seat(view, one, forth ? views[ply - 1] : undefined), scoresTold(record, view, one)),
      ),
    );
    end.hidden = ply < views.length - 1 || !steps.length;
    end.replaceChildren(...stepsTold(info, steps));
    if (forth && last) {
      moveMarkers(seats, false);
      void motion.show({ board, view, ply: last, own: false, place: seats.children[last.seat], lines: Promise.resolve(lines[ply - 1]) });
    }
    history.replaceState(null, "", `#${ply}`);
  };
  const to = (/** @type {number} */ number) => {
    const forth = number === ply + 1;
    ply = Math.min(Math.max(number, 0), views.length - 1);
    if (ply === views.length - 1) pause();
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
    if (ply === views.length - 1) ply = 0;
    timer = setInterval(() => to(ply + 1), speed);
    playing.textContent = "⏸";
    playing.setAttribute("aria-label", t("replay.pause"));
  };
  const playing = button("▶", run, { "aria-label": t("replay.play") });
  const slider = h("input", { type: "range", min: 0, max: views.length - 1, "aria-label": t("replay.at"), oninput: () => to(Number(slider.value)) });
  const who = choice(t("replay.seen_by"), "seat", [["", t("replay.everybody")], ...views[0].scores.map((/** @type {any} */ _, /** @type {number} */ one) => [String(one), t("seat.number", { seat: one + 1 })])], "", async (value) => {
    seat = value === "" ? null : Number(value);
    ({ views, lines, steps } = await read());
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
  stage.replaceChildren(h("div", { class: "watching" }, h("div", { class: "stage" }, h("div", { class: "frame" }, boardView), line, controls), h("div", {}, seats, end)));
  show();
  return () => {
    pause();
    motion.stop();
    URL.revokeObjectURL(kept);
  };
}
