import { href } from 'react-router';
import type { CustomerSettings } from '#app/modules/identity/accounts/account.ts';
import { getCustomerSettingsOf } from '#app/modules/identity/accounts/customer-settings.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Email, NewMessage } from '#app/platform/mail/email.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import './events.server.ts';
import type { Order } from './order.ts';
import { type OrderText, orderTextSubject, smsAbout, whatsAppAbout } from './order-texts.ts';
import { getOrder } from './orders.server.ts';

/**
 * What a customer is told of an order by SMS and WhatsApp, where the shop has a supplier: by SMS who didn't switch it off, by WhatsApp
 * who switched it on.
 */
export const orderTexts: readonly Email[] = [
  {
    name: 'notifications.delivery-sms',
    on: 'orders.status-changed',
    write: async (shop, { orderId, to }) =>
      shop.suppliers.sms && (to === 'shipped' || to === 'delivered') ? writeSms(shop, orderId, to) : [],
  },
  {
    name: 'notifications.whatsapp-confirmed',
    on: 'orders.confirmed',
    write: async (shop, { orderId }) => (shop.suppliers.whatsapp ? writeWhatsApp(shop, orderId, 'confirmed') : []),
  },
  {
    name: 'notifications.whatsapp-status',
    on: 'orders.status-changed',
    write: async (shop, { orderId, to }) =>
      shop.suppliers.whatsapp && (to === 'shipped' || to === 'delivered') ? writeWhatsApp(shop, orderId, to) : [],
  },
];

async function writeSms(shop: Shop, orderId: string, name: 'shipped' | 'delivered'): Promise<NewMessage[]> {
  const found = await findOrderToNotify(shop, orderId, name, 'smsDeliveryUpdates');
  if (!found) return [];
  return [{ ...found.message, ...smsAbout(name, found.facts), channel: 'sms', template: `sms-${name}` }];
}

async function writeWhatsApp(shop: Shop, orderId: string, name: OrderText): Promise<NewMessage[]> {
  const found = await findOrderToNotify(shop, orderId, name, 'whatsAppOrderUpdates');
  if (!found) return [];
  const text = whatsAppAbout(name, found.facts, shop.config.whatsapp?.language ?? 'en');
  return [{ ...found.message, ...text, channel: 'whatsapp', template: `whatsapp-${name}` }];
}

/** Undefined when its customer isn't to be told: they don't want it, it was taken back before we got here, or sold at a fair to nobody we know. */
async function findOrderToNotify(shop: Shop, orderId: string, name: OrderText, wanted: keyof CustomerSettings) {
  const order = await getOrder(shop, orderId);
  if (order.userId === null || order.handedOver || !isStill(order, name)) return undefined;
  if (!(await getCustomerSettingsOf(shop, order.userId))[wanted]) return undefined;
  const { shopName } = await getSettings(shop);
  const { orderNumber } = order;
  return {
    message: {
      occasion: orderId,
      orderId,
      recipient: order.shippingAddress.phone,
      subject: orderTextSubject(name, orderNumber),
      html: null,
    },
    facts: {
      shopName,
      orderNumber,
      name: order.customerName.trim().split(/\s+/)[0] ?? '',
      trackUrl: `${shop.config.shopUrl}${href('/track-order')}?order=${orderNumber}`,
    },
  };
}

const isStill = ({ status, confirmedAt }: Order, name: OrderText): boolean =>
  name === 'confirmed' ? confirmedAt !== null && status !== 'cancelled' : status === name;
