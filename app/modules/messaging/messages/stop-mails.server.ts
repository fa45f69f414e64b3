import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { dayInIndia } from '#app/basics/india.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import { keepQueued, limitedMailsTo } from './internal/unconfirmed-recipients.server.ts';
import { UNSENT_REASONS } from './message.ts';
import { queueMails } from './messages.server.ts';
import { messages, unconfirmedRecipients } from './tables.server.ts';
import { mailsStoppedMail } from '#app/modules/orders/orders/email-templates.server.tsx';

/** Whose link it is, also one mailed before links were longer; of what can't be a token, nobody's. */
const ofLink = (token: string) =>
  /^[\da-f-]{36,64}$/.test(token)
    ? or(eq(unconfirmedRecipients.token, token), eq(unconfirmedRecipients.earlierToken, token))
    : sql`false`;

/** Whether the mails of a link are stopped; undefined when the link is none of ours. */
export async function findStopLink(shop: Shop, token: string): Promise<{ isStopped: boolean } | undefined> {
  const [address] = await shop.database
    .select({ stoppedAt: unconfirmedRecipients.stoppedAt })
    .from(unconfirmedRecipients)
    .where(ofLink(token));
  return address && { isStopped: address.stoppedAt !== null };
}

/**
 * Stops the mails about orders to an address that nobody has confirmed, those that wait among them, and tells the owner,
 * once a day at most. Whoever has the link may. An unknown link, or one used before, changes nothing.
 */
export async function stopMails(shop: Shop, token: string): Promise<void> {
  const identity = await readShopIdentity(shop);
  await inTransaction(shop, async (shop) => {
    const [stopped] = await shop.database
      .update(unconfirmedRecipients)
      .set({ stoppedAt: shop.now })
      .where(and(ofLink(token), isNull(unconfirmedRecipients.stoppedAt)))
      .returning({ email: unconfirmedRecipients.email, own: unconfirmedRecipients.token });
    if (!stopped) return;
    await keepQueued(shop, stopped.email, UNSENT_REASONS.stopped);
    const theirs = await ordersMailed(shop, stopped.email);
    await queueMails(shop, {
      ...(await mailsStoppedMail(stopped.email, theirs, identity)),
      template: 'owner-mails-stopped',
      occasion: `${stopped.own}:${dayInIndia(shop.now)}`,
      recipient: identity.email,
      orderId: theirs[0]?.id,
    });
  });
}

/** Takes a stop back. An unknown link changes nothing; what was kept meanwhile stays kept. */
export async function resumeMails(shop: Shop, token: string): Promise<void> {
  await shop.database
    .update(unconfirmedRecipients)
    .set({ stoppedAt: null })
    .where(and(ofLink(token), isNotNull(unconfirmedRecipients.stoppedAt)));
}

// Not by owner: by the recipient’s address, in `limitedMailsTo`.
/** The orders that an address was written about, the newest ten. */
const ordersMailed = (shop: Shop, email: string) =>
  shop.database
    .selectDistinct({ id: orders.id, orderNumber: orders.orderNumber, createdAt: orders.createdAt })
    .from(messages)
    .innerJoin(orders, eq(orders.id, messages.orderId))
    .where(limitedMailsTo(email))
    .orderBy(desc(orders.createdAt))
    .limit(10);
