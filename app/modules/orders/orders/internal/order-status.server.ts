import { eq } from 'drizzle-orm';
import { type Refused, type Result, refused } from '#app/basics/result.ts';
import { isStale, type Stale } from '#app/basics/stale-form.ts';
import type { Order, OrderStatus } from '#app/modules/orders/orders/order.ts';
import {
  adminEvent,
  isStepBack,
  mayCancel,
  shipsUnverified,
  statusesAfter,
} from '#app/modules/orders/orders/order-life.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { adminOnly, inTransaction, isOwner, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { allOrNothing } from '#app/platform/all-or-nothing.server.ts';
import { lockOrder, ownOrder, toOrder } from './order-row.server.ts';
import { insertShipment, type Parcel } from './shipment.server.ts';
import { type BalanceDue, type OutOfStock, transition } from './transition.server.ts';

type StatusRefusal =
  | Stale
  | Refused<'reason-needed' | 'unverified' | 'not-on-its-way', undefined>
  | OutOfStock
  | BalanceDue;
type CancelRefusal =
  | Refused<'too-late', { withinHours: number }>
  | Refused<'already-shipped' | 'from-request', undefined>;

/**
 * Changes a status if the current status is `from`. Going back needs a reason, and shipping an unpaid order needs an
 * owner. Only for admins and background jobs.
 */
export async function setOrderStatus(
  shop: Shop,
  change: {
    orderId: string;
    from?: OrderStatus;
    status: OrderStatus;
    reason?: string;
    shipUnverified?: boolean;
    parcel?: Parcel;
    isReturnedToSender?: boolean;
  },
): Promise<Result<Order, StatusRefusal>> {
  adminOnly(shop);
  const reason = change.reason?.trim() || undefined;
  return allOrNothing<Order, StatusRefusal>(shop, async (shop, refuse) => {
    const order = await lockOrder(shop, change.orderId);
    if (order.status === change.status) return toOrder(order);
    if (isStale(change.from, order.status)) return refuse(refused('stale'));
    if (shipsUnverified(order, change.status, await balanceOfOrder(shop, order.id))) {
      if (!change.shipUnverified || !isOwner(shop)) return refuse(refused('unverified'));
      if (!reason) return refuse(refused('reason-needed'));
    }
    if (isStepBack(order.status, change.status) && !reason) return refuse(refused('reason-needed'));
    if (change.isReturnedToSender && !statusesAfter(order.status, 'return-to-sender').includes(change.status))
      return refuse(refused('not-on-its-way'));
    const moved = change.isReturnedToSender
      ? await transition(shop, order, { type: 'return-to-sender' })
      : await transition(shop, order, { type: adminEvent(order.status, change.status), to: change.status, reason });
    if (!moved.ok) return refuse(moved);
    const { status } = moved.value;
    if (status === 'shipped' && Object.values(change.parcel ?? {}).some(Boolean))
      await insertShipment(shop, { orderId: order.id, step: 'shipped', ...change.parcel });
    await audit(shop, {
      action: 'order.status',
      table: 'orders',
      id: order.id,
      before: { status: order.status },
      after: { status, reason, ...(change.isReturnedToSender && { isReturnedToSender: true }) },
    });
    return toOrder(moved.value);
  });
}

/** Cancels the visitor's order within the promised hours and before it ships. Repeating is safe. */
export async function cancelOrder(shop: Shop, orderId: string): Promise<Result<Order, CancelRefusal>> {
  const { cancelWithinHours: withinHours } = (await getSettings(shop)).promises;
  return allOrNothing<Order, CancelRefusal>(shop, async (shop, refuse) => {
    const order = await ownOrder(shop, orderId, { lock: true });
    if (order.status === 'cancelled') return toOrder(order);
    if (order.advance !== null) return refuse(refused('from-request'));
    if (order.status !== 'pending' && order.status !== 'processing') return refuse(refused('already-shipped'));
    if (!mayCancel(order, withinHours, shop.now)) return refuse(refused('too-late', { withinHours }));
    return toOrder((await transition(shop, order, { type: 'cancel', reason: 'Cancelled by the customer' })).value);
  });
}

/** Archives an order. Its customer still sees it. Owners only. */
export async function archiveOrder(shop: Shop, orderId: string): Promise<void> {
  ownerOnly(shop);
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
