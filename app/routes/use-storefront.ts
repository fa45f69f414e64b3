import { useRouteLoaderData } from 'react-router';
import type { loader } from '#app/routes/storefront/layout.tsx';
import { useVisitorState } from '#app/ui/shop/use-visitor-state.ts';

export function useStorefront() {
  const data = useRouteLoaderData<typeof loader>('routes/storefront/layout');
  const state = useVisitorState();
  return {
    brand: data?.brand,
    whatsapp: data?.contact.whatsapp ?? undefined,
    visitor: state?.visitor,
    /** The account's id, or '' for a guest; undefined until known. */
    owner: state && (state.visitor?.id ?? ''),
    offersGoogle: data?.offersGoogle ?? false,
    cartCount: state?.cartCount ?? 0,
    cookieChoice: state?.cookieChoice,
    isWanted: (artworkId: string) => state?.wished.includes(artworkId) ?? false,
  };
}
