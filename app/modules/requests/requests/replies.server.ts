import { dayInIndia } from '#app/basics/india.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { getContactMessage, noteContactReply } from '#app/modules/messaging/contact/contact.server.ts';
import { openForStudio } from './access.server.ts';
import { writeMessage } from './conversations.server.ts';
import { getRequest, noteReply } from './read-requests.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import { queueMails, wasWritten } from '#app/modules/messaging/messages/messages.server.ts';
import { accountNeededMail, replyMail } from './reply-email-templates.server.tsx';

type Reply = { key: string; subject: string; text: string };

/** Somebody may mend what they wrote before they send it again: that is another reply. */
const occasionOf = ({ key, subject, text }: Reply): string => uuidFrom(JSON.stringify([key, subject, text]));

/**
 * Writes a message of a request's conversation that is sent by email at once; the answer comes to the shop. The same words under their key
 * again write nothing; other words are another reply. Admins only; throws not-found.
 */
export async function replyToRequest(
  shop: Shop,
  { requestId, ...reply }: Reply & { requestId: string },
): Promise<void> {
  const access = await openForStudio(shop, requestId);
  const [{ email, orderId }, identity] = await Promise.all([getRequest(shop, requestId), readShopIdentity(shop)]);
  const mail = {
    ...(await replyMail(reply, identity)),
    template: 'reply',
    occasion: occasionOf(reply),
  } as const;
  await inTransaction(shop, async (shop) => {
    await writeMessage(shop, access, {
      key: reply.key,
      body: reply.text,
      mailedAt: shop.now,
    });
    await queueMails(shop, { ...mail, recipient: email, orderId, requestId });
    const after = { subject: mail.subject };
    await audit(shop, {
      action: 'request.reply',
      table: 'order_requests',
      id: requestId,
      after,
    });
  });
}

/** Writes to who sent a message through the contact form; its ticket number stands in the subject. The same rules. */
export async function replyToContact(
  shop: Shop,
  { messageId, ...reply }: Reply & { messageId: string },
): Promise<void> {
  adminOnly(shop);
  const [{ email }, identity] = await Promise.all([getContactMessage(shop, messageId), readShopIdentity(shop)]);
  const mail = {
    ...(await replyMail(reply, identity)),
    template: 'reply',
    occasion: occasionOf(reply),
  } as const;
  await inTransaction(shop, async (shop) => {
    await queueMails(shop, {
      ...mail,
      recipient: email,
      contactMessageId: messageId,
    });
    await noteContactReply(shop, messageId);
    const after = { subject: mail.subject };
    await audit(shop, {
      action: 'contact.reply',
      table: 'contact_messages',
      id: messageId,
      after,
    });
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
  const mail = {
    ...(await accountNeededMail({ email, replyWithinHours: contact.replyWithinHours }, identity)),
    template: 'account-needed',
    occasion,
    recipient: email,
    requestId,
  } as const;
  await inTransaction(shop, async (shop) => {
    await queueMails(shop, mail);
    await noteReply(shop, requestId);
    const after = { subject: mail.subject };
    await audit(shop, {
      action: 'request.invite',
      table: 'order_requests',
      id: requestId,
      after,
    });
  });
  return true;
}
