import type { ShippingAddress } from '#app/basics/address.ts';
import { itemKey } from '#app/basics/item.ts';
import { NOTHING, type Paise, paise, percentageOf, sum } from '#app/basics/money.ts';
import { itemOf, type OrderItem } from '#app/modules/orders/orders/order.ts';
import { addGst, afterDiscount, lineTotal, price, type Totals } from '#app/modules/orders/pricing/pricing.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { shippingFor } from '#app/modules/store/shipping/shipping.ts';
import type { OrderChange } from './order-change.ts';

/** Returns undefined if a quantity is larger than before or invalid, or if an item is not in the order. */
export function remainingItems(
  items: readonly OrderItem[],
  quantities: OrderChange['quantities'],
): OrderItem[] | undefined {
  const known = new Set(items.map((item) => itemKey(itemOf(item))));
  if ([...quantities].some(([key, quantity]) => !known.has(key) && quantity !== 0)) return undefined;
  const wanted = items.map((item) => quantities.get(itemKey(itemOf(item))) ?? item.quantity);
  if (items.some(({ quantity }, at) => !(wanted[at]! >= 0 && wanted[at]! <= quantity))) return undefined;
  return items.map((item, at) => ({ ...item, quantity: wanted[at]! })).filter(({ quantity }) => quantity > 0);
}

type PricedOrder = Totals & {
  items: readonly OrderItem[];
  couponCode: string | null;
  shippingAddress: Pick<ShippingAddress, 'zipCode'>;
};

/**
 * Calculates a changed order at its original prices. `percentage` is undefined when the coupon no longer applies.
 * Shipping changes only if today's charge changes.
 */
export function priceChange(
  order: PricedOrder,
  {
    items,
    zipCode,
    percentage,
    settings,
  }: { items: readonly OrderItem[]; zipCode: string; percentage: number | undefined; settings: Settings },
): { totals: Totals; dropsCoupon: boolean } {
  const { subtotal, discountAmount, shippingCost, codCharge, gstAmount, total } = order;
  const own = { subtotal, discountAmount, shippingCost, codCharge, gstAmount, total };
  const isSmaller = countItems(items) < countItems(order.items);
  if (!isSmaller && zipCode === order.shippingAddress.zipCode) return { totals: own, dropsCoupon: false };
  const dropsCoupon = isSmaller && order.couponCode !== null && percentage === undefined;
  const discount = !isSmaller ? discountAmount : dropsCoupon ? NOTHING : discountOn(order, items, percentage);
  const priceWith = (rules: Settings) => {
    const changed = price({ lines: items, discount, codCharge, settings: rules, destination: { zipCode } });
    return gstAmount > 0 ? addGst(changed, items) : changed;
  };
  const totals = priceWith(settings);
  const chargeBefore = shippingFor(settings, afterDiscount(own), order.shippingAddress);
  if (totals.shippingCost !== chargeBefore) return { totals, dropsCoupon };
  const ownCharge = { shippingMode: 'flat', flatShipping: { cost: shippingCost, freeAbove: null } } as const;
  return { totals: priceWith({ ...settings, ...ownCharge }), dropsCoupon };
}

export const countItems = (items: readonly OrderItem[]): number =>
  items.reduce((all, { quantity }) => all + quantity, 0);

/** Returns the discount on the remaining pieces: the coupon's percentage, or else the same share as in the order. */
function discountOn(order: PricedOrder, items: readonly OrderItem[], percentage: number | undefined): Paise {
  const subtotal = sum(items.map(lineTotal));
  if (percentage !== undefined && percentageOf(order.subtotal, percentage) === order.discountAmount)
    return percentageOf(subtotal, percentage);
  if (order.subtotal === 0) return NOTHING;
  return paise(Number((BigInt(order.discountAmount) * BigInt(subtotal)) / BigInt(order.subtotal)));
}
