/** Hints in steps: the area, then the piece if there are several, then the move and its reasons. */

import { waysToHold } from "./hand-view.js";
import { isLeast, list, phrase, reasons, t } from "./words.js";

/** @typedef {import("./board.js").Held} Held */
/** @typedef {import("./rules.js").Move} Move */

const FEW = 2; // cells that a sentence can list

export class Hints {
  /** @param {import("./choosing.js").Choosing} choosing */
  constructor(choosing) {
    this.choosing = choosing;
    /** @type {"" | "area" | "piece" | "move"} */
    this.step = "";
    this.told = ""; // the text about a move that was planned, and isn't advised any more
  }

  clear() {
    this.step = "";
    this.told = "";
  }

  /** Advance by one step, after a bot has given advice. */
  next() {
    const { choosing } = this;
    if (this.told) this.clear();
    const best = choosing.advised();
    const held = best ? this.#heldFor(best) : undefined;
    const isHeld = !held || held.piece.id === choosing.held?.piece.id; // then the piece needs no hint of its own
    if (held === undefined) this.step = "move"; // it has no cell
    else this.step = this.step === "" ? "area" : this.step === "area" && !isHeld ? "piece" : "move";
    choosing.hold(this.step === "area" || held === undefined ? choosing.held : held); // takes back a move laid on the board
    if (!best || held === undefined || this.step !== "move") return;
    if (choosing.board.plans) this.told = this.text;
    choosing.layOut(best);
  }

  /** Return the cells to highlight. @returns {number[]} */
  get cells() {
    const best = this.step === "area" ? this.choosing.advised() : null;
    return best ? this.choosing.board.where(best) : [];
  }

  /** Return how to hold the piece for a move; undefined if the move has no cell. @param {Move} move @returns {Held | null | undefined} */
  #heldFor(move) {
    return waysToHold(this.choosing.pieces()).find((held) => [...this.choosing.reached(held).values()].flat().includes(move));
  }

  /** Name the highlighted cells for screen readers; "" if there are too many. Not every board prints these names. */
  get where() {
    const { board, boardView } = this.choosing;
    const best = this.step === "area" || this.step === "move" ? this.choosing.advised() : null;
    const names = best ? board.where(best).map((id) => boardView.cells.find((cell) => cell.id === id)?.name) : [];
    return names.length <= FEW ? list(names.flatMap((name) => (name ? [phrase(name)] : []))) : "";
  }

  /** Describe what the area offers. @param {Move} best */
  #worth(best) {
    const { choosing } = this;
    const what = this.#reasons(best)[0] ?? (best.points.some(Boolean) ? `${choosing.points(best)}.` : "");
    return what ? t("hint.area", { what }) : t("hint.here");
  }

  /** @param {Move} best */
  #reasons(best) {
    return reasons(this.choosing.advice[0].terms, isLeast(best, this.choosing.moves));
  }

  /** Describe the points of a move. @param {Move} best */
  #told(best) {
    const points = best.points.some(Boolean) ? this.choosing.points(best) : "";
    return points ? t("hint.move", { points }) : t("hint.here");
  }

  /** The hint's text. */
  get text() {
    const { choosing, step, told: planned } = this;
    if (planned) return planned;
    const best = choosing.advised();
    if (!best || !step) return t("hint.none");
    if (step === "piece") return `${t("hint.piece")} ${t("hint.more")}`;
    if (step === "area") return `${this.#worth(best)} ${t("hint.more")}`;
    const [plain] = choosing.board.plain([best]);
    const told = plain ? t("hint.plain", { what: t(plain.text) }) : this.#told(best);
    return [told, ...this.#reasons(best)].join(" ");
  }
}
