import { getCustomerSettingsOf } from '#app/modules/accounts/customer-settings.server.ts';
import { queueMails } from '#app/modules/notifications/notifications.server.ts';
import { getOrder } from '#app/modules/orders/orders.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import type { ListenerOn } from '#app/platform/outbox/listener.ts';

/**
 * A parcel that leaves, and one that arrives, as a short message to who didn't switch them off. The one SMS
 * supplier there is so far is the demo's, which keeps them to be read; a live shop writes none.
 */
export const deliverySms: ListenerOn<'orders.status-changed'> = {
  name: 'notifications.delivery-sms',
  on: 'orders.status-changed',
  async handle(shop, { orderId, to }) {
    if (shop.config.mode !== 'demo' || (to !== 'shipped' && to !== 'delivered')) return;
    const order = await getOrder(shop, orderId);
    // Taken back before we got here, or sold at a fair to nobody we know.
    if (order.status !== to || order.userId === null) return;
    if (!(await getCustomerSettingsOf(shop, order.userId)).smsDeliveryUpdates) return;
    const { shopName } = await getSettings(shop);
    const { orderNumber } = order;
    const progress = to === 'shipped' ? 'is on its way' : 'has arrived';
    await queueMails(shop, {
      occasion: orderId,
      channel: 'sms',
      template: `sms-${to}`,
      recipient: order.shippingAddress.phone,
      subject: `Order ${orderNumber} ${progress}`,
      text: `${shopName}: your order ${orderNumber} ${progress}. ${shop.config.shopUrl}/track-order?order=${orderNumber}`,
      html: null,
      orderId,
    });
  },
};
