import { type Fetcher, href, useFetchers } from 'react-router';

/** The counts of the header with what was just pressed and isn't in them yet: they are read again before a fetcher is idle. */
export function usePendingCounts({ cart, wishlist }: { cart: number; wishlist: number }) {
  for (const { formAction, formData } of useFetchers()) {
    if (formAction === href('/cart/lines')) cart += Number(formData?.get('quantity') ?? 0);
    if (formAction === href('/wishlist/entries')) wishlist += formData?.get('wanted') === 'yes' ? 1 : -1;
  }
  return { cart, wishlist: Math.max(wishlist, 0) };
}

const changesCart = ({ formAction }: Pick<Fetcher, 'formAction'>) => formAction?.startsWith(href('/cart/lines'));

/** Whether the server is computing what the cart costs, for it alone does. */
export const useIsCartChanging = (): boolean => useFetchers().some(changesCart);
