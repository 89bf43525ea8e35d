/**
 * Check that chance was fair: compare the server's commitment from before the game with the seed disclosed after it.
 */

import { button, h } from "../elements.js";
import { headOf } from "../heads.js";
import { get } from "../server.js";
import { bytesOf, sha256 } from "../sha256.js";
import { shareOf } from "../shares.js";
import { said, t } from "../words.js";

/**
 * Create the button that checks the deal: by the server, and the checksum here as well.
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
 * @param {{holds: boolean, code: string | null, reason: string | null, commitment: string | null, seed: string | null, shares: ({hash: string, value: string | null} | null)[]}} fair
 * @param {string} promised
 * @param {string} id
 */
async function fairTold({ holds, code, reason, commitment, seed, shares }, promised, id) {
  if (code === "not_over") return [h("p", {}, t("fair.not_over"))];
  const lines = [holds ? t("fair.holds") : t("fair.fails", { reason: reason ?? "" })];
  if (seed) lines.push(t(sha256(bytesOf(seed)) === commitment ? "fair.here" : "fair.not_here"));
  if (promised) lines.push(t(promised === commitment ? "fair.promised" : "fair.broken"));
  const own = shareOf(id);
  if (own) {
    const same = own.hashes.every((hash, seat) => (shares[seat]?.hash ?? null) === hash);
    lines.push(t(!shares.some((share) => share?.value === own.value) ? "fair.share.out" : same ? "fair.share.in" : "fair.share.changed"));
  }
  const last = headOf(id);
  const log = last ? [h("dt", {}, t("fair.log", { entries: last.entries })), h("dd", {}, h("code", {}, last.head))] : [];
  return [
    h("ul", { class: "checks" }, ...lines.map((line) => h("li", {}, line))),
    h("dl", {}, h("dt", {}, t("fair.commitment")), h("dd", {}, h("code", {}, commitment ?? "–")), h("dt", {}, t("fair.seed")), h("dd", {}, h("code", {}, seed ?? "–")), ...log),
    h("p", { class: "faint" }, t("fair.yourself"), " ", h("code", {}, `spielwerk replay --fair ${id}.json`)),
  ];
}
