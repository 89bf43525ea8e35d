/** Detect whether the page runs on a Spielwerk server or from static files, and which tables are on this device. */

/** Whether the page is served as static files, without a Spielwerk server, as its shell declares. */
export const SITE = globalThis.document?.documentElement?.hasAttribute?.("data-site") ?? false;

export const HERE = "here-"; // no server table's id begins with this

/** Return whether a table is on this device. @param {string} id */
export const isHere = (id) => id.startsWith(HERE);
