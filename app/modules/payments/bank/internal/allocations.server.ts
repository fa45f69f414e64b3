// Not filtered by owner: bank lines are for owners only.
import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { Paise } from '#app/basics/money.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { LockedLine } from './bank-lines.server.ts';
import { bankLineAllocations } from '#app/modules/payments/bank/tables.server.ts';

export const referenceOf = (line: LockedLine): string => line.reference ?? `BANK-${line.id.slice(0, 8)}`;

export async function insertAllocations(
  shop: Shop,
  batch: string,
  rows: readonly { lineId: string; orderId: string; paymentId: string; amount: Paise }[],
): Promise<void> {
  if (rows.length === 0) return;
  const [ids, lineIds] = [rows.map(({ paymentId }) => paymentId), rows.map(({ lineId }) => lineId)];
  // Deletes allocations of payments that are no longer confirmed, so that the same order can be matched again.
  const takenBack = shop.database
    .select({ id: payments.id })
    .from(payments)
    .where(ne(payments.verification, 'matched'));
  await shop.database
    .delete(bankLineAllocations)
    .where(
      or(
        inArray(bankLineAllocations.paymentId, ids),
        and(inArray(bankLineAllocations.lineId, lineIds), inArray(bankLineAllocations.paymentId, takenBack)),
      ),
    );
  await shop.database.insert(bankLineAllocations).values(rows.map((row) => ({ ...row, batch, createdAt: shop.now })));
}

export async function findClaims(shop: Shop, orderIds: readonly string[]) {
  if (orderIds.length === 0) return [];
  return shop.database
    .select({
      orderId: payments.orderId,
      paymentId: payments.id,
      isMatched: sql<boolean>`${payments.verification} = 'matched'`,
      isAllocated: sql<boolean>`${bankLineAllocations.id} is not null`,
    })
    .from(payments)
    .innerJoin(orders, and(eq(orders.id, payments.orderId), eq(orders.paymentReferenceId, payments.referenceId)))
    .leftJoin(bankLineAllocations, eq(bankLineAllocations.paymentId, payments.id))
    .where(and(inArray(payments.orderId, [...orderIds]), eq(payments.source, 'reference')));
}
