import { isGateway, isReferenceMethod } from '#app/basics/payment-methods.ts';
import { createHash } from 'node:crypto';
import { and, asc, count, eq } from 'drizzle-orm';
import type { Paise } from '#app/basics/money.ts';
import { type Result, refused } from '#app/basics/result.ts';
import { keepAddress } from '#app/modules/address-book/address-book.server.ts';
import { clearCart } from '#app/modules/cart/cart.server.ts';
import { cart } from '#app/modules/cart/tables.server.ts';
import { takeStock } from '#app/modules/catalogue/catalogue.server.ts';
import { shownMedium } from '#app/modules/catalogue/artwork.ts';
import { artworks } from '#app/modules/catalogue/tables.server.ts';
import { normaliseCode } from '#app/modules/coupons/coupon.ts';
import { checkCoupon, redeemCoupon } from '#app/modules/coupons/coupons.server.ts';
import { type Checkout, firmOf } from '#app/modules/checkout/forms.ts';
import { HELD_FOR_MINUTES, type Order, type OrderItem } from '#app/modules/orders/order.ts';
import type { PlaceOrderRefusal } from '#app/modules/checkout/messages.ts';
import { checkoutAttempts } from '#app/modules/checkout/tables.server.ts';
import { orders, whereAwaitsPayment } from '#app/modules/orders/tables.server.ts';
import { normaliseReference } from '#app/modules/payments/payment.ts';
import { recordManualPayment } from '#app/modules/payments/payments.server.ts';
import { gstOf } from '#app/modules/pricing/pricing.ts';
import { mayDeliverTo } from '#app/modules/settings/seller.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { quoteCart } from './quote-cart.server.ts';
import { allOrNothing } from '#app/platform/all-or-nothing.server.ts';
import { toOrder, createOrder } from '#app/modules/orders/orders.server.ts';

const MAX_HELD_ORDERS = 3;

/**
 * Places the order of the signed-in person's cart in one transaction: lines, prices and
 * totals are the server's, stock falls, the coupon is used, the payment is written, the cart is emptied, and
 * `orders.confirmed` is announced, or nothing of it happens. The same key with the same content answers the same order,
 * however often and however much at once. What the browser saw is compared only. An order that is paid for afterwards, by
 * a gateway or in the payment window, stands pending and holds its pieces for 15 minutes; it is announced when it is paid.
 */
export async function placeOrder(shop: Shop, input: Checkout): Promise<Result<Order, PlaceOrderRefusal>> {
  if (shop.actor.kind !== 'customer' && shop.actor.kind !== 'admin') return refused('not-signed-in');
  const { userId } = shop.actor;
  const { paymentMethod, shippingAddress } = input;
  const byGateway = isGateway(paymentMethod);
  const waits = byGateway || input.online === 'yes';
  const reference = waits ? null : normaliseReference(input.paymentReferenceId);
  if (reference === undefined) return refused('reference-too-short');
  const couponCode = input.couponCode === undefined ? null : normaliseCode(input.couponCode);
  const content = contentOf(input, couponCode, reference);

  // Both outside the transaction: a guess of a code must count even when the order is refused.
  const settings = await getSettings(shop);
  const coupon = couponCode === null ? undefined : await checkCoupon(shop, couponCode);

  return allOrNothing<Order, PlaceOrderRefusal>(shop, async (shop, refuse) => {
    const [attempt] = await shop.database
      .select()
      .from(checkoutAttempts)
      .where(and(eq(checkoutAttempts.key, input.key), eq(checkoutAttempts.userId, userId)))
      .for('update');
    if (!attempt) return refuse(refused('unknown-checkout'));
    if (attempt.orderId) {
      const [placed] = await shop.database.select().from(orders).where(eq(orders.id, attempt.orderId));
      if (attempt.contentHash === content && placed) return toOrder(placed);
      return refuse(refused('already-placed', { orderId: attempt.orderId, orderNumber: attempt.orderNumber }));
    }
    if (!settings.paymentMethods.includes(paymentMethod)) return refuse(refused('invalid-method'));
    if (byGateway ? !shop.suppliers.payment[paymentMethod] : !isReferenceMethod(paymentMethod))
      return refuse(refused('invalid-method'));
    if (!mayDeliverTo(settings.seller, shippingAddress.state)) return refuse(refused('state-not-served'));
    if (coupon && !coupon.ok) return refuse(refused('coupon', { refusal: coupon }));
    if (waits && (await heldOrders(shop, userId)) >= MAX_HELD_ORDERS) return refuse(refused('too-many-held'));

    // Locks the pieces in the order of their ids, so that their prices stand still and two orders can't block each other.
    const rows = await shop.database
      .select({
        artworkId: artworks.id,
        quantity: cart.quantity,
        title: artworks.title,
        price: artworks.price,
        medium: artworks.medium,
        category: artworks.category,
        gstRate: artworks.gstRate,
        hsn: artworks.hsn,
        images: artworks.images,
        mainImageIndex: artworks.mainImageIndex,
        addedAt: cart.createdAt,
      })
      .from(cart)
      .innerJoin(artworks, eq(artworks.id, cart.artworkId))
      .where(eq(cart.userId, userId))
      .orderBy(asc(artworks.id))
      .for('no key update');
    if (rows.length === 0) return refuse(refused('cart-empty'));
    const lines = rows.map((row) => ({ ...row, gst: { ...row, medium: shownMedium(row) } }));
    const fabric = lines.find((line) => line.medium === 'fabric');
    if (fabric) return refuse(refused('fabric', { title: fabric.title }));

    const discountPercentage = coupon?.value.discountPercentage ?? 0;
    const { totals } = await quoteCart(shop, { lines, settings, coupon, zipCode: shippingAddress.zipCode });
    if (linesText(lines) !== linesText(input.seenLines)) return refuse(refused('cart-changed', { totals }));
    if (totals.total !== input.seenTotal)
      return refuse(refused('total-changed', { seenTotal: input.seenTotal, totals }));

    const taken = await takeStock(
      shop,
      lines.map(({ artworkId, quantity }) => ({ artworkId, quantity })),
    );
    if (!taken.ok) return refuse(taken);

    const placed = await createOrder(
      shop,
      {
        orderNumber: attempt.orderNumber,
        userId,
        items: lines
          .toSorted((a, b) => a.addedAt.getTime() - b.addedAt.getTime())
          .map((line) => ({ ...itemOf(line), ...gstOf(settings, line.gst) })),
        totals,
        couponCode,
        shippingAddress,
        firm: firmOf(input),
        payment: { method: paymentMethod, reference, isClaimed: !waits },
        heldUntil: waits ? new Date(shop.now.getTime() + HELD_FOR_MINUTES * 60_000) : undefined,
      },
      async ({ id: orderId, total: amount }) => {
        if (couponCode !== null) {
          const redeemed = await redeemCoupon(shop, { code: couponCode, orderId });
          if (!redeemed.ok) return refuse(refused('coupon', { refusal: redeemed }));
          if (redeemed.value.discountPercentage !== discountPercentage)
            return refuse(refused('cart-changed', { totals }));
        }
        if (reference !== null) {
          const recorded = await recordManualPayment(shop, { orderId, customerId: userId, amount, reference });
          if (!recorded.ok) return refuse(recorded);
        }
        await shop.database
          .update(checkoutAttempts)
          .set({ orderId, contentHash: content })
          .where(eq(checkoutAttempts.key, attempt.key));
        if (input.saveAddress) await keepAddress(shop, shippingAddress);
        await clearCart(shop);
      },
    );
    if (!placed) return refuse(refused('reference-used'));
    return toOrder(placed);
  });
}

/** What makes two posts of one key the same: everything that was chosen and seen, in one order. */
function contentOf(input: Checkout, couponCode: string | null, reference: string | null): string {
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
        firmOf(input),
      ]),
    )
    .digest('hex');
}

/** Lines as one text, in one order: equal when pieces, quantities and prices are. A cart has each piece once. */
const linesText = (lines: Checkout['seenLines']): string =>
  lines
    .map((line) => `${line.artworkId}:${line.quantity}:${line.price}`)
    .toSorted()
    .join();

function itemOf(line: {
  artworkId: string;
  title: string;
  price: Paise;
  quantity: number;
  images: string[];
  mainImageIndex: number;
}): OrderItem {
  return {
    artwork_id: line.artworkId,
    title: line.title,
    price: line.price,
    quantity: line.quantity,
    image: line.images[line.mainImageIndex] ?? line.images[0]!,
  };
}

async function heldOrders(shop: Shop, userId: string): Promise<number> {
  const [held] = await shop.database
    .select({ count: count() })
    .from(orders)
    .where(and(eq(orders.userId, userId), whereAwaitsPayment()));
  return held?.count ?? 0;
}
