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

let shownPage: { address: string; data: ReadonlyMap<string, unknown> } = { address: '', data: new Map() };
let isRouterBusy = false;
let requests = 0;
const counts = { refusedForms: 0, followers: 0 };
let running: { isReached: boolean; ended: Promise<void>; end: () => void } | undefined;
const waiting = new Set<() => void>();

const MAX_POST_WAITS_MS = 5_000;

/** The router may load a form's route for this long before its state changes. */
const STARTS_WITHIN_MS = 1_000;
let submittedAt = -Infinity;

/** A revalidation now would lose a redirect, the scroll position or a form's errors. */
const mustWait = (): boolean =>
  isRouterBusy ||
  requests > 0 ||
  performance.now() - submittedAt < STARTS_WITHIN_MS ||
  (counts.followers === 0 && counts.refusedForms > 0);

/** The router handles an answer after its request, so this waits for the next task. */
const resumeSoon = () =>
  setTimeout(() => {
    if (mustWait()) return;
    for (const resume of waiting) resume();
    waiting.clear();
  }, 0);

export function setShownPage(path: string, matches: readonly { id: string; loaderData: unknown }[]): void {
  shownPage = { address: addressOf(path), data: new Map(matches.map(({ id, loaderData }) => [id, loaderData])) };
}

function addressOf(url: string): string {
  const { pathname, search } = new URL(url, 'http://shop');
  return pathname + search;
}

/** Tracks the router for `useRevalidate` and `keepPage`. The root renders this component once. */
export function PageOnScreen(): null {
  const location = useLocation();
  const matches = useMatches();
  const navigation = useNavigation();
  const fetchers = useFetchers();
  useEffect(() => void performance.mark('router-started'), []);
  useEffect(() => setShownPage(createPath(location), matches), [location, matches]);
  useEffect(() => {
    const note = () => {
      submittedAt = performance.now();
      setTimeout(resumeSoon, STARTS_WITHIN_MS);
    };
    document.addEventListener('submit', note, { capture: true });
    return () => document.removeEventListener('submit', note, { capture: true });
  }, []);
  const isBusy =
    navigation.state !== 'idle' ||
    fetchers.some(({ state, formMethod }) => state !== 'idle' && formMethod !== undefined && formMethod !== 'GET');
  useEffect(() => {
    isRouterBusy = isBusy;
    resumeSoon();
  }, [isBusy]);
  return null;
}

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

export const isRefused = (answer: FormAnswer | null | undefined): boolean =>
  Boolean(answer?.formError ?? answer?.stamp) || Object.keys(answer?.errors ?? {}).length > 0;

/** Revalidates when no navigation is running and no form shows errors. Returns false when the shop is unreachable. */
export function useRevalidate(): () => Promise<boolean> {
  const { revalidate } = useRevalidator();
  return useCallback(() => revalidateWhenIdle(revalidate), [revalidate]);
}

export async function revalidateWhenIdle(revalidate: () => Promise<void>): Promise<boolean> {
  if (mustWait()) await new Promise<void>((resume) => waiting.add(resume));
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const revalidation = { isReached: true, ended, end };
  running = revalidation;
  try {
    await revalidate();
  } finally {
    end();
    if (running === revalidation) running = undefined;
  }
  return revalidation.isReached;
}

/** Client middleware of the root. Keeps the page's data when a revalidation fails. */
export async function keepPage({ request }: { request: Request }, next: () => Promise<Results>): Promise<Results> {
  const isOfPage = request.method === 'GET' && addressOf(request.url) === shownPage.address;
  if (isOfPage && running) request.signal.addEventListener('abort', running.end);
  requests += 1;
  try {
    const results = await next();
    // A revalidation that ends after the post would lose the post's redirect.
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
