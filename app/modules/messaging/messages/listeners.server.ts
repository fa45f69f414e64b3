import { href } from 'react-router';
import { and, eq } from 'drizzle-orm';
import { formatSpan } from '#app/basics/duration.ts';
import { getContactMessage } from '#app/modules/messaging/contact/contact.server.ts';
import { takeBackInStockRequest } from '#app/modules/orders/holds/holds.server.ts';
import { linkOf } from '#app/modules/requests/requests/access.server.ts';
import { inspirationOf } from '#app/modules/requests/requests/custom-orders.server.ts';
import { getRequest } from '#app/modules/requests/requests/read-requests.server.ts';
import { REJECTION_UNDO_SECONDS } from '#app/modules/requests/requests/request.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Listener } from '#app/platform/outbox/listener.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { accountListeners } from '#app/modules/identity/accounts/account-emails.server.ts';
import { commissionListeners } from '#app/modules/requests/requests/emails.server.ts';
import { orderListeners } from '#app/modules/orders/orders/emails.server.ts';
import { returnListeners } from '#app/modules/orders/returns/emails.server.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import { sendMessage } from './internal/send-message.server.ts';
import { textListeners } from '#app/modules/orders/orders/texts.server.ts';
import { queueMails } from './messages.server.ts';
import { messages } from './tables.server.ts';
import {
  backInStockMail,
  contactReceivedMail,
  customOrderReceivedMail,
  ownerContactMail,
  orderRequestReceivedMail,
  ownerCustomOrderMail,
  ownerOrderRequestMail,
  requestRejectedMail,
} from '#app/modules/requests/requests/request-email-templates.server.tsx';

/** What the shop writes to people about, and how it is sent: an event becomes a message, the message is given to its supplier. */
// Not by owner: the shop itself, when a message could not be sent.
export const notificationListeners: readonly Listener[] = [
  {
    name: 'notifications.order-request',
    on: 'order-requests.sent',
    async handle(shop, { requestId }) {
      const [request, page, { contact }, identity] = await Promise.all([
        requestInput(shop, requestId),
        linkOf(shop, requestId, 'email'),
        getSettings(shop),
        readShopIdentity(shop),
      ]);
      const waitingHours = contact.replyWithinHours;
      await queueMails(
        shop,
        {
          ...(await ownerOrderRequestMail({ ...request, waitingHours }, identity)),
          template: 'owner-order-request',
          occasion: requestId,
          recipient: identity.email,
          replyTo: request.email,
          requestId,
        },
        {
          ...(await orderRequestReceivedMail({ ...request, page, waitingHours }, identity)),
          template: 'order-request-received',
          occasion: requestId,
          recipient: request.email,
          requestId,
        },
      );
    },
  },
  {
    name: 'notifications.request-rejected',
    on: 'order-requests.rejected',
    async handle(shop, { requestId }) {
      const [request, identity] = await Promise.all([requestInput(shop, requestId), readShopIdentity(shop)]);
      // Taken up again before we got here.
      if (request.status !== 'rejected') return;
      // Rejected again meanwhile: that has a minute of its own.
      if (request.answeredAt && shop.now.getTime() - request.answeredAt.getTime() < REJECTION_UNDO_SECONDS * 1_000)
        return;
      await queueMails(shop, {
        ...(await requestRejectedMail(request, identity)),
        template: 'request-rejected',
        // Rejected again after it was taken up, its sender reads it again.
        occasion: `${requestId}:${request.answeredAt?.toISOString()}`,
        recipient: request.email,
        requestId,
      });
    },
  },
  {
    name: 'notifications.custom-order',
    on: 'custom-orders.sent',
    async handle(shop, { requestId }) {
      const [request, page, pictures, { contact, promises }, identity] = await Promise.all([
        requestInput(shop, requestId),
        linkOf(shop, requestId, 'email'),
        inspirationOf(shop, requestId),
        getSettings(shop),
        readShopIdentity(shop),
      ]);
      const pictureUrls = pictures.map(({ id }) => `${identity.url}${href('/inspiration/:id', { id })}`);
      const weeks = formatSpan(promises.customWorkWeeks, 'week');
      const waitingHours = contact.replyWithinHours;
      await queueMails(
        shop,
        {
          ...(await ownerCustomOrderMail({ ...request, pictureUrls }, identity)),
          template: 'owner-custom-order',
          occasion: requestId,
          recipient: identity.email,
          replyTo: request.email,
          requestId,
        },
        {
          ...(await customOrderReceivedMail({ ...request, page, waitingHours, weeks }, identity)),
          template: 'custom-order-received',
          occasion: requestId,
          recipient: request.email,
          requestId,
        },
      );
    },
  },
  {
    name: 'notifications.contact',
    on: 'contact.message-sent',
    async handle(shop, { messageId }) {
      const [message, { contact }, identity] = await Promise.all([
        getContactMessage(shop, messageId),
        getSettings(shop),
        readShopIdentity(shop),
      ]);
      const waitingHours = contact.replyWithinHours;
      await queueMails(
        shop,
        {
          ...(await ownerContactMail(message, identity)),
          template: 'owner-contact',
          occasion: messageId,
          recipient: identity.email,
          replyTo: message.email,
        },
        {
          ...(await contactReceivedMail({ ...message, waitingHours }, identity)),
          template: 'contact-received',
          occasion: messageId,
          recipient: message.email,
        },
      );
    },
  },
  {
    name: 'notifications.back-in-stock',
    on: 'holds.back-in-stock',
    async handle(shop, { requestId }) {
      const identity = await readShopIdentity(shop);
      await inTransaction(shop, async (shop) => {
        const request = await takeBackInStockRequest(shop, requestId);
        if (!request) return;
        await queueMails(shop, {
          ...(await backInStockMail(request, identity)),
          template: 'back-in-stock',
          occasion: requestId,
          recipient: request.email,
        });
      });
    },
  },
  ...accountListeners,
  ...orderListeners,
  ...textListeners,
  ...returnListeners,
  ...commissionListeners,
  {
    name: 'notifications.send',
    on: 'notifications.message-queued',
    handle: (shop, { messageId }, { attempt }) => sendMessage(shop, messageId, attempt),
    async onDead(shop, { messageId }, lastError) {
      await shop.database
        .update(messages)
        .set({ state: 'failed', lastError })
        .where(and(eq(messages.id, messageId), eq(messages.state, 'queued')));
    },
  },
];

async function requestInput(shop: Shop, requestId: string) {
  const request = await getRequest(shop, requestId);
  // A piece that was taken out of the shop since has no title.
  return { ...request, artworkTitle: request.artworkTitle ?? 'a piece that is no longer in the shop' };
}
