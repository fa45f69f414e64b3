import { type Fetcher, href, useFetchers } from 'react-router';
import { readGuestCookies } from './use-visitor-state.ts';

/**
 * The counts of the header with what was just pressed and isn't in them yet; what the server refuses is gone with its answer. The page's
 * own counts are right once it is read again after an answer, a guest's cookies with the answer.
 */
export function usePendingCounts(counts: { cart: number; wishlist: number }, isFromCookies: boolean): typeof counts {
  const fetchers = useFetchers();
  let { cart, wishlist } = isFromCookies ? countGuestCookies() : counts;
  for (const { state, formAction, formData } of fetchers) {
    if (isFromCookies && state !== 'submitting') continue;
    if (formAction === href('/cart/lines')) cart += Number(formData?.get('quantity') ?? 0);
    if (formAction === href('/wishlist/entries')) wishlist += formData?.get('wanted') === 'yes' ? 1 : -1;
  }
  return { cart, wishlist: Math.max(wishlist, 0) };
}

function countGuestCookies() {
  const { cartCount, wished } = readGuestCookies(document.cookie);
  return { cart: cartCount, wishlist: wished.length };
}

const changesCart = ({ formAction }: Pick<Fetcher, 'formAction'>) => formAction?.startsWith(href('/cart/lines'));

/** Whether the server is computing what the cart costs, for it alone does. */
export const useIsCartChanging = (): boolean => useFetchers().some(changesCart);
