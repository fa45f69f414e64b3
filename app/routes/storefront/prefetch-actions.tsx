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
  useEffect(lookAheadOnceStirred, []);
  const [addresses, setAddresses] = useState<string[]>([]);
  useEffect(() => {
    // Looking ahead fails like a press: never without a connection.
    const look = () => navigator.onLine && setAddresses(postedTo());
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
  }, [key]);
  return addresses.map((address) => <PrefetchPageLinks key={address} page={address} />);
}

const STIRS = ['pointermove', 'pointerdown', 'touchstart', 'scroll', 'keydown'];

/** The first sign of a person brings the script that fetches pages ahead: it is no part of the first view. */
function lookAheadOnceStirred(): () => void {
  const stop = () => {
    for (const name of STIRS) window.removeEventListener(name, stir);
  };
  const stir = () => {
    stop();
    import('#app/ui/shop/look-ahead.ts').then(
      ({ watchCards }) => watchCards(),
      () => {},
    );
  };
  for (const name of STIRS) window.addEventListener(name, stir, { passive: true });
  return stop;
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
