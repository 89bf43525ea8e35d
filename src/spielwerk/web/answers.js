/** Answers to clicks that make no move: one sentence where it was clicked, with a link to the rule behind it. */

import { answered } from "./links.js";
import { phrase, refusalTold, t } from "./words.js";

/** @typedef {import("./chooser.js").Answer} Answer */

export class Answers {
  /** @param {import("./choosing.js").Choosing} choosing */
  constructor(choosing) {
    this.choosing = choosing;
  }

  /** Show an answer beside a cell; without a cell, where the table shows messages. @param {number | null} cell @param {Answer} answer */
  say(cell, ...answer) {
    const { boardView, shown, table } = this.choosing;
    if (cell === null || !shown) return table.tell(...answer);
    boardView.answer(cell, ...answered(shown.position.rules.declared.game, ...answer));
  }

  /** Show the text of a key as a message. @param {string} key */
  tell(key) {
    this.choosing.table.tell(t(key), key);
  }

  /** Say why a cell offers no move. @param {number} cell */
  refuse(cell) {
    this.say(cell, ...this.#whyNot(cell));
  }

  /** Answer a click or drop beside all cells. @param {number} nearest */
  miss(nearest) {
    const { base, held, seat, table, targets } = this.choosing;
    if (!base || seat === null) this.say(nearest, ...table.why());
    else if (!held && this.choosing.pieces().length) this.say(nearest, t("choose"), "choose");
    else if (targets.size) this.say(nearest, t("missed"));
    else this.say(nearest, ...this.asked());
  }

  /** Return the explanation of a cell that offers no move. @param {number} cell @returns {Answer | null} */
  explained(cell) {
    const { base, board, shown } = this.choosing;
    const position = base ?? shown?.position;
    const told = position && board.explains?.(position, cell);
    return told ? [phrase(told), told.key] : null;
  }

  /** Return the prompt for what the turn still needs. @returns {Answer} */
  asked() {
    const { base, board, moves, seat, table } = this.choosing;
    const asked = base && seat !== null ? board.asks?.(base, seat, moves) : null;
    return asked ? [phrase(asked), asked.key] : table.why();
  }

  /** @param {number} cell @returns {Answer} */
  #whyNot(cell) {
    const { base, board, held, plan, seat, table } = this.choosing;
    if (!base || seat === null) return table.why();
    const explained = this.explained(cell);
    if (explained) return explained;
    if (!held && this.choosing.pieces().length) return [t("choose"), "choose"];
    if (plan.length && !base.toAct.includes(seat)) return [t("plan.full"), "plan.full"]; // the engine gives no reason for moves after the end of the turn
    const [meant] = board.meant(base, held, cell);
    const refusal = meant && base.rules.refusal(base, seat, meant);
    return refusal ? [refusalTold(refusal), refusal.code] : [t("refused.not_there"), "not_there"];
  }
}
