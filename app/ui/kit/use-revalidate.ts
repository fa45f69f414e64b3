import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, type DataRouter, type DataStrategyResult } from 'react-router';
import { isUnreached } from './is-unreached.ts';
import type { FormAnswer } from './use-form.ts';

const showsFormAgain = (answer: FormAnswer | null | undefined): boolean =>
  Boolean(answer?.formError ?? answer?.stamp) || Object.keys(answer?.errors ?? {}).length > 0;

/** The router whose page is being asked for again, and whether it could be reached. */
let asking: { router: DataRouter; isReached: boolean } | undefined;

/**
 * Asks the page's loaders again, once nothing is on its way any more and no form is shown again: a
 * revalidation that begins meanwhile makes the router forget where a form's answer leads, that the page was to stay where it
 * was scrolled to, or what the form was answered (`useRevalidator` doesn't look). Answers false where the shop couldn't be
 * reached: the page stays as it is then, with all that was typed.
 */
export function useRevalidate(): () => Promise<boolean> {
  const { router } = useContext(DataRouterContext)!;
  return useCallback(async () => {
    const mustWait = () =>
      router.state.navigation.state !== 'idle' ||
      Object.values(router.state.actionData ?? {}).some(showsFormAgain) ||
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
    const asked = { router, isReached: true };
    asking = asked;
    await router.revalidate();
    return asked.isReached;
  }, [router]);
}

/**
 * The root's client middleware: leaves out what `useRevalidate` asked for in vain, so that the router goes on with what it has
 * and no error takes the page's place.
 */
export async function keepPage(
  _: unknown,
  next: () => Promise<Record<string, DataStrategyResult>>,
): Promise<Record<string, DataStrategyResult>> {
  const results = await next();
  const { navigation, revalidation } = asking?.router.state ?? {};
  if (!asking || revalidation !== 'loading' || navigation?.state !== 'idle') return results;
  for (const [routeId, { type, result }] of Object.entries(results)) {
    if (type !== 'error' || !isUnreached(result)) continue;
    asking.isReached = false;
    delete results[routeId];
  }
  return results;
}
