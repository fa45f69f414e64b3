import { and, desc, eq, gt, inArray, notInArray, or, isNull, type SQL, sql } from 'drizzle-orm';
import { href } from 'react-router';
import { findVerifiedAccount } from '#app/modules/identity/accounts/find-account.server.ts';
import { UNSENT_REASONS, UNCONFIRMED_MAILS_A_DAY } from '#app/modules/messaging/messages/message.ts';
import { messages, unconfirmedRecipients } from '#app/modules/messaging/messages/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** What was written about orders to an address as one that nobody has confirmed: nothing of what its owner ordered after confirming it. */
export const limitedMailsTo = (email: string): SQL => and(eq(messages.recipient, email), eq(messages.isLimited, true))!;

/**
 * Where to stop the mails about somebody's orders; undefined when the address is confirmed by the account that ordered,
 * or there is none. Anybody can type an address, also one that another account has confirmed.
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

/** Keeps the limited mails just queued to an address that stopped them, or has had its share of 24 hours; in the caller's transaction. */
export async function keepThoseOverLimit(shop: Shop, email: string): Promise<void> {
  // Two orders at once wait here for each other, and count both.
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

/** Keeps what is limited and waits to be sent to an address, so that the owner can still read and send it. */
export async function keepQueued(shop: Shop, email: string, reason: string, which?: SQL): Promise<void> {
  await shop.database
    .update(messages)
    .set({ state: 'unsent', lastError: reason })
    .where(and(limitedMailsTo(email), eq(messages.state, 'queued'), which));
}
