/** The host of tables on this device: stores them after each ply, and runs bots in a worker. */

import { Adviser } from "../adviser.js";
import { decoded } from "../engine.js";
import { allGames, rulesOf } from "../games.js";
import { freshId, keep, onChange, readKept } from "../kept.js";
import { Refused } from "../server.js";
import { DeviceTable } from "./table.js";

/** @typedef {import("../kept.js").Kept} Kept */
/** @typedef {import("../server.js").News} News */
/** @typedef {{seat: number, have: number, hear: (news: News) => void, refused: (error: Refused) => void}} Follower */

const PACE = 1000; // milliseconds between a move and a bot's next one, roughly as long as a person takes

/**
 * Set up a table on this device, and return its id.
 * @param {{game: string, seats: number, sit: number[], bots?: Record<string, string>, options?: Record<string, string>, hints?: boolean}} terms
 *   as sent to a server
 * @param {string[]} names  of the players, in the order of `sit`
 * @param {{text: string, declared: any}} [own]  own parts, and the game's declarations with them
 */
export async function setUpHere({ game, seats, sit, bots = {}, options = {}, hints = true }, names, own) {
  const known = (await allGames()).find(({ id }) => id === game);
  const chosen = Object.fromEntries(Object.entries(options).filter(([name, value]) => value !== known?.options[name][0]));
  const rules = await rulesOf(game, chosen, own?.declared);
  if (!rules) throw new Refused({ code: "no_engine", reason: `spielwerk engine ${game}`, details: { game } });
  const unknown = Object.values(bots).find((bot) => !(bot in rules.declared.bots.levels));
  if (unknown) throw new Refused({ code: "unknown_bot", reason: `${unknown} can't play on this device`, details: { name: unknown } });
  const sitting = Array.from({ length: seats }, (_, seat) => {
    const at = sit.indexOf(seat);
    return at < 0 ? { name: null, bot: bots[String(seat)] } : { name: names[at] ?? names[0], bot: null };
  });
  return deal(rules, { options: chosen, sitting, hints, parts: own?.text });
}

/** @param {import("../rules.js").Rules} rules @param {Pick<import("./table.js").Terms, "options" | "sitting" | "hints" | "parts">} terms */
function deal(rules, terms) {
  const id = freshId();
  const [seed] = crypto.getRandomValues(new BigUint64Array(1));
  const table = DeviceTable.begin(rules, { id, seed, seats: terms.sitting.length, ...terms }, Date.now());
  if (!keep(table.kept)) unkept.set(id, table.kept);
  return id;
}

/** Tables that the browser could not store; they last until the page is closed. @type {Map<string, Kept>} */
const unkept = new Map();

/** @param {string} id @returns {Promise<DeviceHost>} */
export async function openHere(id) {
  const kept = readKept(id) ?? unkept.get(id);
  if (!kept) throw new Refused({ code: "no_table", reason: "there is no such game on this device" });
  const rules = await rulesOf(kept.game, kept.options, kept.device.declared);
  if (!rules) throw new Refused({ code: "no_engine", reason: `spielwerk engine ${kept.game}`, details: { game: kept.game } });
  return new DeviceHost(DeviceTable.read(rules, kept));
}

/** @typedef {import("../hosts.js").Host} Host */

/** @implements {Host} */
export class DeviceHost {
  /** @type {Set<Follower>} */
  #followers = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;
  /** @type {Adviser | null} */
  #adviser = null;
  /** @type {(() => void) | null} */
  #stopListening = null;
  #moved = 0; // the time of the latest move

  /** @param {DeviceTable} table */
  constructor(table) {
    this.table = table;
  }

  async told() {
    return { info: this.table.info(), yours: this.table.kept.device.yours, host: true };
  }

  async rules() {
    return this.table.rules;
  }

  /** @param {import("../hosts.js").Followed} followed */
  follow({ seat, hear, refused }) {
    const one = { seat: seat ?? this.table.kept.device.yours[0], have: 0, hear, refused };
    this.#followers.add(one);
    this.#stopListening ??= onChange(this.table.id, () => this.#changedElsewhere());
    queueMicrotask(() => this.#followers.has(one) && this.#tell(one));
    this.#letBotsAct();
    return () => {
      this.#followers.delete(one);
      if (this.#followers.size) return;
      clearTimeout(this.#timer);
      this.#adviser?.leave();
      this.#adviser = null;
      this.#stopListening?.();
      this.#stopListening = null;
    };
  }

  /** @param {Record<string, any>} act */
  async act(act) {
    if (act.do === "rematch") return { next: this.#again() };
    const done = this.table.act(act, Date.now());
    this.#changed();
    await new Promise((next) => setTimeout(next)); // the next move of a turn is a task of its own: drawing each takes time
    return done;
  }

  /** @param {number} ply @param {number | null} viewer */
  async at(ply, viewer) {
    return this.table.match.granted(viewer, ply, ply);
  }

  async steps() {
    return []; // servers compute these with each game's own code (`Game.comparisons`); engines and declarations only provide the ranks
  }

  async record() {
    return this.table.kept;
  }

  /** Start a rematch with the same people and bots, everybody one seat further. */
  #again() {
    const { rules, kept: { options, device, parts_text: parts } } = this.table;
    const [first, ...others] = device.sitting;
    return deal(rules, { options, sitting: [...others, first], hints: device.hints, parts });
  }

  /** Store the changed game, send the news, and continue. */
  #changed() {
    const { kept, id } = this.table;
    this.#moved = Date.now();
    if (!keep(kept)) {
      if (!unkept.has(id)) for (const { refused } of this.#followers) refused(new Refused({ code: "not_kept", reason: "this browser keeps nothing" }));
      unkept.set(id, kept);
    }
    for (const one of this.#followers) this.#tell(one);
    this.#letBotsAct();
  }

  /** Continue with the changes of another tab. */
  #changedElsewhere() {
    const kept = readKept(this.table.id);
    if (!kept) return;
    this.table = DeviceTable.read(this.table.rules, kept);
    for (const one of this.#followers) {
      one.have = 0;
      this.#tell(one);
    }
    this.#letBotsAct();
  }

  /** @param {Follower} one */
  #tell(one) {
    const news = this.table.news(one.seat, one.have);
    one.have = news.number;
    one.hear(news);
  }

  #letBotsAct() {
    clearTimeout(this.#timer);
    const seat = this.table.toAct.find((one) => this.table.botFor(one));
    if (seat === undefined || !this.#followers.size) return;
    this.#timer = setTimeout(() => void this.#think(seat), Math.max(0, this.#moved + PACE - Date.now()));
  }

  /** @param {number} seat */
  async #think(seat) {
    const { table, table: { match, rules, kept: { device } } } = this;
    const { length } = table.entries;
    this.#adviser ??= new Adviser(rules);
    const level = /** @type {string} */ (table.botFor(seat));
    const seen = { bytes: decoded(match.granted(seat, match.plies.length).state), seats: match.seats };
    const seed = BigInt.asUintN(64, BigInt(device.seed) + BigInt(match.draws + match.plies.length));
    try {
      const action = await this.#adviser.choose(seen, seat, level, seed);
      if (this.table !== table || table.entries.length !== length || !this.#followers.size) return; // something has happened meanwhile
      table.act({ do: "move", seat, action }, Date.now());
      this.#changed();
    } catch (error) {
      for (const { refused } of this.#followers) refused(error instanceof Refused ? error : new Refused({ code: "failed", reason: String(error) }));
    }
  }
}

