import { manualMessageSchema } from '#app/modules/messaging/messages/forms.ts';
import { noteManualMessage } from '#app/modules/messaging/messages/manual-messages.server.ts';
import { getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { getRequest } from '#app/modules/requests/requests/read-requests.server.ts';
import { readButton } from '#app/platform/forms.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { whatsAppAddress } from '#app/routes/admin/shared/whatsapp-address.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/whatsapp.ts';

/**
 * Notes a text as sent by hand, then leads to WhatsApp. With a script the link has opened it already, and nobody reads this answer. It is
 * a page that goes on by itself, since a form may not be redirected to another site.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const message = await readButton(request, manualMessageSchema);
  const shop = context.get(shopContext);
  const about = message.orderId ? await readOrder(shop, message.orderId) : await getRequest(shop, message.requestId!);
  const phone = await noteManualMessage(shop, message, about);
  const address = whatsAppAddress(phone, message.text);
  return new Response(`<!doctype html><title>WhatsApp</title><a href="${address}">Open WhatsApp</a>`, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', Refresh: `0; url=${address}`, 'Cache-Control': 'no-store' },
  });
}

async function readOrder(shop: Shop, orderId: string) {
  const { shippingAddress, orderNumber } = await getOrder(shop, orderId);
  return { phone: shippingAddress.phone, number: orderNumber };
}
