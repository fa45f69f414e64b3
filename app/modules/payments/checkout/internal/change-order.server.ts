import { and, eq, inArray } from 'drizzle-orm';
import type { ShippingAddress } from '#app/basics/address.ts';
import { itemKey } from '#app/basics/item.ts';
import { formatRupees, paise } from '#app/basics/money.ts';
import { refused, type Result } from '#app/basics/result.ts';
import { isStale } from '#app/basics/stale-form.ts';
import { findUsedCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import { payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { CHANGED_BY_CUSTOMER, itemOf, type Order, type OrderItem } from '#app/modules/orders/orders/order.ts';
import { hasRefund, mayCancel } from '#app/modules/orders/orders/order-life.ts';
import { type OrderRow, ownOrder, toOrder, transition } from '#app/modules/orders/orders/orders.server.ts';
import { returnRequests } from '#app/modules/orders/returns/tables.server.ts';
import type { Totals } from '#app/modules/orders/pricing/pricing.ts';
import { giftNoteOf } from '#app/modules/payments/checkout/gift.ts';
import type { ChangeRefusal, OrderChange } from '#app/modules/payments/checkout/order-change.ts';
import { remainingItems, priceChange } from '#app/modules/payments/checkout/price-change.ts';
import { cashOnDelivery } from '#app/modules/payments/payments/cash-on-delivery.ts';
import { hasOpenPayment } from '#app/modules/payments/payments/payments.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { allOrNothing } from '#app/platform/all-or-nothing.server.ts';
import { digestSeen } from '#app/platform/digest-seen.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { checkDestination } from './quote-cart.server.ts';

/**
 * Returns the visitor's order and its version, to send back as `seen`. If the order cannot be changed, returns the
 * reason.
 */
export async function getOrderToChange(
  shop: Shop,
  orderId: string,
): Promise<{ order: Order; seen: string; refusal: ChangeRefusal | undefined }> {
  signedIn(shop);
  const order = await ownOrder(shop, orderId);
  const refusal = await findRefusal(shop, order, await getSettings(shop));
  return { order: toOrder(order), seen: digestOrder(order), refusal };
}

/**
 * Changes the visitor's order until it ships or the time to cancel is over. Refuses a total that the customer did not
 * see. Repeating is safe.
 */
export async function changeOrder(shop: Shop, change: OrderChange): Promise<Result<Order, ChangeRefusal>> {
  signedIn(shop);
  const settings = await getSettings(shop);
  return allOrNothing<Order, ChangeRefusal>(shop, async (shop, refuse) => {
    const order = await ownOrder(shop, change.orderId, { lock: true });
    const items = remainingItems(order.items, change.quantities);
    const { name, phone, street, city, state, zipCode, note } = change;
    const address = { ...order.shippingAddress, name, phone, street, city, state, zipCode };
    const giftNote = order.giftNote === null ? null : giftNoteOf(change);
    const changes = items && describeChanges(order, { items, address, note, giftNote });
    if (changes?.length === 0) return toOrder(order);
    const refusal = await findRefusal(shop, order, settings);
    if (refusal) return refuse(refusal);
    if (isStale(change.seen, digestOrder(order))) return refuse(refused('stale', { seen: digestOrder(order) }));
    if (!items || !changes) return refuse(refused('quantity'));
    if (items.length === 0) return refuse(refused('nothing-left'));
    const moves = zipCode !== order.shippingAddress.zipCode || state !== order.shippingAddress.state;
    const notServed = moves ? checkDestination(settings, { zipCode, state }, items) : undefined;
    if (notServed) return refuse(notServed);
    const coupon = order.couponCode === null ? undefined : await findUsedCoupon(shop, order.couponCode);
    const percentage = coupon?.discountPercentage;
    const { totals, dropsCoupon } = priceChange(order, { items, zipCode, percentage, settings });
    const cash = checkCash(settings, order, { totals, zipCode });
    if (cash) return refuse(cash);
    if (totals.total !== change.seenTotal || totals.discountAmount !== change.seenDiscount)
      return refuse(
        refused('total-changed', {
          before: totalsOf(order),
          totals,
          droppedCoupon: dropsCoupon ? order.couponCode : null,
        }),
      );
    const reason = `${CHANGED_BY_CUSTOMER}${[
      ...changes,
      ...(dropsCoupon ? [`coupon ${order.couponCode} no longer applies`] : []),
      ...(totals.total === order.total ? [] : [`total ${formatRupees(order.total)} → ${formatRupees(totals.total)}`]),
    ].join(', ')}`;
    const changed = await transition(shop, order, {
      type: 'change',
      items,
      totals,
      address,
      note,
      giftNote,
      dropsCoupon,
      reason,
    });
    return toOrder(changed.value);
  });
}

const digestOrder = ({ items, shippingAddress, customerNote, giftNote, total }: OrderRow): string =>
  digestSeen([
    items.map((item) => [itemKey(itemOf(item)), item.quantity]),
    shippingAddress,
    customerNote,
    giftNote,
    total,
  ]);

async function findRefusal(shop: Shop, order: OrderRow, settings: Settings): Promise<ChangeRefusal | undefined> {
  const { cancelWithinHours: withinHours } = settings.promises;
  if (order.advance !== null) return refused('from-request');
  if (order.status !== 'pending' && order.status !== 'processing') return refused('already-shipped');
  if (!mayCancel(order, withinHours, shop.now)) return refused('too-late', { withinHours });
  if (hasRefund(order, await balanceOfOrder(shop, order.id)) || (await hasPendingRefund(shop, order.id)))
    return refused('refund-open');
  if (Object.keys(order.restocked).length > 0 || (await hasOpenReturn(shop, order.id))) return refused('return-open');
  return (await hasOpenPayment(shop, order)) ? refused('payment-open') : undefined;
}

async function hasPendingRefund(shop: Shop, orderId: string): Promise<boolean> {
  const pending = await shop.database
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.orderId, orderId), eq(refunds.status, 'pending')))
    .limit(1);
  return pending.length > 0;
}

const hasOpenReturn = async (shop: Shop, orderId: string): Promise<boolean> =>
  (await shop.database.$count(
    returnRequests,
    and(eq(returnRequests.orderId, orderId), inArray(returnRequests.status, ['pending', 'accepted'])),
  )) > 0;

/** An order with cash on delivery keeps this method, unless the courier collects no cash at the new address. */
function checkCash(
  settings: Settings,
  order: OrderRow,
  { totals, zipCode }: { totals: Totals; zipCode: string },
): ChangeRefusal | undefined {
  const isAffected = zipCode !== order.shippingAddress.zipCode || totals.total > order.total;
  if (order.paymentMethod !== 'cod' || !isAffected) return undefined;
  const possible = cashOnDelivery(settings, { total: afterCharge(totals), zipCode });
  return possible.ok || possible.reason === 'cash-off' ? undefined : possible;
}

const afterCharge = ({ total, codCharge }: Totals) => paise(total - codCharge);

const totalsOf = ({ subtotal, discountAmount, shippingCost, codCharge, gstAmount, total }: OrderRow): Totals => ({
  subtotal,
  discountAmount,
  shippingCost,
  codCharge,
  gstAmount,
  total,
});

const FIELD_NAMES = {
  name: 'name',
  phone: 'phone',
  street: 'street',
  city: 'city',
  state: 'state',
  zipCode: 'PIN code',
};

/** Names removed and reduced pieces, and changed fields without their values. */
function describeChanges(
  order: OrderRow,
  {
    items,
    address,
    note,
    giftNote,
  }: { items: OrderItem[]; address: ShippingAddress; note: string; giftNote: string | null },
): string[] {
  const remaining = new Map(items.map((item) => [itemKey(itemOf(item)), item.quantity]));
  const changedItems = order.items.flatMap((item) => {
    const quantity = remaining.get(itemKey(itemOf(item))) ?? 0;
    if (quantity === item.quantity) return [];
    return [quantity === 0 ? `${item.title} removed` : `${item.title} ${item.quantity} → ${quantity}`];
  });
  const fields = (Object.keys(FIELD_NAMES) as (keyof typeof FIELD_NAMES)[])
    .filter((field) => order.shippingAddress[field] !== address[field])
    .map((field) => FIELD_NAMES[field]);
  return [
    ...changedItems,
    ...fields,
    ...(order.customerNote === note ? [] : ['note']),
    ...(order.giftNote === giftNote ? [] : ['gift note']),
  ];
}
