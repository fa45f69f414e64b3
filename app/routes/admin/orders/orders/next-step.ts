import { type Balance, outstanding } from '#app/modules/orders/ledger/ledger.ts';
import { shipsUnverified } from '#app/modules/orders/orders/order-life.ts';
import { awaitsConfirmation, orderPayment, type PaymentFacts } from '#app/modules/orders/orders/order-payment.ts';

export type NextStep = 'confirm-payment' | 'call' | 'ship' | 'deliver';

/** Returns the order's only primary action. Only owners confirm payments. */
export function nextStep(order: PaymentFacts, balance: Balance, isOwner: boolean): NextStep | null {
  if (isOwner && awaitsConfirmation(order)) return 'confirm-payment';
  if (order.status === 'shipped') return 'deliver';
  if (order.status !== 'pending' && order.status !== 'processing') return null;
  if (order.status === 'pending' && orderPayment(order, balance).payAt === 'delivery') return 'call';
  const waitsForBalance = order.advance !== null && outstanding(balance) > 0;
  return waitsForBalance || shipsUnverified(order, 'shipped', balance) ? null : 'ship';
}
