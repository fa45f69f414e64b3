import { formatRupees, type Paise } from '#app/basics/money.ts';
import type { LedgerType } from './ledger.ts';

/** A refund as its customer sees it. */
export type RefundState = {
  /** Amount owed, in paise, and the ledger entry that caused it. */
  owed: Paise;
  because: LedgerType | null;
  /** Whether the studio must ask where to send it, since no gateway can refund all of it. */
  asksDestination: boolean;
  /** Masked. */
  destination: string | undefined;
  /** Failed ones only while their money is owed. */
  refunds: {
    amount: Paise;
    status: 'pending' | 'succeeded' | 'failed';
    referenceId: string | null;
    sentTo: string | null;
    createdAt: Date;
  }[];
};

/**
 * Returns the text about a refund that is owed. `place`: where the customer enters a destination, such as 'under My
 * Orders'.
 */
export function describeOwed({ owed, asksDestination, destination }: RefundState, place?: string): string {
  const amount = `We owe you ${formatRupees(owed)}.`;
  if (!asksDestination) return `${amount} It goes back the way you paid.`;
  if (destination) return `${amount} We send it to ${destination}.`;
  return `${amount} Tell us where to send it${place ? ` ${place}` : ''}.`;
}
