import { answersOf } from '#app/basics/personalization.ts';
import { isReferenceMethod } from '#app/basics/payment-methods.ts';
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import type { CartMerge } from '#app/modules/orders/cart/cart.ts';
import { addLines } from '#app/modules/orders/cart/merge-cart.server.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import type { Balance } from '#app/modules/orders/ledger/ledger.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { findClosingFor } from '#app/modules/store/closing/closing.server.ts';
import { isPaymentBlocked } from '#app/modules/store/closing/closing.ts';
import { itemKey } from '#app/basics/item.ts';
import { itemOf, type Order } from '#app/modules/orders/orders/order.ts';
import {
  awaitsCheck,
  awaitsPayment,
  claimable,
  isPayable,
  orderPayment,
} from '#app/modules/orders/orders/order-payment.ts';
import type { PaymentStage, PaymentState } from '#app/modules/payments/payments/payment-state.ts';
import { orders, wherePaidAt } from '#app/modules/orders/orders/tables.server.ts';
import {
  findGatewayPayments,
  type GatewayPayment,
  cancelOpenGatewayPayments,
  isOpenToShopper,
  isOtherMoney,
  markPolled,
} from './payment-rows.server.ts';
import type { AtTheGateway, GatewayCallback, GatewayWindow } from '#app/modules/payments/payments/provider.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { TooMany } from '#app/platform/limits.server.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { askGateway, takeGatewayStep } from './gateway-payment.server.ts';
import { type OrderRow, ownOrder, toOrder, transition } from '#app/modules/orders/orders/orders.server.ts';
import { findFurtherReference } from './references.server.ts';

const ASKED_AGAIN_AFTER_SECONDS = 8;

/** Returns the visitor's order, or without an id their newest unpaid order. */
export async function findWaitingOrder(
  shop: Shop,
  orderId?: string,
): Promise<{ order: Order; payment: PaymentState; furtherReference?: string } | undefined> {
  const { userId } = signedIn(shop);
  const [order] = orderId
    ? [await ownOrder(shop, orderId)]
    : await shop.database
        .select()
        .from(orders)
        .where(
          and(
            eq(orders.userId, userId),
            wherePaidAt('checkout'),
            or(isNull(orders.heldUntil), gt(orders.heldUntil, shop.now)),
          ),
        )
        .orderBy(desc(orders.createdAt))
        .limit(1);
  if (!order) return undefined;
  const furtherReference = orderId ? await findFurtherReference(shop, order) : undefined;
  return { order: toOrder(order), payment: await stateOf(shop, order), ...(furtherReference && { furtherReference }) };
}

/** Asks the gateway about an open payment, at most every few seconds. */
export async function getPayment(shop: Shop, orderId: string): Promise<PaymentState> {
  const order = await ownOrder(shop, orderId);
  const open = findOpenPayment(await findGatewayPayments(shop, orderId));
  const polledAt = (open?.polledAt ?? open?.createdAt)?.getTime() ?? 0;
  if (open && (await isWaiting(shop, order)) && shop.now.getTime() - polledAt >= ASKED_AGAIN_AFTER_SECONDS * 1000) {
    // The time is stored before asking, so that not every request asks a slow gateway.
    await markPolled(shop, open);
    await askGateway(shop, open);
  }
  return readState(shop, orderId);
}

/** Cancels an open payment, not the order. Asks the gateway first, because the payment may just have succeeded. */
export async function cancelGatewayPayment(shop: Shop, orderId: string): Promise<Result<PaymentState, TooMany>> {
  await ownOrder(shop, orderId);
  const open = findOpenPayment(await findGatewayPayments(shop, orderId));
  if (open) {
    const allowed = await takeGatewayStep(shop);
    if (!allowed.ok) return allowed;
    await askGateway(shop, open);
  }
  await inTransaction(shop, async (shop) => {
    const order = await ownOrder(shop, orderId, { lock: true });
    if (await isWaiting(shop, order)) await cancelOpenGatewayPayments(shop, orderId);
  });
  return done(await readState(shop, orderId));
}

/** Simulates a payment in a demo. Throws not-found with a real gateway. */
export async function simulateGatewayPayment(
  shop: Shop,
  play: { orderId: string; shopper: AtTheGateway },
): Promise<GatewayCallback | undefined> {
  await ownOrder(shop, play.orderId);
  const open = findOpenPayment(await findGatewayPayments(shop, play.orderId));
  if (!open) return undefined;
  const provider = shop.suppliers.payment[open.provider];
  if (!provider?.simulate) throw notFound();
  const callback = await provider.simulate(open.providerOrderId, play.shopper);
  if (!callback) await askGateway(shop, open);
  return callback;
}

/** Records the customer's statement that they paid by UPI. Does not extend the hold. */
export async function claimPayment(
  shop: Shop,
  orderId: string,
): Promise<Result<PaymentState, Refused<'not-payable' | 'invalid-method' | 'not-open', undefined>>> {
  const closing = await findClosingFor(shop);
  const method = (await getSettings(shop)).paymentMethods.find(isReferenceMethod);
  const claimed = await inTransaction(shop, async (shop) => {
    const order = await ownOrder(shop, orderId, { lock: true });
    if (!(await isWaiting(shop, order))) return refused('not-payable');
    if (isPaymentBlocked(closing, order)) return refused('not-open');
    if (!method) return refused('invalid-method');
    if (!order.claimedAt) await transition(shop, order, { type: 'claim', method });
    return done();
  });
  return claimed.ok ? done(await readState(shop, orderId)) : claimed;
}

/**
 * Cancels the unpaid order and puts its items back into the cart. Asks the gateway first. Refuses an order with an
 * advance.
 */
export async function returnToCart(
  shop: Shop,
  orderId: string,
): Promise<Result<{ couponCode: string | null; cart: CartMerge }, Refused<'not-payable', undefined>>> {
  await ownOrder(shop, orderId);
  const open = findOpenPayment(await findGatewayPayments(shop, orderId));
  if (open) await askGateway(shop, open);
  return inTransaction(shop, async (shop) => {
    const order = await ownOrder(shop, orderId, { lock: true });
    const lapsed = order.status === 'cancelled' && order.paymentStatus === 'pending';
    if (order.advance !== null || (!lapsed && !(await isWaiting(shop, order)))) return refused('not-payable');
    if (!lapsed) await transition(shop, order, { type: 'cancel', reason: 'Taken back by the customer' });
    const inCart = await shop.database
      .select({ artworkId: cart.artworkId, variantId: cart.variantId })
      .from(cart)
      .where(eq(cart.userId, signedIn(shop).userId));
    const cartItemKeys = new Set(inCart.map(itemKey));
    const missing = order.items.filter((item) => !cartItemKeys.has(itemKey(itemOf(item))));
    const lines = missing.map((item) => ({
      ...itemOf(item),
      quantity: item.quantity,
      title: item.title,
      answers: answersOf(item.personalization),
    }));
    return done({ couponCode: order.couponCode, cart: await addLines(shop, lines) });
  });
}

// Not filtered by owner: the caller has locked the order.
/**
 * Returns whether a gateway may still receive an order's payment, or has received an amount that the owner must check.
 */
export async function hasOpenPayment(shop: Shop, order: Pick<OrderRow, 'id' | 'paymentStatus'>): Promise<boolean> {
  const opened = await findGatewayPayments(shop, order.id);
  return opened.some(
    (payment) => isOpenToShopper(shop, payment) || (order.paymentStatus === 'pending' && isOtherMoney(payment)),
  );
}

const isWaiting = async (shop: Shop, order: OrderRow) =>
  awaitsPayment(orderPayment(order, await balanceOfOrder(shop, order.id)));

const findOpenPayment = (payments: GatewayPayment[]) => payments.find((payment) => payment.status === 'created');

const readState = async (shop: Shop, orderId: string) => stateOf(shop, await ownOrder(shop, orderId));

async function stateOf(shop: Shop, order: OrderRow): Promise<PaymentState> {
  const [opened, balance] = await Promise.all([findGatewayPayments(shop, order.id), balanceOfOrder(shop, order.id)]);
  // The amount due may have changed since the payment was opened.
  const amount = orderPayment(order, balance).payable;
  const open = opened.find((payment) => payment.amount === amount && isOpenToShopper(shop, payment));
  const window = open && windowOf(shop, open);
  const [newest] = opened;
  // A failed payment no longer matters after a later success.
  const last =
    newest?.status === 'failed' && (await wasPaidSince(shop, order.id, newest.createdAt)) ? undefined : newest;
  return {
    orderId: order.id,
    orderNumber: order.orderNumber,
    amount: claimable(order, balance),
    received: balance.received,
    method: order.paymentMethod,
    heldUntil: order.heldUntil?.toISOString() ?? null,
    stage: stageOf(order, balance, { isOpen: Boolean(open && window), hasFailed: last?.status === 'failed' }, shop.now),
    ...(awaitsCheck(order) && { isChecked: true as const }),
    ...(open && window && { open: { provider: open.provider, providerOrderId: open.providerOrderId, window } }),
    ...(last?.failure && {
      failure: {
        why: last.failure,
        reason: last.failureReason ?? undefined,
        notDebited: last.notDebited,
        at: (last.failedAt ?? last.createdAt).toISOString(),
      },
    }),
  };
}

const wasPaidSince = async (shop: Shop, orderId: string, moment: Date): Promise<boolean> =>
  (await shop.database.$count(payments, and(eq(payments.orderId, orderId), gt(payments.createdAt, moment)))) > 0;

const windowOf = (shop: Shop, { provider, redirect }: GatewayPayment): GatewayWindow | undefined =>
  redirect ? { kind: 'redirect', ...redirect } : shop.suppliers.payment[provider]?.window;

function stageOf(
  order: OrderRow,
  balance: Balance,
  at: { isOpen: boolean; hasFailed: boolean },
  now: Date,
): PaymentStage {
  // The owner refunds money that arrives after the cancellation.
  if (order.status === 'cancelled') return 'over';
  const payment = orderPayment(order, balance);
  if (order.advance === null ? order.paymentStatus === 'confirmed' : payment.payAt === null) return 'paid';
  if (!awaitsPayment(payment)) return 'over';
  if (at.isOpen) return 'processing';
  if (order.claimedAt) return 'claimed';
  if (!isPayable(order, balance, now)) return 'over';
  return at.hasFailed ? 'failed' : 'choosing';
}
