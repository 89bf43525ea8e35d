/** The game's board at the start of a game with given parts: its cells, and pictures of its pieces. */

import { drawing } from "../elements.js";
import { boardOf, rulesOf } from "../games.js";
import { Rules } from "../rules.js";
import { phrase } from "../words.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("./painter.js").Spot} Spot */

/** Create the scene of a game from its declarations; null if it has no engine or no board. @param {string} game @param {any} declared */
export async function sceneOf(game, declared) {
  const [rules, make] = await Promise.all([rulesOf(game, {}, declared), boardOf(game)]);
  return rules && make ? new Scene(rules, make) : null;
}

export class Scene {
  /** @param {Rules} rules @param {(rules: Rules) => Board} make */
  constructor(rules, make) {
    this.rules = rules;
    this.drawn = new Rules(rules.declared, null); // no engine: a board that had one would also show what fits now
    this.board = make(this.drawn);
  }

  /** Return the position at the start of a game, with some fields overwritten. @param {number} seats @param {Record<string, number>} [fields] */
  position(seats, fields = {}) {
    const { engine, t, s, declared } = this.rules;
    if (!engine || !t || !s) throw new Error(`${declared.game} has no engine`);
    this.rules.seen = null; // discard the cached first state
    engine.call("start", t, s, 0, seats, 0);
    for (const [name, value] of Object.entries(fields)) engine.write(engine.field(s, 0, declared.layout, name), value);
    const state = btoa(String.fromCharCode(...engine.bytes(engine.item(s, 0))));
    const scores = Array.from({ length: seats }, () => Array(declared.sizes.scores).fill(0));
    return this.drawn.position({ state, to_act: [0], first: 0, scores }, seats, 0, []);
  }

  /** Return the board's cells by their names in notation. @param {number} seats @returns {Map<string, Spot>} */
  spots(seats) {
    const { cells: names } = this.drawn.notation;
    const position = this.position(seats);
    return new Map(
      this.board.cells(position).map(({ id, x, y, outline, name: said }) => {
        const name = names?.write(id) ?? "";
        return [name, { name, label: said ? phrase(said) : name, x, y, outline }];
      }),
    );
  }

  /** @param {number} seats @param {Record<string, number>} [fields] */
  picture(seats, fields) {
    const position = this.position(seats, fields);
    const { x, y, width, height } = this.board.frame(position);
    const made = drawing(x, y, width, height, this.board.draw(position, {}));
    made.setAttribute("class", "board");
    return made;
  }

  /** Draw what a seat holds if the fields have these values. @param {number} seats @param {Record<string, number>} fields */
  pieces(seats, fields) {
    const position = this.position(seats, fields);
    return this.board.pieces(position, 0).map((piece) => this.board.drawPiece(position, { piece, turn: 0, mirrored: false }));
  }
}
