/**
 * The contents of a position, for games without a board: the declared fields, arranged by their shapes and named by the
 * game's texts. `field.<name>` names a field (an empty text hides it), `field.<name>.<value>` one of its values or one
 * bit of a word, and `field.<name>.at.<place>` a place in a list, counted from 0.
 *
 * @typedef {import("./rules.js").Position} Position
 * @typedef {{format: string, shape: number[], sight: "public" | "owner" | "secret"}} Field
 *
 * @typedef {object} Value
 * @property {string} text
 * @property {boolean} empty  whether it is zero, or a word without any bit set
 * @property {boolean} changed  since the position before
 *
 * @typedef {{name: string, value: Value}} Place
 * @typedef {{kind: "number", name: string, value: Value}} Single
 * @typedef {{kind: "seats", name: string, seats: (Place[] | null)[]}} BySeat  what each seat has; null if hidden
 * @typedef {{kind: "list", name: string, places: Place[], rest: string | null}} List
 *   `rest`: the value of all other places
 * @typedef {{kind: "grid", name: string, columns: string[], rows: {name: string, places: Place[]}[], rest: string | null}} Grid
 *   `rest`: the value of all other places
 * @typedef {Single | BySeat | List | Grid} Content
 */

import { has, number, t, textOr } from "./words.js";

/** Hidden by default: the page already shows whose turn it is and who plays. */
const TOLD_ELSEWHERE = new Set(["turn", "seats", "first", "seat", "phase", "filler"]);
const LONG = 48; // places: longer lists only show those that differ from the most common value
const MOST_TOLD = 6; // changes that are read out at most
const NOTHING = "–";

/**
 * Return the contents of a position, field by field as declared.
 * @param {Position} position
 * @param {Position | null} [before]  to mark what has changed since
 * @returns {Content[]}
 */
export function contents(position, before = null) {
  /** @type {[string, Field][]} */
  const fields = Object.entries(position.rules.declared.layout.fields);
  return fields.filter(([name, { sight }]) => sight !== "secret" && isShown(name)).flatMap(([name, field]) => content(position, before, name, field));
}

/** @param {string} name */
function isShown(name) {
  return has(`field.${name}`) ? t(`field.${name}`) !== "" : !TOLD_ELSEWHERE.has(name);
}

/** @param {Position} position @param {Position | null} before @param {string} name @param {Field} field @returns {Content[]} */
function content(position, before, name, { format, shape, sight }) {
  const called = textOr(`field.${name}`, readable(name));
  const now = position.state[name];
  const then = before?.state[name];
  const value = (/** @type {any} */ one, /** @type {any} */ other) => valueOf(name, format, one, other);
  if (!shape.length) return [{ kind: "number", name: called, value: value(now, then) }];
  const places = (/** @type {any} */ some, /** @type {any} */ others) => {
    const flat = [some].flat(Infinity);
    const old = others === undefined ? [] : [others].flat(Infinity);
    const names = placeNames(position, name, flat.length);
    return flat.map((one, k) => ({ name: names[k], value: value(one, old[k]) }));
  };
  if (shape[0] === position.rules.declared.seats[1]) {
    const isHidden = (/** @type {number} */ seat) => sight === "owner" && seat !== position.viewer;
    const wasSeen = sight !== "owner" || before?.viewer === position.viewer; // otherwise the bytes before were zeros
    const seats = Array.from({ length: position.seats }, (_, seat) => (isHidden(seat) ? null : places(now[seat], wasSeen ? then?.[seat] : undefined)));
    return [{ kind: "seats", name: called, seats }];
  }
  if (shape.length === 1) {
    const named = places(now, then).filter((place) => place.name); // cells without a name do not exist
    const usual = named.length > LONG ? commonest(named.map((place) => place.value.text)) : null;
    return [{ kind: "list", name: called, places: named.filter(differs(usual)), rest: usual }];
  }
  if (shape.length === 2) {
    const rows = now.map((/** @type {any} */ row, /** @type {number} */ k) => ({ name: number(k + 1), places: places(row, then?.[k]) }));
    const all = rows.flatMap((/** @type {any} */ row) => row.places);
    const usual = all.length > LONG ? commonest(all.map((/** @type {Place} */ place) => place.value.text)) : null;
    const told = rows.filter((/** @type {{places: Place[]}} */ row) => row.places.some(differs(usual)));
    return [{ kind: "grid", name: called, columns: placeNames(position, name, shape[1]), rows: told, rest: usual }];
  }
  return now.flatMap((/** @type {any} */ part, /** @type {number} */ k) => {
    const one = { ...position, state: { [name]: part } };
    const other = then && before && { ...before, state: { [name]: then[k] } };
    return content(one, other ?? null, name, { format, shape: shape.slice(1), sight }).map((told) => ({ ...told, name: `${called} ${number(k + 1)}` }));
  });
}

/** @param {string | null} usual @returns {(place: Place) => boolean} */
const differs = (usual) => ({ value }) => value.text !== usual || value.changed;

/** Name the places of a field: by the game's texts, as cells in notation, or by their numbers. @param {Position} position @param {string} name @param {number} length */
function placeNames({ rules }, name, length) {
  const cells = rules.notation.cells?.words;
  return Array.from({ length }, (_, k) => textOr(`field.${name}.at.${k}`, cells?.length === length ? cells[k] : number(k + 1)));
}

/** @param {string} name @param {string} format @param {number | bigint} now @param {number | bigint | undefined} then @returns {Value} */
function valueOf(name, format, now, then) {
  const called = (/** @type {number} */ one) => textOr(`field.${name}.${one}`, number(one));
  const text = format === "u8" ? bits(BigInt(now)).map(called).join(" ") || NOTHING : called(Number(now));
  return { text, empty: !now, changed: then !== undefined && now !== then };
}

/** Return the numbers of the bits that are set. @param {bigint} word */
function bits(word) {
  const found = [];
  for (let rest = word, bit = 0; rest; rest >>= 1n, bit++) if (rest & 1n) found.push(bit);
  return found;
}

/** @param {string[]} texts @returns {string} */
function commonest(texts) {
  /** @type {Map<string, number>} */
  const often = new Map();
  for (const text of texts) often.set(text, (often.get(text) ?? 0) + 1);
  return [...often].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

/** Turn an identifier into text: "At risk". @param {string} name */
function readable(name) {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Describe what has changed, for screen readers: "At risk: 5."; nothing if there are too many changes.
 * @param {Position} position
 * @param {Position} before
 * @param {(seat: number) => string} who
 * @returns {string[]}
 */
export function changesTold(position, before, who) {
  const told = (/** @type {string[]} */ ...names) => (/** @type {Place} */ { name, value }) => `${[...names, name].filter(Boolean).join(", ")}: ${value.text}.`;
  const isNew = (/** @type {Place} */ { value }) => value.changed;
  const changes = contents(position, before).flatMap((one) => {
    if (one.kind === "number") return [{ name: "", value: one.value }].filter(isNew).map(told(one.name));
    if (one.kind === "list") return one.places.filter(isNew).map(told(one.name));
    if (one.kind === "grid") return one.rows.flatMap((row) => row.places.filter(isNew).map(told(one.name, row.name)));
    return one.seats.flatMap((places, seat) => (places ?? []).filter(isNew).map(placed(places)).map(told(one.name, who(seat))));
  });
  return changes.length > MOST_TOLD ? [] : changes;
}

/** Leave out the name of a single place. @param {Place[] | null} places @returns {(place: Place) => Place} */
const placed = (places) => (place) => (places?.length === 1 ? { ...place, name: "" } : place);
