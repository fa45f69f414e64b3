// Not filtered by owner: a background job sends queued messages.
import { and, eq } from 'drizzle-orm';
import { toE164 } from '#app/basics/phone.ts';
import type { SupplierAnswer } from '#app/modules/messaging/messages/provider.ts';
import { messages } from '#app/modules/messaging/messages/tables.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

type Message = typeof messages.$inferSelect;

const sending = new Map<Message['channel'], Promise<void>>();

/**
 * Sends a message, or throws when a later attempt may succeed. Sends one message at a time per channel, so that a
 * killed process repeats at most one.
 */
export async function sendMessage(shop: Shop, messageId: string, attempt: number): Promise<void> {
  const [found] = await shop.database
    .select({ channel: messages.channel })
    .from(messages)
    .where(eq(messages.id, messageId));
  if (!found) return;
  const turn = (sending.get(found.channel) ?? Promise.resolve()).then(() => sendQueued(shop, messageId, attempt));
  sending.set(
    found.channel,
    turn.catch(() => {}),
  );
  await turn;
}

async function sendQueued(shop: Shop, messageId: string, attempt: number): Promise<void> {
  const [message] = await shop.database
    .select()
    .from(messages)
    .where(and(eq(messages.id, messageId), eq(messages.state, 'queued')));
  if (!message) return;
  const note = (changes: Partial<typeof messages.$inferInsert>) =>
    shop.database
      .update(messages)
      .set({ attempts: attempt, ...changes })
      .where(eq(messages.id, messageId));
  const answer = await giveToSupplier(shop, message).catch(async (error: Error) => {
    await note({ lastError: error.message });
    throw error;
  });
  if (answer.state === 'sent')
    await note({ state: 'sent', providerId: answer.providerId, sentAt: shop.now, lastError: null });
  else if (answer.state === 'unsent') await note({ state: 'unsent', lastError: null });
  else await note({ state: 'failed', lastError: answer.reason });
}

async function giveToSupplier(shop: Shop, message: Message): Promise<SupplierAnswer> {
  const { id, channel, recipient, bodyText: text } = message;
  if (channel === 'email') {
    const { contact } = await getSettings(shop);
    const { subject, bodyHtml: html, replyTo } = message;
    return shop.suppliers.email.send({ id, to: recipient, subject, text, html, replyTo: replyTo ?? contact.email });
  }
  const supplier = shop.suppliers[channel];
  if (!supplier) return { state: 'unsent' };
  const to = toE164(recipient);
  if (!to) return { state: 'refused', reason: 'This phone number can’t receive messages' };
  const { variables } = message;
  const name = message.template.slice(`${channel}-`.length);
  return supplier.send({ id, to, text, template: variables && { name, variables } });
}
