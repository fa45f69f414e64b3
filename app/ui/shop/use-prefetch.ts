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

/** No prefetch with Save-Data, below 4G or offline, where a failed script would reload the page. */
function prefetchHere(): Prefetch {
  const { saveData, effectiveType = '4g' } =
    (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {};
  if (!navigator.onLine || saveData || effectiveType !== '4g') return 'none';
  return window.matchMedia('(hover: none)').matches ? 'viewport' : 'intent';
}

export function usePrefetch(): Prefetch {
  const prefetch = useSyncExternalStore(onConnectionChange, prefetchHere, () => 'none' as const);
  return useCachedAt() === undefined ? prefetch : 'none';
}
