import { and, eq, gte, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm';
import type { Gateway } from '#app/basics/payment-methods.ts';
import { NOTHING, paise, sum } from '#app/basics/money.ts';
import { takeGatewayAnswer } from '#app/modules/payments/payments/payments.server.ts';
import type { ListedRefund, PaymentProvider, RefundAnswer } from '#app/modules/payments/payments/provider.ts';
import { payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { gatewayRefunds, paymentOrders } from '#app/modules/payments/payments/tables.server.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { askEach, type CheckedDay, type Compared, type Difference } from './compare-payments.server.ts';

/** Compares a day's refunds. Returns undefined when the gateway cannot be reached. */
export async function compareRefunds(
  shop: Shop,
  { provider, supplier }: { provider: Gateway; supplier: PaymentProvider },
  { day, from, to }: CheckedDay,
): Promise<Compared | undefined> {
  const sent = await shop.database
    .select({ refund: gatewayRefunds, payment: paymentOrders })
    .from(gatewayRefunds)
    .innerJoin(paymentOrders, eq(paymentOrders.id, gatewayRefunds.paymentOrderId))
    .where(
      and(
        eq(paymentOrders.provider, provider),
        isNotNull(gatewayRefunds.key),
        isNotNull(paymentOrders.paymentId),
        ne(gatewayRefunds.status, 'failed'),
        gte(gatewayRefunds.createdAt, from),
        lt(gatewayRefunds.createdAt, to),
      ),
    );
  const listed = supplier.listRefunds ? await supplier.listRefunds(day) : [];
  if (!listed) return undefined;
  const isListed = new Set(listed.flatMap(({ refundId, key }) => [refundId, key]));
  const unlisted = sent.filter(
    ({ refund }) => !isListed.has(refund.providerRefundId ?? '') && !isListed.has(refund.key!),
  );
  const answers = await askEach(unlisted, async ({ refund, payment }) => {
    const { providerOrderId, paymentId } = payment;
    const refundId = refund.providerRefundId ?? undefined;
    const key = refund.key!;
    const answer = await supplier.lookUpRefund({ providerOrderId, paymentId: paymentId!, key, refundId });
    return answer && { refund, payment, answer };
  });
  if (!answers) return undefined;
  for (const { refund, payment, answer } of answers)
    if (answer !== 'unknown' && answer.status !== 'pending')
      await takeGatewayAnswer(shop, provider, {
        kind: 'refund',
        providerOrderId: payment.providerOrderId,
        key: refund.key!,
        ...answer,
      });
  const theirs = supplier.listRefunds ? listed : listOf(answers);
  const paymentsById = await readPayments(shop, provider, theirs);
  for (const { paymentId, ...refund } of listed) {
    const payment = paymentsById.get(paymentId);
    if (payment && refund.status !== 'pending')
      await takeGatewayAnswer(shop, provider, { kind: 'refund', providerOrderId: payment.providerOrderId, ...refund });
  }
  const missingThere = answers.filter(({ answer }) => answer === 'unknown');
  return {
    count: listed.length + answers.length - missingThere.length,
    differences: [
      ...(await compareListed(shop, paymentsById, theirs)),
      ...missingThere.map(({ refund, payment }): Difference => ({
        about: 'refund',
        kind: 'missing-there',
        providerId: refund.providerRefundId ?? refund.key!,
        orderId: payment.orderId,
        ours: refund.amount ?? undefined,
      })),
    ],
  };
}

type GatewayPayment = typeof paymentOrders.$inferSelect;
type Asked = {
  refund: typeof gatewayRefunds.$inferSelect;
  payment: GatewayPayment;
  answer: RefundAnswer | 'unknown';
};

const listOf = (asked: Asked[]): ListedRefund[] =>
  asked.flatMap(({ refund: { key, amount, providerRefundId }, payment, answer }) =>
    answer === 'unknown' || amount === null
      ? []
      : [
          {
            ...answer,
            refundId: answer.refundId ?? providerRefundId ?? key!,
            paymentId: payment.paymentId!,
            key: key!,
            amount,
          },
        ],
  );

async function readPayments(shop: Shop, provider: Gateway, theirs: ListedRefund[]) {
  if (theirs.length === 0) return new Map<string, GatewayPayment>();
  const paymentIds = theirs.map(({ paymentId }) => paymentId);
  const rows = await shop.database
    .select()
    .from(paymentOrders)
    .where(and(eq(paymentOrders.provider, provider), inArray(paymentOrders.paymentId, paymentIds)));
  return new Map(rows.map((row) => [row.paymentId!, row]));
}

async function compareListed(
  shop: Shop,
  paymentsById: Map<string, GatewayPayment>,
  listed: ListedRefund[],
): Promise<Difference[]> {
  const orderIds = [...paymentsById.values()].map(({ orderId }) => orderId);
  const recorded = orderIds.length > 0 ? await readRecorded(shop, orderIds) : [];
  const byPayment = Map.groupBy(
    listed.filter(({ status }) => status !== 'failed'),
    ({ paymentId }) => paymentId,
  );
  return [...byPayment].flatMap(([paymentId, theirRefunds]): Difference[] => {
    const row = paymentsById.get(paymentId);
    const theirs = sum(theirRefunds.map(({ amount }) => amount));
    const ours =
      recorded.find(({ referenceId, orderId }) => orderId === row?.orderId && referenceId === paymentId.toUpperCase())
        ?.amount ?? NOTHING;
    // The shop recorded at least the gateway's amount. The rest was refunded by another method or on another day.
    if (row && theirs <= ours) return [];
    return [
      {
        about: 'refund',
        kind: ours > NOTHING ? 'other-amount' : 'missing-here',
        providerId: theirRefunds.at(-1)!.refundId,
        orderId: row?.orderId,
        ours: ours > NOTHING ? ours : undefined,
        theirs: paise(theirs),
      },
    ];
  });
}

const readRecorded = (shop: Shop, orderIds: string[]) =>
  shop.database
    .select({
      orderId: payments.orderId,
      referenceId: payments.referenceId,
      amount: paiseOf(sql`sum(${refunds.amount})`),
    })
    .from(payments)
    .innerJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(and(inArray(payments.orderId, orderIds), ne(refunds.status, 'failed')))
    .groupBy(payments.orderId, payments.referenceId);
