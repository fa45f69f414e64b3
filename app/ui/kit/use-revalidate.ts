import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, type DataRouter, type DataStrategyResult } from 'react-router';
import { isUnreached } from './is-unreached.ts';
import type { FormAnswer } from './use-form.ts';

const showsFormAgain = (answer: FormAnswer | null | undefined): boolean =>
  Boolean(answer?.formError ?? answer?.stamp) || Object.keys(answer?.errors ?? {}).length > 0;

/** How many pages are shown whose forms keep their answer by `useFormAnswer`. */
let followers = 0;

/** Counts a page whose forms keep their answer, until the returned function is called. */
export function addFollower(): () => void {
  followers += 1;
  return () => {
    followers -= 1;
  };
}

/** The page's router, since the root was drawn. */
let router: DataRouter | undefined;
/** Whether a page that is being asked for again could be reached. */
let asking: { isReached: boolean } | undefined;
/** What is being asked for again, until it is read. */
let reading: Promise<void> = Promise.resolve();
/** A form's answer waits no longer for it. */
const MAX_READING_MS = 5_000;

/** Tells which router `keepPage` looks at: once, in the root. */
export function setRouter(current: DataRouter): void {
  if (router === current) return;
  router = current;
  current.subscribe(() => {
    if (lacksData(current.state)) queueMicrotask(() => void readAgain(current));
  });
}

/** Whether the page that is shown lost what it is drawn from, where it would be drawn empty. */
const lacksData = ({ initialized, navigation, revalidation, errors, matches, loaderData }: DataRouter['state']) =>
  initialized &&
  navigation.state === 'idle' &&
  revalidation === 'idle' &&
  errors === null &&
  matches.some(({ route }) => route.loader && !(route.id in loaderData));

let isReadingAgain = false;

async function readAgain(current: DataRouter): Promise<void> {
  if (isReadingAgain || !lacksData(current.state)) return;
  isReadingAgain = true;
  try {
    await current.revalidate();
  } finally {
    isReadingAgain = false;
  }
}

/**
 * Asks the page's loaders again, once nothing is on its way any more and no form is shown again: a
 * revalidation that begins meanwhile makes the router forget where a form's answer leads, that the page was to stay where it
 * was scrolled to, or what the form was answered (`useRevalidator` doesn't look). Answers false where the shop couldn't be
 * reached: the page stays as it is then, with all that was typed.
 */
export function useRevalidate(): () => Promise<boolean> {
  const { router } = useContext(DataRouterContext)!;
  return useCallback(() => revalidateWhenIdle(router), [router]);
}

/** What `useRevalidate` does, for who knows the router. */
export async function revalidateWhenIdle(router: DataRouter): Promise<boolean> {
  const mustWait = () =>
    router.state.navigation.state !== 'idle' ||
    (followers === 0 && Object.values(router.state.actionData ?? {}).some(showsFormAgain)) ||
    [...router.state.fetchers.values()].some(
      ({ state, formMethod }) => state !== 'idle' && formMethod !== undefined && formMethod !== 'GET',
    );
  if (mustWait())
    await new Promise<void>((resolve) => {
      const stop = router.subscribe(() => {
        if (mustWait()) return;
        stop();
        resolve();
      });
    });
  const asked = { isReached: true };
  asking = asked;
  reading = router.revalidate();
  await reading;
  if (asking === asked) asking = undefined;
  return asked.isReached;
}

/**
 * The root's client middleware: where the page that is shown is asked for again in vain, after a press or by itself, it leaves that out,
 * so that the router goes on with what it has and no error takes the page's place.
 */
export async function keepPage(
  { request }: { request: Request },
  next: () => Promise<Record<string, DataStrategyResult>>,
): Promise<Record<string, DataStrategyResult>> {
  const results = await next();
  const { navigation, revalidation, loaderData = {} } = router?.state ?? {};
  if (navigation?.state !== 'idle') return results;
  if (request.method !== 'GET') {
    // Where an answer leads on, the router goes there without ending what it reads of the page that is left, and comes back with it.
    if (revalidation === 'loading')
      await Promise.race([reading, new Promise((late) => setTimeout(late, MAX_READING_MS))]);
    return results;
  }
  for (const [routeId, { type, result }] of Object.entries(results)) {
    // What couldn't be reached before either has nothing to go on with: without its error the page would be empty.
    if (type !== 'error' || !isUnreached(result) || !(routeId in loaderData)) continue;
    if (asking) asking.isReached = false;
    delete results[routeId];
  }
  return results;
}
