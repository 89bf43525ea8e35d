/** Whether chance was fair: what the server promised before the game, checked after it. */

import { button, h } from "../elements.js";
import { get } from "../server.js";
import { said, t } from "../words.js";

/**
 * A button that lets the deal be checked: on the server, and the checksum here as well.
 * @param {any} info
 * @param {string} promised
 * @param {string} invited
 */
export function fairCheck(info, promised, invited) {
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
