import { sql } from 'drizzle-orm';
import { type Paise, sum } from '#app/basics/money.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { toBalance, type LedgerType, refundOwed } from '#app/modules/orders/ledger/ledger.ts';
import { ledgerEntries, orderBalances, payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { type Shop, shopOnly } from '#app/platform/shop.server.ts';

export type ImportedPayment = {
  id: string;
  amount: Paise;
  reference: string;
  status: (typeof payments.$inferSelect)['status'];
  createdAt: Date;
};

export type ImportedBooks = {
  orderId: string;
  customerId: string | null;
  total: Paise;
  payments: readonly ImportedPayment[];
  /** A payment that the other shop did not confirm becomes a claim. */
  isMatched: boolean;
  isRefunded: boolean;
  isCancelled: boolean;
  createdAt: Date;
  updatedAt: Date;
};

const REASON = 'Moved in';

/** Imports payments without events. Only for background jobs and commands. */
export async function importBooks(shop: Shop, books: readonly ImportedBooks[]): Promise<void> {
  shopOnly(shop);
  const written = books.map((book) => ({ ...book, entries: entriesFor(book) }));
  await shop.database.insert(orderBalances).values(
    written.map(({ orderId, entries, updatedAt }) => {
      const balance = toBalance(entries);
      const isOverpaid = refundOwed(balance) > 0;
      const last = entries.findLast(({ type }) => type === 'matched' || type === 'voided');
      return {
        orderId,
        ...balance,
        overpaidSince: isOverpaid ? updatedAt : null,
        overpaidBy: isOverpaid ? (last?.type ?? null) : null,
      };
    }),
  );
  const paid = books.flatMap(({ orderId, customerId, isMatched, payments }) =>
    payments.map(({ reference: referenceId, ...payment }) => ({
      ...payment,
      orderId,
      customerId,
      referenceId,
      source: 'reference' as const,
      verification: isMatched && payment.status === 'success' ? ('matched' as const) : ('unverified' as const),
    })),
  );
  if (paid.length > 0) await shop.database.insert(payments).values(paid);
  const back = written.flatMap(({ isRefunded, payments, updatedAt: at }) =>
    isRefunded
      ? findReceived(payments).map(({ id: paymentId, amount }) => ({
          id: buildRefund(paymentId),
          key: buildRefund(paymentId),
          paymentId,
          amount,
          reason: REASON,
          settledAt: at,
          createdAt: at,
        }))
      : [],
  );
  if (back.length > 0) await shop.database.insert(refunds).values(back);
  const entries = written.flatMap(({ entries }) => entries);
  if (entries.length > 0) await shop.database.insert(ledgerEntries).values(entries);
}

const buildRefund = (paymentId: string) => uuidFrom(`refund of payment\n${paymentId}`);
const findReceived = (all: readonly ImportedPayment[]) =>
  all.filter(({ status, amount }) => status === 'success' && amount > 0);

function entriesFor(book: ImportedBooks) {
  const { orderId, total, isMatched, isRefunded, isCancelled, createdAt, updatedAt } = book;
  const entry = (type: LedgerType, amount: Paise, at: Date, ids: { paymentId?: string; refundId?: string } = {}) => ({
    orderId,
    type,
    amount,
    reason: REASON,
    createdAt: at,
    ...ids,
  });
  const received = findReceived(book.payments);
  return [
    entry('charged', total, createdAt),
    ...received.flatMap(({ id: paymentId, amount, createdAt: at }) => [
      entry('claimed', amount, at, { paymentId }),
      ...(isMatched ? [entry('matched', amount, at, { paymentId })] : []),
    ]),
    // An order that was refunded but not cancelled was returned.
    ...(isCancelled ? [entry('voided', total, updatedAt)] : isRefunded ? [entry('credited', total, updatedAt)] : []),
    ...(isRefunded
      ? received.map(({ id: paymentId, amount }) =>
          entry('refunded', amount, updatedAt, { paymentId, refundId: buildRefund(paymentId) }),
        )
      : []),
  ].filter(({ amount }) => amount > 0);
}

export async function sumPayments(shop: Shop, ids: readonly string[]): Promise<{ ids: string[]; amount: Paise }> {
  shopOnly(shop);
  const there = await shop.database
    .select({ id: payments.id, amount: payments.amount })
    .from(payments)
    .where(sql`${payments.id} = any(${sql.param([...ids])}::uuid[])`);
  return { ids: there.map(({ id }) => id), amount: sum(there.map(({ amount }) => amount)) };
}

export async function findReferenceOwners(shop: Shop, references: readonly string[]): Promise<Map<string, string>> {
  shopOnly(shop);
  const there = await shop.database
    .select({ reference: payments.referenceId, id: payments.id })
    .from(payments)
    .where(sql`${payments.referenceId} = any(${sql.param([...references])}::text[])`);
  return new Map(there.map(({ reference, id }) => [reference, id]));
}
