import type { PaymentMethod } from '#app/basics/payment-methods.ts';
import type { Paise } from '#app/basics/money.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { createOrder, issueFirstInvoice, toOrder } from '#app/modules/orders/orders/orders.server.ts';
import { addGst, price } from '#app/modules/orders/pricing/pricing.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { asShop, inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { ADDRESS, newReference } from './checkout.ts';

type Bought = { id: string; price: Paise; quantity: number; gstRate: number; hsn?: string };

/** Creates an order from before prices included GST, when the shop added it on top. */
export function placeOlderOrder(
  shop: Shop,
  bought: readonly Bought[],
  terms: { discountPercentage?: number; codCharge?: Paise; method?: PaymentMethod } = {},
): Promise<Order> {
  const { userId } = signedIn(shop);
  const { discountPercentage, codCharge, method = 'manual' } = terms;
  const items = bought.map(({ id, gstRate, hsn = '9701', ...line }) => ({
    artwork_id: id,
    title: 'Lota',
    image: '/media/l.webp',
    gst_rate: gstRate,
    hsn,
    ...line,
  }));
  return inTransaction(asShop(shop), async (shop) => {
    const settings = await getSettings(shop);
    const totals = price({ lines: items, discountPercentage, codCharge, settings });
    const reference = method === 'cod' ? null : newReference();
    const placed = await createOrder(shop, {
      userId,
      items,
      totals: addGst(totals, items),
      couponCode: totals.discountAmount > 0 ? 'DIWALI15' : null,
      shippingAddress: ADDRESS,
      payment: { method, reference, isClaimed: method !== 'cod' },
    });
    await issueFirstInvoice(shop, placed!, settings);
    return toOrder(placed!);
  });
}
