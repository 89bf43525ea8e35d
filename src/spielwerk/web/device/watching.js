/** Replay a record without a server: compute what a viewer may see at each ply. */

import { rulesOf } from "../games.js";
import { Refused } from "../server.js";
import { Match } from "./match.js";

/**
 * Return what a server would answer for a record, but without how the ranks were decided.
 * @param {any} record
 * @param {number | null} viewer
 */
export async function watched(record, viewer) {
  const declared = record.device?.declared;
  const rules = await rulesOf(record.game, record.options, declared);
  if (!rules) throw new Refused({ code: "no_engine", reason: `spielwerk engine ${record.game}`, details: { game: record.game } });
  const match = Match.read(rules, record, () => 0);
  const { plies } = match.granted(viewer);
  const records = match.states.map((_, ply) => match.granted(viewer, ply, ply));
  return { records, plies, steps: [], declarations: declared ?? null };
}
