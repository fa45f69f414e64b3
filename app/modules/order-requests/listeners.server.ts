import { eq } from 'drizzle-orm';
import { publish, topics, topicsOfRequest } from '#app/platform/live/live.server.ts';
import type { Listener } from '#app/platform/outbox/listener.ts';
import './events.server.ts';
import { orderRequests } from './tables.server.ts';

/** What came shows in the admin area while it is open; that it was rejected, on its sender's page once they are told by mail. */
// Not by owner: the shop itself, after what happened.
export const orderRequestListeners = [
  {
    name: 'order-requests.publish',
    on: 'order-requests.sent',
    handle: (shop, { requestId }) => publish(shop, [topics.admin], { kind: 'request', id: requestId }),
  },
  {
    name: 'order-requests.publish',
    on: 'order-requests.rejected',
    async handle(shop, { requestId }) {
      const [request] = await shop.database
        .select({ id: orderRequests.id, userId: orderRequests.userId })
        .from(orderRequests)
        .where(eq(orderRequests.id, requestId));
      if (request) await publish(shop, topicsOfRequest(request), { kind: 'request', id: requestId });
    },
  },
] as const satisfies readonly Listener[];
