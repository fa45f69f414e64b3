import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useRevalidate } from '#app/ui/kit/use-revalidate.ts';
import { onBuyerChange } from '#app/ui/shop/use-being-bought.ts';

const OLD_AFTER_MS = 60_000;
/** Pages without a long form. */
const SHOP_WINDOW = /^\/(?:$|gallery|artwork|cart$|collections)/;

/**
 * Reads the page again when a piece on it gets or loses a buyer, and when the page is shown again after a minute or more out of view: stock,
 * prices and whether the shop is open may have changed.
 */
export function StaysFresh() {
  const revalidate = useRevalidate();
  const isInWindow = SHOP_WINDOW.test(useLocation().pathname);
  useEffect(() => {
    if (!isInWindow) return;
    let hiddenAt: number | undefined;
    const look = () => {
      if (document.visibilityState === 'hidden') hiddenAt = Date.now();
      else if (hiddenAt !== undefined && Date.now() - hiddenAt >= OLD_AFTER_MS) void revalidate();
    };
    const afterRestore = (event: PageTransitionEvent) => {
      if (event.persisted) void revalidate();
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pageshow', afterRestore);
    const stopListening = onBuyerChange(() => void revalidate());
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pageshow', afterRestore);
      stopListening();
    };
  }, [revalidate, isInWindow]);
  return null;
}
