/** The end: who won, how that was decided, and that chance was fair. */

import { button, h } from "../elements.js";
import { link } from "../links.js";
import { get } from "../server.js";
import { said, scoreName, seatName, t, textOr } from "../words.js";

/** @typedef {{name: string, values: (number | null)[], ranks: number[]}} Step  a comparison of who was tied */

/**
 * @param {any} info
 * @param {import("../rules.js").Position | undefined} position
 * @param {string} promised  the checksum that was seen while the game was running
 * @param {string} invited  what addresses end with, for who watches by invitation
 */
export function endPanel(info, position, promised, invited) {
  const order = bySeat(info).sort((a, b) => info.ranks[a] - info.ranks[b]);
  const winners = order.filter((seat) => info.ranks[seat] === 1).map((seat) => seatName(info, seat));
  const decided = h("div", {});
  get(`/tables/${info.id}/end${invited}`).then((steps) => decided.replaceChildren(...stepsTold(info, steps)), () => {});
  return h(
    "div",
    { class: "box end" },
    h("h2", {}, info.seats === 1 ? t("end.alone") : t(winners.length > 1 ? "end.shared" : "end.won", { who: winners.join(", ") })),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("end.scores") }, scoreSheet(info, position?.scores ?? [], order)),
    decided,
    fairCheck(info, promised, invited),
    h(
      "p",
      { class: "links" },
      link(`/replay/${info.id}`, {}, t("end.replay")),
      h("a", { href: `/api/tables/${info.id}/record${invited}`, download: `${info.id}.json` }, t("end.record")),
      h("span", { class: "faint" }, t("end.number", { id: info.id })),
    ),
  );
}

/** @param {any} info @returns {number[]} */
const bySeat = (info) => info.sitting.map((/** @type {any} */ _, /** @type {number} */ seat) => seat);

/**
 * For each seat its rank, its result, and then the scoreboard that it comes from.
 * @param {any} info
 * @param {number[][]} scores
 * @param {number[]} order
 */
function scoreSheet(info, scores, order) {
  const row = (/** @type {string} */ name, /** @type {(seat: number) => number} */ value, /** @type {string} */ kind = "") =>
    h("tr", { class: kind }, h("th", { scope: "row" }, name), ...order.map((seat) => h("td", {}, String(value(seat)))));
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, h("td", {}), ...order.map((seat) => h("th", { scope: "col" }, seatName(info, seat))))),
    h(
      "tbody",
      {},
      row(t("end.rank"), (seat) => info.ranks[seat], "deciding"),
      row(t("end.result"), (seat) => info.results[seat], "deciding"),
      ...(scores[0] ?? []).map((_, k) => row(scoreName(info, k), (seat) => scores[seat][k])),
    ),
  );
}

/**
 * What decided the ranks, comparison by comparison, as rulebooks tell it in their examples.
 * @param {any} info
 * @param {Step[]} steps
 */
export function stepsTold(info, steps) {
  if (!steps.length) return [];
  let before = steps[0].ranks.map(() => 1);
  const told = steps.map((step) => {
    const line = stepTold(info, step, before);
    before = step.ranks;
    return line;
  });
  const shared = new Set(before).size < before.length;
  return [h("h3", {}, t("decided")), h("ol", { class: "decided" }, ...told), shared ? h("p", {}, t("decided.shared")) : null].filter((part) => part !== null);
}

/**
 * @param {any} info
 * @param {Step} step
 * @param {number[]} before
 */
function stepTold(info, { name, values, ranks }, before) {
  const compared = values.flatMap((value, seat) => (value === null ? [] : [seat]));
  const numbers = compared.map((seat) => h("span", { class: "compared" }, `${seatName(info, seat)} `, h("b", {}, name === "held_out" ? (ranks[seat] > 1 ? "✗" : "✓") : String(values[seat]))));
  const settled = [...new Set(compared.map((seat) => ranks[seat]))].sort((a, b) => a - b);
  const says = settled.map((rank) => {
    const here = compared.filter((seat) => ranks[seat] === rank);
    const who = here.map((seat) => seatName(info, seat)).join(", ");
    return here.length > 1 ? t("decided.tied", { who }) : t("decided.rank", { rank, who });
  });
  const changed = compared.some((seat) => ranks[seat] !== before[seat]) || says.length === 1;
  return h("li", {}, h("p", {}, textOr(`decided.${name}`, name)), h("p", { class: "values" }, ...numbers), changed ? h("p", { class: "faint" }, says.join(" · ")) : null);
}

/**
 * A button that lets the deal be checked: on the server, and the checksum here as well.
 * @param {any} info
 * @param {string} promised
 * @param {string} invited
 */
function fairCheck(info, promised, invited) {
  const told = h("div", { role: "status" });
  const check = async () => {
    told.replaceChildren(h("p", {}, t("fair.checking")));
    try {
      const fair = await get(`/tables/${info.id}/fair${invited}`);
      told.replaceChildren(...(await fairTold(fair, promised, info.id)));
    } catch (error) {
      told.replaceChildren(h("p", {}, said(error)));
    }
  };
  return h("details", { class: "fair" }, h("summary", {}, t("fair")), h("p", {}, t("fair.how")), button(t("fair.check"), check), told);
}

/**
 * @param {{holds: boolean, code: string | null, reason: string | null, commitment: string | null, seed: string | null}} fair
 * @param {string} promised
 * @param {string} id
 */
async function fairTold({ holds, code, reason, commitment, seed }, promised, id) {
  if (code === "not_over") return [h("p", {}, t("fair.not_over"))];
  const lines = [holds ? t("fair.holds") : t("fair.fails", { reason: reason ?? "" })];
  if (seed && crypto.subtle) lines.push(t((await sha256(seed)) === commitment ? "fair.here" : "fair.not_here"));
  if (promised) lines.push(t(promised === commitment ? "fair.promised" : "fair.broken"));
  return [
    h("ul", { class: "checks" }, ...lines.map((line) => h("li", {}, line))),
    h("dl", {}, h("dt", {}, t("fair.commitment")), h("dd", {}, h("code", {}, commitment ?? "–")), h("dt", {}, t("fair.seed")), h("dd", {}, h("code", {}, seed ?? "–"))),
    h("p", { class: "faint" }, t("fair.yourself"), " ", h("code", {}, `spielwerk replay --fair ${id}.json`)),
  ];
}

/** The checksum of a number that is written in hexadecimal digits. @param {string} digits */
async function sha256(digits) {
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const sum = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
