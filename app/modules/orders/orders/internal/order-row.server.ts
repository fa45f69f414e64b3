import { type Column, and, eq, sql } from 'drizzle-orm';
import { isUuid } from '#app/basics/uuid.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { lineTotal } from '#app/modules/orders/pricing/pricing.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';

export type OrderRow = typeof orders.$inferSelect;

export function toOrder(row: OrderRow & { position?: string }) {
  const {
    position: _position,
    updatedAt: _updatedAt,
    releasedAt: _releasedAt,
    archivedAt: _archivedAt,
    claimedAt: _claimedAt,
    draftKey: _draftKey,
    restocked: _restocked,
    movedInAt: _movedInAt,
    holderKeys: _holderKeys,
    networkKey: _networkKey,
    ...order
  } = row;
  return { ...order, items: order.items.map((item) => ({ ...item, lineTotal: lineTotal(item) })) };
}

// Not filtered by owner: the caller checks access. `ownOrder` is for customers.
export async function lockOrder(shop: Shop, orderId: string): Promise<OrderRow> {
  if (!isUuid(orderId)) throw notFound();
  const [row] = await shop.database.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!row) throw notFound();
  return row;
}

/** Returns an order of the visitor, or the order that a link opened. Throws not-found even for admins. */
export async function ownOrder(shop: Shop, orderId: string, { lock = false } = {}): Promise<OrderRow> {
  const isTheirs =
    shop.actor.kind === 'order-link' ? eq(orders.id, shop.actor.orderId) : eq(orders.userId, signedIn(shop).userId);
  if (!isUuid(orderId)) throw notFound();
  const orderQuery = shop.database
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), isTheirs));
  const [row] = await (lock ? orderQuery.for('update') : orderQuery);
  if (!row) throw notFound();
  return row;
}

export const isOfMyOrders = (shop: Shop, orderId: Column) =>
  sql`${orderId} in (select ${orders.id} from ${orders} where ${eq(orders.userId, signedIn(shop).userId)})`;
