/**
 * Write nature's draws, and the pieces that plies reveal, into records, and read them back. All of it follows from the
 * topics that a game declares.
 *
 * @typedef {[number, number, number]} Known  a topic, its seat or place, and a number
 * @typedef {{key: string, shape: string, names: string | null, places: string | null, sight: string | null, shown: boolean}} Topic
 */

const FIRST = "first"; // the set-up's key for the starting seat
const CHANCE = "chance"; // the topic of games without topics: raw outcomes

export class Reveals {
  /** @param {import("../rules.js").Rules} rules */
  constructor({ declared, notation }) {
    /** @type {Topic[]} */
    this.topics = declared.reveals.topics;
    /** @type {string[]} */
    this.setup = declared.reveals.setup;
    this.layout = declared.layout;
    this.names = notation.names;
  }

  // Writing

  /** Write a record's set-up. @param {Known[]} known @param {number} seats @param {number} first @returns {Record<string, any>} */
  writeSetup(known, seats, first) {
    /** @type {Record<string, any>} */
    const told = { ...this.write(known, seats), [FIRST]: first };
    return Object.fromEntries(this.setup.filter((key) => key in told).map((key) => [key, told[key]]));
  }

  /** Write a ply's `reveals`. @param {Known[]} known @param {number} seats @returns {Record<string, any>} */
  write(known, seats) {
    const topics = [...new Set(known.map(([topic]) => topic))];
    return Object.fromEntries(topics.map((one) => [this.topics[one].key, this.#write(this.topics[one], known.filter(([topic]) => topic === one), seats)]));
  }

  /** @param {Topic} topic @param {Known[]} known @param {number} seats @returns {any} */
  #write(topic, known, seats) {
    const name = (/** @type {number} */ number) => (topic.names === null ? number : this.names[topic.names].write(number));
    const names = known.map(([, , number]) => name(number));
    switch (topic.shape) {
      case "one":
        return names[0];
      case "text":
        return known.map(([, , number]) => number).sort((a, b) => a - b).map(name).join("");
      case "hands":
        return Array.from({ length: seats }, (_, seat) => known.filter(([, whose]) => whose === seat).map(([, , number]) => name(number)));
      case "pairs":
        return known.map(([, whose], k) => [whose, names[k]]);
      case "map":
        return Object.fromEntries(known.map(([, place], k) => [this.names[String(topic.places)].write(place), names[k]]));
      default:
        return names;
    }
  }

  // Reading

  /** Read the draws that a set-up, or a ply's `reveals`, claims. @param {Record<string, any>} told @returns {Claim} */
  read(told) {
    const drawn = new Map();
    for (const [topic, one] of this.topics.entries()) {
      if (!one.shown && one.key in told) drawn.set(topic, this.#read(one, told[one.key]));
    }
    return new Claim(this.topics, drawn);
  }

  /** Read the claims one by one: the seat or place (null if not stated), and the number. @param {Topic} topic @param {any} told @returns {[number | null, number][]} */
  #read(topic, told) {
    const number = (/** @type {any} */ name) => Number(topic.names === null ? name : this.names[topic.names].read(name));
    switch (topic.shape) {
      case "one":
        return [[null, number(told)]];
      case "text":
        return [...told].map((letter) => [null, number(letter)]);
      case "hands":
        return told.flatMap((/** @type {any[]} */ hand, /** @type {number} */ seat) => hand.map((name) => [seat, number(name)]));
      case "pairs":
        return told.map((/** @type {[number, any]} */ [seat, name]) => [seat, number(name)]);
      case "map":
        return Object.entries(told).map(([place, name]) => [this.names[String(topic.places)].read(place), number(name)]);
      case "by_seat":
        return told.map((/** @type {any} */ name, /** @type {number} */ seat) => [seat, number(name)]);
      default:
        return told.map((/** @type {any} */ name) => [null, number(name)]);
    }
  }

  // Views

  /** Return what a viewer may see of the reveals of a seat's ply. @param {Known[]} known @param {number} seat @param {number | null} viewer */
  seen(known, seat, viewer) {
    return known.filter(([topic]) => !this.#isHidden(this.topics[topic]) || (viewer === seat && this.topics[topic].key !== CHANCE));
  }

  /** @param {Topic} topic */
  #isHidden({ key, sight }) {
    const { fields } = this.layout;
    if (key === CHANCE) return Object.values(fields).some((/** @type {any} */ field) => field.sight !== "public");
    return sight !== null && fields[sight].sight !== "public";
  }
}

/** The draws that a record claims, by topic. */
export class Claim {
  /** @param {Topic[]} topics @param {Map<number, [number | null, number][]>} told */
  constructor(topics, told) {
    this.topics = topics;
    this.told = told;
  }

  get isUsedUp() {
    return [...this.told.values()].every((left) => !left.length);
  }

  /** Return the number claimed next, or undefined if there is none. @param {number} topic @param {number} whose */
  next(topic, whose) {
    return this.#of(topic, whose)?.[1];
  }

  /** Consume the claim returned by `next`. @param {number} topic @param {number} whose */
  take(topic, whose) {
    const left = this.told.get(topic) ?? [];
    left.splice(left.indexOf(/** @type {any} */ (this.#of(topic, whose))), 1);
  }

  /** @param {number} topic @param {number} whose */
  #of(topic, whose) {
    const left = this.told.get(topic) ?? [];
    if (this.topics[topic].shape === "map") return left.find(([place]) => place === whose);
    const [next] = left;
    return next && (next[0] === null || next[0] === whose) ? next : undefined;
  }
}
