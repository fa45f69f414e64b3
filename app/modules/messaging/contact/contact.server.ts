import { and, count, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { done, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { type ProvenAddress, wasAddressOf } from '#app/modules/identity/accounts/proven-addresses.server.ts';
import { queueMessages } from '#app/modules/messaging/messages/messages.server.ts';
import { type Reply, writeReply } from '#app/modules/messaging/messages/manual-messages.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { pageOf, sortedBy } from '#app/platform/database/keyset.server.ts';
import { anyContains } from '#app/platform/database/text-search.server.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { readableCode } from '#app/platform/readable-code.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { once, removeKeysOf } from '#app/platform/once.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import './events.server.ts';
import type { ContactMessage } from './forms.ts';
import { contactMessages } from './tables.server.ts';

const newTicketNumber = () => `T-${readableCode(6)}`;

/** Each message is emailed to the owner and maybe a stranger, so messages are limited. */
const MESSAGES = { capacity: 5, refillPerMinute: 0.2 };

// Not filtered by owner: the key belongs to the sender.
/** Emails the owner, once per key. Returns the ticket number. Rate-limited by address. */
export async function sendContactMessage(
  shop: Shop,
  message: ContactMessage,
): Promise<Result<{ ticketNumber: string }, TooMany>> {
  for (const bucket of [`contact:${shop.visitorAddress}`, `contact:to:${message.email}`]) {
    const allowed = await takeToken(shop, bucket, MESSAGES);
    if (!allowed.ok) return allowed;
  }
  // A changed message gets another key.
  const key = uuidFrom(JSON.stringify(message));
  const sent = await once(shop, { scope: 'contact-message', key, content: null }, async (shop) => {
    const { key: _key, ...fields } = message;
    const [stored] = await shop.database
      .insert(contactMessages)
      .values({ ...fields, phone: message.phone || null, ticketNumber: newTicketNumber(), createdAt: shop.now })
      .returning({ id: contactMessages.id, ticketNumber: contactMessages.ticketNumber });
    await announce(shop, 'contact.message-sent', { messageId: stored!.id });
    return done(stored!);
  });
  if (!sent.ok) throw new Error('two contact messages have the same digest');
  return done({ ticketNumber: sent.value.ticketNumber });
}

/** Admins and the shop only. */
export async function getContactMessage(shop: Shop, messageId: string) {
  adminOnly(shop);
  if (!isUuid(messageId)) throw notFound();
  const [message] = await shop.database.select().from(contactMessages).where(eq(contactMessages.id, messageId));
  if (!message) throw notFound();
  return message;
}

export async function forgetContactMessages(shop: Shop, addresses: readonly ProvenAddress[]): Promise<void> {
  adminOnly(shop);
  const erased = await shop.database
    .delete(contactMessages)
    .where(wasAddressOf(addresses, contactMessages.email, contactMessages.createdAt))
    .returning({ id: contactMessages.id });
  await removeKeysOf(
    shop,
    erased.map(({ id }) => id),
  );
}

export async function removeContactMessagesBefore(shop: Shop, day: Date): Promise<void> {
  adminOnly(shop);
  await shop.database.delete(contactMessages).where(lt(contactMessages.createdAt, day));
}

const PAGE = 25;
const newestFirst = sortedBy(contactMessages.id, { date: contactMessages.createdAt });
const isUnanswered = isNull(contactMessages.repliedAt);

export type ContactFilter = { state?: 'open' | 'answered'; search?: string; cursor?: string };

/** Returns messages, newest first, 25 per page. Admins only. */
export async function listContactMessages(shop: Shop, { state, search, cursor }: ContactFilter = {}) {
  adminOnly(shop);
  const { ticketNumber, name, email, subject, message } = contactMessages;
  const found = anyContains([ticketNumber, name, email, subject, message], search);
  const stateFilter =
    state === 'open' ? isUnanswered : state === 'answered' ? isNotNull(contactMessages.repliedAt) : undefined;
  const [rows, [counted]] = await Promise.all([
    shop.database
      .select({
        id: contactMessages.id,
        ticketNumber: contactMessages.ticketNumber,
        name: contactMessages.name,
        email: contactMessages.email,
        subject: contactMessages.subject,
        createdAt: contactMessages.createdAt,
        repliedAt: contactMessages.repliedAt,
        position: newestFirst.position,
      })
      .from(contactMessages)
      .where(and(found, stateFilter, newestFirst.after(cursor)))
      .orderBy(...newestFirst.orderBy)
      .limit(PAGE + 1),
    shop.database
      .select({ all: count(), open: sql<number>`(count(*) filter (where ${isUnanswered}))::int` })
      .from(contactMessages)
      .where(found),
  ]);
  const page = pageOf(rows, PAGE);
  const { all, open } = counted!;
  return { messages: page.rows, counts: { all, open, answered: all - open }, nextCursor: page.next };
}

/** Returns the newest messages from an email address. Admins only. */
export async function contactMessagesFrom(shop: Shop, sender: string) {
  adminOnly(shop);
  const { id, ticketNumber, subject, email, createdAt, repliedAt } = contactMessages;
  return shop.database
    .select({ id, ticketNumber, subject, createdAt, repliedAt })
    .from(contactMessages)
    .where(eq(email, sender))
    .orderBy(desc(createdAt), desc(id))
    .limit(10);
}

export async function unansweredMessages(shop: Shop, limit: number) {
  adminOnly(shop);
  const { id, name, createdAt: at } = contactMessages;
  const [count, newest] = await Promise.all([
    shop.database.$count(contactMessages, isUnanswered),
    shop.database.select({ id, name, at }).from(contactMessages).orderBy(desc(at), desc(id)).limit(limit),
  ]);
  return { newest, count };
}

/** Emails the sender once per key. Admins only. */
export async function replyToContact(
  shop: Shop,
  { messageId, ...reply }: Reply & { messageId: string },
): Promise<void> {
  adminOnly(shop);
  const { email } = await getContactMessage(shop, messageId);
  const message = await writeReply(shop, reply, email);
  await inTransaction(shop, async (shop) => {
    await queueMessages(shop, { ...message, contactMessageId: messageId });
    await noteContactReply(shop, messageId);
    const after = { subject: message.subject };
    await audit(shop, { action: 'contact.reply', table: 'contact_messages', id: messageId, after });
  });
}

async function noteContactReply(shop: Shop, messageId: string): Promise<void> {
  await shop.database
    .update(contactMessages)
    .set({ repliedAt: sql`coalesce(${contactMessages.repliedAt}, ${shop.now.toISOString()}::timestamptz)` })
    .where(eq(contactMessages.id, messageId));
  await publish(shop, [topics.admin], { kind: 'message', id: messageId });
}
