/** Days in India ('YYYY-MM-DD'). */
export const isAway = (until: string | null, today: string): until is string => until !== null && today < until;

/** Not open yet, or the owner is away until a day in India. */
export type Closing = { reason: 'not-open' } | { reason: 'away'; until: string };

/**
 * Returns whether the shop sells on a day in India. A live shop must be opened with a complete checklist; after its
 * first order the list no longer matters. A demo is always open.
 */
export function closingOf(shop: {
  mode: 'demo' | 'live';
  openedAt: Date | null;
  firstOrderAt: Date | null;
  isReady: boolean;
  awayUntil: string | null;
  today: string;
}): Closing | undefined {
  const isOpened = shop.mode === 'demo' || shop.firstOrderAt !== null || (shop.openedAt !== null && shop.isReady);
  if (!isOpened) return { reason: 'not-open' };
  return isAway(shop.awayUntil, shop.today) ? { reason: 'away', until: shop.awayUntil } : undefined;
}

/** Returns whether an agreed order's payment waits for the opening. Orders and holds from the checkout continue. */
export const stopsPayment = (closing: Closing | undefined, order: { heldUntil: Date | null }): boolean =>
  closing?.reason === 'not-open' && order.heldUntil === null;
