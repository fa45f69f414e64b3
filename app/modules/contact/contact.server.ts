import { eq } from 'drizzle-orm';
import { done, type Result } from '#app/basics/result.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { readableCode } from '#app/platform/readable-code.server.ts';
import { notFound } from '#app/platform/trouble.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { adminOnly, inTransaction } from '#app/platform/shop.server.ts';
import './events.server.ts';
import type { ContactMessage } from './forms.ts';
import { contactMessages } from './tables.server.ts';

const newTicketNumber = () => `T-${readableCode(6)}`;

/** A person writes a few times at most; the mails go to one owner. */
const MESSAGES = { capacity: 5, refillPerMinute: 0.2 };

/**
 * Stores a message from the contact form and lets the owner know by mail (decision 31). The same key sent again, by a
 * double tap or a retry, stores nothing new and answers the same ticket number. Refused when one address sends too many.
 */
export async function sendContactMessage(
  shop: Shop,
  message: ContactMessage,
): Promise<Result<{ ticketNumber: string }, TooMany>> {
  const allowed = await takeToken(shop, `contact:${shop.visitorAddress}`, MESSAGES);
  if (!allowed.ok) return allowed;
  return inTransaction(shop, async (shop) => {
    const [stored] = await shop.database
      .insert(contactMessages)
      .values({ ...message, phone: message.phone || null, ticketNumber: newTicketNumber(), createdAt: shop.now })
      .onConflictDoNothing({ target: contactMessages.key })
      .returning({ id: contactMessages.id, ticketNumber: contactMessages.ticketNumber });
    if (stored) {
      await announce(shop, 'contact.message-sent', { messageId: stored.id });
      return done({ ticketNumber: stored.ticketNumber });
    }
    const [earlier] = await shop.database
      .select({ ticketNumber: contactMessages.ticketNumber })
      .from(contactMessages)
      .where(eq(contactMessages.key, message.key));
    if (!earlier) throw new Error('a contact message vanished while it was being repeated');
    return done(earlier);
  });
}

/** One message, for whoever writes the owner's mail; throws not-found for everybody but admins and the shop itself. */
export async function getContactMessage(shop: Shop, messageId: string) {
  adminOnly(shop);
  const [message] = await shop.database.select().from(contactMessages).where(eq(contactMessages.id, messageId));
  if (!message) throw notFound();
  return message;
}

/** Drops what somebody who leaves the shop wrote from an address that is theirs, in the caller's transaction. */
export async function forgetContactMessages(shop: Shop, email: string): Promise<void> {
  adminOnly(shop);
  await shop.database.delete(contactMessages).where(eq(contactMessages.email, email));
}
