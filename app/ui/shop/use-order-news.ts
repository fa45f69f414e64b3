import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';

const TRY_AGAIN_AFTER_MS = 30_000;

/**
 * Asks the page's loaders again when an order changes that this visitor may know of, all of them or the one with this id
 * (decision 17). The server only rings (`/api/events`); what is shown comes through the loader, which looks who asks.
 * While the page is hidden the line is hung up, since a browser has few; when it is seen again, it asks once.
 */
export function useOrderNews(orderId?: string): void {
  const { revalidate } = useRevalidator();
  const look = useEffectEvent((changed: string) => {
    // Empty: something may have been missed.
    if (changed === '' || orderId === undefined || changed === orderId) void revalidate();
  });

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
        if (missed) look('');
        missed = false;
      });
      line.addEventListener('order', (event) => look((event as MessageEvent<string>).data));
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
  }, [orderId]);
}
