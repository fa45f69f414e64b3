import { getCustomerSettingsOf } from '#app/modules/accounts/customer-settings.server.ts';
import { currentOffer } from '#app/modules/coupons/coupons.server.ts';
import { picturesByUrl } from '#app/modules/media/media.server.ts';
import { absoluteAddress, fileAtLeast } from '#app/modules/media/picture.ts';
import { type NewMail, queueMails } from '#app/modules/notifications/notifications.server.ts';
import {
  attentionMail,
  type CustomerOrderMail,
  customerOrderMail,
  type OrderMailInput,
  ownerOrderMail,
} from '#app/modules/notifications/templates/order-mails.server.tsx';
import type { RenderedMail } from '#app/modules/notifications/templates/render-mail.server.tsx';
import type { Order } from '#app/modules/orders/order.ts';
import { getOrder, shipmentsOf } from '#app/modules/orders/orders.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import type { Listener } from '#app/platform/outbox/listener.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { readShopIdentity } from './shop-identity.server.ts';

/** What is written about an order: to its customer and to the shop. */
export const orderListeners: readonly Listener[] = [
  {
    name: 'notifications.order-placed',
    on: 'orders.confirmed',
    async handle(shop, { orderId }) {
      const input = await mailInput(shop, orderId);
      await queueMails(
        shop,
        await toCustomer('order-placed', input),
        toShop('owner-order-placed', orderId, input, await ownerOrderMail(input)),
      );
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
      // An order nobody was told of (held for a payment that never came) is cancelled without a word.
      const wanted = to === 'cancelled' ? input.order.confirmedAt : await wantsOrderUpdates(shop, input.order.userId);
      const isBack = to === 'cancelled' && input.order.returnedToSenderAt !== null;
      if (wanted) await queueMails(shop, await toCustomer(isBack ? 'order-returned' : `order-${to}`, input));
    },
  },
  {
    name: 'notifications.needs-attention',
    on: 'orders.needs-attention',
    async handle(shop, { orderId, why }, { id }) {
      const input = await mailInput(shop, orderId);
      await queueMails(shop, toShop('owner-needs-attention', id, input, await attentionMail(why, input)));
    },
  },
];

const toCustomer = async (template: CustomerOrderMail, input: OrderMailInput): Promise<NewMail> => ({
  ...(await customerOrderMail(template, input)),
  template,
  occasion: input.order.id,
  recipient: input.order.customerEmail,
  orderId: input.order.id,
});

const toShop = (
  template: 'owner-order-placed' | 'owner-needs-attention',
  occasion: string,
  { order, shop }: OrderMailInput,
  mail: RenderedMail,
): NewMail => ({ ...mail, template, occasion, recipient: shop.email, orderId: order.id });

async function mailInput(shop: Shop, orderId: string): Promise<OrderMailInput> {
  const [order, shipments, { promises }, identity] = await Promise.all([
    getOrder(shop, orderId),
    shipmentsOf(shop, orderId),
    getSettings(shop),
    readShopIdentity(shop),
  ]);
  const [pictures, offer] = await Promise.all([absolutePictures(shop, order), offerFor(shop, order.userId)]);
  const parcels = shipments.filter(({ step }) => step === 'shipped').map(({ description }) => description);
  return { order, parcels, promises, pictures, offer, shop: identity };
}

/** The shop's current offer, for who said yes to marketing mails. */
async function offerFor(shop: Shop, userId: string | null): Promise<OrderMailInput['offer']> {
  if (userId === null || !(await getCustomerSettingsOf(shop, userId)).marketingEmails) return undefined;
  const offer = await currentOffer(shop);
  return offer && { code: offer.code, percentage: offer.discountPercentage };
}

const PICTURE_WIDTH = 400;

async function absolutePictures(shop: Shop, order: Order): Promise<Map<string, string>> {
  const pictures = await picturesByUrl(
    shop,
    order.items.map((item) => item.image),
  );
  return new Map(
    [...pictures].map(([url, picture]) => [
      url,
      absoluteAddress(fileAtLeast(picture, PICTURE_WIDTH), shop.config.shopUrl),
    ]),
  );
}

/** Updates on the way are optional mails; who never said no gets them. The confirmation is not optional. */
const wantsOrderUpdates = async (shop: Shop, userId: string | null): Promise<boolean> =>
  userId === null || (await getCustomerSettingsOf(shop, userId)).emailOrderUpdates;
