import { publish, topics } from '#app/platform/live/live.server.ts';
import type { ListenerOn } from '#app/platform/outbox/listener.ts';
import './events.server.ts';

/** What came shows in the admin area while it is open. */
export const customOrderListeners = [
  {
    name: 'custom-orders.publish',
    on: 'custom-orders.sent',
    handle: (shop, { requestId }) => publish(shop, [topics.admin], { kind: 'request', id: requestId }),
  },
] as const satisfies readonly ListenerOn<'custom-orders.sent'>[];
