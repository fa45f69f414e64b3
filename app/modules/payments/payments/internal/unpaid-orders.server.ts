import { and, asc, eq, gt, lte, or } from 'drizzle-orm';
import type { Gateway } from '#app/basics/payment-methods.ts';
import { orders, wherePaidAt } from '#app/modules/orders/orders/tables.server.ts';
import { type GatewayPayment, gatewayPaymentsOf, paymentsLeftOpen } from './payment-rows.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { askGateway } from './gateway-payment.server.ts';
import { transition } from '#app/modules/orders/orders/orders.server.ts';

/**
 * Cancels the orders whose 15 minutes have passed without a payment or a reference, each in its own
 * transaction, the oldest hundred first; the shop itself calls it every minute. Gateways are asked before, since the news
 * of a payment may have been lost on its way. The owner hears of those whose customer said that they had paid. Answers how
 * many it cancelled.
 */
export async function sweepHeldOrders(shop: Shop): Promise<number> {
  adminOnly(shop);
  // None is held that long: the clock was set back since.
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
    for (const payment of await gatewayPaymentsOf(shop, id)) await ask(payment);
    await inTransaction(shop, async (shop) => {
      // Asked again under the lock: it may have been paid meanwhile, or another process may sweep it now.
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

/**
 * Asks the gateways about payments left open for 15 minutes, through the one completion path; the shop itself
 * calls it every few minutes. A gateway that can't be reached is left alone until the next time. Answers how many it asked
 * about.
 */
export async function reconcilePayments(shop: Shop): Promise<number> {
  adminOnly(shop);
  const ask = askOneByOne(shop);
  let asked = 0;
  for (const payment of await paymentsLeftOpen(shop)) if (await ask(payment)) asked += 1;
  return asked;
}

const SILENT_AFTER = 3;

/**
 * Asks gateways about one payment after the other; answers whether there was an answer. One that didn't answer three times in a row
 * is asked no more: not after the first, since a single payment may be what it makes no sense of.
 */
function askOneByOne(shop: Shop): (payment: GatewayPayment) => Promise<boolean> {
  const unanswered = new Map<Gateway, number>();
  return async (payment) => {
    const { provider } = payment;
    const before = unanswered.get(provider) ?? 0;
    if (before >= SILENT_AFTER) return false;
    const isAnswered = (await askGateway(shop, payment)) !== undefined;
    unanswered.set(provider, isAnswered ? 0 : before + 1);
    return isAnswered;
  };
}
