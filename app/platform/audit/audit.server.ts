import { and, count, eq, getTableColumns } from 'drizzle-orm';
import { isUuid } from '#app/basics/uuid.ts';
import { pageOf, sortedBy } from '#app/platform/database/keyset.server.ts';
import { searchTextContains } from '#app/platform/database/text-search.server.ts';
import { adminOnly, ownerOnly, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { auditLog } from './tables.server.ts';

export type Audited = {
  action: string;
  table: string;
  id: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/**
 * Records an admin's change, with only the differences between `before` and `after` (T30). Entries are permanent, so
 * never pass secrets or personal details.
 */
export async function audit(shop: Shop, audited: Audited): Promise<void> {
  await auditEach(shop, [audited]);
}

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
  const differs = (name: string) => !before || !after || JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const only = (row: Record<string, unknown> | undefined) =>
    row && Object.fromEntries(Object.entries(row).filter(([name]) => differs(name)));
  return { before: only(before), after: only(after) };
}

export type AuditEntry = typeof auditLog.$inferSelect;
export type AuditPage = {
  entries: AuditEntry[];
  next: string | undefined;
  counts: { table: string; count: number }[];
};

const PAGE = 25;
const newestFirst = sortedBy(auditLog.id, { date: auditLog.createdAt });

/** Returns changes, newest first (T30). The search covers person, action and row id. Owners only. */
export async function listAudit(
  shop: Shop,
  { search, table, cursor }: { search?: string; table?: string; cursor?: string } = {},
): Promise<AuditPage> {
  ownerOnly(shop);
  const found = searchTextContains(auditLog, search);
  const [rows, counts] = await Promise.all([
    shop.database
      .select({ ...getTableColumns(auditLog), position: newestFirst.position })
      .from(auditLog)
      .where(and(found, table ? eq(auditLog.subjectTable, table) : undefined, newestFirst.after(cursor)))
      .orderBy(...newestFirst.orderBy)
      .limit(PAGE + 1),
    shop.database
      .select({ table: auditLog.subjectTable, count: count() })
      .from(auditLog)
      .where(found)
      .groupBy(auditLog.subjectTable)
      .orderBy(auditLog.subjectTable),
  ]);
  const page = pageOf(rows, PAGE);
  return { entries: page.rows, next: page.next, counts };
}

export function findAudited(shop: Shop, { action, at }: { action: string; at: Date }): Promise<AuditEntry[]> {
  adminOnly(shop);
  return shop.database
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.action, action), eq(auditLog.adminId, signedIn(shop).userId), eq(auditLog.createdAt, at)));
}

export async function getAuditEntry(shop: Shop, id: string): Promise<AuditEntry> {
  ownerOnly(shop);
  if (!isUuid(id)) throw notFound();
  const [entry] = await shop.database.select().from(auditLog).where(eq(auditLog.id, id));
  if (!entry) throw notFound();
  return entry;
}
