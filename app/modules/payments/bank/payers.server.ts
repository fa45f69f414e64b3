import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { bankLineAllocations, bankStatementLines } from './tables.server.ts';

export async function findPayers(shop: Shop, orderIds: readonly string[]): Promise<Map<string, string[]>> {
  ownerOnly(shop);
  if (orderIds.length === 0) return new Map();
  const rows = await shop.database
    .selectDistinct({ orderId: bankLineAllocations.orderId, payer: bankStatementLines.payer })
    .from(bankLineAllocations)
    .innerJoin(bankStatementLines, eq(bankStatementLines.id, bankLineAllocations.lineId))
    .where(and(inArray(bankLineAllocations.orderId, [...orderIds]), isNotNull(bankStatementLines.payer)));
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  return new Map([...byOrder].map(([orderId, lines]) => [orderId, lines.map(({ payer }) => payer!)]));
}
