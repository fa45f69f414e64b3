import { toE164 } from '#app/basics/phone.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { actorId, adminOnly, type Shop } from '#app/platform/shop.server.ts';
import type { ManualMessage } from './forms.ts';
import { messages } from './tables.server.ts';

/**
 * Notes a WhatsApp text as sent by hand to who ordered, or asked, and answers their number in E.164. Whether it was really sent nobody
 * knows but the sender. `phone` and `number` are those of the order or request. Admins only; throws not-found without a phone to write to.
 */
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
