import { and, asc, desc, eq, inArray, isNull, like } from 'drizzle-orm';
import { type Paise, paise, sum } from '#app/basics/money.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { creditValue } from './credit.ts';
import { type DocumentRow, FEE_KEY, issue, type NewDocument, writeNoteFor } from './invoices.server.ts';
import { findMoney } from './money-at-issue.server.ts';
import { INVOICE_KINDS } from './paper.ts';
import { papers } from './tables.server.ts';
import { type InvoicedOrder, writeFeeInvoices, writeFeeLines } from './write-document.ts';

/**
 * Issues what a locked order's kept fee lacks: a debit note that names the invoice, an invoice if the order had none, or
 * credit notes where the fee became smaller. A fee is taxed as the goods (Circular 178/10/2022-GST).
 */
export async function issueFeeDocuments(
  shop: Shop,
  order: InvoicedOrder & { cancellationFee: Paise },
): Promise<number> {
  const settle = async () => {
    const documents = await findFeeDocuments(shop, order.id);
    return { documents, missing: paise(order.cancellationFee - sumFees(documents)) };
  };
  if ((await settle()).missing === 0) return 0;
  const settings = await getSettings(shop);
  return issue(shop, async (): Promise<NewDocument[]> => {
    const { documents, missing } = await settle();
    const money = (await findMoney(shop, [order])).get(order.id)!;
    const keyAt = (at: number) => `${FEE_KEY}${order.id}:${documents.length + at}`;
    if (missing < 0) return creditFees(shop, documents, { amount: paise(-missing), money, keyAt });
    if (missing === 0) return [];
    const [invoice] = await shop.database
      .select()
      .from(papers)
      .where(and(eq(papers.orderId, order.id), inArray(papers.kind, INVOICE_KINDS), isNull(papers.key)))
      .orderBy(desc(papers.sequence));
    if (invoice) {
      const lines = writeFeeLines(invoice.content.lines, missing);
      const reason = 'Kept after the cancellation, as agreed';
      return [writeNoteFor(shop, invoice, lines, { kind: 'debit-note', reason, money, key: keyAt(0) })];
    }
    return writeFeeInvoices(settings, order, { amount: missing, money }).map((written, at) => ({
      orderId: order.id,
      ...written,
      key: keyAt(at),
    }));
  });
}

const findFeeDocuments = (shop: Shop, orderId: string): Promise<DocumentRow[]> =>
  shop.database
    .select()
    .from(papers)
    .where(and(eq(papers.orderId, orderId), like(papers.key, `${FEE_KEY}%`)))
    .orderBy(asc(papers.sequence));

const sumFees = (documents: readonly DocumentRow[]): Paise =>
  paise(documents.reduce((all, { kind, total }) => all + (kind === 'credit-note' ? -total : total), 0));

/** Credits an amount on the newest fee documents first. */
function creditFees(
  shop: Shop,
  documents: readonly DocumentRow[],
  {
    amount,
    money,
    keyAt,
  }: { amount: Paise; money: Parameters<typeof writeNoteFor>[3]['money']; keyAt: (at: number) => string },
): NewDocument[] {
  const notes: NewDocument[] = [];
  let left = amount;
  for (const fee of documents.filter(({ kind }) => kind !== 'credit-note').toReversed()) {
    const earlier = documents.filter(({ kind, correctsId }) => kind === 'credit-note' && correctsId === fee.id);
    const part = paise(Math.min(left, fee.total - sum(earlier.map(({ total }) => total))));
    if (part === 0) continue;
    const lines = creditValue(
      fee.content.lines,
      earlier.map(({ content }) => content),
      part,
    );
    notes.push(writeNoteFor(shop, fee, lines, { reason: 'The kept amount changed', money, key: keyAt(notes.length) }));
    left = paise(left - part);
  }
  return notes;
}
