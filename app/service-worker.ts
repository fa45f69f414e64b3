// What the shop keeps in a browser (decision 30): the pages a guest saw, their pictures and parts. Stands alone: the build takes its
// types away and puts it beside the pages, so it imports nothing.

/** What of the workers' own types is used here; the whole of them contradicts those of pages. */
type Extendable = Event & { waitUntil: (until: Promise<unknown>) => void };
type Fetching = Extendable & {
  request: Request;
  clientId: string;
  resultingClientId: string;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
};
type Asking = Extendable & { source: { id: string; postMessage: (message: unknown) => void } | null };
type Client = { postMessage: (message: unknown) => void };
type Worker = {
  addEventListener: ((name: 'install' | 'activate', act: (event: Extendable) => void) => void) &
    ((name: 'fetch', act: (event: Fetching) => void) => void) &
    ((name: 'message', act: (event: Asking) => void) => void);
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void>; get: (id: string) => Promise<Client | undefined> };
  registration: { navigationPreload?: { enable: () => Promise<void> } };
  location: Location;
};
export {};

const worker = self as unknown as Worker;

/** Files whose name changes with what is in them; open pages of the version before still ask for theirs. */
const PARTS = { name: 'parts', max: 150 };
const PICTURES = { name: 'pictures', max: 200 };
/** Of one version of the shop: another may draw them otherwise. */
const PAGES = { name: 'pages-BUILD', max: 60 };
const OFFLINE = { name: 'offline-BUILD', max: 10 };
const STORES = [PARTS, PICTURES, PAGES, OFFLINE].map(({ name }) => name);

const OFFLINE_PAGE = '/offline';
const CACHED_AT = 'x-cached-at';
/** A page kept longer than this is shown only where the shop can't be reached. */
const SHOWN_FIRST_FOR_MS = 24 * 60 * 60 * 1000;

/** The pages that every guest sees alike, by path and query; the build fills in `guestPagePattern`. Nothing else is ever kept. */
const PAGE = new RegExp('GUEST_PAGE');
const DATA_ENDING = new RegExp('DATA_ENDING');
const IS_PICTURE = /^\/(media|scenes)\/|^\/placeholder/;
/** Who posts there may be somebody else afterwards. */
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
// A page asks whether it came from here, once it runs.
worker.addEventListener('message', ({ source }) => {
  const cachedAt = source && openedFromHere.get(source.id);
  if (!cachedAt) return;
  openedFromHere.delete(source.id);
  source.postMessage({ cachedAt });
});

/** Whether the shop could not be reached the last time: the browser's own cache says nothing of that. */
let isUnreached = false;

/** When the pages that were opened from here were kept, by the id of their window, until they ask. */
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
 * A page that was seen lately is there at once, and asks for what is new as soon as it runs; a reload, and a page of long ago,
 * ask the shop first. The server checks whatever is bought.
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
 * What a page is made of: from the shop, or where the shop can't be reached as it was last, if it is kept. The page is told which, each time,
 * since a browser ends a worker that has nothing to do, and all it knew; of every page, since one that was kept leads to others.
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

/** What the page called off itself says nothing of the connection. */
const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

async function fromCacheFirst(event: Fetching, store: typeof PARTS): Promise<Response> {
  const name = event.request.destination === 'style' ? undefined : store.name;
  return (await caches.match(event.request, { cacheName: name })) ?? fetchAndKeep(event, store);
}

/** Keeps a copy of what may be kept: never what depends on a session, which says `no-store` and shows that somebody signed in. */
async function fetchAndKeep(event: Fetching, store: typeof PARTS): Promise<Response> {
  const answer = await fetchFromShop(event);
  const mayBeCached = !answer.headers.get('cache-control')?.includes('no-store');
  // That the shop is away says nothing of who is signed in.
  if (store === PAGES && !mayBeCached && answer.status < 400) event.waitUntil(caches.delete(PAGES.name));
  if (mayBeCached && answer.status === 200 && answer.type === 'basic' && !answer.redirected)
    event.waitUntil(keep(event.request, answer.clone(), store).catch(() => {}));
  return answer;
}

async function keep(request: Request, answer: Response, { name, max }: typeof PARTS): Promise<void> {
  const headers = new Headers(answer.headers);
  headers.set(CACHED_AT, String(Date.now()));
  // It is kept as it was read, not as it was sent.
  headers.delete('content-encoding');
  headers.delete('content-length');
  const body = await answer.blob();
  const store = await caches.open(name);
  await store.delete(request);
  await store.put(request, new Response(body, { status: answer.status, headers }));
  const [oldest] = await store.keys();
  if (oldest && (await store.keys()).length > max) await store.delete(oldest);
}
