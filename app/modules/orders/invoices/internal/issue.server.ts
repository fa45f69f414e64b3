import { eq, sql } from 'drizzle-orm';
import {
  DOCUMENT_TITLES,
  type DocumentContent,
  type DocumentKind,
  documentNumber,
  toFinancialYear,
} from '#app/modules/orders/invoices/paper.ts';
import { paperCounters, papers } from '#app/modules/orders/invoices/tables.server.ts';
import { pipeline } from '#app/platform/database/database.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export type DocumentRow = typeof papers.$inferSelect;

export type NewDocument = {
  orderId: string;
  kind: DocumentKind;
  content: DocumentContent;
  correctsId?: string;
  isCancellation?: boolean;
  key?: string;
};

/** Each GST registration of the seller has its own number series for each kind of document. */
const toSeries = (kind: DocumentKind, gstin: string | null): string => (gstin === null ? kind : `${kind} ${gstin}`);

/**
 * Issues the documents that `write` returns. Call it last: the counter stays locked until the transaction ends, so that
 * no number is left out.
 */
export async function issue(shop: Shop, write: () => Promise<NewDocument[]>): Promise<number> {
  const financialYear = toFinancialYear(shop.now);
  const [counter] = await shop.database
    .insert(paperCounters)
    .values({ financialYear })
    .onConflictDoUpdate({
      target: paperCounters.financialYear,
      set: { lastNumbers: sql`${paperCounters.lastNumbers}` },
    })
    .returning({ lastNumbers: paperCounters.lastNumbers });
  const lastNumbers = { ...counter!.lastNumbers };
  const rows = (await write()).map((document) => {
    const { gstin } = document.content.seller;
    const series = toSeries(document.kind, gstin);
    const number = (lastNumbers[series] ?? 0) + 1;
    lastNumbers[series] = number;
    return { ...document, financialYear, number, gstin, total: document.content.total, issuedAt: shop.now };
  });
  if (rows.length === 0) return 0;
  await pipeline([
    () => shop.database.insert(papers).values(rows),
    () =>
      shop.database.update(paperCounters).set({ lastNumbers }).where(eq(paperCounters.financialYear, financialYear)),
  ]);
  return rows.length;
}

export const numberAndTitle = (document: DocumentRow) => ({
  title: DOCUMENT_TITLES[document.kind],
  number: documentNumber(document),
});

export async function isIssued(shop: Shop, key: string): Promise<boolean> {
  return (await shop.database.select({ id: papers.id }).from(papers).where(eq(papers.key, key))).length > 0;
}
