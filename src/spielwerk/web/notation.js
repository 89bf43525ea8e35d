/**
 * Moves as people write them, read and printed in one way for all games: patterns over named
 * numbers, as the game declares them.
 *
 * @typedef {{form: string, slots: Record<string, number | number[]>}} Meant
 *   a move: which of the game's forms it has, and the numbers that this form speaks of
 * @typedef {{name: string, kind: string, most: number}} Slot  a number, or a list of up to `most`
 * @typedef {{name: string, texts: string[], slots: Slot[], too_many: string | null}} Form
 * @typedef {{pattern: string, words?: string[], integers?: [number, number], points?: {middle: number, width: number}}} Declared
 *   what the numbers of one kind are called
 */

const NOTHING = -1; // in places of a row that a move does not use

/** What the numbers of one kind are called. */
class Names {
  /** @param {Declared} declared */
  constructor({ pattern, words, integers, points }) {
    this.pattern = pattern;
    this.words = words;
    this.integers = integers;
    this.points = points;
    this.numbers = new Map(words?.map((word, number) => [word, number]));
    this.numbers.delete(""); // such a number has no name
  }

  /** @param {number} number */
  write(number) {
    if (this.words) return this.words[number] ?? "";
    if (!this.points) return String(number);
    const { middle, width } = this.points;
    return `${Math.floor(number / width) - middle},${(number % width) - middle}`;
  }

  /** The number of that name; null if there is none. @param {string} name @returns {number | null} */
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

/** How one game's moves are written, and of what it speaks when it refuses one. */
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
    /** What cells are called: those from which points come. @type {Names | undefined} */
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

  /** The move that a row of numbers is. @param {readonly number[]} row @returns {Meant} */
  move(row) {
    const form = this.forms[row[0]];
    const numbers = this.#numbers(form.slots, row, 1);
    return { form: form.name, slots: Object.fromEntries(form.slots.map((slot, k) => [slot.name, slot.most ? numbers[k] : numbers[k][0]])) };
  }

  /** The numbers of each slot. @param {Slot[]} slots @param {readonly number[]} row @param {number} at */
  #numbers(slots, row, at) {
    return slots.map(({ most }) => {
      const own = row.slice(at, (at += most || 1));
      return most ? own.filter((number) => number !== NOTHING) : own;
    });
  }

  /** The row of numbers that a move is. @param {Meant} meant @returns {number[]} */
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

  /** What the numbers of a move are called, by the names of its slots. @param {Meant} meant @returns {Record<string, string>} */
  spoken({ form: name, slots: numbers }) {
    const form = this.forms.find((one) => one.name === name);
    return Object.fromEntries((form?.slots ?? []).map(({ name: slot, kind }) => [slot, [numbers[slot]].flat().map((number) => this.names[kind].write(number)).join(" ")]));
  }

  /** @param {Meant} meant */
  write({ form: name, slots: numbers }) {
    const { texts, slots } = this.forms.find((form) => form.name === name) ?? this.forms[0];
    return texts.map((text, k) => text + (slots[k] ? [numbers[slots[k].name]].flat().map((number) => this.names[slots[k].kind].write(number)).join(",") : "")).join("");
  }

  /** The move that is written so; null if none is. @param {string} text @returns {Meant | null} */
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
   * Why a move is refused: the reason of that number, counted from 1, and what it speaks of, by name.
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

/** A text as a regular expression matches it. @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
