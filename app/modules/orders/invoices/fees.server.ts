import { and, asc, eq, like } from 'drizzle-orm';
import { type Paise, paise, sum } from '#app/basics/money.ts';
import { distribute } from '#app/modules/orders/pricing/gst.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { creditValue } from './credit.ts';
import { writeNoteFor } from './credit-notes.server.ts';
import { FEE_KEY, findLastInvoices } from './internal/current-invoices.server.ts';
import { type DocumentRow, issue, type NewDocument } from './internal/issue.server.ts';
import { findMoney } from './internal/order-money.server.ts';
import type { MoneyAtIssue } from './paper.ts';
import { papers } from './tables.server.ts';
import type { InvoicedOrder } from './write-document.ts';
import { writeFeeInvoices, writeFeeLines } from './write-note.ts';

/**
 * Issues the missing documents for the fee that the shop keeps of a locked order: a debit note, an invoice, or credit
 * notes. The fee is taxed like the goods (Circular 178/10/2022-GST).
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
    const money = (await findMoney(shop, [order])).get(order.id)!.atIssue;
    const next = 1 + Math.max(-1, ...documents.map(({ key }) => Number(key!.split(':').at(-1))));
    const keyAt = (at: number) => `${FEE_KEY}${order.id}:${next + at}`;
    if (missing < 0) return creditFees(shop, documents, { amount: paise(0 - missing), money, keyAt });
    if (missing === 0) return [];
    const invoices = await findLastInvoices(shop, order.id);
    if (invoices.length > 0) return debitFee(shop, invoices, { amount: missing, money, keyAt });
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

const sumFees = (documents: readonly DocumentRow[]): number =>
  documents.reduce((all, { kind, total }) => all + (kind === 'credit-note' ? 0 - total : total), 0);

type Fee = { amount: Paise; money: MoneyAtIssue; keyAt: (at: number) => string };

function debitFee(shop: Shop, invoices: readonly DocumentRow[], { amount, money, keyAt }: Fee): NewDocument[] {
  const parts = distribute(
    amount,
    invoices.map(({ total }) => total),
  );
  const reason = 'Kept after the cancellation, as agreed';
  return invoices
    .map((invoice, at) => ({ invoice, lines: writeFeeLines(invoice.content, parts[at]!) }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ invoice, lines }, at) =>
      writeNoteFor(shop, invoice, lines, { kind: 'debit-note', reason, money, key: keyAt(at) }),
    );
}

function creditFees(shop: Shop, documents: readonly DocumentRow[], { amount, money, keyAt }: Fee): NewDocument[] {
  const notes: NewDocument[] = [];
  let left = amount;
  for (const fee of documents.filter(({ kind }) => kind !== 'credit-note').toReversed()) {
    const earlier = documents.filter(({ kind, correctsId }) => kind === 'credit-note' && correctsId === fee.id);
    const part = paise(Math.min(left, fee.total - sum(earlier.map(({ total }) => total))));
    if (part === 0) continue;
    const { lines: charged, gst } = fee.content;
    const corrections = earlier.map(({ content }) => content);
    const lines = creditValue(charged, corrections, part, { isOnTop: gst > 0 });
    notes.push(writeNoteFor(shop, fee, lines, { reason: 'The kept amount changed', money, key: keyAt(notes.length) }));
    left = paise(left - part);
  }
  return notes;
}
