import { getContactMessage, noteContactReply } from '#app/modules/contact/contact.server.ts';
import { getRequest, noteReply } from '#app/modules/order-requests/order-requests.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { queueMails } from './notifications.server.ts';
import { accountNeededMail, replyMail } from './templates/reply-mails.server.tsx';
import { readShopIdentity } from './internal/shop-identity.server.ts';

type Reply = { key: string; subject: string; text: string };

/**
 * Writes to who sent a request, by mail; their answer comes to the shop. What was written stays with the request. The same key
 * again writes nothing. Admins only; throws not-found.
 */
export async function replyToRequest(
  shop: Shop,
  { requestId, ...reply }: Reply & { requestId: string },
): Promise<void> {
  adminOnly(shop);
  const [request, identity] = await Promise.all([getRequest(shop, requestId), readShopIdentity(shop)]);
  const mail = await replyMail(reply, identity);
  await inTransaction(shop, async (shop) => {
    await queueMails(shop, [
      {
        ...mail,
        key: `reply:${reply.key}`,
        template: 'reply',
        recipient: request.email,
        orderId: request.orderId,
        requestId,
      },
    ]);
    await noteReply(shop, requestId);
    await audit(shop, {
      action: 'request.reply',
      table: 'order_requests',
      id: requestId,
      after: { subject: mail.subject },
    });
  });
}

/** Writes to who sent a message through the contact form; its ticket number stands in the subject. The same rules. */
export async function replyToContact(
  shop: Shop,
  { messageId, ...reply }: Reply & { messageId: string },
): Promise<void> {
  adminOnly(shop);
  const [message, identity] = await Promise.all([getContactMessage(shop, messageId), readShopIdentity(shop)]);
  const mail = await replyMail(reply, identity);
  await inTransaction(shop, async (shop) => {
    await queueMails(shop, [
      {
        ...mail,
        key: `reply:${reply.key}`,
        template: 'reply',
        recipient: message.email,
        orderId: null,
        contactMessageId: messageId,
      },
    ]);
    await noteContactReply(shop, messageId);
    await audit(shop, {
      action: 'contact.reply',
      table: 'contact_messages',
      id: messageId,
      after: { subject: mail.subject },
    });
  });
}

/**
 * Invites who sent a request to make an account with that address, so that their order can stand in it. Once for a
 * request and day. Admins only; throws not-found.
 */
export async function inviteRequester(shop: Shop, requestId: string): Promise<void> {
  adminOnly(shop);
  const [request, identity, { contact }] = await Promise.all([
    getRequest(shop, requestId),
    readShopIdentity(shop),
    getSettings(shop),
  ]);
  const mail = await accountNeededMail({ email: request.email, replyWithinHours: contact.replyWithinHours }, identity);
  await inTransaction(shop, async (shop) => {
    await queueMails(shop, [
      {
        ...mail,
        key: `account-needed:${requestId}:${shop.now.toISOString().slice(0, 10)}`,
        template: 'account-needed',
        recipient: request.email,
        orderId: null,
        requestId,
      },
    ]);
    await noteReply(shop, requestId);
    await audit(shop, { action: 'request.invite', table: 'order_requests', id: requestId });
  });
}
