import { formatRupees, type Paise } from '#app/basics/money.ts';
import type { LedgerType } from './ledger.ts';

export type RefundState = {
  owed: Paise;
  because: LedgerType | null;
  /** Whether the customer must name a bank account, because gateways cannot refund everything. */
  asksDestination: boolean;
  /** Partly hidden. */
  destination: string | undefined;
  /** Failed refunds are included only while they are due. */
  refunds: {
    amount: Paise;
    status: 'pending' | 'succeeded' | 'failed';
    referenceId: string | null;
    sentTo: string | null;
    createdAt: Date;
  }[];
};

/** `place` says where the customer enters a bank account, such as 'under My Orders'. */
export function describeOwed({ owed, asksDestination, destination }: RefundState, place?: string): string {
  const amount = `We owe you ${formatRupees(owed)}.`;
  if (!asksDestination) return `${amount} We’ll refund it to your original payment method.`;
  if (destination) return `${amount} We’ll send it to ${destination}.`;
  return `${amount} Tell us where to send it${place ? ` ${place}` : ''}.`;
}
