import { href } from 'react-router';
import { dayInIndia } from '#app/basics/india.ts';
import { queueNotices } from '#app/modules/messaging/push/push.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';
import { workInProgress } from './calendar.server.ts';

/** A later notice would not help any more. */
const MAX_LATE_MS = 7 * 86_400_000;

/** Notifies owners of each custom order that is unfinished after its agreed day, once per agreed day. */
export async function noticeOverdueWork(shop: Shop): Promise<void> {
  adminOnly(shop);
  const today = dayInIndia(shop.now);
  const earliest = dayInIndia(new Date(shop.now.getTime() - MAX_LATE_MS));
  const { work } = await workInProgress(shop);
  await queueNotices(
    shop,
    work.flatMap(({ requestId, number, name, agreedDay }) =>
      agreedDay !== null && agreedDay < today && agreedDay >= earliest
        ? [
            {
              kind: 'overdue' as const,
              path: href('/admin/requests/:id', { id: requestId }),
              detail: `Custom order ${number}, ${name}`,
              occasion: `overdue-work:${requestId}:${agreedDay}`,
            },
          ]
        : [],
    ),
  );
}
