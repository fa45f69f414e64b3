import { href } from 'react-router';
import type { Paise } from '#app/basics/money.ts';
import type { Balance } from '#app/modules/orders/ledger/ledger.ts';
import { payAddress } from '#app/modules/orders/orders/pay-address.ts';
import type { WhatsAppFacts } from '#app/modules/messaging/messages/whatsapp.ts';
import { momentOfOrder } from '#app/modules/orders/orders/whatsapp-texts.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { awaitsPayment, orderPayment, type PaymentFacts } from '#app/modules/orders/orders/order-payment.ts';

/**
 * What a WhatsApp text about an order is made of. `refundOwed`: what goes back; else the amount is what is to be paid next, or was to be
 * first where nothing is any more. The link leads to where it is paid while it waits for its payment, else to its tracking.
 */
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
