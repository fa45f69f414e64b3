import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ShippingAddress } from '#app/basics/address.ts';
import { formatDay } from '#app/basics/india.ts';
import { itemKey } from '#app/basics/item.ts';
import { type Paise, percentageOf } from '#app/basics/money.ts';
import { refused, type Refused, type Result } from '#app/basics/result.ts';
import { authUsers, userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { clearCart } from '#app/modules/orders/cart/cart.server.ts';
import { returnStock, takeStock } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { artworks, artworkVariants } from '#app/modules/catalogue/artworks/tables.server.ts';
import type { TypedAddress } from '#app/modules/payments/checkout/checkout-hold.ts';
import { giftNoteOf, readTypedGift } from '#app/modules/payments/checkout/gift.ts';
import { checkoutAttempts } from '#app/modules/payments/checkout/tables.server.ts';
import { reclaimCoupon, recordReleasedCoupon, redeemCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { itemsHeld } from '#app/modules/orders/holds/hold.ts';
import { toHolder } from '#app/modules/orders/holds/holder.server.ts';
import { endHolds, lockHoldsAndArtworks } from '#app/modules/orders/holds/holds.server.ts';
import { noteOrder } from '#app/modules/store/closing/closing.server.ts';
import { itemOf, type Order, type OrderItem, toStockItems } from '#app/modules/orders/orders/order.ts';
import {
  createOrder,
  issueFirstInvoice,
  type OrderRow,
  ownOrder,
  toOrder,
} from '#app/modules/orders/orders/orders.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { normaliseReference } from '#app/modules/payments/payments/payment.ts';
import { giveReference } from '#app/modules/payments/payments/payments.server.ts';
import { lockHolder, mayHoldUnpaid } from '#app/modules/orders/unpaid-limits/unpaid-limits.server.ts';
import { isReferenceContested, recordPayment } from '#app/modules/orders/ledger/ledger.server.ts';
import { shippingAddressSchema } from '#app/modules/store/shipping/address-forms.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { allOrNothing } from '#app/platform/all-or-nothing.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { ownerOnly, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { completeAttempt } from './open-checkout.server.ts';
import { checkDestination } from './quote-cart.server.ts';

type Attempt = typeof checkoutAttempts.$inferSelect;
export type PlaceDrawnRefusal = Refused<'unknown-checkout' | 'reference-too-short' | 'too-many-references', undefined>;

/**
 * Places an order that was paid according to the bank. Cancels it if its pieces are out of stock. Repeating is safe.
 * Only for owners and background jobs.
 */
export async function placePaidCheckout(
  shop: Shop,
  paid: { orderNumber: string; amount: Paise; reference: string; paidOn: Date | string },
): Promise<Result<Order, PlaceDrawnRefusal>> {
  ownerOnly(shop);
  const reference = normaliseReference(paid.reference);
  if (reference === undefined) return refused('reference-too-short');
  return allOrNothing<Order, PlaceDrawnRefusal>(shop, async (shop, refuse) => {
    const [attempt] = await shop.database
      .select()
      .from(checkoutAttempts)
      .where(eq(checkoutAttempts.orderNumber, paid.orderNumber))
      .for('update');
    const placed = attempt?.orderId && (await findOrder(shop, attempt.userId, attempt.orderId));
    if (placed) return toOrder(placed);
    if (!attempt?.drawnQuote) return refuse(refused('unknown-checkout'));
    return toOrder(
      await placeDrawn(shop, attempt, {
        reference,
        amount: paid.amount,
        typed: attempt.typedAddress ?? {},
        isInBank: true,
        reason: `Paid by UPI on ${formatDay(paid.paidOn)}, found in the bank`,
      }),
    );
  });
}

const QR_VALID_HOURS = 24;
const OUTDATED = 'Its QR code was older than 24 hours';

/**
 * Places the QR code's order after the shop refused the current checkout. If the code expired or pieces are out of
 * stock, the order is cancelled but keeps the reference.
 */
export async function keepLateReference(
  shop: Shop,
  late: { key: string; paymentReferenceId: string; address: TypedAddress },
): Promise<Result<Order, PlaceDrawnRefusal>> {
  const { userId } = signedIn(shop);
  const reference = normaliseReference(late.paymentReferenceId);
  if (reference === undefined) return refused('reference-too-short');
  return allOrNothing<Order, PlaceDrawnRefusal>(shop, async (shop, refuse) => {
    const [attempt] = await shop.database
      .select()
      .from(checkoutAttempts)
      .where(and(eq(checkoutAttempts.key, late.key), eq(checkoutAttempts.userId, userId)))
      .for('update');
    const placed = attempt?.orderId && (await ownOrder(shop, attempt.orderId, { lock: true }));
    if (placed) {
      if (placed.paymentReferenceId === reference) return toOrder(placed);
      const given = await giveReference(shop, { orderId: placed.id, paymentReferenceId: reference });
      if (given.ok) return given.value;
      return refuse(
        given.reason === 'not-open' || given.reason === 'invalid-method' ? refused('unknown-checkout') : given,
      );
    }
    if (!attempt?.drawnQuote) return refuse(refused('unknown-checkout'));
    return toOrder(
      await placeDrawn(shop, attempt, {
        reference,
        amount: attempt.drawnQuote.totals.total,
        typed: late.address,
        isInBank: false,
      }),
    );
  });
}

async function findOrder(shop: Shop, userId: string, orderId: string): Promise<OrderRow | undefined> {
  const [order] = await shop.database
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)));
  return order;
}

async function placeDrawn(
  shop: Shop,
  attempt: Attempt,
  paid: { reference: string; amount: Paise; typed: TypedAddress; isInBank: boolean; reason?: string },
): Promise<OrderRow> {
  const { userId, orderNumber, drawnQuote } = attempt;
  const { items, totals, couponCode } = drawnQuote!;
  const { reference, amount, isInBank } = paid;
  // A smaller amount leaves the order unconfirmed, so that it does not ship before the rest is paid.
  const verification = isInBank && amount >= totals.total ? 'matched' : 'unverified';
  const wanted = toStockItems(items);
  const { address, isWhole, recipientName } = await findAddress(shop, userId, paid.typed);
  const settings = await getSettings(shop);
  const holder = toHolder(shop, { userId, phone: address.phone, email: address.email });
  if (!isInBank) await lockHolder(shop, holder, userId);
  const isContested = await isReferenceContested(shop, { reference });
  const held = await lockHoldsAndArtworks(
    shop,
    userId,
    wanted.map((line) => line.artworkId),
  );
  await endHolds(shop, held);
  const isOutdated = !isInBank && validUntil(attempt) < shop.now;
  const taken = !isOutdated && (await takeStock(shop, wanted, { promised: wanted.map((line) => line.artworkId) })).ok;
  const isTooLate = !taken;
  const stockWaitsForPayment =
    taken &&
    !isInBank &&
    (isContested ||
      !(await mayHoldUnpaid(shop, holder, wanted, { userId, limit: settings.unmatchedOrders, held: itemsHeld(held) })));
  if (stockWaitsForPayment) await returnStock(shop, wanted);
  let exceedsLimit = false;
  let hasOtherDiscount = false;
  const placed = await createOrder(shop, {
    orderNumber,
    userId,
    items,
    totals,
    couponCode,
    shippingAddress: { ...address, name: recipientName ?? address.name },
    customerName: address.name,
    giftNote: giftNoteOf(readTypedGift(paid.typed)),
    payment: { method: 'manual', reference, isClaimed: true, verification },
    isTooLate,
    stockWaitsForPayment,
    holder,
    cancellationReason: isOutdated ? OUTDATED : undefined,
    reason: paid.reason ?? (isOutdated ? OUTDATED : undefined),
  });
  if (!placed) throw new Error(`order number ${orderNumber} is another order's`);
  const { id: orderId } = placed;
  await noteOrder(shop);
  if (couponCode !== null) {
    const redemption = { code: couponCode, orderId, userId };
    // The customer paid the QR code's total, so an expired coupon does not stop the order.
    const redeemed = isTooLate ? undefined : await redeemCoupon(shop, redemption);
    exceedsLimit = redeemed !== undefined && !redeemed.ok;
    hasOtherDiscount =
      redeemed?.ok === true &&
      percentageOf(totals.subtotal, redeemed.value.discountPercentage) !== totals.discountAmount;
    if (isTooLate || exceedsLimit) await recordReleasedCoupon(shop, redemption);
    if (exceedsLimit) await reclaimCoupon(shop, orderId);
  }
  const recorded = await recordPayment(shop, {
    orderId,
    customerId: userId,
    amount,
    reference,
    source: 'reference',
    verification: isInBank ? 'matched' : 'unverified',
    mayBeContested: true,
  });
  if (!recorded.ok) throw new Error(`no payment under ${reference} could be written`);
  await completeAttempt(shop, attempt, { orderId, contentHash: `paid:${reference}` });
  if (!isTooLate) await clearCart(shop, { userId });
  await issueFirstInvoice(shop, placed, settings);
  if (stockWaitsForPayment) await announce(shop, 'orders.needs-attention', { orderId, why: 'reference-kept' });
  if (!isTooLate && (hasOtherDiscount || (await hasOtherPrices(shop, items))))
    await announce(shop, 'orders.needs-attention', { orderId, why: 'qr-outdated' });
  if (exceedsLimit) await announce(shop, 'orders.needs-attention', { orderId, why: 'coupon-over-limit' });
  if (amount !== totals.total && !isTooLate)
    await announce(shop, 'orders.needs-attention', { orderId, why: 'other-amount' });
  if (!isWhole && !isTooLate) await announce(shop, 'orders.needs-attention', { orderId, why: 'address-missing' });
  if (isWhole && !isTooLate && checkDestination(settings, address, items))
    await announce(shop, 'orders.needs-attention', { orderId, why: 'not-served' });
  return placed;
}

const validUntil = ({ drawnUntil, createdAt }: Attempt): Date =>
  new Date((drawnUntil ?? createdAt).getTime() + QR_VALID_HOURS * 3_600_000);

async function hasOtherPrices(shop: Shop, items: readonly OrderItem[]): Promise<boolean> {
  const rows = await shop.database
    .select({
      id: artworks.id,
      price: artworks.price,
      variantId: artworkVariants.id,
      variantPrice: artworkVariants.price,
    })
    .from(artworks)
    .leftJoin(artworkVariants, eq(artworkVariants.artworkId, artworks.id))
    .where(
      inArray(
        artworks.id,
        items.map((item) => item.artwork_id),
      ),
    );
  const prices = new Map(
    rows.flatMap((row) => [[row.id, row.price] as const, [row.variantId, row.variantPrice] as const]),
  );
  return items.some((item) => prices.get(itemKey(itemOf(item))) !== item.price);
}

async function findAddress(
  shop: Shop,
  userId: string,
  { paymentReferenceId: _, gift, giftNote: _note, recipientName, ...typed }: TypedAddress,
): Promise<{ address: ShippingAddress; isWhole: boolean; recipientName?: string | undefined }> {
  const whole = shippingAddressSchema.safeParse({ ...typed, country: 'India' });
  if (whole.success)
    return {
      address: whole.data,
      isWhole: true,
      recipientName: readTypedGift({ gift, recipientName }).recipientName,
    };
  const [person] = await shop.database
    .select({
      name: authUsers.name,
      email: sql<string>`coalesce(${userProfiles.email}, ${authUsers.email})`,
      phone: userProfiles.phone,
      address: userProfiles.address,
    })
    .from(authUsers)
    .leftJoin(userProfiles, eq(userProfiles.id, authUsers.id))
    .where(eq(authUsers.id, userId));
  const { name, email, phone } = person!;
  const lastAddress = await findLastAddress(shop, userId);
  for (const candidate of [{ name, email, phone: phone || lastAddress?.phone, ...person!.address }, lastAddress]) {
    const address = shippingAddressSchema.safeParse({ ...candidate, country: 'India' });
    if (address.success) return { address: address.data, isWhole: true };
  }
  const nothing = { phone: '', street: '', city: '', state: '', zipCode: '', country: 'India' };
  return { address: { ...nothing, name, email }, isWhole: false };
}

export const findLastShippingAddress = (shop: Shop): Promise<ShippingAddress | undefined> =>
  findLastAddress(shop, signedIn(shop).userId);

/**
 * Returns the last address. Ignores gifts, and orders with an advance, because anyone with the shared link may have
 * typed the address.
 */
export async function findLastAddress(shop: Shop, userId: string): Promise<ShippingAddress | undefined> {
  const [last] = await shop.database
    .select({ shippingAddress: orders.shippingAddress })
    .from(orders)
    .where(and(eq(orders.userId, userId), isNull(orders.advance), isNull(orders.giftNote)))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return last?.shippingAddress;
}
