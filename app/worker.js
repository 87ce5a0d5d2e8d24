// Keeps the modeller in the browser, so that it starts without a network. app/version.mjs writes above this which
// version it is (`VERSION`, the name of the folder with all of its files but the page) and what its files are (`FILES`).
//
// The page is asked for from where it came as long as that answers, so that it is always the one that fits the program
// behind it. Everything else is in the folder of a version and never changes under its address: wherever it is kept, it
// is right, and a page never mixes two versions. A catalog that was published with the page is kept as it was last there.
// Nothing else passes through here, least of all what the program says.

/** A cache for each version; the caches of the modeller at another place on this host are not ours. */
const PREFIX = `descriptorium ${self.registration.scope} `;
const PAGE = "./";
/** The catalog that the page may have been published with, which says so. */
const CATALOG = "catalog.json";
const PUBLISHED = `<meta name="catalog" content="${CATALOG}">`;
/** How long, in milliseconds, a connection may be silent before what is kept is taken. */
const PATIENCE = 3000;

self.addEventListener("install", (event) => event.waitUntil(keep()));
// The page of a first visit goes through here from then on, so that what it fetches later is there without a network.
self.addEventListener("activate", (event) => event.waitUntil(forget().then(() => self.clients.claim())));
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

/** Keeps all of this version or, if anything fails, nothing; the browser tries again at another visit. */
async function keep() {
  const name = PREFIX + VERSION;
  await caches.delete(name);
  try {
    const cache = await caches.open(name);
    const answer = await fetch(PAGE, { cache: "no-cache" });
    // While another version is put into place, the page may be of the one and this of the other.
    const text = await answer.clone().text();
    if (!answer.ok || !text.includes(`"./${VERSION}/`)) throw new Error("the page is of another version");
    if (text.includes(PUBLISHED)) await cache.add(CATALOG);
    await cache.addAll(FILES.map((file) => `./${VERSION}/${file}`));
    await cache.put(PAGE, answer);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
  await self.skipWaiting();
}

/** Forgets all versions but this one and the one before, which a page that was open may still be loading. */
async function forget() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(names.slice(0, -2).map((name) => caches.delete(name)));
}

/** The page or the catalog from where it came, or what is kept of it if nothing answers there. */
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

async function file(request) {
  for (const name of await caches.keys()) {
    const found = name.startsWith(PREFIX) && (await (await caches.open(name)).match(request.url));
    if (found) return found;
  }
  return fetch(request);
}
