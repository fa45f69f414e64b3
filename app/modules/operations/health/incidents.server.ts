import { and, desc, eq, gte, isNull, lte, sql } from 'drizzle-orm';
import { isUuid } from '#app/basics/uuid.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { adminOnly, inTransaction, ownerOnly, type Shop, shopOnly } from '#app/platform/shop.server.ts';
import type { Incident } from './incident.ts';
import { incidents } from './tables.server.ts';

const MAX_SHOWN = 5;

/** Records an incident once, even if several processes saw it. Only for background jobs and commands. */
export async function recordIncident(shop: Shop, { kind, beganAt, endedAt }: Omit<Incident, 'id'>): Promise<void> {
  shopOnly(shop);
  await inTransaction(shop, async ({ database }) => {
    await database.execute(sql`select pg_advisory_xact_lock(hashtextextended('incidents', 0))`);
    const widened = await database
      .update(incidents)
      .set({
        beganAt: sql`least(${incidents.beganAt}, ${beganAt}::timestamptz)`,
        endedAt: sql`greatest(${incidents.endedAt}, ${endedAt}::timestamptz)`,
      })
      .where(and(eq(incidents.kind, kind), lte(incidents.beganAt, endedAt), gte(incidents.endedAt, beganAt)))
      .returning({ id: incidents.id });
    if (widened.length === 0) await database.insert(incidents).values({ kind, beganAt, endedAt });
  });
}

/** Returns up to five incidents that no owner has marked as read. Admins only. */
export async function listIncidents(shop: Shop): Promise<Incident[]> {
  adminOnly(shop);
  return shop.database
    .select({
      id: incidents.id,
      kind: incidents.kind,
      beganAt: incidents.beganAt,
      endedAt: incidents.endedAt,
    })
    .from(incidents)
    .where(isNull(incidents.acknowledgedAt))
    .orderBy(desc(incidents.endedAt))
    .limit(MAX_SHOWN);
}

/** Marks an incident as read. Repeating is safe. Owners only. */
export async function acknowledgeIncident(shop: Shop, id: string): Promise<void> {
  ownerOnly(shop);
  if (!isUuid(id)) throw notFound();
  const found = await shop.database
    .update(incidents)
    .set({ acknowledgedAt: sql`coalesce(${incidents.acknowledgedAt}, ${shop.now})` })
    .where(eq(incidents.id, id))
    .returning({ id: incidents.id });
  if (found.length === 0) throw notFound();
}
