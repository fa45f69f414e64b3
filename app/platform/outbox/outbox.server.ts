import { sql } from 'drizzle-orm';
import type { Shop } from '#app/platform/shop.server.ts';
import { outbox } from './tables.server.ts';

/** Every event of the shop and what it carries: ids only, the listener reads the rest. Modules add theirs in events.server.ts. */
export interface Events {}

/**
 * Writes what happened as a row in the caller's transaction and wakes the workers when it commits; who listens hears of
 * it at least once, afterwards. Nothing is announced when the transaction rolls back.
 */
export async function announce<Name extends keyof Events & string>(shop: Shop, name: Name, payload: Events[Name]): Promise<void> {
  await shop.database.insert(outbox).values({ name, payload: payload as Record<string, unknown>, createdAt: shop.now, nextAttemptAt: shop.now });
  await shop.database.execute(sql`select pg_notify('outbox', ${name})`);
}
