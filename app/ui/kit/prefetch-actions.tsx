import { useEffect, useState } from 'react';
import { PrefetchPageLinks, useLocation } from 'react-router';

/** After the page's own scripts and pictures. */
const READY_AFTER_MS = 2_500;
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/**
 * Prefetches the scripts of the routes that the forms on the page post to, once for each kind of address. The router would
 * fetch them at the first click, and reloads the page where it cannot: without a connection the page would be lost.
 */
export function PrefetchActions({ to }: { to: RegExp }) {
  const { key } = useLocation();
  const [addresses, setAddresses] = useState<string[]>([]);
  useEffect(() => {
    // A prefetch that fails reloads the page too: never without a connection.
    const look = () => navigator.onLine && setAddresses(postedTo(to));
    let timer = setTimeout(look, READY_AFTER_MS);
    // A connection that is back takes a moment until it carries anything.
    const lookLater = () => {
      clearTimeout(timer);
      timer = setTimeout(look, READY_AFTER_MS);
    };
    window.addEventListener('online', lookLater);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', lookLater);
    };
  }, [key, to]);
  return addresses.map((address) => <PrefetchPageLinks key={address} page={address} />);
}

/** Where the forms on the page post to, apart from the page itself; one address stands for all that differ by an id. */
function postedTo(to: RegExp): string[] {
  const found = new Map<string, string>();
  for (const form of document.querySelectorAll<HTMLFormElement>('form[method=post]')) {
    const { pathname } = new URL(form.action);
    const [kind] = to.exec(pathname.replaceAll(ID, '')) ?? [];
    if (kind && pathname !== window.location.pathname) found.set(kind, pathname);
  }
  return [...found.values()];
}
