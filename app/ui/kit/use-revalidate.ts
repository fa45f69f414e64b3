import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';
import type { FormAnswer } from './use-form.ts';

const showsFormAgain = (answer: FormAnswer | null | undefined): boolean =>
  Boolean(answer?.formError ?? answer?.stamp) || Object.keys(answer?.errors ?? {}).length > 0;

/**
 * Asks the page's loaders again, once nothing is on its way any more and no form is shown again: a
 * revalidation that begins meanwhile makes the router forget where a form's answer leads, that the page was to stay where it
 * was scrolled to, or what the form was answered (`useRevalidator` doesn't look).
 */
export function useRevalidate(): () => Promise<void> {
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
    await router.revalidate();
  }, [router]);
}
