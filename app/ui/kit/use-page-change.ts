import { useEffectEvent, useLayoutEffect, useRef } from 'react';

/** Does something whenever another page is shown, not when the script comes to the first: what was opened before it stays. */
export function usePageChange(page: string, act: () => void): void {
  const before = useRef(page);
  const actNow = useEffectEvent(act);
  // Before it is painted: what is pressed on the page that one sees must not lose the focus again.
  useLayoutEffect(() => {
    if (before.current === page) return;
    before.current = page;
    actNow();
  }, [page]);
}
