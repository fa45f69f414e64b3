/**
 * Where a test can kill the shop, by its place in the code. Of a normal build this file is all there is, and the constant takes the
 * calls out of it. A build with failpoints has `tests/support/failpoints.ts` in its place, by the condition `failpoints` of
 * package.json (decision 55).
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

/** Ends the process here if the test asked for it. Only ever called where `FAILPOINTS` is true. */
export async function reachFailpoint(_point: Failpoint): Promise<void> {}
