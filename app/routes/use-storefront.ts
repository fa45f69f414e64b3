import { useRouteLoaderData } from 'react-router';
import type { loader } from '#app/routes/storefront/layout.tsx';
import { useVisitorState } from '#app/ui/shop/use-visitor-state.ts';

/** What the layout knows, for the pages in it: the shop, and the visitor once their state is known. */
export function useStorefront() {
  const data = useRouteLoaderData<typeof loader>('routes/storefront/layout');
  const state = useVisitorState();
  return {
    brand: data?.brand,
    visitor: state?.visitor,
    /** Whose what is typed here is: an account's id, '' for a guest; undefined until that is known. */
    owner: state && (state.visitor?.id ?? ''),
    offersGoogle: data?.offersGoogle ?? false,
    cartCount: state?.cartCount ?? 0,
    cookieChoice: state?.cookieChoice,
    isWanted: (artworkId: string) => state?.wished.includes(artworkId) ?? false,
  };
}
