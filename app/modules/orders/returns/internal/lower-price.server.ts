import { and, eq, inArray, isNull } from 'drizzle-orm';
import { creditPrice } from '#app/modules/orders/invoices/credit-notes.server.ts';
import type { lockOrder } from '#app/modules/orders/orders/orders.server.ts';
import { returnRequests } from '#app/modules/orders/returns/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

// Not filtered by owner: the caller has locked this order.
/**
 * Issues a credit note for a locked order's refunds beyond its returned pieces. Ignores pieces on their way, which get
 * their own note. Call it last.
 */
export async function creditLowerPrice(
  shop: Shop,
  credited: { order: Awaited<ReturnType<typeof lockOrder>>; reason: string },
): Promise<void> {
  const expected = and(
    eq(returnRequests.orderId, credited.order.id),
    eq(returnRequests.kind, 'return'),
    inArray(returnRequests.status, ['pending', 'accepted']),
    isNull(returnRequests.receivedAt),
  );
  if ((await shop.database.$count(returnRequests, expected)) === 0) await creditPrice(shop, credited);
}

export const PARTLY_REFUNDED = 'Part of the price was refunded';
