import { type Gateway } from '#app/basics/payment-methods.ts';
import { and, desc, eq, gt, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Paise } from '#app/basics/money.ts';
import { type Refused, type Result, done, refused } from '#app/basics/result.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { GatewayAnswer, GatewayRedirect } from '#app/modules/payments/payments/provider.ts';
import { captureClaim, recordPayment } from '#app/modules/orders/ledger/ledger.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { paymentOrders } from '#app/modules/payments/payments/tables.server.ts';

const MAX_REASON = 300;

export type GatewayPayment = typeof paymentOrders.$inferSelect;

/** Adds a payment, or returns false when it exists already. */
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

export function findGatewayPayments(shop: Shop, orderId: string): Promise<GatewayPayment[]> {
  return shop.database
    .select()
    .from(paymentOrders)
    .where(eq(paymentOrders.orderId, orderId))
    .orderBy(desc(paymentOrders.createdAt), desc(paymentOrders.id));
}

export function isOpenToShopper(shop: Shop, { provider, status, createdAt }: GatewayPayment): boolean {
  const minutes = shop.suppliers.payment[provider]?.windowMinutes ?? Infinity;
  return status === 'created' && shop.now.getTime() < createdAt.getTime() + minutes * 60_000;
}

/** Cancels open payments. Money that still arrives for them is recorded. */
export async function cancelOpenGatewayPayments(shop: Shop, orderId: string): Promise<void> {
  await shop.database
    .update(paymentOrders)
    .set({ status: 'failed', failure: 'cancelled', failedAt: shop.now })
    .where(and(eq(paymentOrders.orderId, orderId), eq(paymentOrders.status, 'created')));
}

export async function markPolled(shop: Shop, payment: GatewayPayment): Promise<void> {
  await shop.database.update(paymentOrders).set({ polledAt: shop.now }).where(eq(paymentOrders.id, payment.id));
}

const LEFT_OPEN_AFTER_MINUTES = 15;
const ASKED_ABOUT_FOR_DAYS = 5;

/**
 * Returns up to a hundred open payments: each of them whenever its age has doubled. Stops after five days, when a bank
 * no longer confirms.
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

/** Returns `paid` once, then `nothing`. Refuses another amount, currency or payment id. */
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
  const reference = answer.paymentId.toUpperCase();
  const { orderId } = current;
  // The customer may have entered the gateway's payment number as a reference.
  if (!(await captureClaim(shop, { orderId, reference, amount: answer.amount }))) {
    const recorded = await recordPayment(shop, {
      orderId,
      customerId,
      amount: answer.amount,
      reference,
      source: 'gateway',
      verification: 'matched',
    });
    if (!recorded.ok) return (await isPaymentOf(shop, reference, orderId)) ? done('nothing') : fail('id-used');
  }
  if (current.status === 'completed') return done('paid-twice');
  await shop.database
    .update(paymentOrders)
    .set({ status: 'completed', paymentId: answer.paymentId, completedAt: shop.now, failure: null })
    .where(eq(paymentOrders.id, current.id));
  return done('paid');
}

async function isPaymentOf(shop: Shop, reference: string, orderId: string): Promise<boolean> {
  const isIts = and(eq(payments.referenceId, reference), eq(payments.orderId, orderId));
  return (await shop.database.$count(payments, isIts)) > 0;
}

export const isOtherMoney = ({ failure }: GatewayPayment): boolean =>
  failure === 'wrong-amount' || failure === 'id-used';
