import { useRouteLoaderData } from 'react-router';
import type { loader } from '#app/routes/storefront/layout.tsx';

/** What the layout knows, for the pages in it: who is looking and which pieces they have wished for. */
export function useStorefront() {
  const data = useRouteLoaderData<typeof loader>('routes/storefront/layout');
  return {
    brand: data?.brand,
    visitor: data?.visitor,
    isWanted: (artworkId: string) => data?.wished.includes(artworkId) ?? false,
  };
}
