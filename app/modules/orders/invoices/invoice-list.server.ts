import { asc, inArray } from 'drizzle-orm';
import type { Paise } from '#app/basics/money.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { type DocumentKind, documentNumber } from './paper.ts';
import { papers } from './tables.server.ts';

export type DocumentEntry = {
  id: string;
  orderId: string;
  kind: DocumentKind;
  number: string;
  total: Paise;
  issuedAt: Date;
};

const entryColumns = {
  id: papers.id,
  orderId: papers.orderId,
  kind: papers.kind,
  financialYear: papers.financialYear,
  number: papers.number,
  total: papers.total,
  issuedAt: papers.issuedAt,
};

export async function findDocuments(shop: Shop, orderIds: readonly string[]): Promise<Map<string, DocumentEntry[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await shop.database
    .select(entryColumns)
    .from(papers)
    .where(inArray(papers.orderId, [...orderIds]))
    .orderBy(asc(papers.sequence));
  return Map.groupBy(
    rows.map((row) => ({ ...row, number: documentNumber(row) })),
    ({ orderId }) => orderId,
  );
}
