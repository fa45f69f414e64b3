import { useSyncExternalStore } from 'react';

type Prefetch = 'none' | 'intent' | 'viewport';

const never = () => () => {};

/** Nobody pays for pages they may never open: not with Save-Data, nor on a network below 4G. */
function prefetchHere(): Prefetch {
  const { saveData, effectiveType = '4g' } =
    (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {};
  if (saveData || effectiveType !== '4g') return 'none';
  return window.matchMedia('(hover: none)').matches ? 'viewport' : 'intent';
}

/** When a card fetches its page ahead: as the mouse or the focus reaches it, or on a touch screen as it comes into view. */
export const usePrefetch = (): Prefetch => useSyncExternalStore(never, prefetchHere, () => 'none');
