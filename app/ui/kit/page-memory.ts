import { type ContextType, useContext, useEffect, useLayoutEffect } from 'react';
import {
  createPath,
  type DataRouter,
  type DataStrategyResult,
  type Location,
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_decodeViaTurboStream as decodeViaTurboStream,
  UNSAFE_FrameworkContext as FrameworkContext,
  useLocation,
} from 'react-router';
import { forgetSnapshots, leavePage, settleSnapshots, showSnapshot } from './page-snapshots.ts';
import { revalidateWhenIdle, setRouter } from './use-revalidate.ts';

type Results = Record<string, DataStrategyResult>;
/** What a page's own loader answered, and when; 0 where that isn't known. */
type Remembered = { data: unknown; at: number };

/** The pages that every guest sees alike, which may be shown again as they were; set by the build (`guestPagePattern`). */
const GUEST_PAGE = new RegExp(import.meta.env.GUEST_PAGE);

const MAX_PAGES = 30;
/** What was fetched a moment ago isn't asked for again. */
const FRESH_FOR_MS = 10_000;
/** A page is to be seen before it is asked for again. */
const ASKS_AGAIN_AFTER_MS = 150;

/** By address, the one used last at the end. Nothing that belongs to one person is ever among them. */
const pages = new Map<string, Remembered>();
/** What is on its way, by address. */
const coming = new Map<string, Promise<void>>();
/** A page that came from here and isn't fresh, until it is drawn. */
let askAgainAt: string | undefined;
let router: DataRouter | undefined;
let framework: ContextType<typeof FrameworkContext>;

/** Knows the router, and when a page is drawn: once, in the root. */
export function usePageMemory(): void {
  const { router: currentRouter } = useContext(DataRouterContext)!;
  const currentFramework = useContext(FrameworkContext);
  const location = useLocation();
  useEffect(() => {
    router = currentRouter;
    setRouter(currentRouter);
    framework = currentFramework;
  }, [currentRouter, currentFramework]);
  useLayoutEffect(() => settleSnapshots(location.key), [location.key]);
  useEffect(() => {
    const isShown = askAgainAt === addressOf(location);
    askAgainAt = undefined;
    if (!isShown) return;
    const timer = setTimeout(() => void revalidateWhenIdle(router!), ASKS_AGAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [location]);
}

/**
 * Fetches a page that is likely to be gone to next: its script, and what its loader answers, which is kept until then. What
 * fails is told when the page is gone to, not here.
 */
export function lookAhead(address: string): Promise<void> {
  const found = pages.get(address);
  const matches = router?.match(address);
  const routeId = matches?.at(-1)?.route.id;
  if (!matches || !routeId || (found && isFresh(found))) return Promise.resolve();
  loadScripts(matches.map(({ route }) => route.id));
  const already = coming.get(address);
  if (already) return already;
  const fetched = fetchData(address, routeId)
    .catch(() => {})
    .finally(() => coming.delete(address));
  coming.set(address, fetched);
  return fetched;
}

/** Fetches and runs the scripts of the page at this address, so that it can be drawn without a pause. */
export function lookAheadForScript(address: string): void {
  loadScripts((router?.match(address) ?? []).map(({ route }) => route.id));
}

/** As the router does it when the page is gone to, where it finds them then. */
function loadScripts(routeIds: string[]): void {
  for (const id of routeIds) {
    const file = framework?.manifest.routes[id]?.module;
    if (!framework || !file || framework.routeModules[id]) continue;
    const { routeModules } = framework;
    import(/* @vite-ignore */ file).then(
      (script) => (routeModules[id] ??= script),
      () => {},
    );
  }
}

/**
 * The root's client middleware: a page that was shown before or looked ahead to is there at once, and is asked for again as
 * soon as it is drawn, unless it is fresh. Only the page's own part comes from here; what stands around it stays as it is.
 */
export async function keepPages({ request }: { request: Request }, next: () => Promise<Results>): Promise<Results> {
  if (request.method !== 'GET') {
    const results = await next();
    // Signing in or out and ordering lead on; what only changes a cart or a wishlist stays.
    if (Object.values(results).some(({ result }) => result instanceof Response)) {
      pages.clear();
      forgetSnapshots();
    }
    return results;
  }
  const { state } = router ?? {};
  if (!router || !state?.navigation.location || state.navigation.formMethod) return next();
  const address = addressOf(state.navigation.location);
  const { pathname, search } = new URL(request.url);
  if (address !== pathname + search || address === addressOf(state.location)) return next();
  rememberShown(state);
  await coming.get(address);
  const routeIds = (router.match(address) ?? []).map(({ route }) => route.id);
  const routeId = routeIds.pop();
  // A page of the same kind only changes: what is taken away of it then isn't all of it.
  if (state.matches.at(-1)?.route.id !== routeId) leavePage(state.location.key);
  const found = pages.get(address);
  const isFramed = routeIds.every((id) => !framework?.manifest.routes[id]?.hasLoader || id in state.loaderData);
  if (!routeId || !found || !isFramed) return next();
  if (!isFresh(found)) askAgainAt = address;
  await showSnapshot(state.navigation.location.key);
  return { [routeId]: { type: 'data', result: found.data } };
}

const isFresh = ({ at }: Remembered): boolean => Date.now() - at < FRESH_FOR_MS;
const addressOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string =>
  createPath({ pathname, search });

/** Keeps the page that is left. */
function rememberShown({ location, matches, loaderData, errors }: DataRouter['state']): void {
  const { route } = matches.at(-1) ?? {};
  const address = addressOf(location);
  const data: unknown = route && loaderData[route.id];
  if (!GUEST_PAGE.test(address) || errors || !data) return;
  const found = pages.get(address);
  remember(address, found?.data === data ? found : { data, at: 0 });
}

function remember(address: string, found: Remembered): void {
  pages.delete(address);
  pages.set(address, found);
  const [oldest] = pages.keys();
  if (pages.size > MAX_PAGES && oldest) pages.delete(oldest);
}

/** As the router asks for it; an answer that leads elsewhere or is an error is left to the router. */
async function fetchData(address: string, routeId: string): Promise<void> {
  const url = new URL(address, window.location.origin);
  url.pathname = url.pathname.endsWith('/') ? `${url.pathname}_.data` : `${url.pathname}.data`;
  const response = await fetch(url);
  if (!response.ok || !response.body) return;
  const { value } = await decodeViaTurboStream(response.body, window);
  const answer = (value as Record<string, { data?: unknown } | undefined>)[routeId];
  if (answer && 'data' in answer) remember(address, { data: answer.data, at: Date.now() });
}
