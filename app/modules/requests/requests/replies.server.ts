import { dayInIndia } from '#app/basics/india.ts';
import { queueMessages, wasWritten } from '#app/modules/messaging/messages/messages.server.ts';
import { type Reply, writeReply } from '#app/modules/messaging/messages/reply.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import type { NewMessage } from '#app/platform/mail/email.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { accountNeededMail } from './email-templates.server.ts';
import { getRequest, noteReply } from './read-requests.server.ts';

/**
 * Writes to who sent a request, by mail; their answer comes to the shop. What was written stays with the request. The same words
 * under their key again write nothing; other words are a reply of their own. Admins only; throws not-found.
 */
export async function replyToRequest(
  shop: Shop,
  { requestId, ...reply }: Reply & { requestId: string },
): Promise<void> {
  adminOnly(shop);
  const { email, orderId } = await getRequest(shop, requestId);
  const message = await writeReply(shop, reply, email);
  await writeAboutRequest(shop, 'request.reply', { ...message, orderId, requestId });
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
  await writeAboutRequest(shop, 'request.invite', {
    ...(await accountNeededMail({ email, replyWithinHours: contact.replyWithinHours }, identity)),
    template: 'account-needed',
    occasion,
    recipient: email,
    requestId,
  });
  return true;
}

const writeAboutRequest = (shop: Shop, action: string, mail: NewMessage & { requestId: string }): Promise<void> =>
  inTransaction(shop, async (shop) => {
    await queueMessages(shop, mail);
    await noteReply(shop, mail.requestId);
    await audit(shop, { action, table: 'order_requests', id: mail.requestId, after: { subject: mail.subject } });
  });
