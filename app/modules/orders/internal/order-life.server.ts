import { eq } from 'drizzle-orm';
import { type Refused, type Result, refused } from '#app/basics/result.ts';
import { returnStock, takeStock } from '#app/modules/catalogue/catalogue.server.ts';
import { releaseCoupon } from '#app/modules/coupons/coupons.server.ts';
import {
  isStepBack,
  mayCancel,
  type Order,
  type OrderStatus,
  type PaymentMethod,
  piecesOf,
  shipsUnverified,
  stockEffect,
} from '#app/modules/orders/order.ts';
import { orderHistory, orders } from '#app/modules/orders/tables.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { actorId, adminOnly, inTransaction, isOwner, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { allOrNothing } from './all-or-nothing.server.ts';
import { issueInvoice } from './issue-invoice.server.ts';
import { lockOrder, type OrderRow, toOrder } from './order-row.server.ts';

type OutOfStock = Refused<'out-of-stock', { artworkId: string; title: string; available: number }>;
export type StatusRefusal = Refused<'reason-needed' | 'unverified', undefined> | OutOfStock;
export type CancelRefusal = Refused<'too-late' | 'already-shipped', undefined>;

/**
 * Sets an order's status; admins and the shop itself. The same status again changes nothing. A step back needs a
 * reason, and so does sending out an order whose payment isn't matched, which is the owner's alone to allow. Cancelling gives pieces and coupon
 * back once; taking a cancellation back takes the pieces again or is refused, while the coupon's use stays given back.
 * Each change is kept with who, when and why, and announced. Throws not-found.
 */
export async function setOrderStatus(
  shop: Shop,
  change: { orderId: string; status: OrderStatus; reason?: string; shipUnverified?: boolean },
): Promise<Result<Order, StatusRefusal>> {
  adminOnly(shop);
  const reason = change.reason?.trim() || undefined;
  return allOrNothing<Order, StatusRefusal>(shop, async (shop, refuse) => {
    const order = await lockOrder(shop, change.orderId);
    if (order.status === change.status) return toOrder(order);
    if (shipsUnverified(order, change.status)) {
      if (!change.shipUnverified || !isOwner(shop)) return refuse(refused('unverified'));
      if (!reason) return refuse(refused('reason-needed'));
    }
    if (isStepBack(order.status, change.status) && !reason) return refuse(refused('reason-needed'));
    const moved = await moveOrder(shop, order, change.status, reason);
    if (!moved.ok) return refuse(moved);
    await audit(shop, {
      action: 'order.status',
      table: 'orders',
      id: order.id,
      before: { status: order.status },
      after: { status: change.status, reason },
    });
    return toOrder(moved.value);
  });
}

/**
 * Cancels the visitor's own order within 2 hours and before shipping. An order that is cancelled already is
 * the same answer, so that a second tap is harmless. Another's order is not found.
 */
export async function cancelOrder(shop: Shop, orderId: string): Promise<Result<Order, CancelRefusal>> {
  const { userId } = signedIn(shop);
  return allOrNothing<Order, CancelRefusal>(shop, async (shop, refuse) => {
    const order = await lockOrder(shop, orderId);
    if (order.userId !== userId) throw notFound();
    if (order.status === 'cancelled') return toOrder(order);
    if (!mayCancel(order, shop.now))
      return refuse(
        refused(order.status === 'pending' || order.status === 'processing' ? 'too-late' : 'already-shipped'),
      );
    return toOrder(await cancelLocked(shop, order, 'Cancelled by the customer'));
  });
}

/** Takes an order off the owner's desk (deleting archives); admins. The customer keeps seeing it, money rows stay. Throws not-found. */
export async function archiveOrder(shop: Shop, orderId: string): Promise<void> {
  adminOnly(shop);
  await inTransaction(shop, async (shop) => {
    const order = await lockOrder(shop, orderId);
    if (order.archivedAt) return;
    await shop.database
      .update(orders)
      .set({ archivedAt: shop.now, updatedAt: shop.now })
      .where(eq(orders.id, order.id));
    await audit(shop, {
      action: 'order.archive',
      table: 'orders',
      id: order.id,
      before: { archived: false },
      after: { archived: true },
    });
    await publish(shop, [topics.admin], { kind: 'order', id: order.id });
  });
}

/** Moves an order whose row the caller has locked: row, pieces, coupon, history and event, in the caller's transaction. */
export async function moveOrder(
  shop: Shop,
  order: OrderRow,
  to: OrderStatus,
  reason: string | undefined,
): Promise<Result<OrderRow, OutOfStock>> {
  const effect = stockEffect(order.status, to);
  const pieces = piecesOf(order.items, order.putBack);
  if (effect === 'take' && pieces.length > 0) {
    const taken = await takeStock(shop, pieces);
    if (!taken.ok) return taken;
  }
  if (effect === 'return') {
    await returnStock(shop, pieces);
    await releaseCoupon(shop, order.id);
  }
  const paidAtTheDoor = order.paymentMethod === 'cod' && to === 'delivered';
  const [moved] = await shop.database
    .update(orders)
    .set({
      status: to,
      heldUntil: to === 'pending' ? order.heldUntil : null,
      releasedAt: to === 'cancelled' ? shop.now : null,
      updatedAt: shop.now,
      ...(paidAtTheDoor ? { verification: 'matched', paymentStatus: 'confirmed' } : {}),
    })
    .where(eq(orders.id, order.id))
    .returning();
  await writeHistory(shop, order, to, reason);
  await announce(shop, 'orders.status-changed', { orderId: order.id, from: order.status, to });
  await issueInvoice(shop, moved!);
  return { ok: true, value: moved! };
}

/** Cancels an order whose row the caller has locked, pieces and coupon given back. */
export async function cancelLocked(shop: Shop, order: OrderRow, reason: string): Promise<OrderRow> {
  const moved = await moveOrder(shop, order, 'cancelled', reason);
  if (!moved.ok) throw new Error(`cancelling order ${order.id} took stock`);
  return moved.value;
}

/** Writes down what changed an order, in the caller's transaction. */
export async function writeHistory(
  shop: Shop,
  order: OrderRow,
  toStatus: OrderStatus,
  reason: string | undefined,
): Promise<void> {
  await shop.database.insert(orderHistory).values({
    orderId: order.id,
    fromStatus: order.status,
    toStatus,
    changedBy: actorId(shop),
    reason,
    createdAt: shop.now,
  });
}

/** Takes a paid order on from where it waited, in the caller's transaction, which has locked its row. */
export async function confirmLocked(
  shop: Shop,
  order: OrderRow,
  payment: { paymentId: string; paymentMethod: PaymentMethod },
): Promise<OrderRow> {
  const [confirmed] = await shop.database
    .update(orders)
    .set({
      status: order.status === 'pending' ? 'processing' : order.status,
      paymentStatus: 'confirmed',
      verification: 'matched',
      paymentMethod: payment.paymentMethod,
      paymentReferenceId: order.paymentReferenceId ?? payment.paymentId.toUpperCase(),
      heldUntil: null,
      updatedAt: shop.now,
    })
    .where(eq(orders.id, order.id))
    .returning();
  await writeHistory(shop, order, confirmed!.status, 'Paid');
  await issueInvoice(shop, confirmed!);
  return confirmed!;
}
