import { type NewMail, queueMails } from '#app/modules/messaging/messages/messages.server.ts';
import {
  type CustomerReturnMail,
  customerReturnMail,
  ownerReturnMail,
  type ReturnMailInput,
} from './email-templates.server.tsx';
import { getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { arrivalOf, type ReturnStatus } from './return.ts';
import { getReturn, photosOf } from './returns.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Listener } from '#app/platform/outbox/listener.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import { stopAddressFor } from '#app/modules/messaging/messages/internal/unconfirmed-recipients.server.ts';

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
      await queueMails(shop, await returnMail(ANSWER_MAILS[input.request.status] ?? 'return-accepted', input));
    },
  },
  {
    name: 'notifications.return-received',
    on: 'returns.received',
    async handle(shop, { requestId }) {
      const input = await returnInput(shop, requestId);
      // Each arrival has its own.
      const occasion = `${requestId}:${arrivalOf(input.request).came}`;
      await queueMails(shop, { ...(await returnMail('return-received', input)), occasion });
    },
  },
];

/** The mail about the answer that stands; one that was taken back by then was accepted. */
const ANSWER_MAILS: Partial<Record<ReturnStatus, CustomerReturnMail>> = {
  declined: 'return-declined',
  closed: 'return-closed',
};

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
