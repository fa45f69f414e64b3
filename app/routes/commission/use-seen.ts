import { useEffect, useRef } from 'react';

/** Tells the shop that this side has seen all up to the `newest` entry, once the page is before somebody's eyes. */
export function useSeen(address: string, newest: string | undefined): void {
  const told = useRef<string>(undefined);
  useEffect(() => {
    const tell = () => {
      if (document.visibilityState !== 'visible' || !newest || told.current === newest) return;
      told.current = newest;
      fetch(address, { method: 'POST' }).then(
        (answer) => {
          if (!answer.ok) told.current = undefined;
        },
        // No connection: it is told when somebody looks again.
        () => {
          told.current = undefined;
        },
      );
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    window.addEventListener('online', tell);
    return () => {
      document.removeEventListener('visibilitychange', tell);
      window.removeEventListener('online', tell);
    };
  }, [address, newest]);
}
