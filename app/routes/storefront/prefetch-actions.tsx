import { useEffect, useState } from 'react';
import { PrefetchPageLinks, useLocation } from 'react-router';

/** What buttons of the storefront post to; one address stands for all lines of a cart. */
const BUTTON = /^\/(?:cart\/lines\/|cart\/|wishlist\/entries)/;
/** After the page's own scripts and pictures. */
const READY_AFTER_MS = 2_500;

/**
 * Has fetched, once a page stands, what its buttons will run. The router fetches that at the first press, and when it can't
 * it loads the page anew: without a connection the page would be gone, where the button should say that it didn't work.
 */
export function PrefetchActions() {
  const { key } = useLocation();
  const [addresses, setAddresses] = useState<string[]>([]);
  useEffect(() => {
    // Looking ahead fails like a press: never without a connection.
    const look = () => navigator.onLine && setAddresses(postedTo());
    const timer = setTimeout(look, READY_AFTER_MS);
    window.addEventListener('online', look);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', look);
    };
  }, [key]);
  return addresses.map((address) => <PrefetchPageLinks key={address} page={address} />);
}

/** Where the forms on the page post to, each kind of button once. */
function postedTo(): string[] {
  const found = new Map<string, string>();
  for (const form of document.querySelectorAll<HTMLFormElement>('form[method=post]')) {
    const { pathname } = new URL(form.action);
    const [kind] = BUTTON.exec(pathname) ?? [];
    if (kind) found.set(kind === '/cart/' ? pathname : kind, pathname);
  }
  return [...found.values()];
}
