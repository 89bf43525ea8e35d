/**
 * Read and write moves in notation, in the same way for all games: patterns over named numbers, as the game declares
 * them.
 *
 * @typedef {{form: string, slots: Record<string, number | number[]>}} Meant
 *   a move: one of the game's forms, and the numbers of its slots
 * @typedef {{name: string, kind: string, most: number}} Slot  a number, or a list of up to `most`
 * @typedef {{name: string, texts: string[], slots: Slot[], too_many: string | null}} Form
 * @typedef {{pattern: string, words?: string[], integers?: [number, number], points?: {middle: number, width: number}}} Declared
 *   the names for the numbers of one kind
 */

const NOTHING = -1; // fills the unused places of a row

/** The names for the numbers of one kind. */
class Names {
  /** @param {Declared} declared */
  constructor({ pattern, words, integers, points }) {
    this.pattern = pattern;
    this.words = words;
    this.integers = integers;
    this.points = points;
    this.numbers = new Map(words?.map((word, number) => [word, number]));
    this.numbers.delete(""); // an empty word means that the number has no name
  }

  /** @param {number} number */
  write(number) {
    if (this.words) return this.words[number] ?? "";
    if (!this.points) return String(number);
    const { middle, width } = this.points;
    return `${Math.floor(number / width) - middle},${(number % width) - middle}`;
  }

  /** Return the number with that name; null if there is none. @param {string} name @returns {number | null} */
  read(name) {
    if (this.words) return this.numbers.get(name) ?? null;
    if (!new RegExp(`^(?:${this.pattern})$`).test(name)) return null;
    if (this.points) {
      const { middle, width } = this.points;
      const [x, y] = name.split(",").map(Number);
      return (x + middle) * width + y + middle;
    }
    const [least, most] = this.integers ?? [0, 0];
    const number = Number(name);
    return least <= number && number <= most ? number : null;
  }
}

/** A game's notation for moves and for the details of refusals. */
export class Notation {
  /** @param {any} declared */
  constructor({ forms, names, refusals, line_cells }) {
    /** @type {Form[]} */
    this.forms = forms;
    /** @type {Record<string, Names>} */
    this.names = Object.fromEntries(Object.entries(names).map(([kind, one]) => [kind, new Names(/** @type {Declared} */ (one))]));
    /** @type {{code: string, slots: Slot[]}[]} */
    this.refusals = refusals;
    this.width = 1 + Math.max(...this.forms.map(({ slots }) => slots.reduce((all, slot) => all + (slot.most || 1), 0)));
    /** The names of cells, as used in the origin of points. @type {Names | undefined} */
    this.cells = this.names[line_cells];
    this.patterns = this.forms.map((form) => this.#pattern(form));
  }

  /** @param {Form} form */
  #pattern({ texts, slots }) {
    const groups = slots.map(({ kind, most }) => {
      const one = `(?:${this.names[kind].pattern})`;
      return most ? `(${one}(?:,${one})*)` : `(${one})`;
    });
    return new RegExp(`^${texts.map((text, k) => escaped(text) + (groups[k] ?? "")).join("")}$`);
  }

  /** Convert a row of numbers to a move. @param {readonly number[]} row @returns {Meant} */
  move(row) {
    const form = this.forms[row[0]];
    const numbers = this.#numbers(form.slots, row, 1);
    return { form: form.name, slots: Object.fromEntries(form.slots.map((slot, k) => [slot.name, slot.most ? numbers[k] : numbers[k][0]])) };
  }

  /** Return the numbers of each slot. @param {Slot[]} slots @param {readonly number[]} row @param {number} at */
  #numbers(slots, row, at) {
    return slots.map(({ most }) => {
      const own = row.slice(at, (at += most || 1));
      return most ? own.filter((number) => number !== NOTHING) : own;
    });
  }

  /** Convert a move to a row of numbers. @param {Meant} meant @returns {number[]} */
  row({ form, slots }) {
    const number = this.forms.findIndex(({ name }) => name === form);
    const row = [number];
    for (const { name, most } of this.forms[number].slots) {
      const own = [slots[name]].flat();
      for (let k = 0; k < (most || 1); k++) row.push(own[k] ?? NOTHING);
    }
    while (row.length < this.width) row.push(NOTHING);
    return row;
  }

  /** Return the names of a move's numbers, by slot. @param {Meant} meant @returns {Record<string, string>} */
  spoken({ form: name, slots: numbers }) {
    const form = this.forms.find((one) => one.name === name);
    return Object.fromEntries((form?.slots ?? []).map(({ name: slot, kind }) => [slot, [numbers[slot]].flat().map((number) => this.names[kind].write(number)).join(" ")]));
  }

  /** @param {Meant} meant */
  write({ form: name, slots: numbers }) {
    const { texts, slots } = this.forms.find((form) => form.name === name) ?? this.forms[0];
    return texts.map((text, k) => text + (slots[k] ? [numbers[slots[k].name]].flat().map((number) => this.names[slots[k].kind].write(number)).join(",") : "")).join("");
  }

  /** Parse a move in notation; null if it is not one. @param {string} text @returns {Meant | null} */
  read(text) {
    for (const [k, form] of this.forms.entries()) {
      const found = this.patterns[k].exec(text);
      if (!found) continue;
      const numbers = form.slots.map(({ kind, most }, n) => {
        const names = most ? found[n + 1].split(",") : [found[n + 1]];
        return names.map((name) => this.names[kind].read(name));
      });
      if (numbers.flat().includes(null)) continue;
      return { form: form.name, slots: Object.fromEntries(form.slots.map(({ name, most }, n) => [name, /** @type {number | number[]} */ (most ? numbers[n] : numbers[n][0])])) };
    }
    return null;
  }

  /**
   * Decode a refusal: the reason's number, counted from 1, and the named details.
   * @param {number} number @param {readonly number[]} numbers
   * @returns {{code: string, details: Record<string, string>}}
   */
  refusal(number, numbers) {
    const { code, slots } = this.refusals[number - 1];
    /** @type {Record<string, string>} */
    const details = {};
    let at = 0;
    for (const { name, kind, most } of slots) {
      const width = kind === "move" ? this.width : most || 1;
      const own = numbers.slice(at, (at += width));
      if (kind === "move") details[name] = this.write(this.move(own));
      else details[name] = own.filter((one) => one !== NOTHING).map((one) => this.names[kind].write(one)).join(" / ");
    }
    return { code, details };
  }
}

/** Escape a text for use in a regular expression. @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
