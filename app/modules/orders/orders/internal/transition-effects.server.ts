import type { ShippingAddress } from '#app/basics/address.ts';
import { paise } from '#app/basics/money.ts';
import { type Balance, outstanding, lettersAndDigits } from '#app/modules/orders/ledger/ledger.ts';
import { type OrderStatus, toStockItems } from '#app/modules/orders/orders/order.ts';
import {
  isBought,
  isClaimEvent,
  ORDER_EVENTS,
  ORDER_LIFE,
  statusesAfter,
} from '#app/modules/orders/orders/order-life.ts';
import { awaitsConfirmation, orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';
import { lockOrder, type OrderRow } from './order-row.server.ts';
import type { OrderEvent } from './transition.server.ts';
import { eq } from 'drizzle-orm';
import { returnStock } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { type Item, itemKey } from '#app/basics/item.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { recordOrderStock } from '#app/modules/catalogue/artworks/stock-history.server.ts';
import { recordPurchases } from '#app/modules/catalogue/artworks/purchases.server.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import { issueFeeDocuments } from '#app/modules/orders/invoices/fees.server.ts';
import { creditInvoices } from '#app/modules/orders/invoices/credit-notes.server.ts';
import { issueInvoices, reissueForState, reissueInvoice } from '#app/modules/orders/invoices/invoices.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { pipeline } from '#app/platform/database/database.server.ts';

/** Returns the new status. `balance` is given only for an order with an advance. */
export function statusAfter(order: OrderRow, event: OrderEvent, balance: Balance | undefined): OrderStatus {
  if (balance && isClaimEvent(event.type) && order.status !== 'cancelled') return order.status;
  const possible = statusesAfter(order.status, event.type);
  if (event.type === 'give-reference' && (event.withoutStock || order.stockWaitsForPayment)) return order.status;
  const to = 'to' in event ? event.to : possible[0];
  if (to === undefined || !possible.includes(to))
    throw new RangeError(`${event.type} can't happen to an order that is ${order.status}`);
  if (balance && event.type === 'pay' && order.status === 'pending' && !orderPayment(order, balance).hasAdvance)
    return 'pending';
  return wasRefunded(order, event) ? 'pending' : to;
}

export function newValuesFor(shop: Shop, order: OrderRow, event: OrderEvent): Partial<OrderRow> {
  switch (event.type) {
    case 'choose-method':
      return { paymentMethod: event.method };
    case 'claim':
      return { paymentMethod: event.method, claimedAt: shop.now };
    case 'give-reference':
      return {
        paymentMethod: event.method,
        paymentReferenceId: event.reference,
        claimedAt: order.advance === null ? (order.claimedAt ?? shop.now) : null,
      };
    case 'pay':
    case 'pay-too-late':
      return {
        paymentMethod: event.method,
        paymentReferenceId: referenceAfter(order, event.reference),
        // The customer reports the advance and the rest separately.
        ...(order.advance !== null && { claimedAt: null }),
      };
    case 'note-reference':
      return { paymentReferenceId: event.reference };
    case 'correct-address': {
      return {
        shippingAddress: event.address,
        customerName: buyerAfter(order, event.address),
        customerEmail: event.address.email,
      };
    }
    case 'change':
      return {
        items: event.items,
        ...event.totals,
        ...(event.dropsCoupon && { couponCode: null }),
        shippingAddress: event.address,
        customerName: buyerAfter(order, event.address),
        customerNote: event.note,
        giftNote: event.giftNote,
      };
    case 'lapse':
    case 'return-to-sender':
    case 'confirm':
    case 'ship':
    case 'deliver':
      return {};
    case 'cancel':
    case 'restore':
    case 'set-back':
      return { cancellationReason: ('to' in event && event.to === 'cancelled' && event.reason) || null };
    case 'refund':
      return event.ofFee ? { cancellationFee: paise(order.cancellationFee - event.ofFee) } : {};
    case 'refund-failed':
      return { cancellationFee: paise(order.cancellationFee + event.feeAgain) };
  }
}

/** The name on a gift's parcel is the recipient's. */
const buyerAfter = (order: OrderRow, { name }: Pick<ShippingAddress, 'name'>): string =>
  order.giftNote === null ? name : order.customerName;

const isReferenceOf = (order: OrderRow, reference: string): boolean =>
  order.paymentReferenceId !== null && lettersAndDigits(order.paymentReferenceId) === lettersAndDigits(reference);

/**
 * Returns the reference to store. With an advance this is the newest reference, unless an earlier one is still being
 * checked.
 */
const referenceAfter = (order: OrderRow, reference: string): string =>
  (order.advance === null || awaitsConfirmation(order)) && !isReferenceOf(order, reference)
    ? (order.paymentReferenceId ?? reference)
    : reference;

export const releasesStock = (event: OrderEvent): boolean =>
  event.type === 'give-reference' && event.withoutStock === true;

/** Returns whether the restored order was fully refunded, so that it must be paid again. */
export const wasRefunded = (order: OrderRow, event: OrderEvent): boolean =>
  event.type === 'restore' && order.paymentStatus === 'refunded';

export const collectsCash = (order: OrderRow, to: OrderStatus): boolean =>
  order.paymentMethod === 'cod' && order.paymentStatus === 'pending' && to === 'delivered' && order.status !== to;

/**
 * Returns whether a delivered order's cash is undone: when the delivery is undone, but not when the order is cancelled.
 */
export const losesCash = (order: OrderRow, to: OrderStatus): boolean =>
  order.paymentMethod === 'cod' &&
  order.paymentStatus === 'confirmed' &&
  order.status === 'delivered' &&
  to !== 'delivered' &&
  to !== 'cancelled';

export function paymentAfter(
  order: OrderRow,
  to: OrderStatus,
  event: OrderEvent,
  balance: Balance | undefined,
): Partial<OrderRow> {
  if (event.type === 'refund' && !event.isWhole) return {};
  if (event.type === 'refund-failed') {
    if (order.paymentStatus !== 'refunded') return {};
    const wasPaid = order.confirmedAt !== null || !balance || orderPayment(order, balance).hasAdvance;
    return { paymentStatus: wasPaid ? ORDER_EVENTS[event.type].paymentStatus : 'pending' };
  }
  if (wasRefunded(order, event))
    return { paymentStatus: 'pending', verification: 'unverified', paymentReferenceId: null, claimedAt: null };
  // A reference does not pay an order that is pending or has an advance; only received money does.
  if (event.type === 'give-reference' && (balance || to === 'pending')) return { verification: 'unverified' };
  const { paymentStatus, verification } = ORDER_EVENTS[collectsCash(order, to) ? 'pay' : event.type];
  if (event.type === 'pay' || event.type === 'pay-too-late')
    return {
      paymentStatus: balance && !orderPayment(order, balance).hasAdvance ? order.paymentStatus : paymentStatus,
      verification:
        awaitsConfirmation(order) && !isReferenceOf(order, event.reference) ? order.verification : verification,
    };
  return { paymentStatus, verification };
}

export const historyReason = (event: OrderEvent): string | undefined =>
  ('reason' in event ? event.reason : undefined) ?? ORDER_EVENTS[event.type].reason;

/** Puts pieces back into stock, at most those that the order still has. Returns the restocked pieces. Admins only. */
export async function restockItems(
  shop: Shop,
  { orderId, lines }: { orderId: string; lines: readonly (Item & { quantity: number })[] },
): Promise<(Item & { quantity: number })[]> {
  adminOnly(shop);
  const order = await lockOrder(shop, orderId);
  if (!ORDER_LIFE[order.status].holdsStock || order.stockWaitsForPayment) return [];
  const heldQuantities = new Map(
    toStockItems(order.items, order.restocked).map((item) => [itemKey(item), item.quantity]),
  );
  const back = lines
    .map((line) => ({ ...line, quantity: Math.min(line.quantity, heldQuantities.get(itemKey(line)) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
  if (back.length === 0) return [];
  await recordOrderStock(shop, { kind: 'return', order, lines: await returnStock(shop, back) });
  const restocked = { ...order.restocked };
  for (const line of back) restocked[itemKey(line)] = (restocked[itemKey(line)] ?? 0) + line.quantity;
  await shop.database.update(orders).set({ restocked, updatedAt: shop.now }).where(eq(orders.id, order.id));
  return back;
}

type CancellationKind = { isRejection?: boolean; isUndone?: boolean };

export async function settle(shop: Shop, before: OrderRow, order: OrderRow, kind: CancellationKind): Promise<void> {
  await publishChanges(shop, before, order, kind);
  await issueDocuments(shop, before, order);
}

export async function publishChanges(
  shop: Shop,
  before: OrderRow | undefined,
  order: OrderRow,
  { isRejection = false, isUndone = false }: CancellationKind = {},
): Promise<void> {
  const orderId = order.id;
  const isCertainNow = order.confirmedAt && !before?.confirmedAt;
  const wasBought = before !== undefined && isBought(before);
  const artworkIds = isBought(order) ? order.items.map((item) => item.artwork_id) : [];
  const purchases = { orderId, userId: order.userId, boughtAt: order.createdAt, artworkIds };
  await pipeline([
    () => isCertainNow && announce(shop, 'orders.confirmed', { orderId }),
    () => isBought(order) !== wasBought && recordPurchases(shop, purchases),
    () =>
      before &&
      before.status !== order.status &&
      announce(shop, 'orders.status-changed', {
        orderId,
        from: before.status,
        to: order.status,
        ...(isRejection && { isRejection }),
        ...(isUndone && { isUndone }),
      }),
  ]);
}

/** Call this last, because the number counter must be locked after everything else. */
export async function issueDocuments(
  shop: Shop,
  before: OrderRow | undefined,
  order: OrderRow,
  pricedBy?: Settings,
): Promise<void> {
  const moved = before?.status !== order.status;
  if (
    ORDER_LIFE[order.status].isCertain &&
    !hasExternalInvoices(before, order) &&
    (await isInvoiceDue(shop, order, moved))
  )
    await issueInvoices(shop, [order], { pricedBy });
  if (moved && order.status === 'cancelled') await creditInvoices(shop, order);
  if (!before) return;
  if (before.cancellationFee !== order.cancellationFee) await issueFeeDocuments(shop, order);
  if (isOtherSale(before, order)) await reissueInvoice(shop, order, 'The order was changed');
  else if (before.shippingAddress.state !== order.shippingAddress.state) await reissueForState(shop, order);
}

const isOtherSale = (before: OrderRow, order: OrderRow): boolean =>
  before.total !== order.total || countItems(before) !== countItems(order);

const countItems = ({ items }: OrderRow): number => items.reduce((all, { quantity }) => all + quantity, 0);

/**
 * Returns whether another shop invoiced the order. An imported order gets our invoice when it is confirmed or ships
 * here.
 */
const hasExternalInvoices = (before: OrderRow | undefined, order: OrderRow): boolean =>
  order.movedInAt !== null &&
  before !== undefined &&
  ORDER_LIFE[before.status].isCertain &&
  (ORDER_LIFE[before.status].leftTheStudio || !ORDER_LIFE[order.status].leftTheStudio);

/** The last payment of an advance order may not change its status, so its invoice depends on the balance. */
const isInvoiceDue = async (shop: Shop, order: OrderRow, moved: boolean): Promise<boolean> =>
  order.advance === null ? moved : outstanding(await balanceOfOrder(shop, order.id)) === 0;
