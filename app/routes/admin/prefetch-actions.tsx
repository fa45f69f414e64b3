import { useEffect, useState } from 'react';
import { href, PrefetchPageLinks, useLocation } from 'react-router';

const READY_AFTER_MS = 2_500;
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/**
 * Prefetches routes and data to which forms post, so that an offline click does not reload the page. Admin loaders must
 * therefore not write.
 */
export function PrefetchActions() {
  const { key } = useLocation();
  const [addresses, setAddresses] = useState<string[]>([]);
  useEffect(() => {
    // A failed prefetch reloads the page, so nothing is prefetched offline.
    const look = () => navigator.onLine && setAddresses(postedTo());
    let timer = setTimeout(look, READY_AFTER_MS);
    // A restored connection needs a moment before it works.
    const lookLater = () => {
      clearTimeout(timer);
      timer = setTimeout(look, READY_AFTER_MS);
    };
    window.addEventListener('online', lookLater);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', lookLater);
    };
  }, [key]);
  return addresses.map((address) => <PrefetchPageLinks key={address} page={address} />);
}

function postedTo(): string[] {
  const found = new Map<string, string>();
  for (const form of document.querySelectorAll<HTMLFormElement>('form[method=post]')) {
    const { pathname } = new URL(form.action);
    if (pathname.startsWith(`${href('/admin')}/`) && pathname !== window.location.pathname)
      found.set(pathname.replaceAll(ID, ''), pathname);
  }
  return [...found.values()];
}
