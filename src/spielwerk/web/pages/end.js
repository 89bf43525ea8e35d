/** The end: who won, and how that was decided. */

import { h } from "../dom.js";
import { scoreName, seatName, t } from "../words.js";

/**
 * @param {any} info
 * @param {any} view
 */
export function endPanel(info, view) {
  const order = info.sitting.map((/** @type {any} */ _, /** @type {number} */ seat) => seat);
  order.sort((/** @type {number} */ a, /** @type {number} */ b) => info.ranks[a] - info.ranks[b]);
  const names = view ? view.scores[0].map((/** @type {number} */ _, /** @type {number} */ k) => scoreName(info, k)) : [];
  const winners = order.filter((/** @type {number} */ seat) => info.ranks[seat] === 1).map((/** @type {number} */ seat) => seatName(info, seat));
  return h(
    "div",
    { class: "box end" },
    h("h2", {}, info.seats === 1 ? t("end.alone") : t(winners.length > 1 ? "end.shared" : "end.won", { who: winners.join(", ") })),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t("end.scores") },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("end.rank")), h("th", { scope: "col" }, t("name")), h("th", { scope: "col" }, t("end.result")), ...names.map((/** @type {string} */ name) => h("th", { scope: "col" }, name)))),
        h(
          "tbody",
          {},
          ...order.map((/** @type {number} */ seat) =>
            h(
              "tr",
              {},
              h("td", {}, String(info.ranks[seat])),
              h("th", { scope: "row" }, seatName(info, seat)),
              h("td", {}, h("b", {}, String(info.results[seat]))),
              ...(view ? view.scores[seat].map((/** @type {number} */ value) => h("td", {}, String(value))) : []),
            ),
          ),
        ),
      ),
    ),
    h("p", {}, h("a", { href: `/replay/${info.id}` }, t("end.replay")), " · ", h("a", { href: `/api/tables/${info.id}/record`, download: `${info.id}.json` }, t("end.record"))),
  );
}
