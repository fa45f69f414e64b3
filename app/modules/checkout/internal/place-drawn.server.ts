import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { ShippingAddress } from '#app/basics/address.ts';
import { formatDay } from '#app/basics/india.ts';
import type { Paise } from '#app/basics/money.ts';
import { refused, type Refused, type Result } from '#app/basics/result.ts';
import { authUsers } from '#app/modules/accounts/tables.server.ts';
import { clearCart } from '#app/modules/cart/cart.server.ts';
import { takeStock } from '#app/modules/catalogue/catalogue.server.ts';
import type { TypedAddress } from '#app/modules/checkout/checkout-hold.ts';
import { checkoutAttempts } from '#app/modules/checkout/tables.server.ts';
import { reclaimCoupon, recordReleasedCoupon, redeemCoupon } from '#app/modules/coupons/coupons.server.ts';
import { endHolds, lockHoldsAndArtworks } from '#app/modules/holds/holds.server.ts';
import { noteOrder } from '#app/modules/opening/opening.server.ts';
import { type Order, stockItemsOf } from '#app/modules/orders/order.ts';
import { createOrder, type OrderRow, toOrder } from '#app/modules/orders/orders.server.ts';
import { orders } from '#app/modules/orders/tables.server.ts';
import { normaliseReference } from '#app/modules/payments/payment.ts';
import { recordPayment } from '#app/modules/ledger/ledger.server.ts';
import { shippingAddressSchema } from '#app/modules/postal/forms.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { allOrNothing } from '#app/platform/all-or-nothing.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { ownerOnly, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { checkDestination } from './check-destination.ts';
import { completeAttempt } from './open-checkout.server.ts';

type Attempt = typeof checkoutAttempts.$inferSelect;
export type PlaceDrawnRefusal = Refused<'unknown-checkout' | 'reference-too-short' | 'reference-used', undefined>;

/**
 * Makes the checkout with this order number the order that somebody paid for by its QR without typing anything; the owner and the
 * shop itself, for a line of the bank whose note names it. Its pieces, its total and its coupon are those the QR was drawn
 * for; its address what was typed, else the customer's last one, else their name and e-mail alone. `amount` is what came. Where a piece is
 * gone, the order is cancelled from the start and the money is owed. The same checkout again answers the order there is.
 * Refused when no QR was drawn for such a checkout, or another order has the reference.
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
      await placeDrawn(shop, refuse, attempt, {
        reference,
        amount: paid.amount,
        typed: attempt.typedAddress ?? {},
        isInBank: true,
        reason: `Paid by UPI on ${formatDay(paid.paidOn)}, found in the bank`,
      }),
    );
  });
}

/**
 * Keeps the reference that the signed-in person typed after the hold of their checkout ended and a piece of it can't be bought as it
 * stood: as the order that the QR was drawn for, cancelled from the start where a piece is gone. The same checkout again answers the order there is.
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
    const placed = attempt?.orderId && (await findOrder(shop, attempt.userId, attempt.orderId));
    if (placed && placed.paymentReferenceId === reference) return toOrder(placed);
    if (!attempt?.drawnQuote || placed) return refuse(refused('unknown-checkout'));
    return toOrder(
      await placeDrawn(shop, refuse, attempt, {
        reference,
        amount: attempt.drawnQuote.totals.total,
        typed: late.address,
        isInBank: false,
      }),
    );
  });
}

/** Checkouts without an order whose number one of these texts names, however it is grouped, with every amount that a QR of them was drawn for; the owner. */
export async function findOpenCheckouts(
  shop: Shop,
  texts: readonly string[],
): Promise<{ orderNumber: string; total: Paise; drawnAmounts: Paise[] }[]> {
  ownerOnly(shop);
  const numbers = [...new Set(texts.flatMap(orderNumbersIn))];
  if (numbers.length === 0) return [];
  const rows = await shop.database
    .select({
      orderNumber: checkoutAttempts.orderNumber,
      drawnQuote: checkoutAttempts.drawnQuote,
      drawnAmounts: checkoutAttempts.drawnAmounts,
    })
    .from(checkoutAttempts)
    .where(
      and(
        inArray(checkoutAttempts.orderNumber, numbers),
        isNull(checkoutAttempts.orderId),
        isNotNull(checkoutAttempts.drawnQuote),
      ),
    );
  return rows.map(({ orderNumber, drawnQuote, drawnAmounts }) => ({
    orderNumber,
    total: drawnQuote!.totals.total,
    drawnAmounts,
  }));
}

const ORDER_NUMBER = /BV[^A-Z0-9]{0,2}([2-9A-HJKMNP-Z]{4})[^A-Z0-9]{0,2}([2-9A-HJKMNP-Z]{4})/g;

const orderNumbersIn = (text: string): string[] =>
  [...text.toUpperCase().matchAll(ORDER_NUMBER)].map(([, first, second]) => `BV-${first}-${second}`);

async function findOrder(shop: Shop, userId: string, orderId: string): Promise<OrderRow | undefined> {
  const [order] = await shop.database
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)));
  return order;
}

/** Makes an attempt that the caller has locked the order its QR was drawn for. */
async function placeDrawn(
  shop: Shop,
  refuse: (refusal: PlaceDrawnRefusal) => never,
  attempt: Attempt,
  paid: { reference: string; amount: Paise; typed: TypedAddress; isInBank: boolean; reason?: string },
): Promise<OrderRow> {
  const { userId, orderNumber, drawnQuote } = attempt;
  const { items, totals, couponCode } = drawnQuote!;
  const { reference, amount, isInBank } = paid;
  // Short of its total the order waits, so that nothing is sent before the rest came.
  const verification = isInBank && amount >= totals.total ? 'matched' : 'unverified';
  const wanted = stockItemsOf(items);
  const held = await lockHoldsAndArtworks(
    shop,
    userId,
    wanted.map((line) => line.artworkId),
  );
  await endHolds(shop, held);
  const taken = await takeStock(shop, wanted, { promised: wanted.map((line) => line.artworkId) });
  const isTooLate = !taken.ok;
  const { address, isWhole } = await findAddress(shop, userId, paid.typed);
  let exceedsLimit = false;
  const placed = await createOrder(
    shop,
    {
      orderNumber,
      userId,
      items,
      totals,
      settings: await getSettings(shop),
      couponCode,
      shippingAddress: address,
      payment: { method: 'manual', reference, isClaimed: true, verification },
      isTooLate,
      reason: paid.reason,
    },
    async ({ id: orderId }) => {
      await noteOrder(shop);
      if (couponCode !== null) {
        const redemption = { code: couponCode, orderId, userId };
        // The price was paid as it was drawn, whatever became of the coupon.
        exceedsLimit = !isTooLate && !(await redeemCoupon(shop, redemption)).ok;
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
      });
      if (!recorded.ok) return refuse(recorded);
      await completeAttempt(shop, attempt, { orderId, contentHash: `paid:${reference}` });
      if (!isTooLate) await clearCart(shop, { userId });
    },
  );
  if (!placed) return refuse(refused('reference-used'));
  const { id: orderId } = placed;
  if (exceedsLimit) await announce(shop, 'orders.needs-attention', { orderId, why: 'coupon-over-limit' });
  if (amount !== totals.total && !isTooLate)
    await announce(shop, 'orders.needs-attention', { orderId, why: 'other-amount' });
  if (!isWhole && !isTooLate) await announce(shop, 'orders.needs-attention', { orderId, why: 'address-missing' });
  if (isWhole && !isTooLate && checkDestination(await getSettings(shop), address))
    await announce(shop, 'orders.needs-attention', { orderId, why: 'not-served' });
  return placed;
}

/** Where to: as it was typed, else where the last parcel went; else name and e-mail alone, and the owner must ask. */
async function findAddress(
  shop: Shop,
  userId: string,
  typed: TypedAddress,
): Promise<{ address: ShippingAddress; isWhole: boolean }> {
  const whole = shippingAddressSchema.safeParse({ ...typed, country: 'India' });
  if (whole.success) return { address: whole.data, isWhole: true };
  const [last] = await shop.database
    .select({ address: orders.shippingAddress })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  if (last && shippingAddressSchema.safeParse(last.address).success) return { address: last.address, isWhole: true };
  const [person] = await shop.database
    .select({ name: authUsers.name, email: authUsers.email })
    .from(authUsers)
    .where(eq(authUsers.id, userId));
  const nothing = { phone: '', street: '', city: '', state: '', zipCode: '', country: 'India' };
  return { address: { ...nothing, name: person!.name, email: person!.email }, isWhole: false };
}
