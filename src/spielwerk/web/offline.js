/**
 * The service worker: opens the page offline. Files below a digest never change, so they are served from the cache.
 * What may change is requested first, and taken from the cache when offline.
 */

const ROOT = new URL("./", location.href).pathname; // this file is at the root of the site
const FILES = `${ROOT}at/{digest}/`; // filled in by the server: other files make another worker
const KEPT = "spielwerk-{digest}";
const EDITIONS = 2; // cached versions to keep: pages of the previous version may still be open
const LAST_HEARD = ["/api/games", "/api/bots"]; // missing where there is no server
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keepAll());
  worker.skipWaiting();
});

/** Cache everything needed to open and play; pictures in the rules are cached on first use. */
async function keepAll() {
  const listed = await fetch(`${FILES}files.json`);
  if (!listed.ok) throw new Error(`files.json: ${listed.status}`); // a newer version is already on the server
  /** @type {string[]} */
  const files = await listed.json();
  const kept = await caches.open(KEPT);
  await kept.addAll(files.map((file) => FILES + file));
  await Promise.all(LAST_HEARD.map((address) => kept.add(address).catch(() => {})));
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
  if (pathname.startsWith(`${ROOT}at/`)) event.respondWith(caches.match(request).then((kept) => kept ?? asked(request)));
  else if (LAST_HEARD.includes(pathname)) event.respondWith(asked(request).catch(() => known(request)));
  else if (request.mode === "navigate" && !pathname.startsWith("/api")) {
    event.respondWith(fetch(request).catch(() => known(`${FILES}web/index.html`)));
  }
});

/** Request a file and cache it, unless it belongs to another version. @param {Request} request */
async function asked(request) {
  const answer = await fetch(request);
  const { pathname } = new URL(request.url);
  if (answer.ok && (pathname.startsWith(FILES) || LAST_HEARD.includes(pathname))) {
    await (await caches.open(KEPT)).put(request, answer.clone());
  }
  return answer;
}

/** @param {Request | string} request */
async function known(request) {
  return (await caches.match(request)) ?? Response.error();
}
