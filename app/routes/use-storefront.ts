import { useRouteLoaderData } from 'react-router';
import { NOBODY, useVisitorState } from '#app/ui/shop/use-visitor-state.ts';
import type { loader } from '#app/routes/storefront/layout.tsx';

/** What the layout knows, for the pages in it: who is looking and which pieces they have wished for. */
export function useStorefront() {
  const data = useRouteLoaderData<typeof loader>('routes/storefront/layout');
  const { visitor, cartCount, wished } = useVisitorState(data ?? NOBODY);
  return {
    brand: data?.brand,
    visitor,
    offersGoogle: data?.offersGoogle ?? false,
    cartCount,
    isWanted: (artworkId: string) => wished.includes(artworkId),
  };
}
