/** The moves of a game in notation, numbered by rounds. */

import { button, Drawn, h } from "./elements.js";
import { rounds, seatName } from "./words.js";

/** @typedef {import("./rules.js").Ply} Ply */

export class MoveList {
  /** @param {(ply: number) => void} look  shows the game after that many plies */
  constructor(look) {
    this.look = look;
    this.element = h("ol", { class: "notation" });
    this.drawn = new Drawn();
  }

  /**
   * @param {any} info
   * @param {Ply[]} plies
   * @param {number | null} past  the ply being viewed
   * @param {import("./board.js").Board | null} board
   */
  show(info, plies, past, board) {
    if (!this.drawn.changed(info.sitting, plies, past)) return;
    const numbers = rounds(plies);
    this.element.replaceChildren(
      ...plies.map((ply, k) => {
        const written = board?.shorthand?.(ply.move) ?? ply.text;
        const name = `${numbers[k]} ${seatName(info, ply.seat)}: ${written}`;
        return h("li", { "data-round": numbers[k] }, button(written, () => this.look(k + 1), { "aria-current": past === k + 1 ? "step" : undefined, "aria-label": name, title: name }));
      }),
    );
  }
}
