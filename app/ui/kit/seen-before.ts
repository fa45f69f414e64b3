import { useSyncExternalStore } from 'react';

/** When the page that is shown was kept in this browser (milliseconds), where it came from there and the shop was not asked since. */
let seenAt: number | undefined;
const listeners = new Set<() => void>();

function setSeenAt(at: number | undefined): void {
  if (at === seenAt) return;
  seenAt = at;
  for (const changed of listeners) changed();
}

/**
 * Registers the service worker, and hears from it whether a page came from what this browser keeps. `onKept` asks the shop for
 * what is new, and answers whether it was reached.
 */
export function listenToWorker(onCached: () => Promise<boolean>): void {
  const { serviceWorker } = navigator;
  // A browser that refuses it goes without.
  if (!import.meta.env.PROD || !serviceWorker) return;
  serviceWorker.addEventListener(
    'message',
    ({ data }: MessageEvent<{ cachedAt: number } | { offlineSince?: number }>) => {
      if ('offlineSince' in data) setSeenAt(data.offlineSince);
      else if ('cachedAt' in data) void onCached().then((isReached) => isReached || setSeenAt(data.cachedAt));
    },
  );
  serviceWorker.startMessages();
  serviceWorker.controller?.postMessage('opened');
  void serviceWorker.register('/service-worker.js').catch(() => {});
}

/** When the page that is shown was seen, if that isn't now. */
export function useSeenAt(): number | undefined {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => seenAt,
    () => undefined,
  );
}
