import { ring, topics } from '#app/platform/live/live.server.ts';
import type { ListenerOn } from '#app/platform/outbox/listener.ts';
import './events.server.ts';

/** What came shows at the owner's desk while it is open. */
export const customOrderListeners = [
  {
    name: 'custom-orders.ring',
    on: 'custom-orders.sent',
    handle: (shop, { requestId }) => ring(shop, [topics.desk], { kind: 'request', id: requestId }),
  },
] as const satisfies readonly ListenerOn<'custom-orders.sent'>[];
