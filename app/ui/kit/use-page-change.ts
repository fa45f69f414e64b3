import { useEffect, useEffectEvent, useRef } from 'react';

/** Does something whenever another page is shown, not when the script comes to the first: what was opened before it stays. */
export function usePageChange(page: string, act: () => void): void {
  const before = useRef(page);
  const actNow = useEffectEvent(act);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    actNow();
  }, [page]);
}
