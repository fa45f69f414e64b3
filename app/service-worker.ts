// Caches guest pages, pictures and scripts (decision 30), and shows notifications (decision 69). The build only removes
// types, so this file imports nothing.

type Extendable = Event & { waitUntil: (until: Promise<unknown>) => void };
type Fetching = Extendable & {
  request: Request;
  clientId: string;
  resultingClientId: string;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
};
type Asking = Extendable & { source: { id: string; postMessage: (message: unknown) => void } | null };
type Client = {
  url: string;
  postMessage: (message: unknown) => void;
  focus?: () => Promise<Client>;
  navigate?: (url: string) => Promise<Client | null>;
};
type Pushed = Extendable & { data: { json: () => unknown } | null };
type Subscription = {
  endpoint: string;
  options: { applicationServerKey: ArrayBuffer | null };
  getKey: (name: 'p256dh' | 'auth') => ArrayBuffer | null;
};
type Resubscribed = Extendable & { oldSubscription?: Subscription | null; newSubscription?: Subscription | null };
type Clicked = Extendable & { notification: { data: { path: string } | null; close: () => void } };
type Worker = {
  addEventListener: ((name: 'install' | 'activate', act: (event: Extendable) => void) => void) &
    ((name: 'fetch', act: (event: Fetching) => void) => void) &
    ((name: 'message', act: (event: Asking) => void) => void) &
    ((name: 'push', act: (event: Pushed) => void) => void) &
    ((name: 'pushsubscriptionchange', act: (event: Resubscribed) => void) => void) &
    ((name: 'notificationclick', act: (event: Clicked) => void) => void);
  skipWaiting: () => Promise<void>;
  clients: {
    claim: () => Promise<void>;
    get: (id: string) => Promise<Client | undefined>;
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<Client[]>;
    openWindow: (url: string) => Promise<Client | null>;
  };
  registration: {
    navigationPreload?: { enable: () => Promise<void> };
    showNotification: (title: string, options: Record<string, unknown>) => Promise<void>;
    pushManager: {
      subscribe: (options: { userVisibleOnly: true; applicationServerKey: ArrayBuffer }) => Promise<Subscription>;
    };
  };
  location: Location;
};
export {};

const worker = self as unknown as Worker;

/** File names contain a hash. Open pages of the previous version still need their files. */
const PARTS = { name: 'parts', max: 150 };
const PICTURES = { name: 'pictures', max: 200 };
/** Each version of the shop has its own cache. */
const PAGES = { name: 'pages-BUILD', max: 60 };
const OFFLINE = { name: 'offline-BUILD', max: 10 };
const STORES = [PARTS, PICTURES, PAGES, OFFLINE].map(({ name }) => name);

const ADMIN = /^\/admin(?=\/|$)/;
const OFFLINE_PAGE = '/offline';
const CACHED_AT = 'x-cached-at';
/** An older page is shown only when the shop is unreachable. */
const SHOWN_FIRST_FOR_MS = 24 * 60 * 60 * 1000;

/** Matches guest pages. The build puts `guestPagePattern` here. Other pages are not cached. */
const PAGE = new RegExp('GUEST_PAGE');
const DATA_ENDING = new RegExp('DATA_ENDING');
const IS_PICTURE = /^\/(media|scenes)\/|^\/placeholder/;
/** After a post to one of these addresses, the visitor may be another person. */
const CHANGES_VISITOR = /^\/(login|logout|api\/auth|invitation|reset-password|verify-email|profile|checkout)\b/;

worker.addEventListener('install', (event) => event.waitUntil(keepOfflinePage()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin) return;
  if (request.method !== 'GET') {
    if (CHANGES_VISITOR.test(url.pathname)) event.waitUntil(caches.delete(PAGES.name));
    return;
  }
  const isData = DATA_ENDING.test(url.pathname);
  const path = url.pathname.replace(DATA_ENDING, '');
  const isPage = PAGE.test(path + url.search);
  if (request.mode === 'navigate') event.respondWith(isPage ? openPage(event) : openOrOffline(event));
  else if (isData) event.respondWith(fetchData(event, isPage));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(fromCacheFirst(event, PARTS));
  else if (IS_PICTURE.test(url.pathname)) event.respondWith(fromCacheFirst(event, PICTURES));
});
// When a page starts, it asks whether it came from the cache.
worker.addEventListener('message', ({ source }) => {
  const cachedAt = source && openedFromHere.get(source.id);
  if (!cachedAt) return;
  openedFromHere.delete(source.id);
  source.postMessage({ cachedAt });
});

worker.addEventListener('push', (event) => event.waitUntil(showNotice(event)));
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNoticed(event.notification.data?.path));
});

/** Browsers end a subscription whose pushes show nothing, so even an unreadable push is shown. */
async function showNotice({ data }: Pushed): Promise<void> {
  const { title, body, path, tag } = readNotice(data);
  const icons = { icon: '/icon-192.png', badge: '/icon-192.png' };
  await worker.registration.showNotification(title, { body, tag, renotify: true, data: { path }, ...icons });
}

/**
 * Subscribes again and stores the subscription in the shop. If no owner is signed in, the notifications page offers
 * this again.
 */
async function renewSubscription({ oldSubscription, newSubscription }: Resubscribed): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  const subscription =
    newSubscription ??
    (applicationServerKey
      ? await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
      : undefined);
  const [p256dh, auth] = [subscription?.getKey('p256dh'), subscription?.getKey('auth')];
  if (!subscription || !p256dh || !auth) return;
  const { endpoint } = subscription;
  const body = new URLSearchParams({ intent: 'renew', endpoint, p256dh: encode(p256dh), auth: encode(auth) });
  const page = new URL('admin/notifications', worker.location.origin);
  await fetch(page, { method: 'POST', body, redirect: 'manual' });
}

const encode = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

function readNotice(data: Pushed['data']): { title: string; body: string; path: string; tag: string } {
  try {
    const { title, body, path, tag } = data!.json() as Record<string, unknown>;
    return { title: String(title), body: typeof body === 'string' ? body : '', path: String(path), tag: String(tag) };
  } catch {
    return { title: 'Something new in your shop', body: '', path: 'admin', tag: 'news' };
  }
}

/** Uses an open admin page instead of opening another. */
async function openNoticed(path: string | undefined): Promise<void> {
  const url = new URL(path && ADMIN.test(path) ? path : 'admin', worker.location.origin).href;
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = open.find((client) => ADMIN.test(new URL(client.url).pathname));
  const shown = await page?.focus?.().catch(() => undefined);
  const went = await shown?.navigate?.(url).catch(() => undefined);
  if (!went) await worker.clients.openWindow(url);
}

/** The browser's own cache does not show whether the shop is reachable. */
let isUnreached = false;

const openedFromHere = new Map<string, number>();

async function keepOfflinePage(): Promise<void> {
  const answer = await fetch(OFFLINE_PAGE, { cache: 'reload' });
  const html = await answer.clone().text();
  const store = await caches.open(OFFLINE.name);
  await store.addAll([...html.matchAll(/href="(\/assets\/[^"]+)"/g)].map(([, sheet]) => sheet!));
  await store.put(OFFLINE_PAGE, answer);
  await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => !STORES.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/**
 * Shows a recent page from the cache, which then revalidates. Reloads and older pages are fetched from the shop first.
 */
async function openPage(event: Fetching): Promise<Response> {
  const cached = await caches.match(event.request, { cacheName: PAGES.name });
  const coming = fetchAndKeep(event, PAGES);
  const cachedAt = Number(cached?.headers.get(CACHED_AT));
  const isReload = event.request.cache === 'no-cache' || event.request.cache === 'reload';
  if (cached && !isReload && Date.now() - cachedAt < SHOWN_FIRST_FOR_MS) {
    event.waitUntil(coming.catch(() => {}));
    openedFromHere.set(event.resultingClientId, cachedAt);
    return cached;
  }
  try {
    return await coming;
  } catch {
    if (!cached) return offlinePage();
    openedFromHere.set(event.resultingClientId, cachedAt);
    return cached;
  }
}

async function openOrOffline(event: Fetching): Promise<Response> {
  try {
    return await fetchFromShop(event);
  } catch {
    return offlinePage();
  }
}

const offlinePage = async () => (await caches.match(OFFLINE_PAGE)) ?? Response.error();

/**
 * Fetches data, or takes it from the cache. Reports the source each time, because a browser may stop an idle worker.
 */
async function fetchData(event: Fetching, isCacheable: boolean): Promise<Response> {
  const { clientId, request } = event;
  const post = async (offlineSince: number | undefined) =>
    (await worker.clients.get(clientId))?.postMessage({ offlineSince });
  try {
    const answer = await (isCacheable ? fetchAndKeep(event, PAGES) : fetchFromShop(event));
    event.waitUntil(post(undefined));
    return answer;
  } catch (error) {
    if (isAborted(error)) throw error;
    const cached = await caches.match(request, { cacheName: PAGES.name });
    if (!cached) throw error;
    await post(Number(cached.headers.get(CACHED_AT)));
    return cached;
  }
}

async function fetchFromShop({ request, preloadResponse }: Fetching): Promise<Response> {
  try {
    const answer =
      (await preloadResponse) ?? (await fetch(isUnreached ? new Request(request, { cache: 'no-cache' }) : request));
    isUnreached = false;
    return answer;
  } catch (error) {
    if (!isAborted(error)) isUnreached = true;
    throw error;
  }
}

const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

async function fromCacheFirst(event: Fetching, store: typeof PARTS): Promise<Response> {
  const name = event.request.destination === 'style' ? undefined : store.name;
  return (await caches.match(event.request, { cacheName: name })) ?? fetchAndKeep(event, store);
}

/** Caches a copy, unless the answer has `no-store`, which also means that someone signed in. */
async function fetchAndKeep(event: Fetching, store: typeof PARTS): Promise<Response> {
  const answer = await fetchFromShop(event);
  const mayBeCached = !answer.headers.get('cache-control')?.includes('no-store');
  // An error says nothing about who is signed in.
  if (store === PAGES && !mayBeCached && answer.status < 400) event.waitUntil(caches.delete(PAGES.name));
  if (mayBeCached && answer.status === 200 && answer.type === 'basic' && !answer.redirected)
    event.waitUntil(keep(event.request, answer.clone(), store).catch(() => {}));
  return answer;
}

async function keep(request: Request, answer: Response, { name, max }: typeof PARTS): Promise<void> {
  const headers = new Headers(answer.headers);
  headers.set(CACHED_AT, String(Date.now()));
  // The stored body is already decoded.
  headers.delete('content-encoding');
  headers.delete('content-length');
  const body = await answer.blob();
  const store = await caches.open(name);
  await store.delete(request);
  await store.put(request, new Response(body, { status: answer.status, headers }));
  const [oldest] = await store.keys();
  if (oldest && (await store.keys()).length > max) await store.delete(oldest);
}
