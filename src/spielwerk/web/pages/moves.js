/** The list of moves, in which one steps back through the game. */

import { button, h } from "../dom.js";
import { seatName, t } from "../words.js";

/** @typedef {{seat: number, move: string}} Ply */

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
   * @param {Ply[]} moves
   * @param {number | null} past  the ply that is looked at again
   * @param {import("../boards/types.js").Board | null} board
   */
  show(info, moves, past, board) {
    this.last = moves.length;
    this.past = past;
    const numbers = rounds(moves);
    this.list.replaceChildren(
      ...moves.map((ply, k) =>
        h(
          "li",
          { "data-round": numbers[k] },
          button(board?.told?.(ply.move) ?? ply.move, () => this.look(k + 1), { "aria-current": past === k + 1 ? "step" : undefined, title: `${seatName(info, ply.seat)}: ${ply.move}` }),
        ),
      ),
    );
    this.list.scrollTop = this.list.scrollHeight;
  }
}

/**
 * How moves are numbered: `21.` where a round begins, `21...` for those who follow in it (HX-17).
 * @param {Ply[]} moves
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
