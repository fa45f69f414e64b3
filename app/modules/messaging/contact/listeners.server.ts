import { publish, topics } from '#app/platform/live/live.server.ts';
import type { ListenerOn } from '#app/platform/outbox/listener.ts';
import './events.server.ts';

export const contactListeners = [
  {
    name: 'contact.publish',
    on: 'contact.message-sent',
    handle: (shop, { messageId }) => publish(shop, [topics.admin], { kind: 'message', id: messageId }),
  },
] as const satisfies readonly ListenerOn<'contact.message-sent'>[];
