/** What stands beside the board: the list of moves, and the scoreboard for those who do not see the drawing. */

import { button, h } from "../elements.js";
import { scoreName, seatName, t } from "../words.js";

/** @typedef {import("../rules.js").Ply} Ply */
/** @typedef {import("../rules.js").Position} Position */

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

// The moves

/** The list of moves, in which one steps back through the game. */
export class MoveList {
  /** @param {(ply: number) => void} look  shows the game as it was after so many plies */
  constructor(look) {
    this.look = look;
    this.list = h("ol", { class: "moves" });
    this.last = 0;
    /** @type {number | null} */
    this.past = null;
    const here = () => this.past ?? this.last;
    this.stepping = h(
      "div",
      { class: "stepping" },
      button("|◀", () => look(0), { "aria-label": t("step.first") }),
      button("◀", () => look(Math.max(0, here() - 1)), { "aria-label": t("step.back") }),
      button("▶", () => look(Math.min(this.last, here() + 1)), { "aria-label": t("step.on") }),
      button("▶|", () => look(this.last), { "aria-label": t("step.last") }),
    );
  }

  /**
   * @param {any} info
   * @param {Ply[]} plies
   * @param {number | null} past  the ply that is looked at again
   * @param {import("../board.js").Board | null} board
   */
  show(info, plies, past, board) {
    this.last = plies.length;
    this.past = past;
    const numbers = rounds(plies);
    this.list.replaceChildren(
      ...plies.map((ply, k) =>
        h(
          "li",
          { "data-round": numbers[k] },
          button(board?.shorthand?.(ply.move) ?? ply.text, () => this.look(k + 1), { "aria-current": past === k + 1 ? "step" : undefined, title: `${seatName(info, ply.seat)}: ${ply.text}` }),
        ),
      ),
    );
    this.list.scrollTop = this.list.scrollHeight;
  }
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

/**
 * How moves are numbered: `21.` where a round begins, `21...` for those who follow in it.
 * @param {Pick<Ply, "seat">[]} moves
 */
export function rounds(moves) {
  const alone = moves.every(({ seat }) => seat === moves[0].seat);
  let round = 0;
  return moves.map(({ seat }, k) => {
    const first = seat === moves[0].seat;
    if (first && (alone || seat !== moves[k - 1]?.seat)) round += 1;
    return `${round}${first ? "." : "..."}`;
  });
}
