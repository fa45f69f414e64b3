/**
 * Places where a test can kill the shop. A normal build contains only this file; the condition `failpoints` of
 * package.json replaces it by tests/support/failpoints.ts (decision 55).
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

/** Ends the process if the test asked for it. Only called where `FAILPOINTS` is true. */
export async function reachFailpoint(_point: Failpoint): Promise<void> {}
