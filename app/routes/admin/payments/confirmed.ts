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
  /** Undefined when the payment cannot be undone without others. */
  undo: ConfirmedUndo | undefined;
};

/** Returns '₹2,500 from Asha Rawat received' and its order. For several payments, returns their number and total. */
export function confirmedLabel(payments: Confirmed['payments']): { what: string; detail: string } | undefined {
  const [first, ...others] = payments;
  if (!first) return undefined;
  if (others.length > 0)
    return {
      what: `${countOf(payments.length, 'payment')} received`,
      detail: formatRupees(sum(payments.map(({ amount }) => amount))),
    };
  const isRefundDue = first.orderStatus === 'cancelled';
  return {
    what: `${formatRupees(first.amount)} from ${first.customerName} received${isRefundDue ? ', refund due' : ''}`,
    detail: first.orderNumber,
  };
}
