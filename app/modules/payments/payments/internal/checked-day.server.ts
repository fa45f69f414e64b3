import type { gatewayDifferences } from '#app/modules/payments/payments/tables.server.ts';

/** A day in India, and the two moments it lies between. */
export type CheckedDay = { day: string; from: Date; to: Date };
export type Difference = Pick<
  typeof gatewayDifferences.$inferInsert,
  'about' | 'kind' | 'providerId' | 'orderId' | 'ours' | 'theirs' | 'completed'
>;
export type Compared = { count: number; differences: Difference[] };
