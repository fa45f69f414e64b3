import { and, desc, eq, gt, inArray, notInArray, or, isNull, type SQL, sql } from 'drizzle-orm';
import { href } from 'react-router';
import { findVerifiedAccount } from '#app/modules/identity/accounts/find-account.server.ts';
import { UNSENT_REASONS, UNCONFIRMED_MAILS_A_DAY } from '#app/modules/messaging/messages/message.ts';
import { messages, unconfirmedRecipients } from '#app/modules/messaging/messages/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export const limitedMailsTo = (email: string): SQL => and(eq(messages.recipient, email), eq(messages.isLimited, true))!;

/**
 * Returns the unsubscribe link, because anyone can type an address. Returns undefined if the order's account confirmed
 * the address.
 */
export async function stopAddressFor(
  shop: Shop,
  { customerEmail, userId }: { customerEmail: string; userId: string | null },
): Promise<string | undefined> {
  if (customerEmail === '') return undefined;
  const account = await findVerifiedAccount(shop, customerEmail);
  if (account && (userId === null || account.userId === userId)) return undefined;
  await shop.database.insert(unconfirmedRecipients).values({ email: customerEmail }).onConflictDoNothing();
  const [recipient] = await shop.database
    .select({ token: unconfirmedRecipients.token })
    .from(unconfirmedRecipients)
    .where(eq(unconfirmedRecipients.email, customerEmail));
  return `${shop.config.shopUrl}${href('/not-my-order')}?token=${recipient!.token}`;
}

/** Holds back emails over the daily limit, or to an address that has unsubscribed. */
export async function keepThoseOverLimit(shop: Shop, email: string): Promise<void> {
  // The lock makes concurrent orders wait, so that both are counted.
  const [address] = await shop.database
    .select({ stoppedAt: unconfirmedRecipients.stoppedAt })
    .from(unconfirmedRecipients)
    .where(eq(unconfirmedRecipients.email, email))
    .for('update');
  if (address?.stoppedAt) return keepQueued(shop, email, UNSENT_REASONS.stopped);
  const overLimit = shop.database
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        limitedMailsTo(email),
        gt(messages.createdAt, new Date(shop.now.getTime() - 86_400_000)),
        or(isNull(messages.lastError), notInArray(messages.lastError, Object.values(UNSENT_REASONS))),
      ),
    )
    .orderBy(desc(sql`${messages.state} <> 'queued'`), messages.createdAt, messages.id)
    .offset(UNCONFIRMED_MAILS_A_DAY);
  await keepQueued(shop, email, UNSENT_REASONS.limit, inArray(messages.id, overLimit));
}

/** Holds back emails, which the owner can read and send. */
export async function keepQueued(shop: Shop, email: string, reason: string, which?: SQL): Promise<void> {
  await shop.database
    .update(messages)
    .set({ state: 'unsent', lastError: reason })
    .where(and(limitedMailsTo(email), eq(messages.state, 'queued'), which));
}
