import { and, asc, eq, gt, gte, inArray, lt, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isGateway, paymentMethodName } from '#app/basics/payment-methods.ts';
import { type Paise } from '#app/basics/money.ts';
import { INVOICE_KINDS } from '#app/modules/orders/invoices/paper.ts';
import { papers } from '#app/modules/orders/invoices/tables.server.ts';
import { LEDGER_EFFECTS, type LedgerType, toBalance } from '#app/modules/orders/ledger/ledger.ts';
import { ledgerEntries, payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import type { Advance } from '#app/modules/payments/tax-export/gstr1.ts';
import type { LedgerBalance, LedgerSums, MoneyEntry } from '#app/modules/payments/tax-export/register.ts';
import { type ServiceCodes, type TaxDocument, toTaxDocument } from '#app/modules/payments/tax-export/tax-document.ts';
import type { TaxPeriod } from '#app/modules/payments/tax-export/tax-period.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import type { Database } from '#app/platform/database/database.server.ts';

export type Books = {
  documents: TaxDocument[];
  stored: { count: number; total: Paise };
  advances: Advance[];
  entries: MoneyEntry[];
  opening: LedgerBalance;
  moves: LedgerSums;
  closing: LedgerBalance;
};

/** Reads everything from one database snapshot, so that concurrent changes do not look like differences. */
export const readBooks = (database: Database, period: TaxPeriod, codes: ServiceCodes): Promise<Books> =>
  database.transaction(
    async (tx) => {
      const snapshot = tx as unknown as Database;
      const isIssued = and(gte(papers.issuedAt, period.from), lt(papers.issuedAt, period.until))!;
      const [stored] = await snapshot
        .select({ count: sql<number>`count(*)::int`, total: paiseOf(sql`sum(${papers.total})`) })
        .from(papers)
        .where(isIssued);
      const [opening, moves, closing] = [
        await readSums(snapshot, lt(ledgerEntries.createdAt, period.from)),
        await readSums(snapshot, whereInPeriod(period)),
        await readSums(snapshot, lt(ledgerEntries.createdAt, period.until)),
      ];
      return {
        documents: await readDocuments(snapshot, isIssued, codes),
        stored: stored!,
        advances: await readAdvances(snapshot, period, codes),
        entries: await readEntries(snapshot, period),
        opening: balanceOf(opening),
        moves,
        closing: balanceOf(closing),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

const AT_ONCE = 500;

/** Reads in batches, because a document's content is much larger than the part that is kept in memory. */
async function readDocuments(database: Database, where: SQL, codes: ServiceCodes): Promise<TaxDocument[]> {
  const corrected = alias(papers, 'corrected');
  // For a note that reverses a debit note: the debit note's invoice.
  const first = alias(papers, 'first');
  const found: TaxDocument[] = [];
  for (let after = 0; ;) {
    const rows = await database
      .select({
        sequence: papers.sequence,
        id: papers.id,
        orderId: papers.orderId,
        kind: papers.kind,
        financialYear: papers.financialYear,
        number: papers.number,
        issuedAt: papers.issuedAt,
        total: papers.total,
        content: papers.content,
        correctedTotal: sql<Paise | null>`coalesce(${first.total}, ${corrected.total})`.mapWith(papers.total),
      })
      .from(papers)
      .leftJoin(corrected, eq(corrected.id, papers.correctsId))
      .leftJoin(first, eq(first.id, corrected.correctsId))
      .where(and(where, gt(papers.sequence, after)))
      .orderBy(asc(papers.sequence))
      .limit(AT_ONCE);
    for (const { sequence, ...row } of rows) {
      found.push(toTaxDocument(row, codes));
      after = sequence;
    }
    if (rows.length < AT_ONCE) return found;
  }
}

/**
 * Reads the period's receipt vouchers, and earlier vouchers whose order got an invoice or refund voucher in the period.
 */
async function readAdvances(database: Database, { from, until }: TaxPeriod, codes: ServiceCodes): Promise<Advance[]> {
  const settling = alias(papers, 'settling');
  const settledNow = database
    .select({ orderId: settling.orderId })
    .from(settling)
    .where(
      and(
        inArray(settling.kind, [...INVOICE_KINDS, 'refund-voucher']),
        gte(settling.issuedAt, from),
        lt(settling.issuedAt, until),
      ),
    );
  const vouchers = await readDocuments(
    database,
    and(
      eq(papers.kind, 'receipt-voucher'),
      lt(papers.issuedAt, until),
      or(gte(papers.issuedAt, from), inArray(papers.orderId, settledNow)),
    )!,
    codes,
  );
  if (vouchers.length === 0) return [];
  const ofVouchers = inArray(papers.orderId, [...new Set(vouchers.map(({ orderId }) => orderId))]);
  const refundRows = await database
    .select({ id: papers.id, voucherId: papers.correctsId })
    .from(papers)
    .where(and(ofVouchers, eq(papers.kind, 'refund-voucher')));
  const refundVouchers = await readDocuments(database, and(ofVouchers, eq(papers.kind, 'refund-voucher'))!, codes);
  // Only a taxed invoice of the same GSTIN is in the same return as the advance.
  const isTaxed = sql`${papers.content}->>'isTaxed' = 'true'`;
  const invoices = await database
    .select({ orderId: papers.orderId, issuedAt: papers.issuedAt, gstin: papers.gstin })
    .from(papers)
    .where(and(ofVouchers, inArray(papers.kind, INVOICE_KINDS), isTaxed))
    .orderBy(asc(papers.sequence));
  const voucherOf = new Map(refundRows.map(({ id, voucherId }) => [id, voucherId]));
  const invoicesOf = Map.groupBy(invoices, ({ orderId }) => orderId);
  const invoiceFor = ({ orderId, issuedAt, sellerGstin }: TaxDocument) =>
    invoicesOf.get(orderId)?.find((invoice) => invoice.gstin === sellerGstin && invoice.issuedAt >= issuedAt);
  return vouchers.map((voucher) => ({
    voucher,
    refunds: refundVouchers.filter(({ id }) => voucherOf.get(id) === voucher.id),
    invoicedAt: invoiceFor(voucher)?.issuedAt ?? null,
  }));
}

const whereInPeriod = ({ from, until }: TaxPeriod): SQL =>
  and(gte(ledgerEntries.createdAt, from), lt(ledgerEntries.createdAt, until))!;

async function readSums(database: Database, where: SQL): Promise<LedgerSums> {
  const rows = await database
    .select({
      type: ledgerEntries.type,
      count: sql<number>`count(*)::int`,
      amount: paiseOf(sql`sum(${ledgerEntries.amount})`),
    })
    .from(ledgerEntries)
    .where(where)
    .groupBy(ledgerEntries.type);
  return Object.fromEntries(rows.map(({ type, ...sums }) => [type, sums]));
}

const balanceOf = (sums: LedgerSums): LedgerBalance =>
  toBalance(Object.entries(sums).map(([type, { amount }]) => ({ type: type as LedgerType, amount })));

const movesMoney = (Object.keys(LEDGER_EFFECTS) as LedgerType[]).filter((type) => LEDGER_EFFECTS[type].received !== 0);

// Not filtered by owner: only owners call it, and the books contain all customers.
async function readEntries(database: Database, period: TaxPeriod): Promise<MoneyEntry[]> {
  const rows = await database
    .select({
      type: ledgerEntries.type,
      amount: ledgerEntries.amount,
      createdAt: ledgerEntries.createdAt,
      refundId: ledgerEntries.refundId,
      provider: refunds.provider,
      source: payments.source,
      reference: payments.referenceId,
      chosen: orders.paymentMethod,
    })
    .from(ledgerEntries)
    .leftJoin(payments, eq(payments.id, ledgerEntries.paymentId))
    .leftJoin(refunds, eq(refunds.id, ledgerEntries.refundId))
    .leftJoin(orders, eq(orders.id, ledgerEntries.orderId))
    .where(and(whereInPeriod(period), inArray(ledgerEntries.type, movesMoney)));
  return rows.map(({ type, amount, createdAt, ...paid }) => ({ type, amount, createdAt, method: methodOf(paid) }));
}

type Paid = {
  refundId: string | null;
  provider: typeof refunds.$inferSelect.provider;
  source: typeof payments.$inferSelect.source | null;
  reference: string | null;
  chosen: typeof orders.$inferSelect.paymentMethod | null;
};

const BY_REFERENCE = 'UPI or bank transfer';

/** A refund without a gateway was sent by hand, whatever the payment method of the order. */
function methodOf({ refundId, provider, source, reference, chosen }: Paid): string {
  if (provider) return paymentMethodName(provider);
  if (reference?.startsWith('CASH-')) return 'Cash';
  if (refundId !== null || source === 'reference') return BY_REFERENCE;
  if (source === 'cash') return paymentMethodName('cod');
  return chosen && isGateway(chosen) ? paymentMethodName(chosen) : 'Gateway';
}
