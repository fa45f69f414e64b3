import { done, type Refused, type Result } from '#app/basics/result.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { takeToken } from '#app/platform/limits.server.ts';
import { actorId, inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import type { Notification } from './forms.ts';
import { queueMessages } from './messages.server.ts';

/** It is not a mail relay: twenty at once, and one more every three minutes. */
const AN_ADMIN = { capacity: 20, refillPerMinute: 20 / 60 };

/**
 * Queues a mail with words of an owner's own, and the same over WhatsApp when a phone and a text are given; it
 * goes through the outbox like every other message. Until a WhatsApp supplier is there, that one is kept to be read.
 * Owners and the shop itself; refused when an admin sends too many.
 */
export async function sendNotification(
  shop: Shop,
  { toEmail, subject, text, html, toPhone, whatsappBody }: Notification,
): Promise<Result<undefined, Refused<'too-many', { retryAfterSeconds: number }>>> {
  ownerOnly(shop);
  if (shop.actor.kind !== 'shop') {
    const allowed = await takeToken(shop, `notification:${actorId(shop)}`, AN_ADMIN);
    if (!allowed.ok) return allowed;
  }
  const occasion = crypto.randomUUID();
  await inTransaction(shop, async (shop) => {
    await audit(shop, {
      action: 'notification.send',
      table: 'messages',
      id: `notification:${occasion}`,
      after: { subject },
    });
    const mail = { template: 'notification', occasion, recipient: toEmail, subject, text, html: html || null } as const;
    await queueMessages(shop, mail);
    if (toPhone && whatsappBody)
      await queueMessages(shop, {
        ...mail,
        occasion: `${occasion}:whatsapp`,
        channel: 'whatsapp',
        recipient: toPhone,
        text: whatsappBody,
        html: null,
      });
  });
  return done();
}
