import { and, eq } from 'drizzle-orm';
import { customerSettingsOf } from '#app/modules/accounts/customer-settings.server.ts';
import { getContactMessage } from '#app/modules/contact/contact.server.ts';
import { ARTWORK_INTERESTS } from '#app/modules/contact/forms.ts';
import { currentOffer } from '#app/modules/coupons/coupons.server.ts';
import { inspirationOf } from '#app/modules/custom-orders/custom-orders.server.ts';
import { fileAtLeast } from '#app/modules/media/picture.ts';
import { picturesByUrl } from '#app/modules/media/media.server.ts';
import { getRequest } from '#app/modules/order-requests/order-requests.server.ts';
import type { Order } from '#app/modules/orders/order.ts';
import { getOrder } from '#app/modules/orders/orders.server.ts';
import { getReturn, photosOf } from '#app/modules/returns/returns.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import type { Listener } from '#app/platform/outbox/listener.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { accountListeners } from './parts/account-listeners.server.ts';
import { deliverySms } from './parts/delivery-sms.server.ts';
import { shopFace } from './parts/shop-face.server.ts';
import type { NewMail } from './notifications.server.ts';
import { queueMails, wasWritten } from './notifications.server.ts';
import { messages } from './tables.server.ts';
import type { CustomerOrderMail, OrderMailInput } from './templates/order-mails.server.tsx';
import { attentionMail, customerOrderMail, ownerOrderMail } from './templates/order-mails.server.tsx';
import {
  customOrderReceivedMail,
  ownerContactMail,
  ownerCustomOrderMail,
  ownerOrderRequestMail,
} from './templates/request-mails.server.tsx';
import {
  customerReturnMail,
  type CustomerReturnMail,
  ownerReturnMail,
  type ReturnMailInput,
} from './templates/return-mails.server.tsx';

/** What the shop writes to people about, and how it is sent: an event becomes a message, the message is given to its supplier. */
export const notificationListeners: readonly Listener[] = [
  {
    name: 'notifications.order-placed',
    on: 'orders.placed',
    async handle(shop, { orderId }) {
      const input = await mailInput(shop, orderId);
      await queueMails(shop, [await toCustomer('order-placed', input), await toOwner(input)]);
    },
  },
  {
    name: 'notifications.order-status',
    on: 'orders.status-changed',
    async handle(shop, { orderId, to }) {
      if (to !== 'shipped' && to !== 'delivered' && to !== 'cancelled') return;
      const input = await mailInput(shop, orderId);
      // Taken back before we got here: then the mail would be wrong by now.
      if (input.order.status !== to) return;
      const wanted =
        to === 'cancelled' ? await wasConfirmed(shop, orderId) : await wantsOrderUpdates(shop, input.order.userId);
      if (wanted) await queueMails(shop, [await toCustomer(`order-${to}`, input)]);
    },
  },
  deliverySms,
  {
    name: 'notifications.needs-attention',
    on: 'orders.needs-attention',
    async handle(shop, { orderId, why }, { id }) {
      const input = await mailInput(shop, orderId);
      await queueMails(shop, [
        {
          ...(await attentionMail(why, input)),
          key: messageKey('owner-needs-attention', id),
          template: 'owner-needs-attention',
          recipient: input.shop.email,
          orderId,
        },
      ]);
    },
  },
  {
    name: 'notifications.order-request',
    on: 'order-requests.sent',
    async handle(shop, { requestId }) {
      const [request, { contact }, face] = await Promise.all([
        requestInput(shop, requestId),
        getSettings(shop),
        shopFace(shop),
      ]);
      const mail = await ownerOrderRequestMail({ ...request, waitingHours: contact.replyWithinHours }, face);
      await queueMails(shop, [
        {
          ...mail,
          key: messageKey('owner-order-request', requestId),
          template: 'owner-order-request',
          recipient: face.email,
          replyTo: request.email,
          orderId: null,
        },
      ]);
    },
  },
  {
    name: 'notifications.custom-order',
    on: 'custom-orders.sent',
    async handle(shop, { requestId }) {
      const [request, pictures, { contact, promises }, face] = await Promise.all([
        requestInput(shop, requestId),
        inspirationOf(shop, requestId),
        getSettings(shop),
        shopFace(shop),
      ]);
      const pictureUrls = pictures.map(({ id }) => `${face.url}/inspiration/${id}`);
      const weeks = `${promises.customWorkWeeks.from} to ${promises.customWorkWeeks.to} weeks`;
      const [toShop, back] = await Promise.all([
        ownerCustomOrderMail({ ...request, pictureUrls }, face),
        customOrderReceivedMail({ ...request, waitingHours: contact.replyWithinHours, weeks }, face),
      ]);
      await queueMails(shop, [
        {
          ...toShop,
          key: messageKey('owner-custom-order', requestId),
          template: 'owner-custom-order',
          recipient: face.email,
          replyTo: request.email,
          orderId: null,
        },
        {
          ...back,
          key: messageKey('custom-order-received', requestId),
          template: 'custom-order-received',
          recipient: request.email,
          orderId: null,
        },
      ]);
    },
  },
  {
    name: 'notifications.return-asked',
    on: 'returns.asked',
    async handle(shop, { requestId }) {
      const input = await returnInput(shop, requestId);
      const photos = await photosOf(shop, requestId);
      await queueMails(shop, [
        await returnMail('return-asked', input),
        {
          ...(await ownerReturnMail(input, photos.length)),
          key: messageKey('owner-return-asked', requestId),
          template: 'owner-return-asked',
          recipient: input.shop.email,
          replyTo: input.request.customerEmail,
          orderId: input.request.orderId,
        },
      ]);
    },
  },
  {
    name: 'notifications.return-answered',
    on: 'returns.answered',
    async handle(shop, { requestId }) {
      const input = await returnInput(shop, requestId);
      const kind = input.request.status === 'accepted' ? 'return-accepted' : 'return-declined';
      await queueMails(shop, [await returnMail(kind, input)]);
    },
  },
  {
    name: 'notifications.return-received',
    on: 'returns.received',
    async handle(shop, { requestId }) {
      await queueMails(shop, [await returnMail('return-received', await returnInput(shop, requestId))]);
    },
  },
  {
    name: 'notifications.contact',
    on: 'contact.message-sent',
    async handle(shop, { messageId }) {
      const [message, face] = await Promise.all([getContactMessage(shop, messageId), shopFace(shop)]);
      const mail = await ownerContactMail(
        { ...message, about: message.artworkInterest ? ARTWORK_INTERESTS[message.artworkInterest] : undefined },
        face,
      );
      await queueMails(shop, [
        {
          ...mail,
          key: messageKey('owner-contact', messageId),
          template: 'owner-contact',
          recipient: face.email,
          replyTo: message.email,
          orderId: null,
        },
      ]);
    },
  },
  ...accountListeners,
  {
    name: 'notifications.send',
    on: 'notifications.message-queued',
    async handle(shop, { messageId }, { attempt }) {
      const [message] = await shop.database
        .select()
        .from(messages)
        .where(and(eq(messages.id, messageId), eq(messages.state, 'queued')));
      if (!message) return;
      if (message.channel !== 'email') {
        await shop.database.update(messages).set({ state: 'kept' }).where(eq(messages.id, messageId));
        return;
      }
      const { contact } = await getSettings(shop);
      const mail = {
        id: message.id,
        to: message.recipient,
        subject: message.subject,
        text: message.bodyText,
        html: message.bodyHtml,
        replyTo: message.replyTo ?? contact.email,
      };
      const note = (changes: Partial<typeof messages.$inferInsert>) =>
        shop.database
          .update(messages)
          .set({ attempts: attempt, ...changes })
          .where(eq(messages.id, messageId));
      const answer = await shop.suppliers.email.send(mail).catch(async (error: Error) => {
        await note({ lastError: error.message });
        throw error;
      });
      if (answer.state === 'sent')
        await note({ state: 'sent', providerId: answer.providerId, sentAt: shop.now, lastError: null });
      else if (answer.state === 'kept') await note({ state: 'kept', lastError: null });
      else await note({ state: 'failed', lastError: answer.reason });
    },
    async onDead(shop, { messageId }, lastError) {
      await shop.database
        .update(messages)
        .set({ state: 'failed', lastError })
        .where(and(eq(messages.id, messageId), eq(messages.state, 'queued')));
    },
  },
];

async function toCustomer(kind: CustomerOrderMail, input: OrderMailInput): Promise<NewMail> {
  const { order } = input;
  return {
    ...(await customerOrderMail(kind, input)),
    key: messageKey(kind, order.id),
    template: kind,
    recipient: order.customerEmail,
    orderId: order.id,
  };
}

async function toOwner(input: OrderMailInput): Promise<NewMail> {
  const { order, shop } = input;
  return {
    ...(await ownerOrderMail(input)),
    key: messageKey('owner-order-placed', order.id),
    template: 'owner-order-placed',
    recipient: shop.email,
    orderId: order.id,
  };
}

async function returnMail(kind: CustomerReturnMail, input: ReturnMailInput): Promise<NewMail> {
  const { request } = input;
  return {
    ...(await customerReturnMail(kind, input)),
    key: messageKey(kind, request.id),
    template: kind,
    recipient: request.customerEmail,
    orderId: request.orderId,
  };
}

async function returnInput(shop: Shop, requestId: string): Promise<ReturnMailInput> {
  const [request, settings, face] = await Promise.all([getReturn(shop, requestId), getSettings(shop), shopFace(shop)]);
  return { request, settings, shop: face };
}

/** One mail of a kind for an order or a request, however often the event comes or the status goes there and back (decision 19). */
const messageKey = (kind: string, occasion: string) => `${kind}:${occasion}`;

async function mailInput(shop: Shop, orderId: string): Promise<OrderMailInput> {
  const [order, { promises }, face] = await Promise.all([getOrder(shop, orderId), getSettings(shop), shopFace(shop)]);
  const [pictures, offer] = await Promise.all([
    absolutePictures(shop, order, shop.config.shopUrl),
    offerFor(shop, order.userId),
  ]);
  return { order, promises, pictures, offer, shop: face };
}

/** The shop's current offer, for who said yes to marketing mails (decision 26). */
async function offerFor(shop: Shop, userId: string | null): Promise<OrderMailInput['offer']> {
  if (userId === null || !(await customerSettingsOf(shop, userId)).marketingEmails) return undefined;
  const offer = await currentOffer(shop);
  return offer && { code: offer.code, percentage: offer.discountPercentage };
}

async function requestInput(shop: Shop, requestId: string) {
  const request = await getRequest(shop, requestId);
  // A piece that was taken out of the shop since has neither title nor page.
  const piece = request.artworkTitle === null ? 'a piece that is no longer in the shop' : request.artworkTitle;
  return {
    ...request,
    artworkTitle: piece,
    artworkUrl: `${shop.config.shopUrl}/${request.artworkId ? `artwork/${request.artworkId}` : 'gallery'}`,
  };
}

const PICTURE_WIDTH = 400;

async function absolutePictures(shop: Shop, order: Order, shopUrl: string): Promise<Map<string, string>> {
  const pictures = await picturesByUrl(
    shop,
    order.items.map((item) => item.image),
  );
  return new Map(
    [...pictures].map(([url, picture]) => [url, new URL(fileAtLeast(picture, PICTURE_WIDTH), shopUrl).href]),
  );
}

/** Updates on the way are optional mails; who never said no gets them (decision 26). The confirmation is not optional. */
const wantsOrderUpdates = async (shop: Shop, userId: string | null): Promise<boolean> =>
  userId === null || (await customerSettingsOf(shop, userId)).emailOrderUpdates;

/** An order nobody was told of (held for a payment that never came) is cancelled without a word. */
const wasConfirmed = (shop: Shop, orderId: string) => wasWritten(shop, messageKey('order-placed', orderId));
