import { href } from 'react-router';
import type { Paise } from '#app/basics/money.ts';
import type { Balance } from '#app/modules/orders/ledger/ledger.ts';
import { payAddress } from '#app/modules/orders/orders/pay-address.ts';
import type { WhatsAppFacts } from '#app/modules/messaging/messages/whatsapp.ts';
import { momentOfOrder } from '#app/modules/orders/orders/whatsapp-texts.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { awaitsPayment, orderPayment, type PaymentFacts } from '#app/modules/orders/orders/order-payment.ts';

export const whatsAppFactsOf = (
  order: PaymentFacts & Pick<Order, 'id' | 'customerName' | 'orderNumber' | 'total'>,
  {
    shopName,
    shopUrl,
    balance,
    parcels = [],
    refundOwed,
  }: { shopName: string; shopUrl: string; balance: Balance; parcels?: readonly string[]; refundOwed?: Paise },
): WhatsAppFacts => ({
  name: order.customerName,
  shopName,
  number: order.orderNumber,
  artwork: '',
  link:
    momentOfOrder(order, !!refundOwed) === 'payment-awaited' && awaitsPayment(orderPayment(order, balance))
      ? payAddress(order, shopUrl)
      : `${shopUrl}${href('/track-order')}?order=${order.orderNumber}`,
  amount: refundOwed || orderPayment(order, balance).payable || (order.advance ?? order.total),
  parcels,
});
