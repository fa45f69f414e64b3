import { asc, inArray } from 'drizzle-orm';
import { isGateway, type PaymentMethod } from '#app/basics/payment-methods.ts';
import { type Paise, paise } from '#app/basics/money.ts';
import type { MoneyAtIssue } from '#app/modules/orders/invoices/paper.ts';
import {
  LEDGER_EFFECTS,
  outstanding,
  type PaymentSource,
  refundOwed,
  sumCredited,
  toBalance,
} from '#app/modules/orders/ledger/ledger.ts';
import { ledgerEntries, payments } from '#app/modules/orders/ledger/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** `credited` is the amount of returns and refunds since the order was last restored. */
export type OrderMoney = { atIssue: MoneyAtIssue; credited: Paise };

/** Returns the paid and due amounts of each locked order, for documents that are issued now. */
export async function findMoney(
  shop: Shop,
  orders: readonly { id: string; paymentMethod: PaymentMethod }[],
): Promise<Map<string, OrderMoney>> {
  const ids = orders.map(({ id }) => id);
  const [entries, paymentRows] = await Promise.all([
    shop.database
      .select()
      .from(ledgerEntries)
      .where(inArray(ledgerEntries.orderId, ids))
      .orderBy(asc(ledgerEntries.sequence)),
    shop.database
      .select()
      .from(payments)
      .where(inArray(payments.orderId, ids))
      .orderBy(asc(payments.createdAt), asc(payments.id)),
  ]);
  const entriesOf = Map.groupBy(entries, ({ orderId }) => orderId);
  const paymentsOf = Map.groupBy(paymentRows, ({ orderId }) => orderId);
  return new Map(
    orders.map(({ id, paymentMethod }) => {
      const ofOrder = entriesOf.get(id) ?? [];
      const money = { entries: ofOrder, payments: paymentsOf.get(id) ?? [], paymentMethod };
      return [id, { atIssue: toMoneyAtIssue(money), credited: sumCredited(ofOrder) }];
    }),
  );
}

function toMoneyAtIssue(money: {
  entries: readonly (typeof ledgerEntries.$inferSelect)[];
  payments: readonly (typeof payments.$inferSelect)[];
  paymentMethod: PaymentMethod;
}): MoneyAtIssue {
  const { entries, paymentMethod } = money;
  const balance = toBalance(entries);
  const claimed = money.payments.findLast(
    ({ status, verification, source }) =>
      source === 'reference' && status === 'success' && verification === 'unverified',
  );
  return {
    payments: money.payments.flatMap(({ id, referenceId: reference, source }) => {
      const ofPayment = entries.filter(({ paymentId }) => paymentId === id);
      const { received } = toBalance(ofPayment);
      const last = ofPayment.findLast(({ type, refundId }) => refundId === null && LEDGER_EFFECTS[type].received > 0);
      if (received <= 0 || !last) return [];
      const method = methodOf(source, paymentMethod);
      return [{ id, method, reference, amount: received, receivedAt: last.createdAt.toISOString() }];
    }),
    claimed: claimed ? { method: methodOf('reference', paymentMethod), reference: claimed.referenceId } : null,
    received: paise(Math.max(0, balance.received)),
    due: outstanding(balance),
    refundDue: refundOwed(balance),
  };
}

/** A customer may pay with a reference although they chose a gateway or cash. */
function methodOf(source: PaymentSource, chosen: PaymentMethod): PaymentMethod {
  if (source === 'cash') return 'cod';
  return source === 'reference' && (isGateway(chosen) || chosen === 'cod') ? 'manual' : chosen;
}
