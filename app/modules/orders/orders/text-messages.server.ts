import { href } from 'react-router';
import type { CustomerSettings } from '#app/modules/identity/accounts/account.ts';
import { getCustomerSettingsOf } from '#app/modules/identity/accounts/customer-settings.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Email, NewMessage } from '#app/platform/mail/email.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import './events.server.ts';
import type { Order } from './order.ts';
import { getOrder } from './orders.server.ts';

/** Writes an SMS unless the customer opted out, and a WhatsApp message if they opted in. */
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

/** These texts are registered word for word. A change needs a new registration (docs/configure.md). */
const ORDER_TEXTS = ['confirmed', 'shipped', 'delivered'] as const;
type OrderText = (typeof ORDER_TEXTS)[number];

const PROGRESS: Record<OrderText, string> = {
  confirmed: 'is confirmed',
  shipped: 'is on its way',
  delivered: 'has arrived',
};

type OrderTextFacts = { shopName: string; name: string; orderNumber: string; trackUrl: string };

const orderTextSubject = (name: OrderText, orderNumber: string): string => `Order ${orderNumber} ${PROGRESS[name]}`;

function smsAbout(name: OrderText, { shopName, orderNumber, trackUrl }: OrderTextFacts) {
  return {
    text: `${shopName}: your order ${orderNumber} ${PROGRESS[name]}. ${trackUrl}`,
    variables: [orderNumber, trackUrl],
  };
}

const WHATSAPP_HI: Record<OrderText, string> = {
  confirmed: 'पक्का हो गया है',
  shipped: 'आपके पते के लिए रवाना हो गया है',
  delivered: 'पहुँच गया है',
};

function whatsAppAbout(name: OrderText, { shopName, orderNumber, trackUrl, ...to }: OrderTextFacts, language: string) {
  const variables = [to.name, orderNumber, trackUrl];
  const text =
    language === 'hi'
      ? `नमस्ते ${to.name} जी, आपका ऑर्डर ${orderNumber} ${WHATSAPP_HI[name]}। यहाँ देखें: ${trackUrl} – ${shopName} की ओर से धन्यवाद।`
      : `Namaste ${to.name}, your order ${orderNumber} ${PROGRESS[name]}. Follow it here: ${trackUrl} – Thank you, ${shopName}.`;
  return { text, variables };
}
