// A service worker that caches the modeller, so that it starts without a network. app/version.mjs adds two constants
// above this: `VERSION`, the name of the folder with all files except the page, and `FILES`, the list of these files.
//
// The page itself is requested from its host as long as that responds, so that it always matches the running program.
// All other files are in the folder of a version and never change under their address: a cached copy is always valid,
// and a page never mixes two versions. A catalog that was published with the page is cached in its last version.
// Other requests, such as those to the API of the program, are not intercepted.

/** The prefix of the caches, one for each version. It has the scope, since other paths of the host may have a modeller too. */
const PREFIX = `descriptorium ${self.registration.scope} `;
const PAGE = "./";
/** The catalog that may have been published with the page, as a `meta` element states. */
const CATALOG = "catalog.json";
const PUBLISHED = `<meta name="catalog" content="${CATALOG}">`;
/** Milliseconds without a response after which the cached copy is used. */
const PATIENCE = 3000;

self.addEventListener("install", (event) => event.waitUntil(cacheAll()));
// The worker also controls the page of the first visit, so that files which that page loads later are cached.
self.addEventListener("activate", (event) => event.waitUntil(deleteOld().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || !url.startsWith(self.registration.scope)) return;
  const path = url.slice(self.registration.scope.length).replace(/[?#].*/, "");
  if (mode === "navigate") {
    if (path === "" || path === "index.html") event.respondWith(latest(event.request, PAGE));
  } else if (path === CATALOG) {
    event.respondWith(latest(event.request, CATALOG));
  } else if (/^[0-9a-f]{16}\//.test(path)) {
    event.respondWith(file(event.request));
  }
});

/** Caches all files of this version or, after an error, none; the browser tries again at the next visit. */
async function cacheAll() {
  const name = PREFIX + VERSION;
  await caches.delete(name);
  try {
    const cache = await caches.open(name);
    const answer = await fetch(PAGE, { cache: "no-cache" });
    // During a deployment, the page may belong to another version than this script.
    const text = await answer.clone().text();
    if (!answer.ok || !text.includes(`"./${VERSION}/`)) throw new Error("the page belongs to another version");
    if (text.includes(PUBLISHED)) await cache.add(CATALOG);
    await cache.addAll(FILES.map((file) => `./${VERSION}/${file}`));
    await cache.put(PAGE, answer);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
  await self.skipWaiting();
}

/** Deletes all versions except this one and the one before, from which an open page may still load files. */
async function deleteOld() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(names.slice(0, -2).map((name) => caches.delete(name)));
}

/** The page or the catalog from its host, or the cached copy if the host does not respond. */
async function latest(request, name) {
  const cache = await caches.open(PREFIX + VERSION);
  const kept = await cache.match(name);
  const asked = fetch(request);
  if (!kept) return asked;
  const silence = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const answer = await Promise.race([asked, silence]).catch(() => null);
  if (name === CATALOG && answer?.ok) await cache.put(name, answer.clone()).catch(() => {});
  return answer && answer.status < 500 ? answer : kept;
}

/** A file of a version. The query, if any, only distinguishes attempts to load it (app/editor/load.js). */
async function file(request) {
  for (const name of await caches.keys()) {
    const found = name.startsWith(PREFIX) && (await (await caches.open(name)).match(request.url, { ignoreSearch: true }));
    if (found) return found;
  }
  return fetch(request);
}
