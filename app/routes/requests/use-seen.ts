import { useEffect, useEffectEvent, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import { useFetcherAnswer } from '#app/ui/kit/use-fetcher-answer.ts';

/** While the page is visible, marks the other side's messages up to `newest` as seen. */
export function useSeen(address: string, newest: string | undefined): void {
  const fetcher = useFetcher<FormAnswer>();
  const marked = useRef<string>(undefined);
  const mark = useEffectEvent(() => {
    if (document.visibilityState !== 'visible' || !newest || marked.current === newest) return;
    marked.current = newest;
    const fields = { intent: 'seen', seen: newest };
    void fetcher.submit(fields, { method: 'post', action: address, defaultShouldRevalidate: false });
  });
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
