/** Whether an owner who is away until that day is still away on another, both in India ('YYYY-MM-DD'). */
export const isAway = (until: string | null, today: string): until is string => until !== null && today < until;

/** Why nobody can buy just now: the shop isn't open yet, or its owner is away until a day in India. */
export type Closing = { reason: 'not-open' } | { reason: 'away'; until: string };

/**
 * Whether the shop sells on a day in India ('YYYY-MM-DD'). A live one does once it was opened, as long as nothing of the list is
 * missing, and from its first order on whatever the list says. A demo is never unopened.
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

/**
 * Whether what is to be paid of an order waits until the shop is open: what the studio has agreed on with somebody. What was held or
 * ordered at the checkout goes on, whatever became of the shop since.
 */
export const stopsPayment = (closing: Closing | undefined, order: { heldUntil: Date | null }): boolean =>
  closing?.reason === 'not-open' && order.heldUntil === null;
