import type { Paise } from '#app/basics/money.ts';

/** What the customer of an order reads of money that goes back. */
export type RefundState = {
  /** What must still go back, in paise. */
  owed: Paise;
  /** Whether the studio must know where to, since no gateway returns all of it, or one failed to. */
  asksDestination: boolean;
  /** Where to, masked. */
  destination: string | undefined;
  /** Those that failed only while their money is owed. */
  refunds: { amount: Paise; status: 'pending' | 'succeeded' | 'failed'; referenceId: string | null; createdAt: Date }[];
};
