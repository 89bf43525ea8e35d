/** A playable example in the rules: its position on a live board, as often as the reader likes. */

import "./board-view.js";
import { Choosing } from "./choosing.js";
import { lastCells, Motion } from "./effects.js";
import { button, h } from "./elements.js";
import { boardOf, exampleOf, momentOf, rulesOf, showGame, styled } from "./games.js";
import { answered } from "./links.js";
import { phrase, points, t, title } from "./words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board-view.js").BoardView} BoardView */
/** @typedef {import("./rules.js").Move} Move */
/** @typedef {import("./rules.js").Position} Position */

/** Return whether a position's viewer may act in it. @param {Position} position */
export const invites = ({ viewer, toAct }) => viewer !== null && toAct.includes(viewer);

/**
 * Load an example with the game's engine; null if the game has none, or the viewer cannot act in it.
 * @param {string} game
 * @param {string} name
 * @returns {Promise<LiveExample | null>}
 */
export async function liveExample(game, name) {
  const told = await exampleOf(game, name);
  const look = styled(new URL("./css/example.css", import.meta.url).href);
  const [rules, make] = await Promise.all([rulesOf(game, told.options), boardOf(game), showGame(game), look]);
  const start = rules && momentOf(rules, told);
  return start && make && invites(start) ? new LiveExample(make(rules), start) : null;
}

export class LiveExample {
  /** @param {Board} board @param {Position} start */
  constructor(board, start) {
    this.board = board;
    this.start = start;
    this.seat = /** @type {number} */ (start.viewer);
    this.position = start;
    const { game } = start.rules.declared;
    this.boardView = /** @type {BoardView} */ (document.createElement("board-view"));
    this.boardView.board = board;
    this.boardView.label = t("board.label", { game: title(game) });
    this.boardView.cellLabel = ({ id, name, holds }) => [name ? phrase(name) : (start.rules.notation.cells?.write(id) ?? ""), holds ? phrase(holds) : ""].filter(Boolean).join(", ") || String(id);
    this.motion = new Motion(this.boardView);
    this.hand = h("div", { class: "hand" });
    this.told = h("p", { class: "came", role: "status" });
    this.again = button(t("lesson.again"), () => this.restart(), { class: "again" });
    this.choosing = new Choosing(board, this.boardView, this.hand, {
      commit: async (move) => this.#made(move),
      tell: (...answer) => this.told.replaceChildren(...answered(game, ...answer)),
      why: () => [t("lesson.why.again")],
      advise: async () => [], // the text beside the example explains it
      changed: () => {},
      kept: { read: () => undefined, write: () => {} },
    });
    const frame = h("div", { class: "frame" }, this.boardView);
    this.element = h("div", { class: `live-example game-${game}` }, frame, h("div", { class: "controls" }, this.hand), h("div", { class: "said" }, this.told, this.again));
    this.restart();
  }

  leave() {
    this.motion.stop();
    this.choosing.leave();
  }

  /** Return to the example's position. */
  restart() {
    this.motion.stop();
    this.choosing.cancel();
    this.position = this.start;
    this.told.textContent = t("example.say");
    this.#draw();
  }

  #draw() {
    const { position, seat } = this;
    this.again.hidden = position === this.start;
    this.choosing.show({ position, seat, mode: position.toAct.includes(seat) ? "act" : "look", last: lastCells(this.board, position) });
  }

  /** @param {Move} move */
  #made(move) {
    const { seat, board, position: before } = this;
    const { rules, seats } = before;
    this.position = rules.after(before, seat, move);
    if (this.choosing.sending) return true; // more moves of the same turn follow
    this.#draw();
    const gained = this.position.scores[seat].map((now, k) => now - this.start.scores[seat][k]);
    this.told.textContent = t("example.brought", { points: points({ game: rules.declared.game, seats }, gained) });
    const ply = this.position.plies[this.position.plies.length - 1];
    const lines = move.points.some(Boolean) ? rules.lines(before, seat, move, move.action) : [];
    void this.motion.show({ board, position: this.position, ply, own: true, place: null, lines });
    return true;
  }
}
