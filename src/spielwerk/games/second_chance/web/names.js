/**
 * Names of shapes: similar to a letter, or a word.
 *
 * @import { Phrase } from "../../../web/board.js"
 * @import { Shape, Square } from "./shapes.js"
 */
import { key, standing } from "./shapes.js";

/** @type {Record<string, string[]>} */
const LIKE_LETTERS = {
  F: [".XX/XX./.X."],
  H: ["X.X/XXX/X.X"],
  L: ["X./X./XX", "X./X./X./XX"],
  N: [".X/.X/XX/X."],
  P: ["XX/XX/X."],
  T: ["XXX/.X.", "XXX/.X./.X.", "XXX/.X./.X./.X."],
  U: ["X.X/XXX", "X..X/XXXX", "X.X/X.X/XXX"],
  W: ["X../XX./.XX"],
  Y: [".X/XX/.X/.X"],
  Z: [".XX/XX.", "XX./.X./.XX"],
};

/** @type {Record<string, string[]>} by the word's text key */
const WORDS = {
  "shape.corner": ["X./XX", "X../X../XXX", "X.../X.../X.../XXXX"],
  "shape.cross": [".X./XXX/.X.", ".X../XXXX/.X.."],
  "shape.house": [".X./XXX/XXX"],
  "shape.line": ["XX", "XXX", "XXXX", "XXXXX"],
  "shape.rectangle": ["XXX/XXX"],
  "shape.square": ["XX/XX"],
  "shape.stairs": ["X../XX./XXX", "X../XX./.XX/..X"],
};

/** @param {string} rows @returns {Shape} */
const read = (rows) =>
  rows.split("/").flatMap((row, y) => [...row].flatMap((mark, x) => (mark === "X" ? [/** @type {Square} */ ([x, y])] : [])));

/** @param {Record<string, string[]>} named @returns {Map<string, string>} */
const byShape = (named) => new Map(Object.entries(named).flatMap(([name, all]) => all.map((rows) => [key(standing(read(rows))), name])));

const [letters, words] = [byShape(LIKE_LETTERS), byShape(WORDS)];

/** Name a card of the deck by its shape. @param {Shape} shape @returns {Phrase} */
export function cardNamed(shape) {
  const cells = shape.length;
  const same = key(standing(shape));
  const letter = letters.get(same);
  const word = words.get(same);
  if (cells === 1) return { key: "piece.single" };
  if (letter) return { key: "piece.like", values: { cells, letter } };
  return word ? { key: "piece.shape", values: { cells, shape: [word] } } : { key: "piece.card", values: { cells } };
}
