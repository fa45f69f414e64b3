import { toE164 } from '#app/basics/phone.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { actorId, adminOnly, inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import type { ManualMessage, Notification } from './forms.ts';
import { messages } from './tables.server.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import type { NewMessage } from '#app/platform/mail/email.ts';
import { quote } from '#app/platform/mail/mail-parts.tsx';
import { renderMail } from '#app/platform/mail/render-mail.server.tsx';
import { done, type Refused, type Result } from '#app/basics/result.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { takeToken } from '#app/platform/limits.server.ts';
import { queueMessages } from './messages.server.ts';

/** Records a WhatsApp message and returns the number in E.164. Throws not-found without a phone. Admins only. */
export async function noteManualMessage(
  shop: Shop,
  { orderId, requestId, key, text }: ManualMessage,
  { phone, number }: { phone: string | null; number: string },
): Promise<string> {
  adminOnly(shop);
  const recipient = toE164(phone ?? '');
  if (!recipient) throw notFound();
  await shop.database
    .insert(messages)
    .values({
      key: `whatsapp-manual:${uuidFrom(`${key} ${text}`)}`,
      channel: 'whatsapp',
      template: 'whatsapp-manual',
      recipient,
      subject: `WhatsApp about ${number}`,
      bodyText: text,
      orderId,
      requestId,
      state: 'sent',
      attempts: 1,
      sentBy: actorId(shop),
      createdAt: shop.now,
      sentAt: shop.now,
    })
    .onConflictDoNothing({ target: messages.key });
  return recipient;
}

export type Reply = { key: string; subject: string; text: string };

/** Emails one person, once per key. */
export async function writeReply(shop: Shop, { key, subject, text }: Reply, recipient: string): Promise<NewMessage> {
  const copy = { subject, heading: subject, preview: text.slice(0, 120), parts: [quote(text)] };
  return {
    ...(await renderMail(copy, await readShopIdentity(shop))),
    template: 'reply',
    occasion: uuidFrom(JSON.stringify([key, subject, text])),
    recipient,
  };
}

/** Prevents use of the shop as an email relay. */
const AN_ADMIN = { capacity: 20, refillPerMinute: 20 / 60 };

/** Queues an email, and a WhatsApp message if given. Rate-limited per admin. Only for owners and background jobs. */
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
