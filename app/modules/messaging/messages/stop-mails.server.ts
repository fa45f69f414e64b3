import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Shop } from '#app/platform/shop.server.ts';
import { keepQueued, limitedMailsTo } from './internal/unconfirmed-recipients.server.ts';
import { UNSENT_REASONS } from './message.ts';
import { messages, unconfirmedRecipients } from './tables.server.ts';

/** Matches the token of a link, including the shorter tokens in older emails. */
const ofLink = (token: string) =>
  /^[\da-f-]{36,64}$/.test(token)
    ? or(eq(unconfirmedRecipients.token, token), eq(unconfirmedRecipients.earlierToken, token))
    : sql`false`;

/** Returns whether a link has stopped emails, or undefined for an unknown link. */
export async function findStopLink(shop: Shop, token: string): Promise<{ isStopped: boolean } | undefined> {
  const [address] = await shop.database
    .select({ stoppedAt: unconfirmedRecipients.stoppedAt })
    .from(unconfirmedRecipients)
    .where(ofLink(token));
  return address && { isStopped: address.stoppedAt !== null };
}

// Not filtered by owner: the link proves access to the mailbox.
/** Stops emails, including queued ones. Returns order ids, or undefined for an unknown or used link. */
export async function stopRecipient(
  shop: Shop,
  token: string,
): Promise<{ email: string; token: string; orderIds: string[] } | undefined> {
  const [stopped] = await shop.database
    .update(unconfirmedRecipients)
    .set({ stoppedAt: shop.now })
    .where(and(ofLink(token), isNull(unconfirmedRecipients.stoppedAt)))
    .returning({ email: unconfirmedRecipients.email, token: unconfirmedRecipients.token });
  if (!stopped) return undefined;
  await keepQueued(shop, stopped.email, UNSENT_REASONS.stopped);
  const mailed = await shop.database
    .selectDistinct({ orderId: messages.orderId })
    .from(messages)
    .where(limitedMailsTo(stopped.email));
  return { ...stopped, orderIds: mailed.flatMap(({ orderId }) => orderId ?? []) };
}

/** Allows emails again, without sending the held ones. */
export async function resumeMails(shop: Shop, token: string): Promise<void> {
  await shop.database
    .update(unconfirmedRecipients)
    .set({ stoppedAt: null })
    .where(and(ofLink(token), isNotNull(unconfirmedRecipients.stoppedAt)));
}
