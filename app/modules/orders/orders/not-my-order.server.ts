import { desc, inArray } from 'drizzle-orm';
import { href } from 'react-router';
import { dayInIndia } from '#app/basics/india.ts';
import { queueMessages } from '#app/modules/messaging/messages/messages.server.ts';
import { stopRecipient } from '#app/modules/messaging/messages/stop-mails.server.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import type { ShopIdentity } from '#app/platform/mail/mail-look.ts';
import { factList } from '#app/platform/mail/mail-parts.tsx';
import { type RenderedMail, renderOwnerMail } from '#app/platform/mail/render-mail.server.tsx';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { orders } from './tables.server.ts';

// Not by owner: the link proves the mailbox.
/**
 * Stops the mails about orders to an address that nobody has confirmed, those that wait among them, and tells the owner,
 * once a day at most. Whoever has the link may. An unknown link, or one used before, changes nothing.
 */
export async function stopMails(shop: Shop, token: string): Promise<void> {
  const identity = await readShopIdentity(shop);
  await inTransaction(shop, async (shop) => {
    const stopped = await stopRecipient(shop, token);
    if (!stopped) return;
    const newest = await shop.database
      .select({ id: orders.id, orderNumber: orders.orderNumber })
      .from(orders)
      .where(inArray(orders.id, stopped.orderIds))
      .orderBy(desc(orders.createdAt))
      .limit(10);
    await queueMessages(shop, {
      ...(await mailsStoppedMail(stopped.email, newest, identity)),
      template: 'owner-mails-stopped',
      occasion: `${stopped.token}:${dayInIndia(shop.now)}`,
      recipient: identity.email,
      orderId: newest[0]?.id,
    });
  });
}

/** The mail that tells the owner that somebody says an order isn't theirs, newest order first. */
const mailsStoppedMail = (
  email: string,
  orders: readonly { id: string; orderNumber: string }[],
  shop: ShopIdentity,
): Promise<RenderedMail> =>
  renderOwnerMail(
    {
      subject: `${email} says: this wasn’t me`,
      heading: 'Somebody got mails about an order that isn’t theirs',
      parts: [
        `Who reads ${email} pressed “This wasn’t me”, so no more mails about orders go there. Call the customer before you pack.`,
        factList(orders.map(({ id, orderNumber }) => [orderNumber, `${shop.url}${href('/admin/orders/:id', { id })}`])),
      ],
    },
    shop,
  );
