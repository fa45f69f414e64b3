import { done, type Refused, type Result, refused } from '#app/basics/result.ts';
import type { Order } from '#app/modules/orders/order.ts';
import { type Gateway, isGateway } from '#app/modules/payments/payment.ts';
import {
  findGatewayPayment,
  keepGatewayPayment,
  noteGatewayEvent,
  recordGatewayAnswer,
} from '#app/modules/payments/payments.server.ts';
import type { GatewayAnswer, GatewayCallback } from '#app/modules/payments/provider.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/trouble.server.ts';
import { confirmLocked } from './order-life.server.ts';
import { lockOrder, toOrder } from './order-row.server.ts';
import { getOrder } from './read-orders.server.ts';

export type GatewayRefusal = Refused<
  'not-payable' | 'gateway-unavailable' | 'unknown-payment' | 'forged' | 'wrong-amount',
  undefined
>;

/**
 * Opens a payment at the gateway for the visitor's own pending order and keeps its id before any money moves (decision 3).
 * The gateway is called with no row locked. Refused when the order doesn't wait for a gateway, or its hold has passed.
 */
export async function startGatewayPayment(
  shop: Shop,
  orderId: string,
): Promise<Result<{ provider: Gateway; providerOrderId: string }, GatewayRefusal>> {
  const order = await getOrder(shop, orderId);
  const method = order.paymentMethod;
  if (!isGateway(method) || order.status !== 'pending' || !order.heldUntil || order.heldUntil <= shop.now)
    return refused('not-payable');
  const provider = shop.suppliers.payment[method];
  if (!provider) return refused('gateway-unavailable');
  const { providerOrderId } = await provider.createOrder({ amount: order.total, receipt: order.orderNumber });
  await keepGatewayPayment(shop, { orderId, provider: method, providerOrderId, amount: order.total });
  return { ok: true, value: { provider: method, providerOrderId } };
}

/**
 * Takes what the gateway's window handed to the visitor's browser: the signature is judged with the order id that we
 * stored, then the gateway itself is asked what was paid (decision 3). Another's order is not found.
 */
export async function takeGatewayCallback(
  shop: Shop,
  callback: GatewayCallback & { orderId: string },
): Promise<Result<Order, GatewayRefusal>> {
  const { userId } = signedIn(shop);
  const order = await getOrder(shop, callback.orderId);
  if (order.userId !== userId) throw notFound();
  if (!isGateway(order.paymentMethod)) return refused('not-payable');
  const provider = shop.suppliers.payment[order.paymentMethod];
  if (!provider) return refused('gateway-unavailable');
  const stored = await findGatewayPayment(shop, order.paymentMethod, callback.providerOrderId);
  if (!stored || stored.orderId !== order.id) return refused('unknown-payment');
  if (!provider.verifyCallback(stored.providerOrderId, callback)) return refused('forged');
  return completePayment(shop, {
    provider: order.paymentMethod,
    answer: await provider.lookUp(stored.providerOrderId),
  });
}

/** Takes a gateway's webhook, judged on the raw body; an event that was seen before changes nothing (decision 3, T6). */
export async function takeGatewayWebhook(
  shop: Shop,
  provider: Gateway,
  rawBody: string,
  headers: Headers,
): Promise<Result<Order, GatewayRefusal>> {
  const supplier = shop.suppliers.payment[provider];
  if (!supplier) return refused('gateway-unavailable');
  const event = supplier.readWebhook(rawBody, headers);
  if (!event) return refused('forged');
  return completePayment(shop, { provider, answer: event.answer, eventId: event.eventId });
}

/**
 * The one way in which a gateway's answer changes an order, for callback, webhook and reconciler (decision 3): pending to
 * processing and confirmed, once, never backwards. Money for a cancelled or a paid order is booked, changes nothing else
 * and asks for the owner. The caller has made sure that the answer is the gateway's.
 */
export async function completePayment(
  shop: Shop,
  payment: { provider: Gateway; answer: GatewayAnswer; eventId?: string },
): Promise<Result<Order, GatewayRefusal>> {
  const stored = await findGatewayPayment(shop, payment.provider, payment.answer.providerOrderId);
  if (!stored) return refused('unknown-payment');
  return inTransaction(shop, async (shop): Promise<Result<Order, GatewayRefusal>> => {
    const order = await lockOrder(shop, stored.orderId);
    if (payment.eventId !== undefined && !(await noteGatewayEvent(shop, payment.provider, payment.eventId)))
      return done(toOrder(order));
    const needsAttention = (why: 'paid-after-cancelling' | 'paid-twice' | 'wrong-amount') =>
      announce(shop, 'orders.needs-attention', { orderId: order.id, why });
    const recorded = await recordGatewayAnswer(shop, stored, payment.answer, order.userId);
    if (!recorded.ok) {
      await needsAttention('wrong-amount');
      return recorded;
    }
    const paidTwice =
      recorded.value === 'paid-twice' || (recorded.value === 'paid' && order.paymentStatus === 'confirmed');
    if (paidTwice) await needsAttention('paid-twice');
    if (paidTwice || recorded.value !== 'paid' || payment.answer.outcome !== 'paid') return done(toOrder(order));
    const confirmed = await confirmLocked(shop, order, payment.answer.paymentId);
    if (order.status === 'cancelled') await needsAttention('paid-after-cancelling');
    else await announce(shop, 'orders.placed', { orderId: order.id });
    return done(toOrder(confirmed));
  });
}
