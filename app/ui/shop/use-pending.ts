import { useState } from 'react';
import { type Fetcher, href, useFetchers } from 'react-router';

type Sent = Pick<Fetcher, 'formAction' | 'formData'>;
const intentAt = (address: string, { formAction, formData }: Sent) =>
  formAction === address ? formData?.get('intent') : undefined;
const visitorIntent = (fetcher: Sent) => intentAt(href('/visitor-state'), fetcher);
const ADDITIONS: unknown[] = ['add', 'buy'];
const isAddition = (fetcher: Sent) => ADDITIONS.includes(visitorIntent(fetcher));

/** Adds posts in progress to the header's counts. The server's counts arrive before a fetcher becomes idle. */
export function usePendingCounts({ cart, wishlist }: { cart: number; wishlist: number }) {
  const fetchers = useFetchers();
  const additions = fetchers.filter(isAddition);
  for (const { formData } of additions) cart += Number(formData?.get('quantity') ?? 0);
  // With two posts, the first one ends before the new count arrives, so this keeps the highest count.
  const [highest, setHighest] = useState(0);
  const next = additions.length > 0 ? Math.max(highest, cart) : 0;
  if (next !== highest) setHighest(next);
  for (const fetcher of fetchers)
    if (visitorIntent(fetcher) === 'wish') wishlist += fetcher.formData?.get('wanted') === 'yes' ? 1 : -1;
  return { cart: Math.max(cart, next), wishlist: Math.max(wishlist, 0) };
}

export const useIsCartChanging = (): boolean =>
  useFetchers().some((fetcher) => isAddition(fetcher) || intentAt(href('/cart'), fetcher) === 'quantity');
