import { useEffect, useSyncExternalStore } from 'react';
import { useRevalidate } from '#app/ui/kit/use-revalidate.ts';

const TIME = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' });
const ASKS_EVERY_MS = 5_000;

/** When the shown page was cached, in milliseconds. Set while the shop is unreachable. */
let cachedAt: number | undefined;
const listeners = new Set<() => void>();

function setCachedAt(at: number | undefined): void {
  if (at === cachedAt) return;
  cachedAt = at;
  for (const changed of listeners) changed();
}

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

export const useCachedAt = (): number | undefined =>
  useSyncExternalStore(
    subscribe,
    () => cachedAt,
    () => undefined,
  );

/** Revalidates if the service worker says that the page came from its cache. */
function listenToWorker(revalidate: () => Promise<boolean>): void {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || !serviceWorker) return;
  serviceWorker.addEventListener(
    'message',
    ({ data }: MessageEvent<{ cachedAt: number } | { offlineSince?: number }>) => {
      if ('offlineSince' in data) setCachedAt(data.offlineSince);
      else if ('cachedAt' in data) void revalidate().then((isReached) => isReached || setCachedAt(data.cachedAt));
    },
  );
  serviceWorker.startMessages();
  serviceWorker.controller?.postMessage('opened');
  void serviceWorker.register('/service-worker.js').catch(() => {});
}

export function OfflineNotice() {
  const revalidate = useRevalidate();
  const at = useCachedAt();
  useEffect(() => listenToWorker(revalidate), [revalidate]);
  useEffect(() => {
    if (!at) return;
    const askAgain = () => void revalidate();
    // The browser fires the online event too early, and not at all with a weak connection.
    const timer = setInterval(() => document.visibilityState === 'visible' && askAgain(), ASKS_EVERY_MS);
    window.addEventListener('online', askAgain);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', askAgain);
    };
  }, [at, revalidate]);
  return at ? (
    <p className="geru-9 px-4 py-2.5 text-center text-sm print:hidden" role="status">
      You’re offline. This page is from {TIME.format(at)}. You can buy again when you’re back online.
    </p>
  ) : null;
}
