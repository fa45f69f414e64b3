import { and, eq, or } from 'drizzle-orm';
import type { Gateway } from '#app/basics/payment-methods.ts';
import { NOTHING, type Paise } from '#app/basics/money.ts';
import { done, type Refused, type Result, refused } from '#app/basics/result.ts';
import type { RefundAnswer, RefundEvent } from '#app/modules/payments/payments/provider.ts';
import { balanceOfOrder, settleRefund } from '#app/modules/orders/ledger/ledger.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { issueRefundVoucher } from '#app/modules/orders/invoices/vouchers.server.ts';
import { lockOrder, transition } from '#app/modules/orders/orders/orders.server.ts';
import { gatewayRefunds, isCapturedPayment, paymentOrders } from '#app/modules/payments/payments/tables.server.ts';
import { FAILPOINTS, reachFailpoint } from '#app/platform/failpoints.server.ts';
import { publish, topics, topicsOfOrder } from '#app/platform/live/live.server.ts';
import { inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { findGatewayPayment, type GatewayPayment } from './payment-rows.server.ts';

type RefundRefusal = Refused<'not-at-gateway' | 'gateway-unavailable', undefined>;

/**
 * Refunds once per key. After 'gateway-unavailable', repeat the call with the same key. The caller must not have locked
 * rows. Owners only.
 */
export async function refundAtGateway(
  shop: Shop,
  refund: { paymentId: string; amount: Paise; key: string; note: string },
): Promise<Result<RefundAnswer, RefundRefusal>> {
  ownerOnly(shop);
  const payment = await findPaidAt(shop, refund.paymentId);
  const supplier = payment && shop.suppliers.payment[payment.provider];
  if (!payment?.paymentId || !supplier) return refused('not-at-gateway');
  const { amount, key, note } = refund;
  await recordRefundAnswer(shop, payment, { status: 'pending', key, amount });
  const { providerOrderId, paymentId } = payment;
  const answer = await supplier.refund({ providerOrderId, paymentId, amount, key, note });
  if (FAILPOINTS) await reachFailpoint('refund.asked');
  if (!answer) return refused('gateway-unavailable');
  await recordRefundAnswer(shop, payment, { ...answer, key, amount });
  return done(answer);
}

/** Records a gateway's answer. A failed refund stays failed. Throws when a `pending` refund cannot be looked up. */
export async function takeRefundAnswer(
  shop: Shop,
  provider: Gateway,
  event: RefundEvent,
): Promise<Result<undefined, Refused<'unknown-payment', undefined>>> {
  const payment = await findGatewayPayment(shop, provider, event.providerOrderId);
  if (!payment) return refused('unknown-payment');
  await recordRefundAnswer(shop, payment, event);
  const { key, refundId } = event;
  const { providerOrderId, paymentId } = payment;
  if (event.status !== 'pending' || !key || !paymentId) return done();
  const supplier = shop.suppliers.payment[provider];
  const answer = await supplier?.lookUpRefund({ providerOrderId, paymentId, key, refundId });
  if (!answer) throw new Error(`${provider} could not be asked about refund ${key}`);
  if (answer !== 'unknown') await recordRefundAnswer(shop, payment, { ...answer, key });
  return done();
}

async function findPaidAt(shop: Shop, paymentId: string): Promise<GatewayPayment | undefined> {
  const [found] = await shop.database
    .select({ payment: paymentOrders })
    .from(payments)
    .innerJoin(paymentOrders, isCapturedPayment())
    .where(eq(payments.id, paymentId));
  return found?.payment;
}

/** A successful refund can still fail later, but a failed refund cannot succeed. */
function recordRefundAnswer(
  shop: Shop,
  payment: GatewayPayment,
  { key, refundId, status, amount, reason }: RefundAnswer & { key?: string; amount?: Paise },
): Promise<void> {
  return inTransaction(shop, async (shop) => {
    const order = await lockOrder(shop, payment.orderId);
    const [earlier] = await shop.database
      .select()
      .from(gatewayRefunds)
      .where(
        and(
          eq(gatewayRefunds.paymentOrderId, payment.id),
          or(
            key === undefined ? undefined : eq(gatewayRefunds.key, key),
            refundId === undefined ? undefined : eq(gatewayRefunds.providerRefundId, refundId),
          ),
        ),
      );
    if (earlier && !(earlier.status === 'pending' || (earlier.status === 'succeeded' && status === 'failed'))) return;
    if (earlier)
      await shop.database
        .update(gatewayRefunds)
        .set({ providerRefundId: refundId ?? earlier.providerRefundId, status, reason, updatedAt: shop.now })
        .where(eq(gatewayRefunds.id, earlier.id));
    else
      await shop.database.insert(gatewayRefunds).values({
        paymentOrderId: payment.id,
        key,
        providerRefundId: refundId,
        amount,
        status,
        reason,
        createdAt: shop.now,
        updatedAt: shop.now,
      });
    const id = refundId ?? earlier?.providerRefundId ?? undefined;
    const ours = key ?? earlier?.key ?? undefined;
    const settled =
      ours === undefined ? undefined : await settleRefund(shop, order.id, { key: ours, status, reason, refundId: id });
    if (settled?.status === 'failed' && order.paymentStatus === 'refunded')
      await transition(shop, order, { type: 'refund-failed', feeAgain: NOTHING });
    if (settled?.status === 'succeeded') {
      const { received } = await balanceOfOrder(shop, order.id);
      await transition(shop, order, { type: 'refund', isWhole: received === 0 });
      await issueRefundVoucher(shop, { ...settled, orderId: order.id });
    }
    await publish(shop, topicsOfOrder(order), { kind: 'order', id: order.id });
    await publish(shop, [topics.admin], { kind: 'payment', id: order.id });
  });
}
