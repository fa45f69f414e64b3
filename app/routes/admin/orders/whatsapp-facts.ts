import { href } from 'react-router';
import type { Paise } from '#app/basics/money.ts';
import type { WhatsAppFacts } from '#app/modules/notifications/whatsapp-texts.ts';
import type { Order } from '#app/modules/orders/order.ts';

/** What a WhatsApp text about an order is made of; `amount` is what is to be paid first unless another is given. */
export const whatsAppFactsOf = (
  order: Pick<Order, 'customerName' | 'orderNumber' | 'advance' | 'total'>,
  {
    shopName,
    shopUrl,
    parcels = [],
    amount = order.advance ?? order.total,
  }: { shopName: string; shopUrl: string; parcels?: readonly string[]; amount?: Paise },
): WhatsAppFacts => ({
  name: order.customerName,
  shopName,
  number: order.orderNumber,
  artwork: '',
  link: `${shopUrl}${href('/track-order')}?order=${order.orderNumber}`,
  amount,
  parcels,
});
