export const isAway = (until: string | null, today: string): until is string => until !== null && today < until;

export type Closing = { reason: 'not-open' } | { reason: 'away'; until: string };

/**
 * Returns why the shop is closed on a day in India. After the first order, the checklist no longer matters. A demo is
 * always open.
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

/** Returns whether an accepted request cannot be paid until the shop opens. Checkout orders and holds continue. */
export const isPaymentBlocked = (closing: Closing | undefined, order: { heldUntil: Date | null }): boolean =>
  closing?.reason === 'not-open' && order.heldUntil === null;
