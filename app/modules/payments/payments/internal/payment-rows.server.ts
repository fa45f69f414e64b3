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

/** Whether the shopper can still pay it: it is open, and so is the gateway's page for it. The gateway is asked beyond that. */
export function isOpenToShopper(shop: Shop, { provider, status, createdAt }: GatewayPayment): boolean {
  const minutes = shop.suppliers.payment[provider]?.windowMinutes ?? Infinity;
  return status === 'created' && shop.now.getTime() < createdAt.getTime() + minutes * 60_000;
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
  const reference = answer.paymentId.toUpperCase();
  const { orderId } = current;
  // Its customer may have typed the gateway's own number as a reference before the news came.
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

/** Whether a gateway reported money for an order that does not fit it: another amount or currency, or an id that another order has. */
export const isOtherMoney = ({ failure }: GatewayPayment): boolean =>
  failure === 'wrong-amount' || failure === 'id-used';
