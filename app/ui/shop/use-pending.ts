import { useState } from 'react';
import { type Fetcher, href, useFetchers } from 'react-router';

/** The header's counts with pending posts, which are read again before a fetcher is idle. */
export function usePendingCounts({ cart, wishlist }: { cart: number; wishlist: number }) {
  const fetchers = useFetchers();
  const additions = fetchers.filter(({ formAction }) => formAction === href('/cart/lines'));
  for (const { formData } of additions) cart += Number(formData?.get('quantity') ?? 0);
  // With two pieces being added, the first finishes before the new count is read.
  const [highest, setHighest] = useState(0);
  const next = additions.length > 0 ? Math.max(highest, cart) : 0;
  if (next !== highest) setHighest(next);
  for (const { formAction, formData } of fetchers)
    if (formAction === href('/wishlist/entries')) wishlist += formData?.get('wanted') === 'yes' ? 1 : -1;
  return { cart: Math.max(cart, next), wishlist: Math.max(wishlist, 0) };
}

const changesCart = ({ formAction }: Pick<Fetcher, 'formAction'>) => formAction?.startsWith(href('/cart/lines'));

export const useIsCartChanging = (): boolean => useFetchers().some(changesCart);
