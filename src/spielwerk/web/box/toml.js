/** Write parts files: tables of strings, numbers, lists and inline tables. */

/** @typedef {string | number | boolean | any[] | {[key: string]: any}} Value */

/** @param {string} name */
const key = (name) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name));

/** @param {Value} value @returns {string} */
function written(value) {
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value); // strings and numbers look the same in TOML as in JSON
  return `{ ${Object.entries(value).map(([name, one]) => `${key(name)} = ${written(one)}`).join(", ")} }`;
}

/** Return the text of a parts file. @param {Record<string, Value>} tables */
export function toml(tables) {
  const isTable = (/** @type {[string, Value]} */ [, value]) => typeof value === "object" && !Array.isArray(value);
  const entries = Object.entries(tables);
  const line = (/** @type {[string, Value]} */ [name, value]) => `${key(name)} = ${written(value)}\n`;
  const loose = entries.filter((entry) => !isTable(entry)).map(line).join("");
  const sections = entries.filter(isTable).map(([name, table]) => `[${key(name)}]\n${Object.entries(table).map(line).join("")}`);
  return [loose, ...sections].filter(Boolean).join("\n");
}
