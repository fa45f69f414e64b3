/**
 * Places where a test can kill the shop. The `failpoints` condition in package.json replaces this file with
 * tests/support/failpoints.ts (decision 45).
 */
export type Failpoint =
  | 'checkout.received'
  | 'checkout.stock-taken'
  | 'checkout.written'
  | 'checkout.committed'
  | 'webhook.stored'
  | 'webhook.committed'
  | 'webhook.handled'
  | 'payment.written'
  | 'refund.committed'
  | 'refund.asked'
  | 'refund.settled'
  | 'request.written'
  | 'request.committed'
  | 'outbox.claimed'
  | 'outbox.delivered'
  | 'restore.tried'
  | 'restore.dropped'
  | 'restore.filled';

export const FAILPOINTS = false;

export async function reachFailpoint(_point: Failpoint): Promise<void> {}
