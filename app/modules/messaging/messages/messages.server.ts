import { href } from 'react-router';
import { and, asc, count, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { toOneLine } from '#app/basics/one-line.ts';
import { type Result, done, refused } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { pageOf, sortedBy } from '#app/platform/database/keyset.server.ts';
import { searchTextContains } from '#app/platform/database/text-search.server.ts';
import { isNobodysAddress } from '#app/modules/identity/accounts/account.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import type { NewMessage } from '#app/platform/mail/email.ts';
import { queueNotices } from '#app/modules/messaging/push/push.server.ts';
import { announce, announceEach, type DeadLetter, deadLetters } from '#app/platform/outbox/outbox.server.ts';
import { type Shop, adminOnly, inTransaction, isOwner } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import './events.server.ts';
import {
  type Message,
  type MessageState,
  type MessageSummary,
  type Template,
  ACCOUNT_TEMPLATES,
  MESSAGE_STATES,
  OWNERS_TEMPLATES,
} from './message.ts';
import { keepThoseOverLimit } from './internal/unconfirmed-recipients.server.ts';
import { HIDDEN_TEXT, type ResendRefusal } from './messages.ts';
import { messages } from './tables.server.ts';

/** Queues messages in one transaction. Skips messages that were already written. */
export async function queueMessages(shop: Shop, ...wanted: readonly NewMessage[]): Promise<void> {
  // Customers at a fair and deleted accounts have no address.
  const mails = wanted
    .filter(({ recipient }) => recipient !== '' && !isNobodysAddress(recipient))
    .map((mail) => ({ ...mail, replyTo: mail.replyTo && isNobodysAddress(mail.replyTo) ? undefined : mail.replyTo }));
  // In a shop without an email address, the admin area still shows the notice.
  const notices = wanted.flatMap(({ template, occasion, notice }) =>
    notice ? [{ ...notice, occasion: buildKey(template, occasion) }] : [],
  );
  if (mails.length + notices.length === 0) return;
  await inTransaction(shop, async (shop) => {
    await queueNotices(shop, notices);
    if (mails.length === 0) return;
    const written = await shop.database
      .insert(messages)
      .values(
        mails.map(({ occasion, channel = 'email', text, html, notice: _notice, ...mail }) => ({
          ...mail,
          key: buildKey(mail.template, occasion),
          channel,
          subject: toOneLine(mail.subject),
          bodyText: text,
          bodyHtml: html,
          createdAt: shop.now,
        })),
      )
      .onConflictDoNothing({ target: messages.key })
      .returning({ id: messages.id });
    for (const recipient of new Set(mails.filter((mail) => mail.isLimited).map((mail) => mail.recipient)))
      await keepThoseOverLimit(shop, recipient);
    await announceEach(
      shop,
      'notifications.message-queued',
      written.map(({ id }) => ({ messageId: id })),
    );
  });
}

// Not filtered by owner: returns only whether a message exists.
export async function wasWritten(shop: Shop, template: string, occasion: string): Promise<boolean> {
  return (await shop.database.$count(messages, eq(messages.key, buildKey(template, occasion)))) > 0;
}

// Not filtered by owner: the shop writes to the order's customer.
/** Returns written messages, without copies that the owner sent again. */
export const listWritten = (shop: Shop, orderId: string, templates: readonly string[]) =>
  shop.database
    .select({ template: messages.template, bodyText: messages.bodyText })
    .from(messages)
    .where(
      and(
        eq(messages.orderId, orderId),
        inArray(messages.template, [...templates]),
        sql`${messages.key} not like 'again:%'`,
      ),
    );

const buildKey = (template: string, occasion: string) => `${template}:${occasion}`;

export type MessageFilter = {
  state?: MessageState;
  search?: string;
  after?: string;
};
export type MessagePage = {
  messages: MessageSummary[];
  counts: Record<MessageState | 'all', number>;
  next: string | undefined;
};

const PAGE = 25;
const newestFirst = sortedBy(messages.id, { date: messages.createdAt });
const summary = {
  id: messages.id,
  channel: messages.channel,
  template: sql<Template>`${messages.template}`,
  recipient: messages.recipient,
  subject: messages.subject,
  orderId: messages.orderId,
  state: messages.state,
  attempts: messages.attempts,
  lastError: messages.lastError,
  createdAt: messages.createdAt,
  sentAt: messages.sentAt,
  sentBy: sql<
    string | null
  >`(select ${userProfiles.name} from ${userProfiles} where ${userProfiles.id} = ${messages.sentBy})`,
};

const visibleTo = (shop: Shop) => (isOwner(shop) ? undefined : notInArray(messages.template, [...OWNERS_TEMPLATES]));

/** Returns messages, newest first, 25 per page. Admins only. */
export async function listMessages(shop: Shop, { state, search, after }: MessageFilter): Promise<MessagePage> {
  adminOnly(shop);
  const found = and(visibleTo(shop), searchTextContains(messages, search));
  const [rows, counted] = await Promise.all([
    shop.database
      .select({ ...summary, position: newestFirst.position })
      .from(messages)
      .where(and(found, state ? eq(messages.state, state) : undefined, newestFirst.after(after)))
      .orderBy(...newestFirst.orderBy)
      .limit(PAGE + 1),
    shop.database.select({ state: messages.state, count: count() }).from(messages).where(found).groupBy(messages.state),
  ]);
  const counts = { all: 0, ...Object.fromEntries(MESSAGE_STATES.map((each) => [each, 0])) } as MessagePage['counts'];
  for (const each of counted) {
    counts[each.state] = each.count;
    counts.all += each.count;
  }
  const page = pageOf(rows, PAGE);
  return { messages: page.rows, counts, next: page.next };
}

/** Returns messages, oldest first. Admins only. */
export async function messagesAbout(
  shop: Shop,
  about: { orderId: string } | { requestId: string } | { contactMessageId: string },
): Promise<MessageSummary[]> {
  adminOnly(shop);
  const [[name, id]] = Object.entries(about) as [['orderId' | 'requestId' | 'contactMessageId', string]];
  if (!isUuid(id)) throw notFound();
  return shop.database
    .select(summary)
    .from(messages)
    .where(and(eq(messages[name], id), visibleTo(shop)))
    .orderBy(asc(messages.createdAt), asc(messages.id))
    .limit(100);
}

/** Returns the newest messages to an email address. Admins only. */
export async function messagesTo(shop: Shop, recipient: string): Promise<MessageSummary[]> {
  adminOnly(shop);
  return shop.database
    .select(summary)
    .from(messages)
    .where(and(eq(messages.recipient, recipient), visibleTo(shop)))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(10);
}

/**
 * Returns a message. Hides account emails and links, but not from owners in a demo or without a mail server. Admins
 * only.
 */
export async function getMessage(shop: Shop, id: string): Promise<Message> {
  adminOnly(shop);
  if (!isUuid(id)) throw notFound();
  const [message] = await shop.database
    .select({ ...summary, bodyText: messages.bodyText, bodyHtml: messages.bodyHtml })
    .from(messages)
    .where(and(eq(messages.id, id), visibleTo(shop)));
  if (!message) throw notFound();
  const isBroughtByOwner = isOwner(shop) && (shop.config.mode === 'demo' || !shop.config.smtpUrl);
  const isHidden = ACCOUNT_TEMPLATES.includes(message.template) && !isBroughtByOwner;
  if (isHidden) return { ...message, bodyText: HIDDEN_TEXT, bodyHtml: null };
  if (isBroughtByOwner) return message;
  return {
    ...message,
    bodyText: hideLinks(message.bodyText),
    bodyHtml: message.bodyHtml && hideLinks(message.bodyHtml),
  };
}

const COMMISSION = href('/commission/:token', { token: '_' }).slice(0, -1);
const LINK = new RegExp(
  `(${COMMISSION}|(?:${[href('/refund'), href('/order/invoice'), href('/order/pay')].join('|')})\\?token=)[\\w-]+\\.[\\w-]+`,
  'g',
);

/** The email's link would give access to the recipient's data. */
const hideLinks = (text: string): string => text.replaceAll(LINK, '$1…');

/** Queues a message again, once per key. Admins only. */
export async function resendMessage(
  shop: Shop,
  { id, key }: { id: string; key: string },
): Promise<Result<{ id: string }, ReturnType<typeof refused<ResendRefusal>>>> {
  adminOnly(shop);
  if (!isUuid(id)) throw notFound();
  return inTransaction(shop, async (shop) => {
    const [requeued] = await shop.database
      .update(messages)
      .set({ state: 'queued', attempts: 0, lastError: null })
      .where(and(eq(messages.id, id), inArray(messages.state, ['unsent', 'failed'])))
      .returning({ id: messages.id });
    if (requeued) {
      await audit(shop, { action: 'message.resend', table: 'messages', id: requeued.id });
      await announce(shop, 'notifications.message-queued', { messageId: requeued.id });
      return done(requeued);
    }
    const [sent] = await shop.database.select().from(messages).where(eq(messages.id, id));
    if (!sent) throw notFound();
    if (sent.state !== 'sent') return refused('already-waiting');
    if (sent.template === 'whatsapp-manual') return refused('sent-manually');
    const reset = {
      id: undefined,
      state: 'queued',
      attempts: 0,
      lastError: null,
      providerId: null,
      sentAt: null,
      isLimited: false,
    } as const;
    const [copy] = await shop.database
      .insert(messages)
      .values({ ...sent, ...reset, key: `again:${id}:${key}`, createdAt: shop.now })
      .onConflictDoNothing({ target: messages.key })
      .returning({ id: messages.id });
    if (!copy) return refused('already-waiting');
    await audit(shop, { action: 'message.resend', table: 'messages', id: copy.id, after: { copyOf: id } });
    await announce(shop, 'notifications.message-queued', { messageId: copy.id });
    return done(copy);
  });
}

export async function countFailed(shop: Shop): Promise<number> {
  adminOnly(shop);
  return shop.database.$count(messages, eq(messages.state, 'failed'));
}

/** Returns events that could not be delivered, except events of queued messages. Admins only. */
export async function findUndelivered(shop: Shop): Promise<DeadLetter[]> {
  return (await deadLetters(shop)).filter((letter) => letter.name !== 'notifications.message-queued');
}
