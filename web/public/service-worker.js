// Lets the pages open without a network, and quickly with one. It keeps all files of its own build and those of the build
// before it, for tabs that are still open: what the server answers under /api and /ws is never kept, and never even
// passes here. A new worker waits until no tab of the old build is left.
const BUILD = '__BUILD__';
const FILES = ['__FILES__'];
const PREFIX = 'parlor-';
const CACHE = `${PREFIX}${BUILD}`;

/** The number of files that are asked for at a time, so that what people look at comes first. */
const AT_ONCE = 4;
const ATTEMPTS = 5;

self.addEventListener('install', (event) => event.waitUntil(keepAll()));

async function keepAll() {
  const cache = await caches.open(CACHE);
  const waiting = ['/', ...FILES];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await keep(cache, name);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Keeps a file: from another build if it has the same, else from the server, which may want it slower. */
async function keep(cache, name) {
  const known = name.startsWith('/assets/') ? await caches.match(name, { ignoreVary: true }) : undefined;
  if (known) return cache.put(name, known);
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(
      new Request(name, { cache: name.startsWith('/assets/') ? 'default' : 'reload' }),
    );
    if (answer.ok) return cache.put(name, answer);
    if (answer.status !== 429 || attempt === ATTEMPTS)
      throw new Error(`${name} is answered with ${answer.status}`);
    const seconds = Number(answer.headers.get('retry-after') ?? 1);
    await new Promise((resolve) => setTimeout(resolve, Math.max(1, seconds) * 1000));
  }
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => {
        const others = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
        return Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
      })
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname === '/theme.js') event.respondWith(newest(request));
  // What is named by its hash never changes, so that any cache will do.
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request));
  // Every address of the pages is the same page, which finds its way by itself.
  else if (request.mode === 'navigate' && !url.pathname.startsWith('/api/')) event.respondWith(page(request));
});

async function asset(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

const page = (request) => newest(request, '/');

/** From the server, or else as it was kept. */
async function newest(request, kept = request) {
  try {
    return await fetch(request);
  } catch (error) {
    const known = await (await caches.open(CACHE)).match(kept, { ignoreVary: true });
    if (known) return known;
    throw error;
  }
}

/** A call: the server sends it in the declarative form, which some browsers show by themselves. */
self.addEventListener('push', (event) => event.waitUntil(showCall(event.data)));

async function showCall(data) {
  let call = {};
  try {
    call = data?.json().notification ?? {};
  } catch {
    // Something is shown all the same: a browser that is promised a notice and shows none ends the subscription.
  }
  const path = new URL(call.navigate ?? '/', self.location.origin).pathname;
  await self.registration.showNotification(call.title ?? 'Parlor', {
    body: call.body ?? '',
    // A later call about the same table takes the place of the earlier one.
    tag: call.tag ?? 'parlor',
    data: { path },
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path ?? '/'));
});

/** The page of a call, in a tab that is open there if there is one. */
async function openPage(path) {
  const tabs = await self.clients.matchAll({ type: 'window' });
  const there = tabs.find((tab) => new URL(tab.url).pathname === path);
  if (there) return there.focus();
  return self.clients.openWindow(path);
}

/** The browser has another subscription now: the server learns of it, if it was called on this one. */
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

async function renew(event) {
  const options = event.oldSubscription?.options;
  if (!options) return;
  const known = await (await fetch('/api/push', { credentials: 'same-origin' })).json();
  const before = known.subscriptions.find((one) => one.endpoint === event.oldSubscription.endpoint);
  if (!before) return;
  const fresh = event.newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint, keys } = fresh.toJSON();
  const { quiet, language } = before;
  const body = JSON.stringify({ endpoint, keys, ...(quiet && { quiet }), ...(language && { language }) });
  const headers = { 'Content-Type': 'application/json' };
  await fetch('/api/push', { method: 'PUT', headers, body, credentials: 'same-origin' });
  await fetch(`/api/push/${before.id}`, { method: 'DELETE', credentials: 'same-origin' });
}
