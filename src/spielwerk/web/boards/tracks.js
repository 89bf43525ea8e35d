/** Tracks as a small graph: a row a colour, its symbol, how far it has come, and its value. */
import { drawing, short, svg, symbol } from "../svg.js";

const WIDTH = 176;
const ROW = 20;
const FROM = 26; // where 0 is
const TO = 142; // where the end of a track is
const SCALE = 13;

/**
 * The lowest are marked, unless all are equal.
 * @param {readonly number[]} values one a colour
 * @param {readonly string[]} colours by the letters that notation gives them
 * @param {number} most where a track ends
 */
export function tracks(values, colours, most) {
  const lowest = values.every((value) => value === values[0]) ? -1 : Math.min(...values);
  const height = ROW * colours.length + SCALE;
  const drawn = drawing(
    0,
    0,
    WIDTH,
    height,
    ...scale(most, height),
    ...colours.map((colour, row) => track(colour, values[row], most, row, values[row] === lowest)),
  );
  drawn.setAttribute("class", "tracks");
  return drawn;
}

/** @param {number} value @param {number} most */
const along = (value, most) => FROM + ((TO - FROM) * value) / most;

/**
 * Lines through all rows at every third step, and what they stand for.
 * @param {number} most
 * @param {number} height
 */
function scale(most, height) {
  const bottom = height - SCALE;
  const steps = Array.from({ length: most + 1 }, (_, step) => step).filter((s) => s % 3 === 0);
  return steps.flatMap((step) => {
    const x = short(along(step, most));
    return [
      svg("path", { d: `M${x} 3V${bottom}`, class: "tracks-step" }),
      svg("text", { x, y: height - 2, class: "tracks-scale" }, String(step)),
    ];
  });
}

/**
 * @param {string} colour
 * @param {number} value
 * @param {number} most
 * @param {number} row
 * @param {boolean} lowest
 */
function track(colour, value, most, row, lowest) {
  const y = ROW * row + ROW / 2;
  const end = along(value, most);
  const kinds = ["tracks-row", `colour-${colour}`, lowest && "lowest", value === most && "full"];
  return svg(
    "g",
    { class: kinds.filter(Boolean).join(" ") },
    svg("rect", { x: 1, y: y - ROW / 2 + 1, width: WIDTH - 2, height: ROW - 2, rx: 5, class: "tracks-back" }),
    symbol(colour, 13, y, 7.5),
    svg("path", { d: `M${FROM} ${y}H${TO}`, class: "tracks-way" }),
    svg("path", { d: `M${FROM} ${y}H${short(end)}`, class: "tracks-done" }),
    svg("circle", { cx: short(end), cy: y, r: 5, class: "tracks-head" }),
    svg("text", { x: 163, y: y + 5, class: "tracks-value" }, String(value)),
  );
}
