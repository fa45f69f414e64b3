import { and, eq, gte, inArray, lt, or } from 'drizzle-orm';
import type { Gateway } from '#app/basics/payment-methods.ts';
import { takeGatewayAnswer } from '#app/modules/payments/payments/payments.server.ts';
import type { GatewayAnswer, ListedPayment, PaymentProvider } from '#app/modules/payments/payments/provider.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { type gatewayDifferences, paymentOrders } from '#app/modules/payments/payments/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

type Row = typeof paymentOrders.$inferSelect;

/** Compares a day's payments and records missing payments. Returns undefined when the gateway cannot be reached. */
export async function comparePayments(
  shop: Shop,
  { provider, supplier }: { provider: Gateway; supplier: PaymentProvider },
  { day, from, to }: CheckedDay,
): Promise<Compared | undefined> {
  const isWithin = (column: typeof paymentOrders.createdAt | typeof paymentOrders.completedAt) =>
    and(gte(column, from), lt(column, to));
  const ofThisDay = await shop.database
    .select()
    .from(paymentOrders)
    .where(
      and(
        eq(paymentOrders.provider, provider),
        or(isWithin(paymentOrders.createdAt), isWithin(paymentOrders.completedAt)),
      ),
    );
  const answersById = new Map<string, GatewayAnswer>();
  const ask = async (rows: Row[]) => {
    const answers = await askEach(rows, (row) => supplier.lookUp(row.providerOrderId));
    answers?.forEach((answer) => answersById.set(answer.providerOrderId, answer));
    return answers;
  };
  const listed = supplier.listPayments
    ? await supplier.listPayments(day)
    : (await ask(ofThisDay))?.flatMap((answer) => (answer.outcome === 'paid' ? [answer] : []));
  if (!listed) return undefined;

  // The gateway may list a payment under another day, so the shop asks about each unlisted payment.
  const isListed = new Set(listed.map(({ paymentId }) => paymentId));
  const unlisted = ofThisDay.filter(
    (row) => row.paymentId && !isListed.has(row.paymentId) && row.completedAt! >= from && row.completedAt! < to,
  );
  if (!(await ask(unlisted.filter((row) => !answersById.has(row.providerOrderId))))) return undefined;
  const missingThere = unlisted.filter((row) => {
    const answer = answersById.get(row.providerOrderId);
    return !(answer && 'paymentId' in answer && answer.paymentId === row.paymentId);
  });
  return {
    count: listed.length,
    differences: [
      ...(await compareListed(shop, provider, listed)),
      ...missingThere.map((row): Difference => ({
        about: 'payment',
        kind: 'missing-there',
        providerId: row.paymentId!,
        orderId: row.orderId,
        ours: row.amount,
      })),
    ],
  };
}

async function compareListed(shop: Shop, provider: Gateway, listed: ListedPayment[]): Promise<Difference[]> {
  if (listed.length === 0) return [];
  const ids = listed.flatMap(({ providerOrderId }) => providerOrderId ?? []);
  const rows = await shop.database
    .select()
    .from(paymentOrders)
    .where(and(eq(paymentOrders.provider, provider), inArray(paymentOrders.providerOrderId, ids)));
  const rowOf = new Map(rows.map((row) => [row.providerOrderId, row]));
  const bookedBefore = await readBooked(shop, listed);
  const unbooked = listed.filter((payment) => !bookedBefore.has(referenceOf(payment)));
  for (const { providerOrderId, ...payment } of unbooked)
    if (providerOrderId && rowOf.has(providerOrderId))
      await takeGatewayAnswer(shop, provider, { outcome: 'paid', providerOrderId, ...payment });
  const after = unbooked.length > 0 ? await readBooked(shop, unbooked) : bookedBefore;
  return listed.flatMap((payment): Difference[] => {
    const row = payment.providerOrderId === undefined ? undefined : rowOf.get(payment.providerOrderId);
    const booked = bookedBefore.get(referenceOf(payment));
    const difference = {
      about: 'payment',
      providerId: payment.paymentId,
      orderId: row?.orderId,
      theirs: payment.amount,
    } as const;
    if (booked && booked.orderId === row?.orderId)
      return booked.amount === payment.amount ? [] : [{ ...difference, kind: 'other-amount', ours: booked.amount }];
    if (row && (row.amount !== payment.amount || row.currency !== payment.currency))
      return [{ ...difference, kind: 'other-amount', ours: row.amount }];
    const completed = row !== undefined && after.get(referenceOf(payment))?.orderId === row.orderId;
    return [{ ...difference, kind: 'missing-here', completed }];
  });
}

const referenceOf = ({ paymentId }: { paymentId: string }) => paymentId.toUpperCase();

async function readBooked(shop: Shop, listed: ListedPayment[]) {
  const booked = await shop.database
    .select({ referenceId: payments.referenceId, orderId: payments.orderId, amount: payments.amount })
    .from(payments)
    .where(and(eq(payments.verification, 'matched'), inArray(payments.referenceId, listed.map(referenceOf))));
  return new Map(booked.map((payment) => [payment.referenceId, payment]));
}

export type CheckedDay = { day: string; from: Date; to: Date };
export type Difference = Pick<
  typeof gatewayDifferences.$inferInsert,
  'about' | 'kind' | 'providerId' | 'orderId' | 'ours' | 'theirs' | 'completed'
>;
export type Compared = { count: number; differences: Difference[] };

const AT_ONCE = 5;

/** Asks a gateway about several payments at the same time. Returns undefined if any answer is missing. */
export async function askEach<Subject, Answer>(
  subjects: readonly Subject[],
  ask: (subject: Subject) => Promise<Answer | undefined>,
): Promise<Answer[] | undefined> {
  const all: Answer[] = [];
  for (let at = 0; at < subjects.length; at += AT_ONCE) {
    const answers = await Promise.all(subjects.slice(at, at + AT_ONCE).map(ask));
    for (const answer of answers) {
      if (answer === undefined) return undefined;
      all.push(answer);
    }
  }
  return all;
}
