import { asc, inArray } from 'drizzle-orm';
import { isGateway, type PaymentMethod } from '#app/basics/payment-methods.ts';
import { paise } from '#app/basics/money.ts';
import {
  LEDGER_EFFECTS,
  outstanding,
  type PaymentSource,
  refundOwed,
  toBalance,
} from '#app/modules/orders/ledger/ledger.ts';
import { ledgerEntries, payments } from '#app/modules/orders/ledger/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { MoneyAtIssue } from './paper.ts';

/** Returns what was paid and is due for each locked order, for documents that are issued now. */
export async function findMoney(
  shop: Shop,
  orders: readonly { id: string; paymentMethod: PaymentMethod }[],
): Promise<Map<string, MoneyAtIssue>> {
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
      const claims = paymentsOf.get(id) ?? [];
      const balance = toBalance(ofOrder);
      const claimed = claims.findLast(
        ({ status, verification, source }) =>
          source === 'reference' && status === 'success' && verification === 'unverified',
      );
      const money: MoneyAtIssue = {
        payments: claims.flatMap(({ id: paymentId, referenceId: reference, source }) => {
          const received = ofOrder.filter((entry) => entry.paymentId === paymentId && entry.refundId === null);
          const amount = paise(
            received.reduce((all, entry) => all + LEDGER_EFFECTS[entry.type].received * entry.amount, 0),
          );
          const last = received.findLast(({ type }) => LEDGER_EFFECTS[type].received > 0);
          if (amount <= 0 || !last) return [];
          const method = methodOf(source, paymentMethod);
          return [{ id: paymentId, method, reference, amount, receivedAt: last.createdAt.toISOString() }];
        }),
        claimed: claimed ? { method: methodOf('reference', paymentMethod), reference: claimed.referenceId } : null,
        received: balance.received,
        due: outstanding(balance),
        refundDue: refundOwed(balance),
      };
      return [id, money];
    }),
  );
}

/** A reference can pay an order for which a gateway or cash was chosen. */
function methodOf(source: PaymentSource, chosen: PaymentMethod): PaymentMethod {
  if (source === 'cash') return 'cod';
  return source === 'reference' && (isGateway(chosen) || chosen === 'cod') ? 'manual' : chosen;
}
