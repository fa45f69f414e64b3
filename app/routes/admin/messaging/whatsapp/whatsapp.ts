import { href } from 'react-router';
import { manualMessageSchema } from '#app/modules/messaging/messages/forms.ts';
import { noteManualMessage } from '#app/modules/messaging/messages/manual-messages.server.ts';
import { getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { getRequest } from '#app/modules/requests/requests/read-requests.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { whatsAppAddress } from '#app/basics/whatsapp-address.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';

const form = formOf();

/** Records a text as sent, then opens WhatsApp through a page, because a form must not redirect to another site. */
export const action = formAction(
  form({
    schema: manualMessageSchema,
    run: async (shop, message) => {
      const { orderId, requestId } = message;
      const about = orderId ? await readOrder(shop, orderId) : await getRequest(shop, requestId!);
      return noteManualMessage(shop, message, about);
    },
    done: (phone, { text }) => {
      const address = whatsAppAddress(phone, text);
      return new Response(`<!doctype html><title>WhatsApp</title><a href="${address}">Open WhatsApp</a>`, {
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          Refresh: `0; url=${address}`,
          'Cache-Control': 'no-store',
        },
      });
    },
    refused: {},
    back: () => href('/admin'),
  }),
);

async function readOrder(shop: Shop, orderId: string) {
  const { shippingAddress, orderNumber } = await getOrder(shop, orderId);
  return { phone: shippingAddress.phone, number: orderNumber };
}
