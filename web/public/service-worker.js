// Lets the pages open without a network, and quickly with one. It keeps the pages of one build and nothing else: what
// the server answers under /api and /ws is never kept, and never even passes here.
const BUILD = '__BUILD__';
const CACHE = `parlor-${BUILD}`;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.add(new Request('/', { cache: 'reload' })))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  // What is named by its hash never changes.
  if (url.pathname.startsWith('/assets/')) event.respondWith(kept(request));
  // Every address of the pages is the same page, which finds its way by itself.
  else if (request.mode === 'navigate' && !url.pathname.startsWith('/api/')) event.respondWith(page(request));
});

async function kept(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const known = await (await caches.open(CACHE)).match('/');
    if (known) return known;
    throw error;
  }
}
