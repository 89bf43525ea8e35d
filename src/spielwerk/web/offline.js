/** Opens the page without a connection: what was loaded before is shown, and says so. */

const KEPT = "spielwerk-1";
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(["/", "/web/app.js", "/web/icon.svg"])));
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

worker.addEventListener("message", (/** @type {any} */ event) => {
  const loaded = event.data.filter((/** @type {string} */ url) => ours(new URL(url))).map((/** @type {string} */ url) => new Request(url, { cache: "force-cache" }));
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(loaded)));
});

/** The page's own files. @param {URL} url */
function ours(url) {
  return url.origin === location.origin && !url.pathname.startsWith("/api");
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !ours(url)) return;
  const shell = event.request.mode === "navigate" ? "/" : event.request;
  event.respondWith(
    fetch(event.request)
      .then(async (answer) => {
        if (answer.ok) (await caches.open(KEPT)).put(shell, answer.clone());
        return answer;
      })
      .catch(async () => (await caches.match(shell)) ?? Response.error()),
  );
});
