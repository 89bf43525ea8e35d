/** What one does at a table, over the socket; what is refused is told. */

import { askFirst } from "../dialog.js";
import { chime } from "../effects.js";
import { go } from "../links.js";
import { explained } from "../renewal.js";
import { get, meOrGuest, post, put, Refused } from "../server.js";
import { said, t } from "../words.js";

export class TableActs {
  /**
   * @param {import("../server.js").Live} live
   * @param {import("../table-state.js").TableState} table
   * @param {(text: string) => void} tell
   */
  constructor(live, table, tell) {
    this.live = live;
    this.table = table;
    this.tell = tell;
  }

  /** Do something; null if it was refused. @param {Record<string, any>} act @returns {Promise<any>} */
  async act(act) {
    this.tell("");
    try {
      return await this.live.act(this.table.id, act);
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

  /** Make a move; returns whether it was made. @param {import("../rules.js").Move} move @param {number} seat */
  async play({ action }, seat) {
    const { numbers, rules } = this.table;
    const done = await this.act({ do: "move", seat, at: numbers.get(seat) ?? 0, action, rules: rules?.declared.rules });
    if (!done) return false;
    numbers.set(seat, Math.max(numbers.get(seat) ?? 0, done.number)); // its news may come later
    chime("own");
    return true;
  }

  /** Take a move back, or ask the others for it. @param {number} seat */
  async undo(seat) {
    this.tell("");
    try {
      await this.live.act(this.table.id, { do: "undo", seat, at: this.table.number });
    } catch (error) {
      const canAsk = this.table.info.take_backs && error instanceof Refused && ["others_acted", "chance_seen"].includes(error.code);
      if (canAsk) await this.act({ do: "ask_back", seat }); // the table tells that the others are asked
      else await this.refuse(error);
    }
  }

  /** @param {number} seat */
  leave(seat) {
    const goHome = async () => (await this.act({ do: "leave", seat })) && go("/");
    askFirst(t("leave"), t("leave.sure"), t("leave.yes"), () => void goHome());
  }

  /** @param {number} seat */
  resign(seat) {
    askFirst(t("resign"), t("resign.sure"), t("resign.yes"), () => void this.act({ do: "resign", seat }));
  }

  /** One click is enough for everybody: the server keeps each one's seat at the next table. */
  async rematch() {
    const done = await this.act({ do: "rematch" });
    if (done?.next) go(`/table/${done.next}`);
  }

  /** Sit down by a name; returns what the server tells of the table then, or null. @param {string} name @returns {Promise<any>} */
  async join(name) {
    const { id, invite } = this.table;
    this.tell("");
    try {
      const person = await meOrGuest(name);
      if (person.guest && person.name !== name) await put("/me/name", { name });
      await post(`/tables/${id}/acts`, { do: "sit", ...(invite ? { invite } : {}) });
      return await get(`/tables/${id}${this.table.invited("?")}`);
    } catch (error) {
      await this.refuse(error);
      return null;
    }
  }
}
