/** The page's words, in the reader's language: texts/de.json and texts/en.json hold them. */

export const LANGUAGES = /** @type {const} */ (["de", "en"]);

/** @typedef {typeof LANGUAGES[number]} Language */
/** @typedef {Record<string, string | number>} Values  what stands in a text's {places} */

/** @type {Language} */
let language = "en";
/** @type {Record<string, string>} */
let texts = {};

/**
 * The language to speak: the chosen one, else the first that the browser asks for and we know.
 * @param {string | null | undefined} chosen
 * @param {readonly string[]} wanted  as in navigator.languages
 * @returns {Language}
 */
export function pick(chosen, wanted) {
  const asked = [chosen ?? "", ...wanted].map((tag) => tag.toLowerCase().split("-")[0]);
  for (const tag of asked) {
    const known = LANGUAGES.find((each) => each === tag);
    if (known) return known;
  }
  return "en";
}

/**
 * Fetch the words; until then, and for what is missing, keys stand for themselves.
 * @param {string | null} [chosen]
 * @returns {Promise<Language>} the language that is spoken now
 */
export async function load(chosen) {
  const found = pick(chosen, navigator.languages);
  const answer = await fetch(new URL(`./texts/${found}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`texts/${found}.json: ${answer.status}`);
  speak(found, await answer.json());
  return found;
}

/**
 * Speak a language with these words.
 * @param {Language} spoken
 * @param {Record<string, string>} words
 */
export function speak(spoken, words) {
  language = spoken;
  texts = words;
}

/**
 * A text with its {places} filled; a key that has none is returned as it is.
 * @param {string} key
 * @param {Values} [values]
 */
export function t(key, values = {}) {
  if (!Object.hasOwn(texts, key)) return key;
  return texts[key].replace(/\{(\w+)\}/g, (place, name) => {
    if (!Object.hasOwn(values, name)) return place;
    const value = values[name];
    return typeof value === "number" ? number(value) : value;
  });
}

/**
 * Whether there is such a text.
 * @param {string} key
 */
export const has = (key) => Object.hasOwn(texts, key);

/**
 * The text for so many: `key.one`, `key.other`, with the number as {n}.
 * @param {string} key
 * @param {number} n
 * @param {Values} [values]
 */
export function plural(key, n, values = {}) {
  return t(`${key}.${new Intl.PluralRules(language).select(n)}`, { n, ...values });
}

/** @param {number} value */
export const number = (value) => new Intl.NumberFormat(language).format(value);

/**
 * Names as one lists them: "Ada, Ben und Cleo".
 * @param {Iterable<string>} names
 */
export const list = (names) => new Intl.ListFormat(language).format(names);

/**
 * When something was: the time of day, and the date unless that is today.
 * @param {number} at  milliseconds since 1970
 * @param {number} [now]
 */
export function time(at, now = Date.now()) {
  const today = new Date(at).toDateString() === new Date(now).toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const shape = today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(language, shape).format(at);
}

const UNITS = /** @type {const} */ ([
  ["days", 86_400_000],
  ["hours", 3_600_000],
  ["minutes", 60_000],
]);

/**
 * How long, in its largest unit of which there are two at least, rounded down.
 * @param {number} milliseconds
 */
export function span(milliseconds) {
  const [unit, length] = UNITS.find(([, each]) => milliseconds >= 2 * each) ?? ["seconds", 1000];
  return plural(`time.${unit}`, Math.max(0, Math.floor(milliseconds / length)));
}
