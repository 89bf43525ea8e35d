/** The latest acknowledged hash of each table's log; a later mismatch reveals a rewritten log. */

const KEY = "spielwerk.heads";
const MOST = 100;

/** @typedef {{table: string, entries: number, head: string}} Head  `head`: the hash of the last of `entries` entries */

/** @type {Head[]} */
let unkept = []; // used where the browser stores nothing

/** @returns {Head[]} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return unkept;
  }
}

/** Return a table's last acknowledged hash. @param {string} table @returns {Head | undefined} */
export const headOf = (table) => all().find((one) => one.table === table);

/** Store what an answer acknowledges, unless a later entry is already known. @param {string} table @param {number} entries @param {string} head */
export function keepHead(table, entries, head) {
  const known = all();
  if (known.some((one) => one.table === table && one.entries > entries)) return; // the answer to an older act
  unkept = [...known.filter((one) => one.table !== table), { table, entries, head }].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(unkept));
  } catch {
    // it lasts until the page is closed
  }
}
