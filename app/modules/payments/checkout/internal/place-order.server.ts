import { isGateway } from '#app/basics/payment-methods.ts';
import { createHash } from 'node:crypto';
import { and, count, eq } from 'drizzle-orm';
import { done, refused, type Result } from '#app/basics/result.ts';
import { keepAddress } from '#app/modules/identity/addresses/addresses.server.ts';
import { clearCart } from '#app/modules/orders/cart/cart.server.ts';
import { returnStock, takeStock } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { endHolds, openHolds } from '#app/modules/orders/holds/holds.server.ts';
import { normaliseCode } from '#app/modules/orders/coupons/coupon.ts';
import { checkCoupon, recordReleasedCoupon, redeemCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { toFirm } from '#app/modules/payments/checkout/firm.ts';
import type { Checkout } from '#app/modules/payments/checkout/forms.ts';
import { giftNoteOf } from '#app/modules/payments/checkout/gift.ts';
import { HOLD_MINUTES, itemsHeld } from '#app/modules/orders/holds/hold.ts';
import { type Holder, toHolder } from '#app/modules/orders/holds/holder.server.ts';
import { findClosingFor, noteOrder } from '#app/modules/store/closing/closing.server.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import type { PlaceOrderRefusal } from '#app/modules/payments/checkout/messages.ts';
import { checkoutAttempts } from '#app/modules/payments/checkout/tables.server.ts';
import { orders, wherePaidAt } from '#app/modules/orders/orders/tables.server.ts';
import { normaliseReference } from '#app/modules/payments/payments/payment.ts';
import { giveReference, offeredMethods } from '#app/modules/payments/payments/payments.server.ts';
import { lockHolder, mayHoldUnpaid } from '#app/modules/orders/unpaid-limits/unpaid-limits.server.ts';
import { isReferenceContested, recordPayment } from '#app/modules/orders/ledger/ledger.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { pipeline } from '#app/platform/database/database.server.ts';
import { FAILPOINTS, reachFailpoint } from '#app/platform/failpoints.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { isSignedOut, type Shop } from '#app/platform/shop.server.ts';
import { toOrderItems, lockCartLines } from './cart-lines.server.ts';
import { completeAttempt } from './open-checkout.server.ts';
import { checkDestination, quoteCart } from './quote-cart.server.ts';
import { allOrNothing } from '#app/platform/all-or-nothing.server.ts';
import {
  createOrder,
  issueFirstInvoice,
  type OrderRow,
  ownOrder,
  toOrder,
} from '#app/modules/orders/orders/orders.server.ts';
import { type LockedCart, checkMethod, checkCart, checkSeen, checkCash, linesText } from './check-order.server.ts';

/** How many unpaid orders with held pieces a customer may have. */
export const MAX_HELD = 3;

/**
 * Places an order at the server's own prices. The same key returns the same order; another reference becomes a further
 * claim (decisions 12 and 58).
 */
export async function placeOrder(shop: Shop, input: Checkout): Promise<Result<Order, PlaceOrderRefusal>> {
  if (shop.actor.kind !== 'customer' && shop.actor.kind !== 'admin') return refused('not-signed-in');
  const { userId } = shop.actor;
  const wanted = readWanted(input);
  if (!wanted) return refused('reference-too-short');
  const closing = await findClosingFor(shop);
  // The coupon is checked outside the transaction, so that a wrong guess counts even after a refusal.
  const settings = await getSettings(shop);
  const coupon = wanted.couponCode === null ? undefined : await checkCoupon(shop, wanted.couponCode);

  if (FAILPOINTS) await reachFailpoint('checkout.received');
  const answer = await allOrNothing<Order, PlaceOrderRefusal>(shop, async (shop, refuse) => {
    const { shippingAddress } = input;
    const { reference, waits, isCash } = wanted;
    const { phone, email } = shippingAddress;
    const isGuestsCash = isCash && isSignedOut(shop);
    const holder = toHolder(shop, { userId, phone, email, ...(isGuestsCash && { address: shippingAddress }) });
    const { attempt, isContested, cart } = await lockCheckout(shop, { key: input.key, userId, holder, reference });
    if (!attempt) return refuse(refused('unknown-checkout'));
    if (attempt.orderId) {
      const repeated = await answerRepeat(shop, attempt.orderId, attempt.contentHash, wanted);
      return repeated.ok ? repeated.value : refuse(repeated);
    }
    if (closing && !(await canContinueWhileClosed(shop, { userId, attempt, reference })))
      return refuse(refused('closed', closing));
    const offered = offeredMethods(shop, settings);
    const notServed = checkDestination(settings, shippingAddress, toOrderItems(cart.lines, settings));
    const mayHavePaid = reference !== null && attempt.drawnQuote !== null;
    const refusal =
      checkMethod(input, wanted, offered) ??
      (mayHavePaid ? undefined : notServed) ??
      (coupon && !coupon.ok ? refused('coupon', { refusal: coupon }) : undefined) ??
      (waits && (await heldOrders(shop, userId)) >= MAX_HELD ? refused('too-many-held') : undefined) ??
      checkCart(cart, mayHavePaid);
    if (refusal) return refuse(refusal);

    const { held, lines } = cart;
    const limit = settings.unmatchedOrders;
    const isOver = !(await mayHoldUnpaid(shop, holder, lines, { userId, limit, held: itemsHeld(held) }));
    if (isCash && isOver) return refuse(refused('too-many-unmatched', { hasGateway: offered.some(isGateway) }));
    const stockWaitsForPayment = isOver || isContested;

    const { zipCode } = shippingAddress;
    const { totals } = await quoteCart(shop, {
      lines,
      settings,
      coupon: coupon?.ok ? coupon : undefined,
      zipCode,
      isCash,
    });
    const changed =
      checkSeen(input, { lines, totals, settings }) ??
      (isCash ? await checkCash(shop, { totals, settings, zipCode, holder }) : undefined);
    if (changed) return refuse(changed);

    const taken = await takeHeldStock(shop, cart);
    if (taken.ok && stockWaitsForPayment) await returnStock(shop, lines);
    const isTooLate = !taken.ok && reference !== null;
    if (!taken.ok && !isTooLate) return refuse(taken);
    if (FAILPOINTS) await reachFailpoint('checkout.stock-taken');

    const placed = await createOrder(shop, {
      orderNumber: attempt.orderNumber,
      userId,
      items: toOrderItems(lines, settings),
      totals,
      couponCode: wanted.couponCode,
      shippingAddress: { ...shippingAddress, name: (input.gift && input.recipientName) || shippingAddress.name },
      customerName: shippingAddress.name,
      giftNote: giftNoteOf(input),
      firm: toFirm({ ...input, state: shippingAddress.state }),
      payment: { method: input.paymentMethod, reference, isClaimed: !waits && !isCash },
      isTooLate,
      stockWaitsForPayment,
      holder,
      heldUntil: holdEnd(shop, wanted, settings),
    });
    if (!placed) throw new Error(`order number ${attempt.orderNumber} is another order's`);
    const redeemed = await settlePlaced(shop, placed, { input, wanted, attempt, notServed: notServed !== undefined });
    if (redeemed && !redeemed.ok) return refuse(refused('coupon', { refusal: redeemed }));
    const percentage = coupon?.ok ? coupon.value.discountPercentage : 0;
    if (redeemed && redeemed.value.discountPercentage !== percentage)
      return refuse(refused('cart-changed', { totals }));
    await issueFirstInvoice(shop, placed, settings);
    if (FAILPOINTS) await reachFailpoint('checkout.written');
    return toOrder(placed);
  });
  if (FAILPOINTS) await reachFailpoint('checkout.committed');
  return answer;
}

type Attempt = typeof checkoutAttempts.$inferSelect;
export type Wanted = NonNullable<ReturnType<typeof readWanted>>;

function readWanted(input: Checkout) {
  const isCash = input.paymentMethod === 'cod' && !input.online;
  const waits = isGateway(input.paymentMethod) || input.online === 'yes';
  const reference = waits || isCash ? null : normaliseReference(input.paymentReferenceId);
  if (reference === undefined) return undefined;
  const couponCode = input.couponCode === undefined ? null : normaliseCode(input.couponCode);
  return { isCash, waits, reference, couponCode, content: toContentText(input, couponCode, reference) };
}

/** Locks checkout, holds and pieces. All new orders lock in this sequence. */
async function lockCheckout(
  shop: Shop,
  {
    key,
    userId,
    holder,
    reference,
  }: { key: Checkout['key']; userId: string; holder: Holder; reference: string | null },
) {
  const own = shop.database
    .select()
    .from(checkoutAttempts)
    .where(and(eq(checkoutAttempts.key, key), eq(checkoutAttempts.userId, userId)))
    .for('update');
  const [[attempt], , isContested, cart] = await pipeline([
    () => own,
    () => lockHolder(shop, holder, userId),
    () => reference !== null && isReferenceContested(shop, { reference }),
    () => lockCartLines(shop, userId),
  ]);
  return { attempt, isContested, cart };
}

async function answerRepeat(
  shop: Shop,
  orderId: string,
  contentHash: string | null,
  { content, reference }: Wanted,
): Promise<Result<Order, PlaceOrderRefusal>> {
  const placed = await ownOrder(shop, orderId, { lock: true });
  if (contentHash === content) return done(toOrder(placed));
  if (reference === null || reference === placed.paymentReferenceId)
    return refused('already-placed', { orderId: placed.id, orderNumber: placed.orderNumber });
  const given = await giveReference(shop, { orderId: placed.id, paymentReferenceId: reference });
  return !given.ok && given.reason === 'not-open' ? refused('invalid-method') : given;
}

/** Releases the holds and takes the stock in one transaction, so that no other buyer can take the pieces in between. */
async function takeHeldStock(shop: Shop, { held, lines }: LockedCart) {
  await endHolds(shop, held);
  return takeStock(shop, lines, { promised: held.map((hold) => hold.artworkId) });
}

function holdEnd(shop: Shop, { waits, isCash }: Wanted, settings: Settings): Date | null | undefined {
  if (waits) return new Date(shop.now.getTime() + HOLD_MINUTES * 60_000);
  return isCash && settings.cashOnDelivery.confirmByPhone ? null : undefined;
}

async function settlePlaced(
  shop: Shop,
  { id: orderId, userId, total: amount, status, stockWaitsForPayment }: OrderRow,
  { input, wanted, attempt, notServed }: { input: Checkout; wanted: Wanted; attempt: Attempt; notServed: boolean },
) {
  const { couponCode, reference, content } = wanted;
  const isTooLate = status === 'cancelled';
  const code = couponCode === null ? undefined : { code: couponCode, orderId };
  const [redeemed, , recorded] = await pipeline([
    () => (code && !isTooLate ? redeemCoupon(shop, code) : undefined),
    () => code && isTooLate && recordReleasedCoupon(shop, { ...code, userId: userId! }),
    () =>
      reference !== null &&
      recordPayment(shop, {
        orderId,
        customerId: userId,
        amount,
        reference,
        source: 'reference',
        mayBeContested: true,
      }),
    () => noteOrder(shop),
    () => completeAttempt(shop, attempt, { orderId, contentHash: content }),
    () => input.saveAddress && !input.gift && keepAddress(shop, input.shippingAddress),
    () => !isTooLate && clearCart(shop),
    () =>
      reference !== null &&
      stockWaitsForPayment &&
      announce(shop, 'orders.needs-attention', { orderId, why: 'reference-kept' }),
    () => notServed && !isTooLate && announce(shop, 'orders.needs-attention', { orderId, why: 'not-served' }),
  ]);
  if (recorded && !recorded.ok) throw new Error(`no claim of ${reference} could be written`);
  return redeemed;
}

function toContentText(input: Checkout, couponCode: string | null, reference: string | null): string {
  const address = Object.entries(input.shippingAddress).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(
      JSON.stringify([
        linesText(input.seenLines),
        input.seenTotal,
        couponCode,
        address,
        input.paymentMethod,
        reference,
        toFirm({ ...input, state: input.shippingAddress.state }),
        ...(input.gift ? [[input.giftNote, input.recipientName]] : []),
      ]),
    )
    .digest('hex');
}

/** Returns true if pieces are held, or if the customer may have paid with the QR code. */
async function canContinueWhileClosed(
  shop: Shop,
  { userId, attempt, reference }: { userId: string; attempt: Attempt; reference: string | null },
): Promise<boolean> {
  return (reference !== null && attempt.drawnQuote !== null) || isHolding(shop, userId);
}

export const isHolding = async (shop: Shop, userId: string): Promise<boolean> =>
  (await openHolds(shop, userId)).some(({ heldUntil }) => heldUntil > shop.now);

export async function heldOrders(shop: Shop, userId: string): Promise<number> {
  const [held] = await shop.database
    .select({ count: count() })
    .from(orders)
    .where(and(eq(orders.userId, userId), wherePaidAt('checkout')));
  return held?.count ?? 0;
}
