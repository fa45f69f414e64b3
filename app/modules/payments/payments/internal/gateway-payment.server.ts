import { queueNotices } from '#app/modules/messaging/push/push.server.ts';
import { href } from 'react-router';
import { isGateway, type Gateway, gatewayCard } from '#app/basics/payment-methods.ts';
import { done, type Refused, type Result, refused } from '#app/basics/result.ts';
import { outstanding } from '#app/modules/orders/ledger/ledger.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import { findClosingFor } from '#app/modules/store/closing/closing.server.ts';
import { isPaymentBlocked } from '#app/modules/store/closing/closing.ts';
import type { AttentionReason } from '#app/modules/orders/orders/events.server.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { isPayable, orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import { isUpiId } from '#app/modules/payments/payments/payment.ts';
import {
  findGatewayPayment,
  findGatewayPayments,
  type GatewayPayment,
  cancelOpenGatewayPayments,
  insertGatewayPayment,
  isOpenToShopper,
  isOtherMoney,
  markPolled,
  recordGatewayAnswer,
} from './payment-rows.server.ts';
import type { GatewayAnswer, GatewayCallback } from '#app/modules/payments/payments/provider.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { FAILPOINTS, reachFailpoint } from '#app/platform/failpoints.server.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { lockOrder, ownOrder, toOrder, transition } from '#app/modules/orders/orders/orders.server.ts';
import { offeredMethods } from './offered-methods.server.ts';
import { paymentNotice } from './payment-notice.ts';

type StartRefusal =
  | Refused<
      'not-payable' | 'not-open' | 'invalid-method' | 'upi-id-needed' | 'gateway-unavailable' | 'other-money',
      undefined
    >
  | TooMany;
export type GatewayRefusal = Refused<
  'gateway-unavailable' | 'unknown-payment' | 'forged' | 'wrong-amount' | 'id-used',
  undefined
>;

/** Even a shopper who tries every payment method needs fewer steps. */
const STEPS = { capacity: 20, refillPerMinute: 2 };

export const takeGatewayStep = (shop: Shop): Promise<Result<undefined, TooMany>> =>
  takeToken(shop, `gateway:${signedIn(shop).userId}`, STEPS);

/** Opens a payment, or returns the open payment, so that a double tap cannot pay twice. */
export async function startGatewayPayment(
  shop: Shop,
  { orderId, method, upiId = '' }: { orderId: string; method: string; upiId?: string },
): Promise<Result<{ provider: Gateway; providerOrderId: string }, StartRefusal>> {
  const order = await ownOrder(shop, orderId);
  if (!isGateway(method)) return refused('invalid-method');
  const provider = shop.suppliers.payment[method];
  if (!provider || !offeredMethods(shop, await getSettings(shop)).includes(method)) return refused('invalid-method');
  const balance = await balanceOfOrder(shop, orderId);
  if (!isPayable(order, balance, shop.now)) return refused('not-payable');
  if (isPaymentBlocked(await findClosingFor(shop), order)) return refused('not-open');
  const earlier = await findGatewayPayments(shop, orderId);
  if (earlier.some(isOtherMoney)) return refused('other-money');
  const amount = orderPayment(order, balance).payable;
  if (gatewayCard(method).asksUpiId && !isUpiId(upiId)) return refused('upi-id-needed');
  const findOpen = (payments: GatewayPayment[]) => {
    const open = payments.find(
      (payment) => isOpenToShopper(shop, payment) && payment.provider === method && payment.amount === amount,
    );
    return open && { provider: method, providerOrderId: open.providerOrderId };
  };
  const already = findOpen(earlier);
  if (already) return done(already);
  const allowed = await takeGatewayStep(shop);
  if (!allowed.ok) return allowed;
  const made = await provider.createOrder({
    amount,
    receipt: order.orderNumber,
    returnUrl: shop.config.shopUrl + href('/checkout/payment/:orderId/return', { orderId }),
  });
  if (!made) return refused('gateway-unavailable');
  const opened = await inTransaction(
    shop,
    async (shop): Promise<Result<{ provider: Gateway; providerOrderId: string }, StartRefusal> | undefined> => {
      const order = await ownOrder(shop, orderId, { lock: true });
      const balance = await balanceOfOrder(shop, orderId);
      if (!isPayable(order, balance, shop.now)) return refused('not-payable');
      if (orderPayment(order, balance).payable !== amount) return undefined;
      // Another tab opened a payment first, so this payment stays unused.
      const faster = findOpen(await findGatewayPayments(shop, orderId));
      if (faster) return done(faster);
      await cancelOpenGatewayPayments(shop, orderId);
      if (!(await insertGatewayPayment(shop, { orderId, provider: method, ...made, amount }))) {
        await announce(shop, 'orders.needs-attention', { orderId, why: 'gateway-id-used' });
        return refused('gateway-unavailable');
      }
      await transition(shop, order, { type: 'choose-method', method });
      return done({ provider: method, providerOrderId: made.providerOrderId });
    },
  );
  return opened ?? startGatewayPayment(shop, { orderId, method, upiId });
}

/** Verifies the browser's callback, then asks the gateway what was paid. */
export async function takeGatewayCallback(
  shop: Shop,
  callback: GatewayCallback & { orderId: string },
): Promise<Result<Order, GatewayRefusal>> {
  const order = await ownOrder(shop, callback.orderId);
  const stored = (await findGatewayPayments(shop, order.id)).find(
    (payment) => payment.providerOrderId === callback.providerOrderId,
  );
  if (!stored) return refused('unknown-payment');
  const provider = shop.suppliers.payment[stored.provider];
  if (!provider) return refused('gateway-unavailable');
  if (!provider.verifyCallback(stored.providerOrderId, callback)) return refused('forged');
  if (stored.status === 'completed') return done(toOrder(order));
  return (await askGateway(shop, stored)) ?? refused('gateway-unavailable');
}

/**
 * Asks a gateway about a payment. Returns undefined when the gateway cannot be reached. The caller must not have locked
 * rows.
 */
export async function askGateway(
  shop: Shop,
  payment: GatewayPayment,
): Promise<Result<Order, GatewayRefusal> | undefined> {
  const { provider } = payment;
  const answer = await shop.suppliers.payment[provider]?.lookUp(payment.providerOrderId);
  if (!answer) return undefined;
  await markPolled(shop, payment);
  return completePayment(shop, { provider, answer });
}

/** Applies a gateway's answer once, and never reverses a payment. A wrong amount is recorded and shown to the owner. */
export async function completePayment(
  shop: Shop,
  payment: { provider: Gateway; answer: GatewayAnswer },
): Promise<Result<Order, GatewayRefusal>> {
  const stored = await findGatewayPayment(shop, payment.provider, payment.answer.providerOrderId);
  if (!stored) return refused('unknown-payment');
  return inTransaction(shop, async (shop): Promise<Result<Order, GatewayRefusal>> => {
    const order = await lockOrder(shop, stored.orderId);
    const needsAttention = (why: AttentionReason) =>
      announce(shop, 'orders.needs-attention', { orderId: order.id, why });
    const balanceBefore = await balanceOfOrder(shop, order.id);
    const recorded = await recordGatewayAnswer(shop, stored, payment.answer, order.userId);
    if (!recorded.ok) {
      await needsAttention(recorded.reason === 'id-used' ? 'gateway-id-used' : recorded.reason);
      return recorded;
    }
    const paidTwice =
      recorded.value === 'paid-twice' ||
      (recorded.value === 'paid' && order.status !== 'cancelled' && outstanding(balanceBefore) === 0);
    if (paidTwice) await needsAttention('paid-twice');
    if (paidTwice || recorded.value !== 'paid' || payment.answer.outcome !== 'paid') return done(toOrder(order));
    const reference = payment.answer.paymentId.toUpperCase();
    const { value: paid } = await transition(shop, order, { type: 'pay', method: payment.provider, reference });
    if (order.status === 'cancelled') await needsAttention('paid-after-cancelling');
    else if (paid.status === 'cancelled') {
      await needsAttention('paid-too-late');
      await announce(shop, 'orders.refund-at-once', { orderId: order.id, reference });
    } else await queueNotices(shop, [paymentNotice(order, stored.amount, reference)]);
    if (FAILPOINTS) await reachFailpoint('payment.written');
    return done(toOrder(paid));
  });
}
