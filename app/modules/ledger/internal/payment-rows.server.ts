import { and, eq, inArray, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Paise } from '#app/basics/money.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import type { LedgerType, PaymentSource } from '#app/modules/ledger/ledger.ts';
import { payments } from '#app/modules/ledger/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { recordEntries } from './entries.server.ts';

type PaymentVerification = (typeof payments.$inferSelect)['verification'];

const RECEIVED: Record<PaymentSource, LedgerType> = { reference: 'matched', gateway: 'captured', cash: 'collected' };

/**
 * Writes a payment of an order, in the caller's transaction, which holds the order's row. One by reference is a claim until it is
 * matched; a gateway's, and cash that the owner took, were received (`matched`). Refused when another payment has the reference,
 * which must have been normalised.
 */
export async function recordPayment(
  shop: Shop,
  payment: {
    orderId: string;
    /** Null for somebody without an account. */
    customerId: string | null;
    amount: Paise;
    reference: string;
    source: PaymentSource;
    verification?: 'unverified' | 'matched';
  },
): Promise<Result<{ paymentId: string }, Refused<'reference-used', undefined>>> {
  const { reference, verification = 'unverified', ...row } = payment;
  if (row.source === 'reference' && (await isReferenceUsed(shop, reference))) return refused('reference-used');
  const [written] = await shop.database
    .insert(payments)
    .values({ ...row, referenceId: reference, status: 'success', verification, createdAt: shop.now })
    .onConflictDoNothing()
    .returning({ id: payments.id });
  if (!written) return refused('reference-used');
  const entry = { orderId: row.orderId, amount: row.amount, paymentId: written.id };
  const isReceived = verification === 'matched';
  await recordEntries(shop, [
    ...(row.source === 'reference' ? [{ ...entry, type: 'claimed' as const }] : []),
    ...(isReceived ? [{ ...entry, type: RECEIVED[row.source] }] : []),
  ]);
  return done({ paymentId: written.id });
}

/**
 * Puts another reference on a payment whose first one was rejected, to be looked for anew, in the caller's transaction, which
 * holds the order's row and has made sure who may. Refused when another payment has it.
 */
export async function correctReference(
  shop: Shop,
  { orderId, from, reference }: { orderId: string; from: string; reference: string },
): Promise<Result<undefined, Refused<'reference-used', undefined>>> {
  if (await isReferenceUsed(shop, reference)) return refused('reference-used');
  const corrected = await shop.database
    .update(payments)
    .set({ referenceId: reference, verification: 'unverified' })
    .where(and(eq(payments.orderId, orderId), eq(payments.referenceId, from), ne(payments.verification, 'matched')))
    .returning({ paymentId: payments.id, amount: payments.amount });
  await recordEntries(
    shop,
    corrected.map((payment) => ({ orderId, type: 'claimed', ...payment, reason: `instead of ${from}` })),
  );
  return done();
}

/** Some were written down with hyphens and the like, before these were left out. */
const normalReference = sql`regexp_replace(${payments.referenceId}, '[^A-Z0-9]', '', 'g')`;

async function isReferenceUsed(shop: Shop, reference: string): Promise<boolean> {
  const used = shop.database.select({ id: payments.id }).from(payments).where(eq(normalReference, reference)).limit(1);
  return (await used).length > 0;
}

/** The entry that leads from one verification of a payment to another. */
const ENTRIES: Record<PaymentVerification, Partial<Record<PaymentVerification, readonly LedgerType[]>>> = {
  unverified: { matched: ['matched'], rejected: ['rejected'] },
  matched: { unverified: ['unmatched'], rejected: ['unmatched', 'rejected'] },
  rejected: { unverified: ['claimed'], matched: ['claimed', 'matched'] },
};

/**
 * Marks what the customers of these orders claimed as found in the bank or not, in the caller's transaction, which holds the
 * orders' rows and has made sure who may. `amounts`: what really came for an order, where it isn't what was claimed. `newest`: the
 * reference of the one payment that is meant, of orders that are paid in parts. What a gateway or a hand took is left as it is.
 */
export async function markPayments(
  shop: Shop,
  orderIds: readonly string[],
  verification: PaymentVerification,
  {
    amounts = new Map(),
    newest = new Map(),
  }: { amounts?: ReadonlyMap<string, Paise>; newest?: ReadonlyMap<string, string> } = {},
): Promise<void> {
  const before = await shop.database
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.orderId, [...orderIds]),
        eq(payments.source, 'reference'),
        eq(payments.status, 'success'),
        ne(payments.verification, verification),
        or(notInArray(payments.orderId, [...newest.keys()]), inArray(payments.referenceId, [...newest.values()])),
      ),
    )
    .for('update');
  if (before.length === 0) return;
  const ids = before.map(({ id }) => id);
  await shop.database.update(payments).set({ verification }).where(inArray(payments.id, ids));
  const came = before.flatMap(({ id, orderId }) => {
    const amount = amounts.get(orderId);
    return amount === undefined ? [] : [{ id, amount }];
  });
  if (came.length > 0)
    await shop.database.execute(sql`
      update payments set amount = came.amount
      from unnest(${sql.param(came.map(({ id }) => id))}::uuid[], ${sql.param(came.map(({ amount }) => amount))}::bigint[])
        as came (id, amount)
      where payments.id = came.id`);
  await recordEntries(
    shop,
    before.flatMap(({ id: paymentId, orderId, amount, verification: from }) =>
      ENTRIES[from][verification]!.map((type) => ({
        orderId,
        type,
        amount: type === 'matched' ? (amounts.get(orderId) ?? amount) : amount,
        paymentId,
      })),
    ),
  );
}
