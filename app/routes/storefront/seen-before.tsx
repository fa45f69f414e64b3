import { useEffect } from 'react';
import { useRevalidate } from '#app/ui/kit/use-revalidate.ts';
import { listenToWorker, useSeenAt } from '#app/ui/kit/seen-before.ts';

const TIME = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' });

const ASKS_EVERY_MS = 5_000;

/** Above a page that this browser kept, while the shop can't be reached: when it was seen, and that buying pauses. */
export function SeenBefore() {
  const revalidate = useRevalidate();
  const seenAt = useSeenAt();
  useEffect(() => listenToWorker(revalidate), [revalidate]);
  useEffect(() => {
    if (!seenAt) return;
    const askAgain = () => void revalidate();
    // A connection is announced before it carries anything, and not at all where it was only weak.
    const timer = setInterval(() => document.visibilityState === 'visible' && askAgain(), ASKS_EVERY_MS);
    window.addEventListener('online', askAgain);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', askAgain);
    };
  }, [seenAt, revalidate]);
  return seenAt ? (
    <p className="geru-9 px-4 py-2.5 text-center text-sm print:hidden" role="status">
      No connection. You see this page as it was on {TIME.format(seenAt)}; buying is paused until the connection is
      back.
    </p>
  ) : null;
}
