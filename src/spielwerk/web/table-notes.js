/** One note per table, stored in this browser for the latest tables. */

/** @template {{table: string}} Note */
export class TableNotes {
  /** @param {string} key  in the browser's storage @param {number} most  how many tables to remember */
  constructor(key, most) {
    this.key = key;
    this.most = most;
    /** @type {Note[]} */
    this.unstored = []; // used where the browser stores nothing
  }

  /** @returns {Note[]} */
  #all() {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "[]");
    } catch {
      return this.unstored;
    }
  }

  /** @param {string} table @returns {Note | undefined} */
  of(table) {
    return this.#all().find((one) => one.table === table);
  }

  /** Store a note in place of the table's last one. @param {Note} note */
  keep(note) {
    this.unstored = [...this.#all().filter((one) => one.table !== note.table), note].slice(-this.most);
    try {
      localStorage.setItem(this.key, JSON.stringify(this.unstored));
    } catch {
      // it lasts until the page is closed
    }
  }
}
