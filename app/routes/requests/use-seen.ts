import { useEffect, useRef } from 'react';

/** Tells the shop that this side has seen all up to the `newest` message of the other, once the page is before somebody's eyes. */
export function useSeen(address: string, newest: string | undefined): void {
  const marked = useRef<string>(undefined);
  useEffect(() => {
    const mark = () => {
      if (document.visibilityState !== 'visible' || !newest || marked.current === newest) return;
      marked.current = newest;
      fetch(address, { method: 'POST', body: new URLSearchParams({ seen: newest }) }).then(
        (answer) => {
          if (!answer.ok) marked.current = undefined;
        },
        // No connection: it is marked when somebody looks again.
        () => {
          marked.current = undefined;
        },
      );
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    window.addEventListener('online', mark);
    return () => {
      document.removeEventListener('visibilitychange', mark);
      window.removeEventListener('online', mark);
    };
  }, [address, newest]);
}
