import { publish, topics } from '#app/platform/live/live.server.ts';
import type { ListenerOn } from '#app/platform/outbox/listener.ts';
import './events.server.ts';

/** What came shows in the admin area while it is open. */
export const orderRequestListeners = [
  {
    name: 'order-requests.publish',
    on: 'order-requests.sent',
    handle: (shop, { requestId }) => publish(shop, [topics.admin], { kind: 'request', id: requestId }),
  },
] as const satisfies readonly ListenerOn<'order-requests.sent'>[];
