import { formatRupees, type Paise } from '#app/basics/money.ts';
import type { LedgerType } from './ledger.ts';

/** What the customer of an order reads of money that goes back. */
export type RefundState = {
  /** What must still go back, in paise, and the ledger entry that made it so. */
  owed: Paise;
  because: LedgerType | null;
  /** Whether the studio must know where to, since no gateway returns all of it, or one failed to. */
  asksDestination: boolean;
  /** Where to, masked. */
  destination: string | undefined;
  /** Those that failed only while their money is owed. */
  refunds: {
    amount: Paise;
    status: 'pending' | 'succeeded' | 'failed';
    referenceId: string | null;
    sentTo: string | null;
    createdAt: Date;
  }[];
};

/**
 * What every page and email says of money that is still owed, in one or two sentences. `place`: where its customer says where to send it,
 * such as 'under My Orders'.
 */
export function describeOwed({ owed, asksDestination, destination }: RefundState, place?: string): string {
  const amount = `We owe you ${formatRupees(owed)}.`;
  if (!asksDestination) return `${amount} It goes back the way you paid.`;
  if (destination) return `${amount} We send it to ${destination}.`;
  return `${amount} Tell us where to send it${place ? ` ${place}` : ''}.`;
}
