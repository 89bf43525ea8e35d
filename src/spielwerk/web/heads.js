/** The latest acknowledged hash of each table's log; a later mismatch reveals a rewritten log. */

import { TableNotes } from "./table-notes.js";

/** @typedef {{table: string, entries: number, head: string}} Head  `head`: the hash of the last of `entries` entries */

/** @type {TableNotes<Head>} */
const heads = new TableNotes("spielwerk.heads", 100);

/** Return a table's last acknowledged hash. @param {string} table @returns {Head | undefined} */
export const headOf = (table) => heads.of(table);

/** Store what an answer acknowledges, unless a later entry is already known. @param {string} table @param {number} entries @param {string} head */
export function keepHead(table, entries, head) {
  const known = heads.of(table);
  if (!known || known.entries <= entries) heads.keep({ table, entries, head }); // otherwise the answer to an older act
}
