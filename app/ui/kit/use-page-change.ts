import { useEffectEvent, useLayoutEffect, useRef } from 'react';

/** Calls `act` after each navigation, but not after hydration. */
export function usePageChange(page: string, act: () => void): void {
  const before = useRef(page);
  const actNow = useEffectEvent(act);
  // Runs before painting, so that a click on the new page keeps its focus.
  useLayoutEffect(() => {
    if (before.current === page) return;
    before.current = page;
    actNow();
  }, [page]);
}
