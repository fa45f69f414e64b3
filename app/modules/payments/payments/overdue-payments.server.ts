import { href } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import { queueNotices } from '#app/modules/messaging/push/push.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { claimsToConfirm } from './internal/claims-to-confirm.server.ts';

const LATE_AFTER_MS = 24 * 60 * 60 * 1_000;
/** A notice about an even older payment would not help any more. */
const MAX_LATE_MS = 7 * LATE_AFTER_MS;

/** Notifies owners once of each payment that has waited a day for confirmation. */
export async function noticeOverduePayments(shop: Shop): Promise<void> {
  ownerOnly(shop);
  const measureWait = (since: Date) => shop.now.getTime() - since.getTime();
  const overdue = (await claimsToConfirm(shop)).filter(
    ({ createdAt }) => measureWait(createdAt) >= LATE_AFTER_MS && measureWait(createdAt) < MAX_LATE_MS,
  );
  await queueNotices(
    shop,
    overdue.map(({ id, orderId, orderNumber, customerName, amount }) => ({
      kind: 'overdue' as const,
      path: href('/admin/orders/:id', { id: orderId }),
      detail: `Payment of ${orderNumber}, ${customerName}, ${formatRupees(amount)}`,
      occasion: `overdue-payment:${id}`,
    })),
  );
}
