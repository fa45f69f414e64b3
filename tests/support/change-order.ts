import type { Order } from '#app/modules/orders/orders/order.ts';
import { changeOrder, getOrderToChange } from '#app/modules/payments/checkout/checkout.server.ts';
import type { ChangeRefusal, OrderChange } from '#app/modules/payments/checkout/order-change.ts';
import type { Result } from '#app/basics/result.ts';
import type { Shop } from '#app/platform/shop.server.ts';

type Wanted = Partial<Omit<OrderChange, 'quantities'>> & { quantities?: Record<string, number> };

/** The change as its page sends it, with the total that the page shows first. */
export async function changeOf(
  shop: Shop,
  orderId: string,
  { quantities = {}, ...wanted }: Wanted = {},
): Promise<OrderChange> {
  const { order, seen } = await getOrderToChange(shop, orderId);
  const { name, phone, street, city, state, zipCode } = order.shippingAddress;
  return {
    orderId,
    name,
    phone,
    street,
    city,
    state: state as OrderChange['state'],
    zipCode,
    note: order.customerNote,
    ...(order.giftNote !== null && { gift: 'yes', giftNote: order.giftNote }),
    seen,
    seenTotal: order.total,
    seenDiscount: order.discountAmount,
    ...wanted,
    quantities: new Map(Object.entries(quantities)),
  };
}

/** Changes an order. Confirms another total, and reads the order again if it changed in the meantime. */
export async function changeAndConfirm(
  shop: Shop,
  orderId: string,
  wanted: Wanted | ((order: Order) => Wanted) = {},
): Promise<Result<Order, ChangeRefusal>> {
  const { order } = await getOrderToChange(shop, orderId);
  const change = await changeOf(shop, orderId, typeof wanted === 'function' ? wanted(order) : wanted);
  const answer = await changeOrder(shop, change);
  if (answer.ok) return answer;
  if (answer.reason === 'stale') return changeAndConfirm(shop, orderId, wanted);
  if (answer.reason !== 'total-changed') return answer;
  const { total: seenTotal, discountAmount: seenDiscount } = answer.data.totals;
  const confirmed = await changeOrder(shop, { ...change, seenTotal, seenDiscount });
  return !confirmed.ok && confirmed.reason === 'stale' ? changeAndConfirm(shop, orderId, wanted) : confirmed;
}
