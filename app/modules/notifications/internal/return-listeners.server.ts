import { type NewMail, queueMails } from '#app/modules/notifications/notifications.server.ts';
import {
  type CustomerReturnMail,
  customerReturnMail,
  ownerReturnMail,
  type ReturnMailInput,
} from '#app/modules/notifications/templates/return-mails.server.tsx';
import { getOrder } from '#app/modules/orders/orders.server.ts';
import { getReturn, photosOf } from '#app/modules/returns/returns.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import type { Listener } from '#app/platform/outbox/listener.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { readShopIdentity } from './shop-identity.server.ts';
import { stopAddressFor } from './unconfirmed-recipients.server.ts';

/** What is written about a return or an exchange. */
export const returnListeners: readonly Listener[] = [
  {
    name: 'notifications.return-asked',
    on: 'returns.asked',
    async handle(shop, { requestId }) {
      const input = await returnInput(shop, requestId);
      const photos = await photosOf(shop, requestId);
      await queueMails(shop, await returnMail('return-asked', input), {
        ...(await ownerReturnMail(input, photos.length)),
        template: 'owner-return-asked',
        occasion: requestId,
        recipient: input.shop.email,
        replyTo: input.request.customerEmail,
        orderId: input.request.orderId,
      });
    },
  },
  {
    name: 'notifications.return-answered',
    on: 'returns.answered',
    async handle(shop, { requestId }) {
      const input = await returnInput(shop, requestId);
      const kind = input.request.status === 'accepted' ? 'return-accepted' : 'return-declined';
      await queueMails(shop, await returnMail(kind, input));
    },
  },
  {
    name: 'notifications.return-received',
    on: 'returns.received',
    async handle(shop, { requestId }) {
      await queueMails(shop, await returnMail('return-received', await returnInput(shop, requestId)));
    },
  },
];

const returnMail = async (template: CustomerReturnMail, input: ReturnMailInput): Promise<NewMail> => ({
  ...(await customerReturnMail(template, input)),
  template,
  occasion: input.request.id,
  recipient: input.request.customerEmail,
  orderId: input.request.orderId,
  isLimited: input.stopAddress !== undefined,
});

async function returnInput(shop: Shop, requestId: string): Promise<ReturnMailInput> {
  const [request, settings, identity] = await Promise.all([
    getReturn(shop, requestId),
    getSettings(shop),
    readShopIdentity(shop),
  ]);
  const order = await getOrder(shop, request.orderId);
  return { request, settings, shop: identity, stopAddress: await stopAddressFor(shop, order) };
}
