/** Asking the server. */

/** Something that was not done, and why. */
export class Refused extends Error {
  /** @param {{code: string, reason: string, details?: Record<string, any>, may?: any}} told */
  constructor(told) {
    super(told.reason);
    this.code = told.code;
    this.details = told.details ?? {};
    this.may = told.may ?? this.details.may;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
  let answer;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused({ code: "offline", reason: "the server can't be reached" });
  }
  if (answer.status === 204) return undefined;
  const type = answer.headers.get("Content-Type") ?? "";
  const told = type.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) {
    throw new Refused(typeof told === "object" ? told : { code: "failed", reason: String(answer.status) });
  }
  return told;
}

/** @param {string} path */
export const get = (path) => ask("GET", path);
/** @param {string} path @param {unknown} [body] */
export const post = (path, body = {}) => ask("POST", path, body);
/** @param {string} path @param {unknown} body */
export const put = (path, body) => ask("PUT", path, body);
/** @param {string} path */
export const drop = (path) => ask("DELETE", path);

/** @type {Promise<{id: number, name: string, guest: boolean} | null> | null} */
let known = null;

/** Who one is; null if the server does not know yet. */
export function me() {
  known ??= get("/me").catch((error) => {
    if (error instanceof Refused && error.code === "not_signed_in") return null; // an old cookie
    known = null;
    throw error;
  });
  return known;
}

/** Tells `changed` when one is somebody else than before. */
export const identity = new EventTarget();

/** Ask anew who one is. */
export function forgetMe() {
  known = null;
  identity.dispatchEvent(new Event("changed"));
}

/**
 * Who one is; a guest by that name if the server does not know yet.
 * @param {string} name
 */
export async function meOrGuest(name) {
  const found = await me();
  if (found) return found;
  const made = await post("/people", { name });
  known = Promise.resolve(made);
  identity.dispatchEvent(new Event("changed"));
  return made;
}
