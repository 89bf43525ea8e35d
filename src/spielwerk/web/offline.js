/**
 * Opens the page without a connection. Files lie below a digest and never change: they are kept, and the server is not
 * asked again. What may change is asked for first, and is what was last heard without a connection.
 */

const FILES = "/at/{digest}/"; // filled in where this is served: with other files it is another worker
const KEPT = "spielwerk-{digest}";
const EDITIONS = 2; // the files of pages that are still open go with the next edition but one
const LAST_HEARD = "/api/games";
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keepAll());
  worker.skipWaiting();
});

/** Keep all that the page needs to open; engines and rules of games are kept when they are used. */
async function keepAll() {
  const listed = await fetch(`${FILES}files.json`);
  if (!listed.ok) throw new Error(`files.json: ${listed.status}`); // there is another edition already
  /** @type {string[]} */
  const files = await listed.json();
  await (await caches.open(KEPT)).addAll(["/api/games", ...files.map((file) => FILES + file)]);
}

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const forget = caches.keys().then((names) => Promise.all(names.slice(0, -EDITIONS).map((name) => caches.delete(name))));
  event.waitUntil(forget.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  /** @type {Request} */
  const request = event.request;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/at/")) event.respondWith(caches.match(request).then((kept) => kept ?? asked(request)));
  else if (pathname === LAST_HEARD) event.respondWith(asked(request).catch(() => known(request)));
  else if (request.mode === "navigate" && !pathname.startsWith("/api")) {
    event.respondWith(fetch(request).catch(() => known(`${FILES}web/index.html`)));
  }
});

/** What the server says, kept; files of other editions are not. @param {Request} request */
async function asked(request) {
  const answer = await fetch(request);
  const { pathname } = new URL(request.url);
  if (answer.ok && (pathname.startsWith(FILES) || pathname === LAST_HEARD)) {
    await (await caches.open(KEPT)).put(request, answer.clone());
  }
  return answer;
}

/** @param {Request | string} request */
async function known(request) {
  return (await caches.match(request)) ?? Response.error();
}
