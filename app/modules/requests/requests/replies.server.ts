import { dayInIndia } from '#app/basics/india.ts';
import { queueMessages, wasWritten } from '#app/modules/messaging/messages/messages.server.ts';
import { type Reply, writeReply } from '#app/modules/messaging/messages/reply.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { openForStudio } from './access.server.ts';
import { noteReply, writeMessage } from './conversations.server.ts';
import { accountNeededMail } from './email-templates.server.ts';
import { getRequest } from './read-requests.server.ts';

/**
 * Writes a message of a request's conversation that is sent by email at once; the answer comes to the shop. The same words under their key
 * again write nothing; other words are another reply. Admins only; throws not-found.
 */
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
 * Invites who sent a request to make an account with that address, so that their order can stand in it. Once for a
 * request and day; answers whether it was sent now. Admins only; throws not-found.
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
