/**
 * A table's host: the server, or this device. The table page talks only to its host.
 *
 * @typedef {object} Followed
 * @property {number | null} seat  null for spectators
 * @property {string | undefined} rules  the digest of the rules that records are decoded by
 * @property {(news: import("./server.js").News) => void} hear
 * @property {(error: import("./server.js").Refused) => void} refused
 *
 * @typedef {object} Host
 * @property {() => Promise<{info: any, yours: number[], host: boolean}>} told  returns the table, without its game
 * @property {(info: any) => Promise<import("./rules.js").Rules | null>} rules
 *   returns the game as played there; null without an engine
 * @property {(followed: Followed) => () => void} follow
 *   follows what a seat may see, now and after each change; returns a function that ends it
 * @property {(act: Record<string, any>) => Promise<any>} act  performs an act; throws a refusal
 * @property {(ply: number, viewer: number | null) => Promise<import("./rules.js").Granted>} at
 *   returns what was visible after that many plies
 * @property {() => Promise<import("./pages/end.js").Step[]>} steps  returns how the ranks were decided
 * @property {() => Promise<any>} record
 */

import { rulesOf } from "./games.js";
import { keepHead } from "./heads.js";
import { get, Refused } from "./server.js";
import { isHere } from "./site.js";

/**
 * @param {import("./server.js").Live | null} live  null without a server
 * @param {string} id
 * @param {string} [invite]
 * @returns {Promise<Host>}
 */
export async function hostOf(live, id, invite) {
  if (isHere(id)) return (await import("./device/host.js")).openHere(id);
  if (!live) throw new Refused({ code: "no_table", reason: "there is no server here" });
  return new ServerHost(live, id, invite);
}

/** @implements {Host} */
class ServerHost {
  /** @param {import("./server.js").Live} live @param {string} id @param {string | undefined} invite */
  constructor(live, id, invite) {
    this.live = live;
    this.id = id;
    this.invite = invite;
  }

  told() {
    return get(`/tables/${this.id}${this.#invited("?")}`);
  }

  /** @param {any} info */
  async rules({ game, options, own_parts: own }) {
    return rulesOf(game, options, own ? await get(`/tables/${this.id}/declarations${this.#invited("?")}`) : undefined);
  }

  /** @param {Followed} followed */
  follow(followed) {
    return this.live.follow({ table: this.id, invite: this.invite, ...followed });
  }

  /** @param {Record<string, any>} act */
  async act(act) {
    const done = await this.live.act(this.id, act);
    keepHead(this.id, done.number, done.head);
    return done;
  }

  /** @param {number} ply @param {number | null} viewer */
  at(ply, viewer) {
    const seat = viewer === null ? "" : `&seat=${viewer}`;
    return get(`/tables/${this.id}/view?form=record&ply=${ply}&since=${ply}${seat}${this.#invited("&")}`);
  }

  steps() {
    return get(`/tables/${this.id}/end${this.#invited("?")}`);
  }

  record() {
    return get(`/tables/${this.id}/record${this.#invited("?")}`);
  }

  /** Return the spectator's invitation as a parameter for addresses. @param {string} sign */
  #invited(sign) {
    return this.invite ? `${sign}invite=${encodeURIComponent(this.invite)}` : "";
  }
}
