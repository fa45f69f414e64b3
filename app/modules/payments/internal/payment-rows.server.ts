import { type Gateway } from '#app/basics/payment-methods.ts';
import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { type Paise, paise, sum } from '#app/basics/money.ts';
import { type Refused, type Result, done, refused } from '#app/basics/result.ts';
import { actorId, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import type { Verification } from '#app/modules/orders/order.ts';
import type { GatewayAnswer, GatewayRedirect } from '#app/modules/payments/provider.ts';
import { paymentOrders, payments, refunds } from '#app/modules/payments/tables.server.ts';

const MAX_REASON = 300;

/**
 * Writes the payment that a shopper claims with a reference (success, and unverified), in the caller's
 * transaction. Refused when another order has the reference; the reference must have been normalised.
 */
export async function recordManualPayment(
  shop: Shop,
  payment: {
    orderId: string;
    customerId: string | null;
    amount: Paise;
    reference: string;
    verification?: 'unverified' | 'matched';
  },
): Promise<Result<undefined, Refused<'reference-used', undefined>>> {
  if (await isReferenceUsed(shop, payment.reference)) return refused('reference-used');
  const written = await shop.database
    .insert(payments)
    .values({
      orderId: payment.orderId,
      customerId: payment.customerId,
      amount: payment.amount,
      referenceId: payment.reference,
      status: 'success',
      verification: payment.verification,
      createdAt: shop.now,
    })
    .onConflictDoNothing()
    .returning({ id: payments.id });
  return written.length === 0 ? refused('reference-used') : done();
}

/**
 * Puts another reference on a payment whose first one was rejected, to be looked for anew, in the caller's transaction; the caller
 * has judged who may. Refused when another order has it.
 */
export async function correctManualPayment(
  shop: Shop,
  { orderId, from, reference }: { orderId: string; from: string; reference: string },
): Promise<Result<undefined, Refused<'reference-used', undefined>>> {
  if (await isReferenceUsed(shop, reference)) return refused('reference-used');
  await shop.database
    .update(payments)
    .set({ referenceId: reference, verification: 'unverified' })
    .where(and(eq(payments.orderId, orderId), eq(payments.referenceId, from)));
  return done();
}

/** Some were written down with hyphens and the like, before these were left out. */
const normalReference = sql`regexp_replace(${payments.referenceId}, '[^A-Z0-9]', '', 'g')`;

async function isReferenceUsed(shop: Shop, reference: string): Promise<boolean> {
  const used = shop.database.select({ id: payments.id }).from(payments).where(eq(normalReference, reference)).limit(1);
  return (await used).length > 0;
}

/** Marks the payments of orders as found in the bank or not, in the caller's transaction; the caller has judged who may. */
export async function markPayments(shop: Shop, orderIds: readonly string[], verification: Verification): Promise<void> {
  await shop.database
    .update(payments)
    .set({ verification })
    .where(inArray(payments.orderId, [...orderIds]));
}

/** The gateway's bookkeeping for an order. */
export type GatewayPayment = typeof paymentOrders.$inferSelect;

/** Stores the id under which a gateway knows an order's payment. False when the gateway has given it before. */
export async function insertGatewayPayment(
  shop: Shop,
  payment: {
    orderId: string;
    provider: Gateway;
    providerOrderId: string;
    redirect?: GatewayRedirect;
    amount: Paise;
  },
): Promise<boolean> {
  const inserted = await shop.database
    .insert(paymentOrders)
    .values({ ...payment, createdAt: shop.now })
    .onConflictDoNothing()
    .returning({ id: paymentOrders.id });
  return inserted.length === 1;
}

/** An order's payments at gateways, the newest first. */
export function gatewayPaymentsOf(shop: Shop, orderId: string): Promise<GatewayPayment[]> {
  return shop.database
    .select()
    .from(paymentOrders)
    .where(eq(paymentOrders.orderId, orderId))
    .orderBy(desc(paymentOrders.createdAt), desc(paymentOrders.id));
}

/**
 * Gives up what is still open of an order's gateway payments, in the caller's transaction, which holds the order's row: the
 * shopper cancelled, or chose another method. Should money come all the same, it is taken.
 */
export async function cancelOpenGatewayPayments(shop: Shop, orderId: string): Promise<void> {
  await shop.database
    .update(paymentOrders)
    .set({ status: 'failed', failure: 'cancelled', failedAt: shop.now })
    .where(and(eq(paymentOrders.orderId, orderId), eq(paymentOrders.status, 'created')));
}

/** Notes that a gateway was asked about a payment. */
export async function markPolled(shop: Shop, payment: GatewayPayment): Promise<void> {
  await shop.database.update(paymentOrders).set({ polledAt: shop.now }).where(eq(paymentOrders.id, payment.id));
}

const LEFT_OPEN_AFTER_MINUTES = 15;
const ASKED_ABOUT_FOR_DAYS = 5;

/**
 * The payments that no gateway has called completed 15 minutes after they were opened, a hundred at most:
 * those nobody asked about since, then again each time their age has doubled, for five days, which is how late a bank
 * may still say yes.
 */
export function paymentsLeftOpen(shop: Shop): Promise<GatewayPayment[]> {
  const ago = (minutes: number) => new Date(shop.now.getTime() - minutes * 60_000);
  const now = sql`${shop.now.toISOString()}::timestamptz`;
  return shop.database
    .select()
    .from(paymentOrders)
    .where(
      and(
        ne(paymentOrders.status, 'completed'),
        lte(paymentOrders.createdAt, ago(LEFT_OPEN_AFTER_MINUTES)),
        gt(paymentOrders.createdAt, ago(ASKED_ABOUT_FOR_DAYS * 24 * 60)),
        or(
          isNull(paymentOrders.polledAt),
          lt(paymentOrders.polledAt, sql`${paymentOrders.createdAt} + interval '15 minutes'`),
          sql`${now} - ${paymentOrders.polledAt} >= ${paymentOrders.polledAt} - ${paymentOrders.createdAt}`,
        ),
      ),
    )
    .orderBy(sql`${paymentOrders.polledAt} nulls first`, paymentOrders.createdAt)
    .limit(100);
}

/** The payment a gateway means, or undefined when it isn't one of ours. */
export async function findGatewayPayment(
  shop: Shop,
  provider: Gateway,
  providerOrderId: string,
): Promise<GatewayPayment | undefined> {
  const [found] = await shop.database
    .select()
    .from(paymentOrders)
    .where(and(eq(paymentOrders.provider, provider), eq(paymentOrders.providerOrderId, providerOrderId)));
  return found;
}

/**
 * Takes a gateway's answer into the books, in the caller's transaction, which holds the order's row. Says what changed:
 * `paid` once only, `nothing` for a repeat or a step backwards, and `paid-twice` for a second payment of a completed one.
 * Refused when amount or currency aren't what we asked for, or its id is that of another order's payment, the first time.
 */
export async function recordGatewayAnswer(
  shop: Shop,
  payment: GatewayPayment,
  answer: GatewayAnswer,
  customerId: string | null,
): Promise<Result<'paid' | 'failed' | 'paid-twice' | 'nothing', Refused<'wrong-amount' | 'id-used', undefined>>> {
  const [current] = await shop.database
    .select()
    .from(paymentOrders)
    .where(eq(paymentOrders.id, payment.id))
    .for('update');
  if (!current) throw new Error(`gateway payment ${payment.id} is gone`);
  if (answer.outcome === 'pending') return done('nothing');
  if (answer.outcome === 'failed') {
    if (current.status !== 'created') return done('nothing');
    await shop.database
      .update(paymentOrders)
      .set({
        status: 'failed',
        failure: 'declined',
        failureReason: answer.reason?.slice(0, MAX_REASON),
        notDebited: answer.notDebited ?? false,
        failedAt: shop.now,
      })
      .where(eq(paymentOrders.id, current.id));
    return done('failed');
  }
  const fail = async (failure: 'wrong-amount' | 'id-used') => {
    if (current.failure === failure) return done('nothing' as const);
    if (current.status !== 'completed')
      await shop.database
        .update(paymentOrders)
        .set({ status: 'failed', failure, failedAt: shop.now })
        .where(eq(paymentOrders.id, current.id));
    return refused(failure);
  };
  if (answer.amount !== current.amount || answer.currency !== current.currency) return fail('wrong-amount');
  const booked = await shop.database
    .insert(payments)
    .values({
      orderId: current.orderId,
      customerId,
      amount: answer.amount,
      referenceId: answer.paymentId.toUpperCase(),
      status: 'success',
      verification: 'matched',
      createdAt: shop.now,
    })
    .onConflictDoNothing()
    .returning({ id: payments.id });
  if (booked.length === 0)
    return (await isPaymentOf(shop, answer.paymentId, current.orderId)) ? done('nothing') : fail('id-used');
  if (current.status === 'completed') return done('paid-twice');
  await shop.database
    .update(paymentOrders)
    .set({ status: 'completed', paymentId: answer.paymentId, completedAt: shop.now, failure: null })
    .where(eq(paymentOrders.id, current.id));
  return done('paid');
}

async function isPaymentOf(shop: Shop, paymentId: string, orderId: string): Promise<boolean> {
  const isIts = and(eq(payments.referenceId, paymentId.toUpperCase()), eq(payments.orderId, orderId));
  return (await shop.database.$count(payments, isIts)) > 0;
}

export type RefundRefusal = Refused<'too-much', { left: Paise }> | Refused<'key-used' | 'not-paid', undefined>;

/**
 * Writes a refund of one payment under a lock on it, in the caller's transaction, which has judged who may and holds the
 * order (T8). The same key with the same content answers the refund there is. Refused when it is more than is left of the
 * payment, when the payment never succeeded, or when the key is another refund's. Throws not-found for another order's payment.
 */
export async function recordRefund(
  shop: Shop,
  refund: { orderId: string; paymentId: string; amount: Paise; reason: string; key: string },
): Promise<Result<{ id: string; isNew: boolean }, RefundRefusal>> {
  const { key, paymentId, amount, reason } = refund;
  const [payment] = await shop.database
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.orderId, refund.orderId)))
    .for('update');
  if (!payment) throw notFound();
  const [earlier] = await shop.database.select().from(refunds).where(eq(refunds.key, key));
  if (earlier) {
    const isSame = earlier.paymentId === paymentId && earlier.amount === amount && earlier.reason === reason;
    return isSame ? done({ id: earlier.id, isNew: false }) : refused('key-used');
  }
  if (payment.status !== 'success') return refused('not-paid');
  const given = await shop.database
    .select({ amount: refunds.amount })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId));
  const left = paise(payment.amount - sum(given.map((each) => each.amount)));
  if (amount > left) return refused('too-much', { left });
  const [written] = await shop.database
    .insert(refunds)
    .values({ key, paymentId, amount, reason, recordedBy: actorId(shop), createdAt: shop.now })
    .returning({ id: refunds.id });
  return done({ id: written!.id, isNew: true });
}
