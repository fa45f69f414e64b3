import { and, asc, desc, eq } from 'drizzle-orm';
import { done, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { orderNotes, orders } from '#app/modules/orders/orders/tables.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { type KeyUsed, once, removeKeysOf } from '#app/platform/once.server.ts';
import { actorId, adminOnly, inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { lockOrder } from './order-row.server.ts';

export async function findOrderNotes(shop: Shop, orderId: string) {
  adminOnly(shop);
  if (!isUuid(orderId)) throw notFound();
  return shop.database
    .select({
      id: orderNotes.id,
      body: orderNotes.body,
      writtenBy: userProfiles.name,
      createdAt: orderNotes.createdAt,
    })
    .from(orderNotes)
    .leftJoin(userProfiles, eq(userProfiles.id, orderNotes.writtenBy))
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(asc(orderNotes.createdAt), asc(orderNotes.id));
}

export async function findNotesOf(shop: Shop, userId: string) {
  ownerOnly(shop);
  return shop.database
    .select({
      id: orderNotes.id,
      body: orderNotes.body,
      createdAt: orderNotes.createdAt,
      orderId: orders.id,
      orderNumber: orders.orderNumber,
    })
    .from(orderNotes)
    .innerJoin(orders, eq(orders.id, orderNotes.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(desc(orderNotes.createdAt), desc(orderNotes.id))
    .limit(20);
}

export async function addNote(
  shop: Shop,
  { key, orderId, body }: { orderId: string; key: string; body: string },
): Promise<Result<{ id: string }, KeyUsed<{ id: string }>>> {
  adminOnly(shop);
  return once<{ id: string }>(shop, { scope: 'order-note', key, content: { orderId, body } }, async (shop) => {
    const order = await lockOrder(shop, orderId);
    const [written] = await shop.database
      .insert(orderNotes)
      .values({ orderId: order.id, body, writtenBy: actorId(shop), createdAt: shop.now })
      .returning({ id: orderNotes.id });
    await audit(shop, { action: 'order.note', table: 'order_notes', id: written!.id, after: { orderId: order.id } });
    await publish(shop, [topics.admin], { kind: 'order', id: order.id });
    return done(written!);
  });
}

export async function deleteNote(shop: Shop, note: { orderId: string; noteId: string }): Promise<void> {
  adminOnly(shop);
  if (!isUuid(note.orderId) || !isUuid(note.noteId)) throw notFound();
  await inTransaction(shop, async (shop) => {
    const [gone] = await shop.database
      .delete(orderNotes)
      .where(and(eq(orderNotes.id, note.noteId), eq(orderNotes.orderId, note.orderId)))
      .returning();
    if (!gone) return;
    await removeKeysOf(shop, [gone.id]);
    await audit(shop, {
      action: 'order.note-delete',
      table: 'order_notes',
      id: gone.id,
      before: { orderId: gone.orderId, body: gone.body },
    });
    await publish(shop, [topics.admin], { kind: 'order', id: gone.orderId });
  });
}
