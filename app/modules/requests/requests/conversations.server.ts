import './events.server.ts';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { MAILED_AFTER_MINUTES, MAX_MESSAGE_LENGTH, type RequestAccess } from './request.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { conversationPictures, orderRequests, requestMessages } from './tables.server.ts';
import { applyEvent, lockRequest, publishRequest } from './internal/state.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { actorId, adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { attachPictures, uploadKeyOf } from './pictures.server.ts';
import { dayInIndia } from '#app/basics/india.ts';
import { queueMessages, wasWritten } from '#app/modules/messaging/messages/messages.server.ts';
import { type Reply, writeReply } from '#app/modules/messaging/messages/manual-messages.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { openForStudio } from './access.server.ts';
import { accountNeededMail } from './email-templates.server.ts';
import { getRequest } from './read-requests.server.ts';

const MESSAGES = { capacity: 30, refillPerMinute: 2 };

/**
 * Sends a message with its pictures, once per key and content. Reopens a closed request. Refuses empty or too many
 * messages, and withdrawn or rejected requests.
 */
export async function sendMessage(
  shop: Shop,
  access: RequestAccess,
  { key, body: typed }: { key: string; body: string },
): Promise<Result<undefined, Refused<'empty-message' | 'not-now', undefined> | TooMany>> {
  if (!isUuid(key)) throw notFound();
  const { requestId, side } = access;
  const body = typed.trim().slice(0, MAX_MESSAGE_LENGTH);
  if ((await keyToSend(shop, access, { key, body })) === undefined) return done();
  const allowed = await takeToken(shop, `request-message:${side}:${requestId}`, MESSAGES);
  if (!allowed.ok) return allowed;
  return inTransaction(shop, async (shop) => {
    const { status } = await lockRequest(shop, requestId);
    if ((await keyToSend(shop, access, { key, body })) === undefined) return done();
    if (side === 'customer' && (status === 'rejected' || status === 'withdrawn')) return refused('not-now');
    if (body === '' && !(await hasPictures(shop, requestId, key))) return refused('empty-message');
    await writeToOtherSide(shop, access, { key, body });
    return done();
  });
}

/** Writes a message in the caller's transaction. The shop emails the message if the other side does not see it. */
export async function writeToOtherSide(
  shop: Shop,
  access: RequestAccess,
  { key, body }: { key: string; body: string },
): Promise<void> {
  const { requestId, side } = access;
  await writeMessage(shop, access, { key, body, mailedAt: null });
  await announce(
    shop,
    'conversations.message-unseen',
    { requestId, sender: side },
    { afterSeconds: MAILED_AFTER_MINUTES * 60 },
  );
}

/** Until the message is emailed because nobody saw it, `mailedAt` is null. */
async function writeMessage(
  shop: Shop,
  access: RequestAccess,
  { key, body, mailedAt }: { key: string; body: string; mailedAt: Date | null },
): Promise<void> {
  const { requestId, side } = access;
  const { status } = await lockRequest(shop, requestId);
  const ownKey = await keyToSend(shop, access, { key, body });
  if (ownKey === undefined) return;
  const [written] = await shop.database
    .insert(requestMessages)
    .values({ key: ownKey, requestId, sender: side, sentBy: actorId(shop), body, createdAt: shop.now, mailedAt })
    .onConflictDoNothing()
    .returning({ id: requestMessages.id });
  if (!written) throw notFound();
  await attachPictures(shop, { requestId, key, ownKey });
  if (side === 'studio') await noteReply(shop, requestId);
  if (status === 'closed') await applyEvent(shop, requestId, 'reopen');
  await publishRequest(shop, requestId);
}

export async function markSeen(
  shop: Shop,
  { requestId, side }: RequestAccess,
  newestShown: string | undefined,
): Promise<void> {
  if (newestShown === undefined || !isUuid(newestShown)) return;
  const upTo = shop.database
    .select({ createdAt: requestMessages.createdAt, id: requestMessages.id })
    .from(requestMessages)
    .where(and(eq(requestMessages.id, newestShown), eq(requestMessages.requestId, requestId)));
  const seen = await shop.database
    .update(requestMessages)
    .set({ seenAt: shop.now })
    .where(
      and(
        eq(requestMessages.requestId, requestId),
        eq(requestMessages.sender, side === 'studio' ? 'customer' : 'studio'),
        isNull(requestMessages.seenAt),
        sql`(${requestMessages.createdAt}, ${requestMessages.id}) <= (${upTo})`,
      ),
    )
    .returning({ id: requestMessages.id });
  if (seen.length > 0) await publishRequest(shop, requestId);
}

/**
 * Returns one side's unseen messages for an email, each message only once. Messages of the last five minutes wait,
 * unless an older message is unseen.
 */
export async function takeUnseenMessages(
  shop: Shop,
  { requestId, sender }: { requestId: string; sender: 'customer' | 'studio' },
) {
  adminOnly(shop);
  const unseen = await shop.database
    .select()
    .from(requestMessages)
    .where(
      and(
        eq(requestMessages.requestId, requestId),
        eq(requestMessages.sender, sender),
        isNull(requestMessages.seenAt),
        isNull(requestMessages.mailedAt),
      ),
    )
    .orderBy(asc(requestMessages.createdAt))
    .for('update');
  const [oldest] = unseen;
  if (!oldest || oldest.createdAt.getTime() > shop.now.getTime() - MAILED_AFTER_MINUTES * 60_000) return [];
  const ids = unseen.map(({ id }) => id);
  await shop.database.update(requestMessages).set({ mailedAt: shop.now }).where(inArray(requestMessages.id, ids));
  const counted = await shop.database
    .select({ key: conversationPictures.uploadKey, count: sql<number>`count(*)::int` })
    .from(conversationPictures)
    .where(
      and(
        eq(conversationPictures.requestId, requestId),
        inArray(
          conversationPictures.uploadKey,
          unseen.map(({ key }) => uploadKeyOf(requestId, key)),
        ),
      ),
    )
    .groupBy(conversationPictures.uploadKey);
  return unseen.map(({ id, key, body, createdAt }) => ({
    id,
    body,
    createdAt,
    pictures: counted.find((each) => each.key === uploadKeyOf(requestId, key))?.count ?? 0,
  }));
}

/**
 * Returns a new key if the key was used for other content, and undefined if the message exists. Throws not-found for
 * another request's key.
 */
async function keyToSend(
  shop: Shop,
  { requestId, side }: RequestAccess,
  { key, body }: { key: string; body: string },
): Promise<string | undefined> {
  const nextKey = uuidFrom(`${key} ${body}`);
  const sent = await shop.database
    .select()
    .from(requestMessages)
    .where(inArray(requestMessages.key, [key, nextKey]));
  if (sent.length === 0) return key;
  if (sent.some((message) => message.requestId !== requestId || message.sender !== side)) throw notFound();
  const isThere = sent.some((message) => message.body === body) && !(await hasPictures(shop, requestId, key));
  return isThere || sent.some((message) => message.key === nextKey) ? undefined : nextKey;
}

async function hasPictures(shop: Shop, requestId: string, key: string): Promise<boolean> {
  const waiting = and(
    eq(conversationPictures.uploadKey, uploadKeyOf(requestId, key)),
    isNull(conversationPictures.requestId),
  );
  return (await shop.database.$count(conversationPictures, waiting)) > 0;
}

export async function noteReply(shop: Shop, requestId: string): Promise<void> {
  adminOnly(shop);
  await shop.database
    .update(orderRequests)
    .set({
      repliedAt: sql`coalesce(${orderRequests.repliedAt}, ${shop.now.toISOString()}::timestamptz)`,
      lastReplyAt: shop.now,
    })
    .where(eq(orderRequests.id, requestId));
  await publish(shop, [topics.admin], { kind: 'request', id: requestId });
}

export async function replyToRequest(
  shop: Shop,
  { requestId, ...reply }: Reply & { requestId: string },
): Promise<void> {
  const access = await openForStudio(shop, requestId);
  const { email, orderId } = await getRequest(shop, requestId);
  const mail = await writeReply(shop, reply, email);
  await inTransaction(shop, async (shop) => {
    await writeMessage(shop, access, { key: reply.key, body: reply.text, mailedAt: shop.now });
    await queueMessages(shop, { ...mail, orderId, requestId });
    const after = { subject: mail.subject };
    await audit(shop, { action: 'request.reply', table: 'order_requests', id: requestId, after });
  });
}

/**
 * Invites the sender of a request to create an account, at most once a day. Returns whether the invitation was sent.
 */
export async function inviteRequester(shop: Shop, requestId: string): Promise<boolean> {
  adminOnly(shop);
  const [{ email }, identity, { contact }] = await Promise.all([
    getRequest(shop, requestId),
    readShopIdentity(shop),
    getSettings(shop),
  ]);
  const occasion = `${requestId}:${dayInIndia(shop.now)}`;
  if (await wasWritten(shop, 'account-needed', occasion)) return false;
  const mail = await accountNeededMail({ email, replyWithinHours: contact.replyWithinHours }, identity);
  await inTransaction(shop, async (shop) => {
    await queueMessages(shop, { ...mail, template: 'account-needed', occasion, recipient: email, requestId });
    await noteReply(shop, requestId);
    const after = { subject: mail.subject };
    await audit(shop, { action: 'request.invite', table: 'order_requests', id: requestId, after });
  });
  return true;
}
