/** Faces of players: a drawing for each bot, an initial for each person. */

import { drawing, svg } from "./elements.js";

const INK = "#33281f";
const SKIN = "#f1c7a0";

/** @param {string} d @param {string} fill */
const shape = (d, fill) => svg("path", { d, fill, stroke: INK, "stroke-width": 1.5, "stroke-linejoin": "round" });
/** @param {string} d @param {string} [colour] @param {number} [width] */
const stroke = (d, colour = INK, width = 1.7) => svg("path", { d, fill: "none", stroke: colour, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" });
/** @param {number} cx @param {number} cy @param {number} r @param {string} [fill] */
const dot = (cx, cy, r, fill = INK) => svg("circle", { cx, cy, r, fill });

const HEAD = "M19.5 31c-.3-9.5 5-15.5 12.7-15.5S44.8 21.4 44.5 31c-.3 9.4-5.4 16-12.4 16S19.7 40.4 19.5 31z";
const SHOULDERS = "M9 66c.6-12.2 9.2-18.3 23-18.3S54.4 53.8 55 66z";

/** @type {Record<string, () => Node[]>} */
const FACES = {
  // Tousled and freckled, a pencil behind the ear, the tongue out: trying hard.
  lehrling: () => [
    dot(32, 32, 32, "#d9e6bd"),
    shape(SHOULDERS, "#7c9a55"),
    shape("M26 46.5l6 6.5 6-6.5 1.5 4-7.5 6.5-7.5-6.5z", "#fff6e2"),
    shape(HEAD, SKIN),
    shape("M18.5 31.5C15.7 20 21 12 29 12.8c1.2-2 3.6-3 5.6-2.6-1 .9-1.3 1.7-1.1 2.6C42 12 48.2 19.5 45.6 31c-1-3.3-2.4-5.8-4.2-7.5-2.6 1.5-5.8 1.9-9 1-3 1.6-6.7 1.7-9.3.6-2 1.5-3.5 3.6-4.6 6.4z", "#d9772f"),
    stroke("M44.5 29.5L55 19", "#f2c618", 3.4),
    stroke("M54.2 19.8L56.5 17.5", INK, 3),
    dot(26.8, 33, 1.8),
    dot(37.6, 33, 1.8),
    ...[[22.9, 36.8], [25, 38.6], [41.3, 36.8], [39.2, 38.6]].map(([x, y]) => dot(x, y, 0.7, "#b5673a")),
    stroke("M27.5 40.3q4.6 3.2 9.2-.4"),
    shape("M34.2 41.3c.2 2 .9 3 2 2.9 1.2-.1 1.5-1.5.9-3.8z", "#e2736b"),
  ],
  // Travelling: a broad black hat, a waistcoat, an earring, a grin.
  geselle: () => [
    dot(32, 32, 32, "#c7dde6"),
    shape(SHOULDERS, "#4a423b"),
    shape("M25.5 48l6.5 13 6.5-13z", "#fffaf0"),
    shape(HEAD, "#e7b98f"),
    shape("M20 40c2 8 7.5 11 12 11s10-3 12-11c-3 2.5-5 2.5-7.5.8-2.7-1.3-6.3-1.3-9 0C25 42.5 23 42.5 20 40z", "#8a5a34"),
    shape("M20.5 23.5C20 12.5 24.5 7 32 7s12 5.5 11.5 16.5z", "#2b2622"),
    shape("M8.5 24.5c6.5-5 40.5-5 47 0 1.2 1.7.3 3.6-1.8 3.4-13-2.7-30.4-2.7-43.4 0-2.1.2-3-1.7-1.8-3.4z", "#2b2622"),
    stroke("M21 20.5c7-1.6 15-1.6 22 0", "#b4532a", 2.4),
    dot(26.7, 33, 1.8),
    dot(37.3, 33, 1.8),
    stroke("M23.8 30q2.6-1.7 5-.4M35.2 29.6q2.6-1.3 5 .4"),
    stroke("M28.5 43.3q3.5 2.6 7.5-.6", "#fffaf0", 2),
    svg("circle", { cx: 45, cy: 38.5, r: 1.9, fill: "none", stroke: "#e0a526", "stroke-width": 1.5 }),
  ],
  // Bald, round glasses, the moustache of an old hand.
  meister: () => [
    dot(32, 32, 32, "#efd9ae"),
    shape(SHOULDERS, "#a4592c"),
    shape("M24.5 48.5L32 58l7.5-9.5 3 2.5L32 66 21.5 51z", "#f7ead0"),
    shape("M19 27c-4 .5-5 8 .5 11zM45 27c4 .5 5 8-.5 11z", "#7a5334"),
    shape(HEAD, SKIN),
    stroke("M27 20.5q5-1.8 9 0", "#d9a176", 1.3),
    ...[26, 38].map((x) => svg("circle", { cx: x, cy: 31.5, r: 5, fill: "#fffdf8", "fill-opacity": 0.75, stroke: INK, "stroke-width": 1.7 })),
    stroke("M31 31q1-1 2 0M21 30.5l-2-1M43 30.5l2-1"),
    dot(26.5, 32, 1.7),
    dot(37.5, 32, 1.7),
    stroke("M22 25.5q3.5-2.4 7-.6M35 24.9q3.5-1.8 7 .6", "#7a5334", 2.2),
    shape("M32 39c-3.3-2.6-9.3-1.4-12 3.8 4.3 1.7 9.3.8 12-1.5 2.7 2.3 7.7 3.2 12 1.5-2.7-5.2-8.7-6.4-12-3.8z", "#7a5334"),
  ],
  // A cap with a star, a long white beard, eyes closed: already foresees the end.
  grossmeister: () => [
    dot(32, 32, 32, "#d8cdee"),
    shape(SHOULDERS, "#5b3f92"),
    shape(HEAD, "#ecc29c"),
    shape("M18.5 32c.3 16 4.8 27.5 13.5 31 8.7-3.5 13.2-15 13.5-31-1.7 4.8-4.4 7-7.8 6.3-3.4-1.5-8-1.5-11.4 0-3.4.7-6.1-1.5-7.8-6.3z", "#f6f3ec"),
    stroke("M28 48c.5 4 1.7 7 3.5 9.5M36.5 47c-.2 3.5-1 6-2.5 8.5", "#c9c2b4", 1.3),
    shape("M18 27.5C17.5 16 23 9.5 32 9.5S46.5 16 46 27.5c-8.5-3.6-19.5-3.6-28 0z", "#5b3f92"),
    shape("M32 12.5l1.7 3.5 3.8.5-2.8 2.6.7 3.8-3.4-1.8-3.4 1.8.7-3.8-2.8-2.6 3.8-.5z", "#f2c618"),
    stroke("M22.5 28.8q3.6-2.3 7 0M34.5 28.8q3.6-2.3 7 0", "#f6f3ec", 3),
    stroke("M23.8 33.5q2.4 1.8 4.8 0M35.4 33.5q2.4 1.8 4.8 0"),
    stroke("M29.8 42.5q2.2 1.3 4.4 0", "#b86d52", 1.8),
  ],
  // A die with a broad smile.
  zufall: () => [
    dot(32, 32, 32, "#f4cfc4"),
    svg(
      "g",
      { transform: "rotate(-11 32 33)" },
      svg("rect", { x: 14.5, y: 15.5, width: 35, height: 35, rx: 8, fill: "#fffdf8", stroke: INK, "stroke-width": 1.7 }),
      dot(24.5, 27, 3.5),
      dot(39.5, 27, 3.5),
      dot(25.7, 25.9, 1.1, "#fff"),
      dot(40.7, 25.9, 1.1, "#fff"),
      dot(32, 33, 1.9, "#d8362f"),
      shape("M22.5 38c5.5 2.4 13.5 2.4 19 0-.7 6-4.5 8.8-9.5 8.8s-8.8-2.8-9.5-8.8z", "#d8362f"),
    ),
  ],
};

/** The face of a bot without a drawing. */
const stranger = () => [
  dot(32, 32, 32, "#cfe0d8"),
  shape("M14 66c.5-9 7-13 18-13s17.5 4 18 13z", "#6f8f86"),
  stroke("M32 21v-8", INK, 2),
  dot(32, 11, 3.4, "#ef8a17"),
  shape("M13 31h5v10h-5c-2-2.5-2-7.5 0-10zM51 31h-5v10h5c2-2.5 2-7.5 0-10z", "#6f8f86"),
  svg("rect", { x: 16.5, y: 20.5, width: 31, height: 29, rx: 9, fill: "#b9d0c7", stroke: INK, "stroke-width": 1.6 }),
  dot(26, 32.5, 4.2, "#fffdf8"),
  dot(38, 32.5, 4.2, "#fffdf8"),
  dot(26.6, 33, 2),
  dot(38.6, 33, 2),
  stroke("M26 41.8q6 3.6 12 0"),
];

/**
 * @param {string} bot  its name, possibly with its thinking time ("grossmeister@150ms")
 * @returns {SVGSVGElement}
 */
export function face(bot) {
  const [name] = bot.split("@");
  return disc(...(Object.hasOwn(FACES, name) ? FACES[name] : stranger)());
}

/**
 * Draw the occupant of a seat: a bot's face, a person's initial, or a free seat.
 * @param {{name?: string | null, bot?: string | null} | null} sitter
 * @returns {SVGSVGElement}
 */
export function portrait(sitter) {
  if (!sitter?.name) return sitter?.bot ? face(sitter.bot) : disc(svg("circle", { class: "free", cx: 32, cy: 32, r: 29 }));
  const [initial] = sitter.name.trim().toLocaleUpperCase();
  const letter = svg("text", { x: 32, y: 43, "text-anchor": "middle", "font-size": 31, "font-weight": 700, fill: INK }, initial ?? "?");
  return disc(dot(32, 32, 32, `hsl(${hue(sitter.name)} 48% 78%)`), letter);
}

/** @param {...Node} children */
function disc(...children) {
  const drawn = drawing(0, 0, 64, 64, ...children);
  drawn.setAttribute("class", "face");
  return drawn;
}

/** Return a hue that is always the same for a name. @param {string} name */
function hue(name) {
  return [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
}
