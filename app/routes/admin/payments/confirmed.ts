import { formatRupees, sum } from '#app/basics/money.ts';
import type { confirmedPayments } from '#app/modules/payments/bank/confirmed-payments.server.ts';
import { countOf } from '#app/routes/admin/shared/labels.ts';

export type ConfirmedUndo = {
  action: string;
  intent: string;
  button: { name: string; value: string };
  isOfBatch: boolean;
};

export type Confirmed = {
  payments: Awaited<ReturnType<typeof confirmedPayments>>;
  /** Is missing where a payment cannot be undone on its own. */
  undo: ConfirmedUndo | undefined;
};

/** '₹2,500 from Asha Rawat received · BV-1042', or the number and sum of several payments. */
export function confirmedLabel(payments: Confirmed['payments']): string | undefined {
  const [first, ...others] = payments;
  if (!first) return undefined;
  if (others.length > 0)
    return `${countOf(payments.length, 'payment')} received · ${formatRupees(sum(payments.map(({ amount }) => amount)))}`;
  const refund = first.orderStatus === 'cancelled' ? ' · refund due' : '';
  return `${formatRupees(first.amount)} from ${first.customerName} received · ${first.orderNumber}${refund}`;
}
