import { useState } from 'react';
import { type Fetcher, href, useFetchers } from 'react-router';

/** The counts of the header with what was just pressed and isn't in them yet: they are read again before a fetcher is idle. */
export function usePendingCounts({ cart, wishlist }: { cart: number; wishlist: number }) {
  const fetchers = useFetchers();
  const additions = fetchers.filter(({ formAction }) => formAction === href('/cart/lines'));
  for (const { formData } of additions) cart += Number(formData?.get('quantity') ?? 0);
  // While two pieces are being added, the first is done before the count that has it is read.
  const [highest, setHighest] = useState(0);
  const next = additions.length > 0 ? Math.max(highest, cart) : 0;
  if (next !== highest) setHighest(next);
  for (const { formAction, formData } of fetchers)
    if (formAction === href('/wishlist/entries')) wishlist += formData?.get('wanted') === 'yes' ? 1 : -1;
  return { cart: Math.max(cart, next), wishlist: Math.max(wishlist, 0) };
}

const changesCart = ({ formAction }: Pick<Fetcher, 'formAction'>) => formAction?.startsWith(href('/cart/lines'));

/** Whether the server is computing what the cart costs, for it alone does. */
export const useIsCartChanging = (): boolean => useFetchers().some(changesCart);
