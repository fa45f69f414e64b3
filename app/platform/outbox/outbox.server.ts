import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { isUuid } from '#app/basics/uuid.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { adminOnly, inTransaction, shopOnly } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { outbox } from './tables.server.ts';

/** Maps events to their payloads, which contain only ids. Modules add their events in events.server.ts. */
export interface Events {}

/**
 * Publishes an event in the caller's transaction. Listeners get it at least once, after the commit and a delay
 * (`afterSeconds`).
 */
export async function announce<Name extends keyof Events & string>(
  shop: Shop,
  name: Name,
  payload: Events[Name],
  when?: { afterSeconds: number },
): Promise<void> {
  await announceEach(shop, name, [payload], when);
}

export async function announceEach<Name extends keyof Events & string>(
  shop: Shop,
  name: Name,
  payloads: readonly Events[Name][],
  { afterSeconds }: { afterSeconds: number } = { afterSeconds: 0 },
): Promise<void> {
  if (payloads.length === 0) return;
  await shop.database.insert(outbox).values(
    payloads.map((payload) => ({
      name,
      payload: payload as Record<string, unknown>,
      requestId: shop.requestId ?? null,
      createdAt: shop.now,
      nextAttemptAt: new Date(shop.now.getTime() + afterSeconds * 1_000),
    })),
  );
}

const LATE_AFTER_MINUTES = 5;

export async function countUndelivered(shop: Shop): Promise<{ waiting: number; late: number; failed: number }> {
  shopOnly(shop);
  const isWaiting = eq(outbox.state, 'waiting');
  const lateSince = new Date(shop.now.getTime() - LATE_AFTER_MINUTES * 60_000);
  return {
    waiting: await shop.database.$count(outbox, isWaiting),
    late: await shop.database.$count(outbox, and(isWaiting, lt(outbox.nextAttemptAt, lateSince))),
    failed: await shop.database.$count(outbox, eq(outbox.state, 'dead')),
  };
}

export type DeadLetter = { id: string; name: string; lastError: string; requestId: string | null; createdAt: Date };

export async function deadLetters(shop: Shop): Promise<DeadLetter[]> {
  adminOnly(shop);
  const rows = await shop.database
    .select({
      id: outbox.id,
      name: outbox.name,
      lastError: outbox.lastError,
      requestId: outbox.requestId,
      createdAt: outbox.createdAt,
    })
    .from(outbox)
    .where(eq(outbox.state, 'dead'))
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(100);
  return rows.map((row) => ({ ...row, lastError: row.lastError ?? '' }));
}

/** Retries an event that was given up, for the listeners that failed. Throws not-found. */
export async function resendDead(shop: Shop, id: string): Promise<void> {
  adminOnly(shop);
  if (!isUuid(id)) throw notFound();
  await inTransaction(shop, async (shop) => {
    const [revived] = await shop.database
      .update(outbox)
      .set({ state: 'waiting', attempts: 0, nextAttemptAt: shop.now, leasedUntil: null })
      .where(and(eq(outbox.id, id), eq(outbox.state, 'dead')))
      .returning({ name: outbox.name });
    if (!revived) throw notFound();
    await audit(shop, { action: 'event.resend', table: 'outbox', id, after: { name: revived.name } });
    await shop.database.execute(sql`select pg_notify('outbox', '')`);
  });
}

const MAX_AGE_DAYS = 30;

/** Deletes events that were delivered more than 30 days ago. Returns the number of events. */
export async function dropOldEvents(shop: Shop): Promise<number> {
  const dropped = await shop.database
    .delete(outbox)
    .where(and(eq(outbox.state, 'done'), lt(outbox.doneAt, new Date(shop.now.getTime() - MAX_AGE_DAYS * 86_400_000))))
    .returning({ id: outbox.id });
  return dropped.length;
}
