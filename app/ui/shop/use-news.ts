import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { NEWS_KINDS, type NewsKind } from '#app/basics/news.ts';

const TRY_AGAIN_AFTER_MS = 30_000;

/**
 * Asks the page's loaders again when something of these kinds changes that this visitor may know of, or the one thing
 * with this id (decision 17). The server only rings (`/api/events`); what is shown comes through the loader, which looks
 * who asks. `onNews` hears what rang, for a quiet notice. While the page is hidden the line is hung up, since a browser
 * has few; when it is seen again, it asks once. One call a page.
 */
export function useNews(
  kinds: readonly NewsKind[],
  { id, onNews }: { id?: string; onNews?: (news: { kind: NewsKind; id: string }) => void } = {},
): void {
  const { revalidate } = useRevalidator();
  const look = useEffectEvent((kind: NewsKind | undefined, changed: string) => {
    // Empty: something may have been missed.
    if (changed !== '' && id !== undefined && changed !== id) return;
    void revalidate();
    if (kind && changed !== '') onNews?.({ kind, id: changed });
  });
  const wanted = kinds.join(' ');

  useEffect(() => {
    let line: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let missed = false;
    const hangUp = () => {
      clearTimeout(timer);
      line?.close();
      line = undefined;
    };
    const call = () => {
      hangUp();
      line = new EventSource('/api/events');
      line.addEventListener('open', () => {
        if (missed) look(undefined, '');
        missed = false;
      });
      for (const kind of NEWS_KINDS)
        if (wanted.split(' ').includes(kind))
          line.addEventListener(kind, (event) => look(kind, (event as MessageEvent<string>).data));
      line.addEventListener('error', () => {
        missed = true;
        // The browser calls again by itself, unless it was turned away.
        if (line?.readyState === EventSource.CLOSED) timer = setTimeout(call, TRY_AGAIN_AFTER_MS);
      });
    };
    const follow = () => {
      if (document.visibilityState === 'visible') call();
      else {
        missed = true;
        hangUp();
      }
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      hangUp();
    };
  }, [wanted]);
}
