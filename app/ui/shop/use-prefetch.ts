import { startTransition, useEffect, useState } from 'react';
import { useCachedAt } from './offline-notice.tsx';

type Prefetch = 'none' | 'intent' | 'viewport';

/**
 * Prefetches nothing offline, because a script that fails would reload the page. Prefetches nothing with Save-Data or
 * below 4G.
 */
function prefetchHere(): Prefetch {
  const { saveData, effectiveType = '4g' } =
    (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {};
  if (!navigator.onLine || saveData || effectiveType !== '4g') return 'none';
  return window.matchMedia('(hover: none)').matches ? 'viewport' : 'intent';
}

/** Returns `none` in the first render. A transition avoids rendering all cards again in one long task. */
export function usePrefetch(): Prefetch {
  const [prefetch, setPrefetch] = useState<Prefetch>('none');
  useEffect(() => {
    const update = () => startTransition(() => setPrefetch(prefetchHere()));
    update();
    window.addEventListener('online', update);
    window.addEventListener('offline', update);
    return () => {
      window.removeEventListener('online', update);
      window.removeEventListener('offline', update);
    };
  }, []);
  return useCachedAt() === undefined ? prefetch : 'none';
}
