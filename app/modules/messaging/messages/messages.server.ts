import { href } from 'react-router';
import { and, asc, count, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { toOneLine } from '#app/basics/one-line.ts';
import { type Result, done, refused } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { pageOf, sortedBy } from '#app/platform/database/keyset.server.ts';
import { searchTextContains } from '#app/platform/database/text-search.server.ts';
import { isNobodysAddress } from '#app/modules/identity/accounts/account.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import type { NewMessage } from '#app/platform/mail/email.ts';
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

/** Writes mails and announces them in one transaction; those that were written before are left as they are. */
export async function queueMessages(shop: Shop, ...wanted: readonly NewMessage[]): Promise<void> {
  // Who ordered at a fair may have no address, and who has left the shop has none any more.
  const mails = wanted
    .filter(({ recipient }) => recipient !== '' && !isNobodysAddress(recipient))
    .map((mail) => ({ ...mail, replyTo: mail.replyTo && isNobodysAddress(mail.replyTo) ? undefined : mail.replyTo }));
  if (mails.length === 0) return;
  await inTransaction(shop, async (shop) => {
    const written = await shop.database
      .insert(messages)
      .values(
        mails.map(({ occasion, channel = 'email', text, html, ...mail }) => ({
          ...mail,
          key: keyOf(mail.template, occasion),
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

// Not by owner: only whether there is one.
/** Whether the message of this occasion was written already. */
export async function wasWritten(shop: Shop, template: string, occasion: string): Promise<boolean> {
  return (await shop.database.$count(messages, eq(messages.key, keyOf(template, occasion)))) > 0;
}

// Not by owner: the shop itself, of the order that it is about to write of.
/** The mails of these templates that were written about an order, without the copies that the owner sent again. */
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

const keyOf = (template: string, occasion: string) => `${template}:${occasion}`;

export type MessageFilter = {
  state?: MessageState;
  /** Part of a recipient's address or of a subject. */
  search?: string;
  /** The cursor of the page before. */
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

/** Helpers don't see what was written about refunds. */
const visibleTo = (shop: Shop) => (isOwner(shop) ? undefined : notInArray(messages.template, [...OWNERS_TEMPLATES]));

/** What was sent, is kept or failed, newest first, 25 to a page; the counts are of the search, not of the state. Admins only. */
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

/** What was written about an order, a request or a contact message, oldest first; admins only. */
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

/**
 * One message with what it says; of a mail about an account only owners read that, of a demo or where no mail server is set, so that
 * nothing else brings one to its recipient. The same holds for links that prove an address. Admins only.
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
const LINK = new RegExp(`(${COMMISSION}|${href('/refund')}\\?token=)[\\w-]+\\.[\\w-]+`, 'g');

/** An emailed link of a request or a refund acts for the owner of the mailbox, so nobody else reads it. */
const hideLinks = (text: string): string => text.replaceAll(LINK, '$1…');

/**
 * Queues a kept or failed message anew; of a sent one it writes a copy, so that the first sending stays on record. `key`
 * makes a form that was posted twice one copy. Returns the id of the message that will be sent. Admins only.
 */
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
    const anew = {
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
      .values({ ...sent, ...anew, key: `again:${id}:${key}`, createdAt: shop.now })
      .onConflictDoNothing({ target: messages.key })
      .returning({ id: messages.id });
    if (!copy) return refused('already-waiting');
    await audit(shop, { action: 'message.resend', table: 'messages', id: copy.id, after: { copyOf: id } });
    await announce(shop, 'notifications.message-queued', { messageId: copy.id });
    return done(copy);
  });
}

/** How many messages were given up or refused. Admins only. */
export async function countFailed(shop: Shop): Promise<number> {
  adminOnly(shop);
  return shop.database.$count(messages, eq(messages.state, 'failed'));
}

/** Events that were given up before they became a message; a message that was given up is a failed one. Admins only. */
export async function findUndelivered(shop: Shop): Promise<DeadLetter[]> {
  return (await deadLetters(shop)).filter((letter) => letter.name !== 'notifications.message-queued');
}
