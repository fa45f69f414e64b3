// Shows the shop's own page where there is no connection. It keeps that page and its style sheets, and nothing else.
const CACHE = 'offline';
const OFFLINE = '/offline';

self.addEventListener('install', (event) => event.waitUntil(keepPage()));
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()])),
);
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(page(event));
  else if (request.destination === 'style') event.respondWith(fetch(request).catch(() => keptOrError(request)));
});

async function keepPage() {
  const answer = await fetch(OFFLINE, { cache: 'reload' });
  const html = await answer.clone().text();
  const cache = await caches.open(CACHE);
  await cache.addAll([...html.matchAll(/href="(\/assets\/[^"]+)"/g)].map(([, sheet]) => sheet));
  await cache.put(OFFLINE, answer);
  await self.skipWaiting();
}

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return keptOrError(OFFLINE);
  }
}

const keptOrError = async (request) => (await caches.match(request)) ?? Response.error();
