/** Play whole games of all kinds at all tables with `web/device`; print each as a line with what every seat may see. */

import { decoded } from "../../src/spielwerk/web/engine.js";
import { drawn, lot, Match } from "../../src/spielwerk/web/device/match.js";
import { GAMES, json, folder, rulesOf } from "./folders.js";

/** @param {string} game @param {Record<string, string>} options */
async function play(game, options) {
  const rules = await rulesOf(game, options);
  const [fewest, most] = rules.declared.seats;
  for (let seats = fewest; seats <= most; seats++) {
    const seed = BigInt(1000 * seats + game.length);
    const match = new Match(rules, seats, lot(rules, seed, seats), drawn(rules, seed));
    while (!match.isOver) {
      const seat = match.toAct[match.plies.length % match.toAct.length];
      const seen = decoded(match.granted(seat, match.plies.length).state);
      const [{ action }] = rules.think(seen, seats, seat, "zufall", BigInt(match.plies.length));
      match.play(seat, action);
    }
    const record = match.record(options);
    const again = Match.read(rules, JSON.parse(JSON.stringify(record)), () => 0);
    if (JSON.stringify(again.record(options)) !== JSON.stringify(record)) throw new Error(`${game}: read otherwise than written`);
    const viewers = [null, ...Array(seats).keys()];
    const granted = viewers.map((viewer) => match.states.map((_, ply) => match.granted(viewer, ply, ply)));
    const plies = viewers.map((viewer) => match.granted(viewer).plies);
    console.log(JSON.stringify({ record, granted, plies }));
  }
}

for (const game of GAMES) {
  const { variants } = json(new URL("declarations.json", folder(game)));
  for (const options of [{}, ...variants.map((/** @type {any} */ one) => one.options)]) await play(game, options);
}
