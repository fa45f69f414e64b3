import { eq } from 'drizzle-orm';
import { formatRupees } from '#app/basics/money.ts';
import type { Refused, Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { isPaid } from '#app/modules/orders/ledger/ledger.ts';
import { balanceOfOrder, takeBackRefundRow } from '#app/modules/orders/ledger/ledger.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { lockOrder, type OrderRow, transition } from '#app/modules/orders/orders/orders.server.ts';
import { allOrNothing } from '#app/platform/all-or-nothing.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { publish, topics, topicsOfOrder } from '#app/platform/live/live.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { dropDestinationGivenBy } from './refund-destinations.server.ts';

type TakeBackRefusal = Refused<'by-gateway', undefined>;

/**
 * Says that a refund made by hand did not arrive, or was recorded by mistake; the owner. Its money is here again and its customer is
 * told. What did not arrive is still owed, and its customer is asked anew where to send it; after a mistake the order is owed what it
 * was before. The same again changes nothing. Refused for a gateway's refund, whose word counts. Throws not-found.
 */
export async function takeBackRefund(
  shop: Shop,
  { orderId, ...said }: { orderId: string; refundId: string; isMistake: boolean; reason: string },
): Promise<Result<undefined, TakeBackRefusal>> {
  ownerOnly(shop);
  if (!isUuid(said.refundId)) throw notFound();
  return allOrNothing<undefined, TakeBackRefusal>(shop, async (shop, refuse) => {
    const order = await lockOrder(shop, orderId);
    const cancelledAt = order.status === 'cancelled' ? (order.releasedAt ?? order.createdAt) : null;
    const taken = await takeBackRefundRow(shop, { id: order.id, cancelledAt }, said);
    if (!taken.ok) return refuse(taken);
    if (!taken.value) return undefined;
    const { refund, feeAgain } = taken.value;
    const { value: current } = await transition(shop, order, { type: 'refund-failed', feeAgain });
    await payAgain(shop, current, refund.paymentId);
    if (!said.isMistake) await dropDestinationGivenBy(shop, order.id, refund.createdAt);
    await audit(shop, {
      action: 'order.take-back-refund',
      table: 'refunds',
      id: refund.id,
      after: { orderId: order.id, amount: formatRupees(refund.amount), reason: said.reason, isMistake: said.isMistake },
    });
    await publish(shop, topicsOfOrder(order), { kind: 'order', id: order.id });
    await publish(shop, [topics.admin], { kind: 'payment', id: order.id });
    return undefined;
  });
}

/** An order that was taken up again waits for its payment, since all of it had gone back: here it is. */
async function payAgain(shop: Shop, order: OrderRow, paymentId: string): Promise<void> {
  const { id, status, paymentStatus, paymentReferenceId, paymentMethod: method } = order;
  if (status !== 'pending' || paymentStatus !== 'pending' || paymentReferenceId !== null || method === 'cod') return;
  if (!isPaid(await balanceOfOrder(shop, id))) return;
  const [payment] = await shop.database.select().from(payments).where(eq(payments.id, paymentId));
  await transition(shop, order, { type: 'pay', method, reference: payment!.referenceId });
}
