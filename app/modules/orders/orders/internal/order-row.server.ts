import { type Column, and, eq, sql } from 'drizzle-orm';
import { isUuid } from '#app/basics/uuid.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { lineTotal } from '#app/modules/orders/pricing/pricing.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';

export type OrderRow = typeof orders.$inferSelect;

/** What the rest of the shop sees of an order's row, of a page of them too. */
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

// Not by owner: the caller makes sure who may; a customer’s own is `ownOrder`.
/** The order's row, locked until the caller's transaction ends; throws not-found. */
export async function lockOrder(shop: Shop, orderId: string): Promise<OrderRow> {
  if (!isUuid(orderId)) throw notFound();
  const [row] = await shop.database.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!row) throw notFound();
  return row;
}

/** The visitor's own order, or the one whose link they hold; another's, an admin's look included, is not found. */
export async function ownOrder(shop: Shop, orderId: string, { lock = false } = {}): Promise<OrderRow> {
  const isTheirs =
    shop.actor.kind === 'order-link' ? eq(orders.id, shop.actor.orderId) : eq(orders.userId, signedIn(shop).userId);
  if (!isUuid(orderId)) throw notFound();
  const own = shop.database
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), isTheirs));
  const [row] = await (lock ? own.for('update') : own);
  if (!row) throw notFound();
  return row;
}

/** Whether a row belongs to an order of the signed-in person. */
export const isOfMyOrders = (shop: Shop, orderId: Column) =>
  sql`${orderId} in (select ${orders.id} from ${orders} where ${eq(orders.userId, signedIn(shop).userId)})`;
