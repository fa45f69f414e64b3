import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { dataAddressOf } from '#app/basics/data-address.ts';
import { useRevalidate } from '#app/ui/kit/use-revalidate.ts';
import { onBuyerChange } from '#app/ui/shop/use-being-bought.ts';

const OLD_AFTER_MS = 60_000;
const SHOP_WINDOW = /^\/(?:$|gallery|artwork|cart$|collections)/;

/** Revalidates when someone starts or stops buying a piece, and after the page was hidden for a minute. */
export function StaysFresh({ isCached }: { isCached: boolean }) {
  const revalidate = useRevalidate();
  const { pathname, search } = useLocation();
  const isInWindow = SHOP_WINDOW.test(pathname);
  useEffect(() => {
    if (!isInWindow) return;
    const readAgain = async () => {
      // Refreshes the browser's cache, from which the router would otherwise read stale data.
      if (isCached) await fetch(dataAddressOf(pathname, search), { cache: 'reload' }).catch(() => {});
      await revalidate();
    };
    let hiddenAt: number | undefined;
    const look = () => {
      if (document.visibilityState === 'hidden') hiddenAt = Date.now();
      else if (hiddenAt !== undefined && Date.now() - hiddenAt >= OLD_AFTER_MS) void readAgain();
    };
    const afterRestore = (event: PageTransitionEvent) => {
      if (event.persisted) void readAgain();
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pageshow', afterRestore);
    const stopListening = onBuyerChange(() => void readAgain());
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pageshow', afterRestore);
      stopListening();
    };
  }, [revalidate, isInWindow, isCached, pathname, search]);
  return null;
}
