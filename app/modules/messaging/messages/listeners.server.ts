import { and, eq } from 'drizzle-orm';
import type { Email, MessageHistory } from '#app/platform/mail/email.ts';
import type { Delivery, Listener, ListenerOn } from '#app/platform/outbox/listener.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import './events.server.ts';
import { sendMessage } from './internal/send-message.server.ts';
import { stopAddressFor } from './internal/unconfirmed-recipients.server.ts';
import { listWritten, queueMessages, wasWritten } from './messages.server.ts';
import { messages } from './tables.server.ts';

const history: MessageHistory = { wasWritten, listWritten, stopAddressFor };

export const messageListeners = (emails: readonly Email[]): readonly Listener[] => [...emails.map(toListener), send];

const toListener = ({ name, on, isAtomic, write }: Email) =>
  ({
    name,
    on,
    async handle(shop: Shop, payload: never, { id }: Delivery) {
      const queue = async (shop: Shop) =>
        queueMessages(shop, ...(await write(shop, payload, { eventId: id, history })));
      await (isAtomic ? inTransaction(shop, queue) : queue(shop));
    },
  }) as Listener;

// Not filtered by owner: a background job marks an unsent message.
const send: ListenerOn<'notifications.message-queued'> = {
  name: 'notifications.send',
  on: 'notifications.message-queued',
  handle: (shop, { messageId }, { attempt }) => sendMessage(shop, messageId, attempt),
  async onDead(shop, { messageId }, lastError) {
    await shop.database
      .update(messages)
      .set({ state: 'failed', lastError })
      .where(and(eq(messages.id, messageId), eq(messages.state, 'queued')));
  },
};
