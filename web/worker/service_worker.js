// Caches the client for use without a network. The server puts VERSION, BASE_PATH and FILES above
// this.
//
// Pages come from the network first, and from the cache only without an answer. The address of a
// file contains its version, so cached files are never stale.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
// Other software on the same site has caches too.
const OWN_CACHES = `kostka${BASE_PATH}-`;
const CACHE = OWN_CACHES + VERSION;
const PAGE = `${BASE_PATH}/`;

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll([PAGE, ...FILES]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith(OWN_CACHES) && name !== CACHE)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetchPageNetworkFirst(request));
  else if (url.pathname.startsWith(`${BASE_PATH}/static/`))
    event.respondWith(fetchFileCacheFirst(request));
});

/** @param {Request} request */
async function fetchPageNetworkFirst(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

/** @param {Request} request */
async function fetchFileCacheFirst(request) {
  return (await caches.match(request)) ?? fetch(request);
}
