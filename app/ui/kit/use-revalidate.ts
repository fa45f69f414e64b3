import { useCallback, useEffect } from 'react';
import {
  createPath,
  type DataStrategyResult,
  useFetchers,
  useLocation,
  useMatches,
  useNavigation,
  useRevalidator,
} from 'react-router';
import { isUnreached } from './is-unreached.ts';
import type { FormAnswer } from './use-form.ts';

type Results = Record<string, DataStrategyResult>;

/** The page on the screen: its address, and what its loaders returned, by the ids of their routes. */
let shownPage: { address: string; data: ReadonlyMap<string, unknown> } = { address: '', data: new Map() };
/** Whether the router is on its way to another page, or a fetcher is posting. */
let isRouterBusy = false;
/** Requests of the router that are on their way. */
let requests = 0;
/** Forms on the page that show what was wrong with them, and pages whose forms keep their answer by `useFormAnswer`. */
const counts = { refusedForms: 0, followers: 0 };
/** The revalidation that is running; `end` lets posts go on that wait for it. */
let running: { isReached: boolean; ended: Promise<void>; end: () => void } | undefined;
const waiting = new Set<() => void>();

const MAX_POST_WAITS_MS = 5_000;

/** A revalidation now would lose a redirect, the scroll position, or the errors of a form: the router ends what is on its way. */
const mustWait = (): boolean => isRouterBusy || requests > 0 || (counts.followers === 0 && counts.refusedForms > 0);

/** Later, because the router acts on an answer after its request has ended. */
const resumeSoon = () =>
  setTimeout(() => {
    if (mustWait()) return;
    for (const resume of waiting) resume();
    waiting.clear();
  }, 0);

export function setShownPage(path: string, matches: readonly { id: string; loaderData: unknown }[]): void {
  shownPage = { address: addressOf(path), data: new Map(matches.map(({ id, loaderData }) => [id, loaderData])) };
}

/** Without origin and hash, and spelled as in a request. */
function addressOf(url: string): string {
  const { pathname, search } = new URL(url, 'http://shop');
  return pathname + search;
}

/** Tells `useRevalidate` and `keepPage` what is shown and what the router does. Once, in the root. */
export function PageOnScreen(): null {
  const location = useLocation();
  const matches = useMatches();
  const navigation = useNavigation();
  const fetchers = useFetchers();
  useEffect(() => void performance.mark('router-started'), []);
  useEffect(() => setShownPage(createPath(location), matches), [location, matches]);
  const isBusy =
    navigation.state !== 'idle' ||
    fetchers.some(({ state, formMethod }) => state !== 'idle' && formMethod !== undefined && formMethod !== 'GET');
  useEffect(() => {
    isRouterBusy = isBusy;
    resumeSoon();
  }, [isBusy]);
  return null;
}

/** Counts while the component is shown and `isCounted`. */
export function useCount(name: keyof typeof counts, isCounted: boolean): void {
  useEffect(() => {
    if (!isCounted) return;
    counts[name] += 1;
    return () => {
      counts[name] -= 1;
      resumeSoon();
    };
  }, [name, isCounted]);
}

/** Whether a form that got this answer is shown again, with its errors. */
export const isRefused = (answer: FormAnswer | null | undefined): boolean =>
  Boolean(answer?.formError ?? answer?.stamp) || Object.keys(answer?.errors ?? {}).length > 0;

/**
 * Revalidates the page as soon as nothing is on its way and no form shows errors. Returns false where the shop could not be
 * reached: the page then stays as it is, with all that was typed.
 */
export function useRevalidate(): () => Promise<boolean> {
  const { revalidate } = useRevalidator();
  return useCallback(() => revalidateWhenIdle(revalidate), [revalidate]);
}

export async function revalidateWhenIdle(revalidate: () => Promise<void>): Promise<boolean> {
  if (mustWait()) await new Promise<void>((resume) => waiting.add(resume));
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const own = { isReached: true, ended, end };
  running = own;
  try {
    await revalidate();
  } finally {
    end();
    if (running === own) running = undefined;
  }
  return own.isReached;
}

/** The root's client middleware: where the page on the screen is asked for again in vain, it keeps the data that it has. */
export async function keepPage({ request }: { request: Request }, next: () => Promise<Results>): Promise<Results> {
  const isOfPage = request.method === 'GET' && addressOf(request.url) === shownPage.address;
  if (isOfPage && running) request.signal.addEventListener('abort', running.end);
  requests += 1;
  try {
    const results = await next();
    // The redirect of a post would be lost if the router read the page that is left to its end after it.
    if (request.method !== 'GET' && running)
      await Promise.race([running.ended, new Promise((late) => setTimeout(late, MAX_POST_WAITS_MS))]);
    if (isOfPage) keepDataOfPage(results);
    return results;
  } finally {
    requests -= 1;
    resumeSoon();
  }
}

function keepDataOfPage(results: Results): void {
  for (const [id, { type, result }] of Object.entries(results)) {
    const data = shownPage.data.get(id);
    if (type !== 'error' || !isUnreached(result) || data === undefined) continue;
    if (running) running.isReached = false;
    results[id] = { type: 'data', result: data };
  }
}
