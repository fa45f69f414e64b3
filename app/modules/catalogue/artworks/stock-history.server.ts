import { and, count, eq, getTableColumns, gt, gte, inArray } from 'drizzle-orm';
import { isUuid } from '#app/basics/uuid.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { keyset, pageOf } from '#app/platform/database/keyset.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';
import type { StockChangeKind } from './stock-change.ts';
import { stockChanges } from './tables.server.ts';

type OrderChange = {
  kind: Exclude<StockChangeKind, 'correction'>;
  order: { id: string; orderNumber: string };
  lines: readonly { artworkId: string; variantId?: string | null | undefined; quantity: number }[];
};

export async function recordOrderStock(shop: Shop, { kind, order, lines }: OrderChange): Promise<void> {
  const sign = kind === 'sale' ? -1 : 1;
  await insertChanges(
    shop,
    lines.map(({ artworkId, variantId, quantity }) => ({
      artworkId,
      variantId: variantId ?? null,
      change: sign * quantity,
      kind,
      orderId: order.id,
      orderNumber: order.orderNumber,
    })),
  );
}

export async function recordCorrections(
  shop: Shop,
  corrections: readonly { artworkId: string; variantId?: string; change: number; reason: string }[],
): Promise<void> {
  await insertChanges(
    shop,
    corrections
      .filter(({ change }) => change !== 0)
      .map(({ artworkId, variantId, change, reason }) => ({
        artworkId,
        variantId: variantId ?? null,
        change,
        reason,
        kind: 'correction' as const,
      })),
  );
}

type NewChange = Omit<typeof stockChanges.$inferInsert, 'id' | 'sequence' | 'changedBy' | 'createdAt'>;

async function insertChanges(shop: Shop, changes: readonly NewChange[]): Promise<void> {
  if (changes.length === 0) return;
  const changedBy = shop.actor.kind === 'admin' ? shop.actor.userId : null;
  await shop.database
    .insert(stockChanges)
    .values(changes.map((change) => ({ ...change, changedBy, createdAt: shop.now })));
}

export async function findCorrectedAgain(
  shop: Shop,
  artworkIds: readonly string[],
  moment: Date,
): Promise<Set<string>> {
  const rows = await shop.database
    .select({ artworkId: stockChanges.artworkId })
    .from(stockChanges)
    .where(
      and(
        inArray(stockChanges.artworkId, [...artworkIds]),
        eq(stockChanges.kind, 'correction'),
        gte(stockChanges.createdAt, moment),
      ),
    )
    .groupBy(stockChanges.artworkId, stockChanges.variantId)
    .having(gt(count(), 1));
  return new Set(rows.map(({ artworkId }) => artworkId));
}

export type StockChange = typeof stockChanges.$inferSelect & {
  changedByEmail: string | null;
};

const PAGE = 25;
const NEWEST = keyset({ by: stockChanges.sequence, type: 'bigint', descending: true });

export async function listStockChanges(
  shop: Shop,
  { artworkId, cursor }: { artworkId: string; cursor?: string | undefined },
): Promise<{ changes: StockChange[]; next: string | undefined }> {
  adminOnly(shop);
  if (!isUuid(artworkId)) return { changes: [], next: undefined };
  const rows = await shop.database
    .select({ ...getTableColumns(stockChanges), changedByEmail: authUsers.email, position: NEWEST.position })
    .from(stockChanges)
    .leftJoin(authUsers, eq(authUsers.id, stockChanges.changedBy))
    .where(and(eq(stockChanges.artworkId, artworkId), NEWEST.after(cursor)))
    .orderBy(...NEWEST.orderBy)
    .limit(PAGE + 1);
  const { rows: page, next } = pageOf(rows, PAGE);
  return { changes: page.map(({ position: _position, ...change }) => change), next };
}
