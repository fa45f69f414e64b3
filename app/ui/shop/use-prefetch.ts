import { useSyncExternalStore } from 'react';
import { useCachedAt } from './offline-notice.tsx';

type Prefetch = 'none' | 'intent' | 'viewport';

const onConnectionChange = (changed: () => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};

/**
 * Nobody pays for pages they may never open: not with Save-Data, nor on a network below 4G. Nothing is fetched ahead without a connection: the
 * router loads the page again when it cannot fetch a script.
 */
function prefetchHere(): Prefetch {
  const { saveData, effectiveType = '4g' } =
    (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {};
  if (!navigator.onLine || saveData || effectiveType !== '4g') return 'none';
  return window.matchMedia('(hover: none)').matches ? 'viewport' : 'intent';
}

/** When a card fetches its page ahead: as the mouse or the focus reaches it, or on a touch screen as it comes into view. */
export function usePrefetch(): Prefetch {
  const prefetch = useSyncExternalStore(onConnectionChange, prefetchHere, () => 'none' as const);
  return useCachedAt() === undefined ? prefetch : 'none';
}
