import { useRouteLoaderData } from 'react-router';
import { NOBODY, useVisitorState } from '#app/ui/shop/use-visitor-state.ts';
import type { loader } from '#app/routes/storefront/layout.tsx';

/** What the layout knows, for the pages in it: who is looking and which pieces they have wished for. */
export function useStorefront() {
  const data = useRouteLoaderData<typeof loader>('routes/storefront/layout');
  const { visitor, cartCount, wished, isFilledIn, cookieChoice } = useVisitorState(data ?? NOBODY);
  return {
    brand: data?.brand,
    visitor,
    /** Whose what is typed here is: an account's id, '' for a guest; undefined until that is known. */
    owner: isFilledIn ? (visitor?.id ?? '') : undefined,
    offersGoogle: data?.offersGoogle ?? false,
    cartCount,
    /** On a page that is the same for every guest, what the browser's own cookie says. */
    cookieChoice,
    isWanted: (artworkId: string) => wished.includes(artworkId),
  };
}
