import { and, eq, exists, inArray, ne, notExists, notLike, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Paise } from '#app/basics/money.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import {
  COURIER_CASH,
  type LedgerType,
  type PaymentSource,
  lettersAndDigits,
} from '#app/modules/orders/ledger/ledger.ts';
import { ledgerEntries, payments } from '#app/modules/orders/ledger/tables.server.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import { actorId, type Shop } from '#app/platform/shop.server.ts';
import { recordEntries } from './entries.server.ts';

type PaymentVerification = (typeof payments.$inferSelect)['verification'];

const RECEIVED: Record<PaymentSource, LedgerType> = { reference: 'matched', gateway: 'captured', cash: 'collected' };

/**
 * Returns whether another payment has the reference. Locks the reference, so that the second of two claims sees the
 * first.
 */
export async function isReferenceContested(
  shop: Shop,
  { reference, orderId }: { reference: string; orderId?: string },
): Promise<boolean> {
  await lockReference(shop, reference);
  const others = and(
    eq(normalReference, reference),
    ne(payments.verification, 'rejected'),
    orderId === undefined ? undefined : ne(payments.orderId, orderId),
  );
  return (await shop.database.$count(payments, others)) > 0;
}

const lockReference = (shop: Shop, reference: string) =>
  shop.database.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`reference:${reference}`}, 81))`);

/** Adds a payment to a locked order. Refuses a reference in use, unless `mayBeContested`. */
export async function recordPayment(
  shop: Shop,
  payment: {
    orderId: string;
    customerId: string | null;
    amount: Paise;
    reference: string;
    source: PaymentSource;
    verification?: 'unverified' | 'matched';
    mayBeContested?: boolean;
  },
): Promise<Result<{ paymentId: string }, Refused<'reference-used', undefined>>> {
  const {
    orderId,
    customerId,
    amount,
    reference,
    source,
    verification = 'unverified',
    mayBeContested = false,
  } = payment;
  const isClaim = source === 'reference';
  const now = sql`${shop.now.toISOString()}::timestamptz`;
  if (isClaim && !mayBeContested) await lockReference(shop, reference);
  // A single statement, because a new order may have locked its pieces.
  const { rows } = await shop.database.execute<{ payment_id: string }>(sql`
    with written as (
      insert into payments (order_id, customer_id, amount, reference_id, status, verification, source, created_at)
      select ${orderId}::uuid, ${customerId}::uuid, ${amount}::bigint, ${reference}, 'success', ${verification}, ${source}, ${now}
      where not (${isClaim && !mayBeContested}::boolean and ${exists(withReference(shop, reference))})
      on conflict do nothing returning id
    ), claimed as (
      insert into ledger_entries (order_id, type, amount, payment_id, recorded_by, created_at)
      select ${orderId}::uuid, 'claimed', ${amount}::bigint, id, ${actorId(shop)}::uuid, ${now}
      from written where ${isClaim}::boolean and ${amount}::bigint > 0
    )
    select id as payment_id from written`);
  const [written] = rows;
  if (!written) return refused('reference-used');
  const paymentId = written.payment_id;
  if (verification === 'matched') await recordEntries(shop, [{ orderId, amount, paymentId, type: RECEIVED[source] }]);
  return done({ paymentId });
}

export async function correctReference(
  shop: Shop,
  { orderId, from, reference }: { orderId: string; from: string; reference: string },
): Promise<Result<undefined, Refused<'reference-used', undefined>>> {
  await lockReference(shop, reference);
  if ((await withReference(shop, reference)).length > 0) return refused('reference-used');
  const corrected = await shop.database
    .update(payments)
    .set({ referenceId: reference, verification: 'unverified', matchAskedAt: null })
    .where(and(eq(payments.orderId, orderId), eq(payments.referenceId, from), ne(payments.verification, 'matched')))
    .returning({ paymentId: payments.id, amount: payments.amount });
  await recordEntries(
    shop,
    corrected.map((payment) => ({ orderId, type: 'claimed', ...payment, reason: `instead of ${from}` })),
  );
  return done();
}

export async function noteMatchAsked(shop: Shop, paymentIds: readonly string[]): Promise<void> {
  await shop.database
    .update(payments)
    .set({ matchAskedAt: shop.now })
    .where(inArray(payments.id, [...paymentIds]));
}

/** Marks a claimed payment as not found. Returns its order, or undefined if the payment is no longer a claim. */
export async function setNotFoundOn(
  shop: Shop,
  { paymentId, notFoundOn }: { paymentId: string; notFoundOn: string | null },
): Promise<string | undefined> {
  const [noted] = await shop.database
    .update(payments)
    .set({ notFoundOn })
    .where(and(eq(payments.id, paymentId), eq(payments.verification, 'unverified')))
    .returning({ orderId: payments.orderId });
  return noted?.orderId;
}

/** Older references may contain hyphens. `lettersAndDigits` does the same. */
const normalReference = sql`regexp_replace(${payments.referenceId}, '[^A-Z0-9]', '', 'g')`;

const withReference = (shop: Shop, reference: string) =>
  shop.database.select({ id: payments.id }).from(payments).where(eq(normalReference, reference)).limit(1);

/**
 * Turns a customer's claim into a gateway's payment if it has the gateway's reference. Returns false without an open
 * claim.
 */
export async function captureClaim(
  shop: Shop,
  { orderId, reference, amount }: { orderId: string; reference: string; amount: Paise },
): Promise<boolean> {
  const other = alias(payments, 'other');
  const isAnothers = and(eq(other.referenceId, reference), ne(other.id, payments.id), ne(other.source, 'reference'));
  const isClaim = and(
    eq(payments.orderId, orderId),
    eq(normalReference, lettersAndDigits(reference)),
    eq(payments.source, 'reference'),
    ne(payments.verification, 'matched'),
    notExists(shop.database.select({ id: other.id }).from(other).where(isAnothers)),
  );
  const [captured] = await shop.database
    .update(payments)
    .set({ referenceId: reference, source: 'gateway', verification: 'matched', amount })
    .where(isClaim)
    .returning({ paymentId: payments.id });
  if (captured) await recordEntries(shop, [{ orderId, amount, type: 'captured', ...captured }]);
  return captured !== undefined;
}

const ENTRIES: Record<PaymentVerification, Partial<Record<PaymentVerification, readonly LedgerType[]>>> = {
  unverified: { matched: ['matched'], rejected: ['rejected'] },
  matched: { unverified: ['unmatched'], rejected: ['unmatched', 'rejected'] },
  rejected: { unverified: ['claimed'], matched: ['claimed', 'matched'] },
};

/** Undoing a confirmation restores the amount that the customer last claimed. */
const claimed = sql`coalesce((select entry.amount from ${ledgerEntries} entry
  where entry.payment_id = payments.id and entry.type = 'claimed' order by entry.sequence desc limit 1), payments.amount)`;

/** The owner confirms references and cash from the counter. Cash from couriers needs no confirmation. */
const takesVerification = or(
  eq(payments.source, 'reference'),
  and(eq(payments.source, 'cash'), notLike(payments.referenceId, COURIER_CASH)),
);

/** `amount` is the received amount, if it differs from the claimed amount. */
type PaymentMark = { paymentId: string; verification: PaymentVerification; amount?: Paise };

/** Marks payments, except payments by gateways and couriers. Returns the changed orders. */
export async function markPayments(shop: Shop, marks: readonly PaymentMark[]): Promise<string[]> {
  if (marks.length === 0) return [];
  const marksById = new Map(marks.map((mark) => [mark.paymentId, mark]));
  const rows = await shop.database
    .select({
      id: payments.id,
      orderId: payments.orderId,
      amount: payments.amount,
      claimed: paiseOf(claimed),
      verification: payments.verification,
      source: payments.source,
    })
    .from(payments)
    .where(and(inArray(payments.id, [...marksById.keys()]), takesVerification, eq(payments.status, 'success')))
    .for('update');
  const changes = rows.flatMap(({ id, orderId, amount: before, claimed, verification: from, source }) => {
    const { verification: to, amount = claimed } = marksById.get(id)!;
    return from === to ? [] : [{ id, orderId, before, amount, from, to, source }];
  });
  if (changes.length === 0) return [];
  const column = (name: 'id' | 'to' | 'amount') => sql.param(changes.map((change) => change[name]));
  await shop.database.execute(sql`
    update payments set verification = change.verification, amount = change.amount
    from unnest(${column('id')}::uuid[], ${column('to')}::text[], ${column('amount')}::bigint[])
      as change (id, verification, amount)
    where payments.id = change.id`);
  await recordEntries(
    shop,
    changes.flatMap(({ id: paymentId, orderId, before, amount, from, to, source }) =>
      ENTRIES[from][to]!.map((type) => ({
        orderId,
        type: type === 'matched' ? RECEIVED[source] : type,
        amount: type === 'unmatched' ? before : amount,
        paymentId,
      })),
    ),
  );
  return changes.map(({ orderId }) => orderId);
}
