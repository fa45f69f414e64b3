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

// Not filtered by owner: the link proves access to the mailbox.
/** Stops order emails, including queued ones, and notifies the owner at most once a day. Repeating is safe. */
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

const mailsStoppedMail = (
  email: string,
  orders: readonly { id: string; orderNumber: string }[],
  shop: ShopIdentity,
): Promise<RenderedMail> =>
  renderOwnerMail(
    {
      subject: `${email} reported: this wasn’t me`,
      heading: 'Someone received emails about an order that isn’t theirs',
      parts: [
        `The recipient at ${email} chose “This wasn’t me”, so we no longer send order emails there. Call the customer before you pack.`,
        factList(orders.map(({ id, orderNumber }) => [orderNumber, `${shop.url}${href('/admin/orders/:id', { id })}`])),
      ],
    },
    shop,
  );
