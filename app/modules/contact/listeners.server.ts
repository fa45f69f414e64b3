import { ring, topics } from '#app/platform/live/live.server.ts';
import type { ListenerOn } from '#app/platform/outbox/listener.ts';
import './events.server.ts';

/** What came shows at the owner's desk while it is open. */
export const contactListeners = [
  {
    name: 'contact.ring',
    on: 'contact.message-sent',
    handle: (shop, { messageId }) => ring(shop, [topics.desk], { kind: 'message', id: messageId }),
  },
] as const satisfies readonly ListenerOn<'contact.message-sent'>[];
