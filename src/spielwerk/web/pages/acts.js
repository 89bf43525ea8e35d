/** Send a player's acts to the table's host, and show refusals. */

import { chime } from "../effects.js";
import { go } from "../links.js";
import { explained } from "../renewal.js";
import { Refused } from "../server.js";
import { said, t } from "../words.js";

export class TableActs {
  /**
   * @param {import("../hosts.js").Host} host
   * @param {import("../table-state.js").TableState} table
   * @param {(text: string) => void} tell
   */
  constructor(host, table, tell) {
    this.host = host;
    this.table = table;
    this.tell = tell;
  }

  /** Perform an act; null if it was refused. @param {Record<string, any>} act @returns {Promise<any>} */
  async act(act) {
    this.tell("");
    try {
      return await this.host.act(act);
    } catch (error) {
      await this.refuse(error);
      return null;
    }
  }

  /** @param {unknown} error */
  async refuse(error) {
    this.tell(said(await explained(error)));
    chime("refused");
  }

  /** Make a move; return whether it was accepted. @param {import("../rules.js").Move} move @param {number} seat */
  async play({ action }, seat) {
    const { numbers, rules } = this.table;
    const done = await this.act({ do: "move", seat, at: numbers.get(seat) ?? 0, action, rules: rules?.declared.rules });
    if (!done) return false;
    numbers.set(seat, Math.max(numbers.get(seat) ?? 0, done.number)); // its news may arrive later
    chime("own");
    return true;
  }

  /** Take a move back, or ask the others for permission. @param {number} seat */
  async undo(seat) {
    this.tell("");
    try {
      await this.host.act({ do: "undo", seat, at: this.table.number });
    } catch (error) {
      const canAsk = this.table.info.take_backs && error instanceof Refused && ["others_acted", "chance_seen"].includes(error.code);
      if (canAsk) await this.act({ do: "ask_back", seat }); // the table then shows that the others are being asked
      else await this.refuse(error);
    }
  }

  /** @param {number} seat */
  leave(seat) {
    const goHome = async () => (await this.act({ do: "leave", seat })) && go("/");
    void this.#sure(t("leave"), t("leave.sure"), t("leave.yes"), () => void goHome());
  }

  /** @param {number} seat */
  resign(seat) {
    void this.#sure(t("resign"), t("resign.sure"), t("resign.yes"), () => void this.act({ do: "resign", seat }));
  }

  /** Perform an act after confirmation. @param {[title: string, text: string, yes: string, act: () => void]} asked */
  async #sure(...asked) {
    const { askFirst } = await import("../dialog.js");
    askFirst(...asked);
  }

  /** Start a rematch with a single click for everybody: all seats at the next table are reserved. */
  async rematch() {
    const { freshShare, keepShare } = await import("../shares.js");
    const { hash, value } = freshShare();
    const done = await this.act({ do: "rematch", share: hash });
    if (!done?.next) return;
    keepShare(done.next, value);
    go(`/table/${done.next}`);
  }
}
