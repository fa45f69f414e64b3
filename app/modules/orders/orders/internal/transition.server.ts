// Not filtered by owner: the caller has checked access.
import { type PaymentMethod } from '#app/basics/payment-methods.ts';
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Firm, ShippingAddress } from '#app/basics/address.ts';
import { NOTHING, type Paise } from '#app/basics/money.ts';
import { done, type Done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { returnStock, takeStock } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { reclaimCoupon, releaseCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { outstanding } from '#app/modules/orders/ledger/ledger.ts';
import {
  balanceOfOrder,
  chargeNewOrder,
  chargeOrder,
  collectCash,
  takeBackCash,
  voidOrder,
} from '#app/modules/orders/ledger/ledger.server.ts';
import { type OrderItem, type OrderStatus, toStockItems, type Verification } from '#app/modules/orders/orders/order.ts';
import { type AdminEventType, ORDER_EVENTS, ORDER_LIFE, stockEffect } from '#app/modules/orders/orders/order-life.ts';
import { orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import { newOrderNumber, orderHistory, orders } from '#app/modules/orders/orders/tables.server.ts';
import type { Totals } from '#app/modules/orders/pricing/pricing.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { recordOrderStock } from '#app/modules/catalogue/artworks/stock-history.server.ts';
import { announce, announceEach } from '#app/platform/outbox/outbox.server.ts';
import { pipeline } from '#app/platform/database/database.server.ts';
import { actorId, type Shop } from '#app/platform/shop.server.ts';
import type { Holder } from '#app/modules/orders/holds/holder.server.ts';
import type { OrderRow } from './order-row.server.ts';
import { applyChange } from './apply-change.server.ts';
import {
  collectsCash,
  losesCash,
  paymentAfter,
  publishChanges,
  historyReason,
  releasesStock,
  settle,
  statusAfter,
  wasRefunded,
  newValuesFor,
  issueDocuments,
} from './transition-effects.server.ts';

const NOT_USED = { exceedsLimit: false };
const TOO_LATE = 'Paid after its pieces had sold';

export type NewOrder = {
  orderNumber?: string;
  userId: string | null;
  items: OrderItem[];
  totals: Totals;
  /** The part that the shop must receive before work begins. */
  advance?: Paise;
  couponCode?: string | null;
  shippingAddress: ShippingAddress;
  firm?: Firm | null;
  payment: { method: PaymentMethod; reference: string | null; isClaimed: boolean; verification?: Verification };
  /** When the hold ends. Null: the hold never ends. Undefined: the order is certain immediately. */
  heldUntil?: Date | null;
  /** The pieces were out of stock when the order was paid. */
  isTooLate?: boolean;
  cancellationReason?: string | undefined;
  stockWaitsForPayment?: boolean;
  /** The studio accepted the order before any payment. */
  isAgreed?: boolean;
  holder?: Holder;
  /** The buyer's name, if the parcel is for another person. */
  customerName?: string;
  giftNote?: string | null;
  draftKey?: string;
  handedOver?: boolean;
  reason?: string;
};

/**
 * Creates an order from stock that the caller has taken. Returns undefined when the key or reference belongs to another
 * order.
 */
export async function createOrder(
  shop: Shop,
  {
    orderNumber = newOrderNumber(),
    totals,
    payment,
    isTooLate = false,
    stockWaitsForPayment = false,
    isAgreed = false,
    holder,
    draftKey,
    reason,
    ...wanted
  }: NewOrder,
): Promise<OrderRow | undefined> {
  const isCertain = wanted.heldUntil === undefined && !stockWaitsForPayment;
  const status = isTooLate ? 'cancelled' : isCertain || isAgreed ? 'processing' : 'pending';
  const [created] = await shop.database
    .insert(orders)
    .values({
      id: randomUUID(),
      orderNumber,
      ...wanted,
      ...totals,
      paymentMethod: payment.method,
      stockWaitsForPayment: stockWaitsForPayment && !isTooLate,
      ...holder,
      paymentStatus: isAgreed || (payment.isClaimed && (isCertain || isTooLate)) ? 'confirmed' : 'pending',
      paymentReferenceId: payment.reference,
      verification: payment.verification,
      status,
      customerName: wanted.customerName ?? wanted.shippingAddress.name,
      customerEmail: wanted.shippingAddress.email,
      // If the studio has already agreed to the order, the payment confirms it.
      confirmedAt: ORDER_LIFE[status].isCertain && !isAgreed ? shop.now : null,
      releasedAt: isTooLate ? shop.now : null,
      ...(draftKey !== undefined && { draftedBy: actorId(shop), draftKey }),
      createdAt: shop.now,
      updatedAt: shop.now,
    })
    .onConflictDoNothing()
    .returning();
  if (!created) return undefined;
  const orderId = created.id;
  const why = reason ?? (isTooLate ? TOO_LATE : undefined);
  await pipeline([
    () =>
      !isTooLate &&
      !stockWaitsForPayment &&
      recordOrderStock(shop, { kind: 'sale', order: created, lines: toStockItems(created.items) }),
    () => !isTooLate && chargeNewOrder(shop, { orderId, total: created.total }),
    () => writeHistory(shop, [{ orderId, toStatus: status, reason: why }]),
    () => publishChanges(shop, undefined, created),
    () =>
      stockWaitsForPayment &&
      payment.reference !== null &&
      !isTooLate &&
      announce(shop, 'orders.reference-kept', { orderId }),
    () => isTooLate && announce(shop, 'orders.paid-too-late', { orderId }),
    () => isTooLate && announce(shop, 'orders.needs-attention', { orderId, why: 'paid-too-late' }),
  ]);
  return created;
}

/** Issues the invoice of an order that is certain immediately. Call it last, because it locks the invoice counter. */
export const issueFirstInvoice = (shop: Shop, order: OrderRow, settings: Settings): Promise<void> =>
  issueDocuments(shop, undefined, order, settings);

export type OrderEvent =
  | { type: 'choose-method' | 'claim'; method: PaymentMethod }
  | { type: 'pay' | 'pay-too-late'; method: PaymentMethod; reference: string }
  /** `withoutStock`: the order's stock is returned until the payment is confirmed. */
  | { type: 'give-reference'; method: PaymentMethod; reference: string; withoutStock?: boolean }
  | { type: 'lapse' | 'return-to-sender' }
  | { type: AdminEventType; to: OrderStatus; reason?: string }
  /**
   * `cancellationFee`: the part of the payment that the shop keeps. `isRejection`: the payment was not found.
   * `isUndone`: the customer got no email about the order.
   */
  | { type: 'cancel'; reason: string; cancellationFee?: Paise; isRejection?: true; isUndone?: true }
  | { type: 'deliver'; reason: string }
  | { type: 'note-reference'; reference: string; reason: string }
  | { type: 'correct-address'; address: ShippingAddress; reason: string }
  | {
      type: 'change';
      items: OrderItem[];
      totals: Totals;
      address: ShippingAddress;
      note: string;
      giftNote: string | null;
      dropsCoupon: boolean;
      reason: string;
    }
  /** `ofFee`: the part of the cancellation fee that the shop refunded later. */
  | { type: 'refund'; isWhole: boolean; ofFee?: Paise }
  /** `feeAgain`: the part of the cancellation fee that the shop keeps again. */
  | { type: 'refund-failed'; feeAgain: Paise };

export type OutOfStock = Refused<'out-of-stock', { artworkId: string; title: string; available: number }>;
export type BalanceDue = Refused<'balance-due', { amount: Paise }>;
type TransitionRefusal = OutOfStock | BalanceDue;

/**
 * Applies an event to a locked order. After a refusal the caller must roll back. Throws RangeError for an event that
 * the status does not allow.
 */
export async function transition<Event extends OrderEvent>(
  shop: Shop,
  order: OrderRow,
  event: Event,
): Promise<Event extends { to: OrderStatus } ? Result<OrderRow, TransitionRefusal> : Done<OrderRow>>;
export async function transition(
  shop: Shop,
  order: OrderRow,
  event: OrderEvent,
): Promise<Result<OrderRow, TransitionRefusal>> {
  const balanceBefore = order.advance === null ? undefined : await balanceOfOrder(shop, order.id);
  const to = statusAfter(order, event, balanceBefore);
  const effect = stockEffect(order.status, to);
  const items = order.stockWaitsForPayment ? [] : toStockItems(order.items, order.restocked);
  const stockWaitsForPayment = to === 'pending' && (order.stockWaitsForPayment || releasesStock(event));
  if (order.stockWaitsForPayment && ORDER_LIFE[to].isCertain) {
    const lines = toStockItems(order.items);
    const taken = await takeStock(shop, lines, { promised: lines.map((line) => line.artworkId) });
    if (!taken.ok && event.type === 'pay') return transition(shop, order, { ...event, type: 'pay-too-late' });
    if (!taken.ok) return taken;
    await recordOrderStock(shop, { kind: 'sale', order, lines });
  }
  if (stockWaitsForPayment && !order.stockWaitsForPayment)
    await recordOrderStock(shop, { kind: 'cancellation', order, lines: await returnStock(shop, items) });
  let cancellationFee: Paise | undefined;
  if (effect === 'take') {
    cancellationFee = NOTHING;
    const taken =
      items.length > 0 ? await takeStock(shop, items, { promised: items.map((item) => item.artworkId) }) : done();
    if (!taken.ok) return taken;
    await recordOrderStock(shop, { kind: 'sale', order, lines: items });
    const { exceedsLimit } = order.couponCode === null ? NOT_USED : await reclaimCoupon(shop, order.id);
    if (exceedsLimit) await announce(shop, 'orders.needs-attention', { orderId: order.id, why: 'coupon-over-limit' });
    // Restocked items are no longer part of the order.
    const inFull = wasRefunded(order, event) && Object.keys(order.restocked).length === 0;
    await chargeOrder(shop, { orderId: order.id, total: order.total, inFull });
  }
  if (effect === 'return') {
    await recordOrderStock(shop, { kind: 'cancellation', order, lines: await returnStock(shop, items) });
    await releaseCoupon(shop, order.id);
    cancellationFee = await voidOrder(shop, {
      orderId: order.id,
      cancellationFee: ('cancellationFee' in event && event.cancellationFee) || NOTHING,
    });
  }
  if (event.type === 'change') await applyChange(shop, order, event);
  const keepsReference = stockWaitsForPayment && event.type === 'give-reference';
  if (keepsReference) await announce(shop, 'orders.reference-kept', { orderId: order.id });
  if (event.type === 'pay-too-late') await announce(shop, 'orders.paid-too-late', { orderId: order.id });
  const moved = to !== order.status;
  // An order that the studio has agreed to keeps its status when its payment arrives.
  const isPaidFor = event.type === 'pay' && (!balanceBefore || orderPayment(order, balanceBefore).hasAdvance);
  const isUncollected = losesCash(order, to) && (await takeBackCash(shop, order.id));
  if (order.advance !== null && moved && ORDER_LIFE[to].leftTheStudio && event.type !== 'set-back') {
    const amount = outstanding(await balanceOfOrder(shop, order.id));
    if (amount > 0) return refused('balance-due', { amount });
  }
  const [changed] = await shop.database
    .update(orders)
    .set({
      ...newValuesFor(shop, order, event),
      ...paymentAfter(order, to, event, balanceBefore),
      ...(isUncollected && ({ paymentStatus: 'pending', verification: 'unverified' } as const)),
      status: to,
      stockWaitsForPayment,
      ...(cancellationFee !== undefined && { cancellationFee }),
      heldUntil: to === 'pending' && !keepsReference ? order.heldUntil : null,
      releasedAt: !moved ? order.releasedAt : to === 'cancelled' ? shop.now : null,
      returnedToSenderAt:
        to === 'cancelled' ? (event.type === 'return-to-sender' ? shop.now : order.returnedToSenderAt) : null,
      confirmedAt: order.confirmedAt ?? (ORDER_LIFE[to].isCertain && (moved || isPaidFor) ? shop.now : null),
      updatedAt: shop.now,
    })
    .where(eq(orders.id, order.id))
    .returning();
  if (collectsCash(order, to)) await collectCash(shop, changed!);
  const reason = historyReason(event);
  if (moved || reason)
    await writeHistory(shop, [{ orderId: order.id, fromStatus: order.status, toStatus: to, reason }]);
  if (!moved && ORDER_EVENTS[event.type].verification)
    await announce(shop, 'orders.payment-checked', { orderId: order.id, verification: changed!.verification });
  await settle(shop, order, changed!, {
    isRejection: 'isRejection' in event && event.isRejection === true,
    isUndone: 'isUndone' in event && event.isUndone === true,
  });
  return done(changed!);
}

/** Cancels and hides a new, locked order about which its customer got no email. */
export async function discardOrder(shop: Shop, order: OrderRow, reason: string): Promise<void> {
  await transition(shop, order, { type: 'cancel', reason, isUndone: true });
  await shop.database
    .update(orders)
    .set({ userId: null, draftKey: order.id, archivedAt: shop.now, updatedAt: shop.now })
    .where(eq(orders.id, order.id));
}

/** Returns the changed orders, each with its previous verification. */
export async function setVerification(
  shop: Shop,
  said: ReadonlyMap<string, { reason?: string }>,
  verification: Verification,
): Promise<{ orderId: string; before: Verification }[]> {
  const others = and(inArray(orders.id, [...said.keys()]), ne(orders.verification, verification));
  const before = await shop.database
    .select({ orderId: orders.id, before: orders.verification, status: orders.status })
    .from(orders)
    .where(others);
  if (before.length === 0) return [];
  await shop.database.update(orders).set({ verification, updatedAt: shop.now }).where(others);
  await writeHistory(
    shop,
    before.map(({ orderId, status }) => {
      const reason = said.get(orderId)?.reason;
      const why = `Payment ${verification}${reason ? `: ${reason}` : ''}`;
      return { orderId, fromStatus: status, toStatus: status, reason: why };
    }),
  );
  await announceEach(
    shop,
    'orders.payment-checked',
    before.map(({ orderId }) => ({ orderId, verification })),
  );
  return before;
}

async function writeHistory(
  shop: Shop,
  changes: readonly { orderId: string; fromStatus?: OrderStatus; toStatus: OrderStatus; reason?: string }[],
): Promise<void> {
  await shop.database
    .insert(orderHistory)
    .values(changes.map((change) => ({ ...change, changedBy: actorId(shop), createdAt: shop.now })));
}
