import type { Shop } from '#app/platform/shop.server.ts';
import { auditLog } from './tables.server.ts';

/** What an admin did to one row. `action` is a verb of the shop: 'coupon.save', 'order.archive'. */
export type Audited = {
  action: string;
  table: string;
  id: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/**
 * Notes what an admin changed, before and after, in the caller's transaction (T30); of two states only what differs is
 * kept. What the shop and customers do by themselves isn't noted. Never hand it passwords, tokens or secrets.
 */
export async function audit(shop: Shop, audited: Audited): Promise<void> {
  await auditEach(shop, [audited]);
}

/** The same for many rows in one statement. */
export async function auditEach(shop: Shop, all: readonly Audited[]): Promise<void> {
  const { actor } = shop;
  if (actor.kind !== 'admin' || all.length === 0) return;
  await shop.database.insert(auditLog).values(
    all.map(({ action, table, id, before, after }) => ({
      adminId: actor.userId,
      adminEmail: actor.email,
      action,
      subjectTable: table,
      subjectId: id,
      ...differenceOf(before, after),
      createdAt: shop.now,
    })),
  );
}

function differenceOf(
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown> | undefined,
): { before?: Record<string, unknown>; after?: Record<string, unknown> } {
  const changed = (name: string) => !before || !after || JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const only = (row: Record<string, unknown> | undefined) =>
    row && Object.fromEntries(Object.entries(row).filter(([name]) => changed(name)));
  return { before: only(before), after: only(after) };
}
