import { and, asc, eq, gt, lte, or } from 'drizzle-orm';
import type { Gateway } from '#app/basics/payment-methods.ts';
import { orders, wherePaidAt } from '#app/modules/orders/orders/tables.server.ts';
import { type GatewayPayment, findGatewayPayments, paymentsLeftOpen } from './payment-rows.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { askGateway } from './gateway-payment.server.ts';
import { transition } from '#app/modules/orders/orders/orders.server.ts';

/**
 * Asks the gateways, then cancels up to a hundred orders whose hold expired. Alerts the owner about claimed payments.
 * Returns how many were cancelled.
 */
export async function sweepHeldOrders(shop: Shop): Promise<number> {
  adminOnly(shop);
  // No hold lasts longer, so a later end means that the clock was set back.
  const atMost = new Date(shop.now.getTime() + 60 * 60_000);
  const forgotten = and(wherePaidAt('checkout'), or(lte(orders.heldUntil, shop.now), gt(orders.heldUntil, atMost)));
  const due = await shop.database
    .select({ id: orders.id })
    .from(orders)
    .where(forgotten)
    .orderBy(asc(orders.heldUntil))
    .limit(100);
  const ask = askOneByOne(shop);
  let cancelled = 0;
  for (const { id } of due) {
    for (const payment of await findGatewayPayments(shop, id)) await ask(payment);
    await inTransaction(shop, async (shop) => {
      // The order may have been paid in the meantime, so it is read again under the lock.
      const [order] = await shop.database
        .select()
        .from(orders)
        .where(and(eq(orders.id, id), forgotten))
        .for('update', { skipLocked: true });
      if (!order) return;
      await transition(shop, order, { type: 'lapse' });
      if (order.claimedAt)
        await announce(shop, 'orders.needs-attention', { orderId: id, why: 'claimed-without-reference' });
      cancelled += 1;
    });
  }
  return cancelled;
}

export async function reconcilePayments(shop: Shop): Promise<number> {
  adminOnly(shop);
  const ask = askOneByOne(shop);
  let askedCount = 0;
  for (const payment of await paymentsLeftOpen(shop)) if (await ask(payment)) askedCount += 1;
  return askedCount;
}

const SILENT_AFTER = 3;

/** Stops asking a gateway after three consecutive failures. A single failure may concern only one payment. */
function askOneByOne(shop: Shop): (payment: GatewayPayment) => Promise<boolean> {
  const unanswered = new Map<Gateway, number>();
  return async (payment) => {
    const { provider } = payment;
    const failures = unanswered.get(provider) ?? 0;
    if (failures >= SILENT_AFTER) return false;
    const isAnswered = (await askGateway(shop, payment)) !== undefined;
    unanswered.set(provider, isAnswered ? 0 : failures + 1);
    return isAnswered;
  };
}
