import { useContext, useEffect } from 'react';
import { preloadModule } from 'react-dom';
import {
  matchRoutes,
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
} from 'react-router';

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
/** The addresses whose routes were loaded, without their ids: a list has a button in each row. */
const loaded = new Set<string>();

/**
 * Loads the route of what a fetcher asks while there is a connection. The router loads it with the first press otherwise, and where it
 * can't, it loads the whole page anew, which without a connection is lost with all that was typed.
 */
export function useLoadedRoute(address: string): void {
  const router = useContext(DataRouterContext)?.router;
  const manifest = useContext(FrameworkContext)?.manifest;
  useEffect(() => {
    const kind = address.replaceAll(ID, '');
    if (!router || !manifest || loaded.has(kind)) return;
    loaded.add(kind);
    for (const { route } of matchRoutes(router.routes, address) ?? []) {
      const entry = route.id === undefined ? undefined : manifest.routes[route.id];
      for (const file of [entry?.module, ...(entry?.imports ?? [])]) if (file) preloadModule(file, { as: 'script' });
    }
  }, [address, router, manifest]);
}
