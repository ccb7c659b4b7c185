// The service worker: hashed files from the device, and a page of ours instead of the browser's when there is no
// connection. It keeps what is named here and nothing else: no page that was asked for, no booking, no document, no
// JSON, nothing that was posted. For drivers, who ask for it, also their pages without signal, in which is nobody's data. Plain JavaScript, served as it is; the build puts its identity in the place of VERSION.

const VERSION = "__BUILD__";
const OFFLINE_PAGE = "/offline";
const PAGES = `pages-${VERSION}`;
// Not by version: a hashed file never changes, and an open page may still need one of an earlier build.
const FILES = "files";
// Asked for by a driver's page (app/ui/driver/OnlinePhone.tsx), anew with each opening: whole, or as it was.
const DRIVER = "driver";
const DRIVER_SHELL = "/driver/offline";
const DRIVER_FILES = [DRIVER_SHELL, "/driver/qr.js"];
const DRIVER_PAGE = /^\/driver\/(dashboard$|jobs\/|offline$)/;
// A line that has not answered a driver by then is no line.
const DRIVER_WAITS = 4000;
const MOST_FILES = 150;
const HASHED = /^\/assets\/[\w.$-]+-[\w-]{6,8}\.(js|css)$/;

self.addEventListener("install", (event) => event.waitUntil(keepOfflinePage()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

// Sent by frame.js when the visitor chose "Reload". Without it a new worker waits until all pages are closed.
self.addEventListener("message", (event) => {
  if (event.data === "skipWaiting") self.skipWaiting();
  if (Array.isArray(event.data?.keep)) event.waitUntil(keepDriver(event.data.keep).catch(() => undefined));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(DRIVER_PAGE.test(url.pathname) ? driverPage(event) : page(event));
  else if (url.pathname === DRIVER_FILES[1]) event.respondWith(fetch(request).catch(() => keptFile(url.pathname)));
  else if (HASHED.test(url.pathname) && !url.search) event.respondWith(file(request));
});

/** Asked for without cookies, so that it is the page of nobody. Refuses to install without it. */
async function keepOfflinePage() {
  const answer = await fetch(OFFLINE_PAGE, { cache: "reload", credentials: "omit" });
  if (!answer.ok || answer.redirected) throw new Error(`offline page: ${answer.status}`);
  const cache = await caches.open(PAGES);
  await cache.put(OFFLINE_PAGE, answer);
}

async function takeOver() {
  const names = await caches.keys();
  const kept = [PAGES, FILES, DRIVER];
  await Promise.all(names.filter((name) => !kept.includes(name)).map((name) => caches.delete(name)));
  // The page's request leaves while the worker starts, not after it.
  await self.registration.navigationPreload?.enable();
}

/** Always from the network. Any answer of the server is an answer, errors too; only no answer at all is "offline". */
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const kept = await caches.match(OFFLINE_PAGE, { cacheName: PAGES });
    if (!kept) throw error;
    return kept;
  }
}

/** All of them, then put: one that fails leaves what was kept before. Asked for without cookies, as the offline page. */
async function keepDriver(names) {
  const wanted = DRIVER_FILES.filter((name) => names.includes(name));
  const answers = await Promise.all(wanted.map((name) => fetch(name, { cache: "reload", credentials: "omit" })));
  if (answers.some((answer) => !answer.ok || answer.redirected)) return;
  const cache = await caches.open(DRIVER);
  await Promise.all(wanted.map((name, i) => cache.put(name, answers[i])));
}

const keptFile = async (name) => (await caches.match(name, { cacheName: DRIVER })) ?? Response.error();

/** From the network, as every page; without an answer in time the driver's own, whichever of them was asked for. */
async function driverPage(event) {
  const kept = await caches.match(DRIVER_SHELL, { cacheName: DRIVER });
  if (!kept) return page(event);
  const late = new Promise((resolve) => setTimeout(resolve, DRIVER_WAITS, kept));
  const answer = (async () => (await event.preloadResponse) ?? (await fetch(event.request)))();
  return Promise.race([answer.catch(() => kept), late]);
}

async function file(request) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200 && answer.type === "basic") {
    // A full disk must not cost the answer.
    await cache.put(request, answer.clone()).then(() => trim(cache), () => undefined);
  }
  return answer;
}

/** Oldest first: keys come in the order in which they were put in. */
async function trim(cache) {
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST_FILES)).map((request) => cache.delete(request)));
}
