import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm';
import { href } from 'react-router';
import { queueNotices } from '#app/modules/messaging/push/push.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';
import { orderRequests } from './tables.server.ts';

/** A notice about an even older request would not help any more. */
const MAX_LATE_MS = 7 * 86_400_000;
const MAX_AT_ONCE = 50;

/** Notifies owners once of each request that is past the promised reply time. */
export async function noticeOverdueRequests(shop: Shop): Promise<void> {
  adminOnly(shop);
  const { contact } = await getSettings(shop);
  const due = shop.now.getTime() - contact.replyWithinHours * 3_600_000;
  const overdue = await shop.database
    .select({ id: orderRequests.id, number: orderRequests.number, name: orderRequests.name })
    .from(orderRequests)
    .where(
      and(
        eq(orderRequests.status, 'pending'),
        isNull(orderRequests.repliedAt),
        isNull(orderRequests.answeredAt),
        lte(orderRequests.createdAt, new Date(due)),
        gt(orderRequests.createdAt, new Date(due - MAX_LATE_MS)),
      ),
    )
    .orderBy(asc(orderRequests.createdAt))
    .limit(MAX_AT_ONCE);
  await queueNotices(
    shop,
    overdue.map(({ id, number, name }) => ({
      kind: 'overdue' as const,
      path: href('/admin/requests/:id', { id }),
      detail: `Request ${number}, ${name}`,
      occasion: `overdue-request:${id}`,
    })),
  );
}
