/** Hints in steps: the area, then the piece where there are pieces, then the move and why. */

import { reasons, t } from "./words.js";

/** @typedef {import("./board.js").Held} Held */
/** @typedef {import("./rules.js").Move} Move */

export class Hints {
  /** @param {import("./choosing.js").Choosing} choosing */
  constructor(choosing) {
    this.choosing = choosing;
    /** @type {"" | "area" | "piece" | "move"} */
    this.step = "";
  }

  /** Forget what was hinted at. */
  clear() {
    this.step = "";
  }

  /** Go one step further; a bot has advised. */
  next() {
    const { choosing } = this;
    const best = choosing.advised();
    const held = best ? this.#heldFor(best) : undefined;
    const isHeld = !held || held.piece.id === choosing.held?.piece.id; // then there is nothing to be said of the piece
    if (held === undefined) this.step = "move"; // it has no place
    else this.step = this.step === "" ? "area" : this.step === "area" && !isHeld ? "piece" : "move";
    choosing.hold(this.step === "area" || held === undefined ? choosing.held : held); // what was laid out is taken up
    if (best && held !== undefined && this.step === "move") choosing.layOut(best);
  }

  /** The cells to look at. @returns {number[]} */
  get cells() {
    const best = this.step === "area" ? this.choosing.advised() : null;
    return best ? this.choosing.board.where(best) : [];
  }

  /** How the piece is held with which a move is made; undefined if it has no place. @param {Move} move @returns {Held | null | undefined} */
  #heldFor(move) {
    return ways(this.choosing.pieces()).find((held) => [...this.choosing.reached(held).values()].flat().includes(move));
  }

  /** What is said of it. */
  get text() {
    const { choosing, step } = this;
    if (choosing.thinking) return t("hint.thinking");
    const best = choosing.advised();
    if (!best || !step) return t("hint.none");
    if (step !== "move") return t(`hint.${step}`);
    const [plain] = choosing.board.plain([best]);
    const told = plain ? t("hint.plain", { what: t(plain.text) }) : t("hint.move", { points: choosing.points(best) });
    return [told, ...reasons(choosing.advice[0].terms)].join(" ");
  }
}

/** All ways to hold all pieces; nothing where there are none. @param {import("./board.js").Piece[]} pieces @returns {(Held | null)[]} */
function ways(pieces) {
  const held = pieces.flatMap((piece) =>
    Array.from({ length: piece.turns }, (_, turn) => turn).flatMap((turn) => (piece.mirrors ? [false, true] : [false]).map((mirrored) => ({ piece, turn, mirrored }))),
  );
  return pieces.length ? held : [null];
}
