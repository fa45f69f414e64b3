import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';

/**
 * Asks the page's loaders again, once no button's form is on its way any more: a revalidation that begins meanwhile makes
 * the router forget where that form's answer leads (`useRevalidator` doesn't look).
 */
export function useRevalidate(): () => Promise<void> {
  const { router } = useContext(DataRouterContext)!;
  return useCallback(async () => {
    const isSending = () =>
      [...router.state.fetchers.values()].some(
        ({ state, formMethod }) => state !== 'idle' && formMethod !== undefined && formMethod !== 'GET',
      );
    if (isSending())
      await new Promise<void>((resolve) => {
        const stop = router.subscribe(() => {
          if (isSending()) return;
          stop();
          resolve();
        });
      });
    await router.revalidate();
  }, [router]);
}
