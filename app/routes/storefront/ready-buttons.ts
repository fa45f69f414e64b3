import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** What buttons of the storefront post to. */
const BUTTONS = ['cart-lines', 'cart-line', 'cart-clearing', 'cart-coupon', 'wishlist-entries'];
/** After the page's own scripts and pictures. */
const READY_AFTER_MS = 2_500;

type Manifest = { routes: Record<string, { module: string; clientActionModule?: string } | undefined> };

/**
 * Loads, once a page stands, what its buttons will run. The router loads that at the first press, and when it can't it
 * loads the page anew: without a connection the page would be gone, where the button should say that it didn't work.
 */
export function useReadyButtons(): void {
  const { key } = useLocation();
  useEffect(() => {
    const timer = setTimeout(() => {
      // Only what the router has learnt of: buttons that stand on a page.
      const { routes } = (window as unknown as { __reactRouterManifest?: Manifest }).__reactRouterManifest ?? {
        routes: {},
      };
      for (const button of BUTTONS) {
        const route = routes[`routes/storefront/${button}`];
        for (const file of [route?.module, route?.clientActionModule])
          // A connection that breaks just now is none to load by; the next page tries again.
          if (file) void import(/* @vite-ignore */ file).catch(() => {});
      }
    }, READY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [key]);
}
