import { useEffect, useEffectEvent, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import { useFetcherAnswer } from '#app/ui/kit/use-fetcher-answer.ts';

/** Marks all messages of the other side up to `newest` as seen, once the page at `address` is visible. */
export function useSeen(address: string, newest: string | undefined): void {
  const fetcher = useFetcher<FormAnswer>();
  const marked = useRef<string>(undefined);
  const mark = useEffectEvent(() => {
    if (document.visibilityState !== 'visible' || !newest || marked.current === newest) return;
    marked.current = newest;
    const fields = { intent: 'seen', seen: newest };
    void fetcher.submit(fields, { method: 'post', action: address, defaultShouldRevalidate: false });
  });
  // Without a connection it is marked the next time the page is visible or online.
  useFetcherAnswer(fetcher, ({ failure }) => {
    if (failure) marked.current = undefined;
  });
  useEffect(() => mark(), [newest]);
  useEffect(() => {
    const onChange = () => mark();
    document.addEventListener('visibilitychange', onChange);
    window.addEventListener('online', onChange);
    return () => {
      document.removeEventListener('visibilitychange', onChange);
      window.removeEventListener('online', onChange);
    };
  }, []);
}
