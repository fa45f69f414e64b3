import type { Paise } from '#app/basics/money.ts';
import { outstanding } from '#app/modules/orders/ledger/ledger.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import { NOT_OPEN_YET } from '#app/modules/store/closing/messages.ts';
import { findClosingFor } from '#app/modules/store/closing/closing.server.ts';
import { isPaymentBlocked } from '#app/modules/store/closing/closing.ts';
import { isPayable, orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import { getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { referenceSchema } from '#app/modules/payments/payments/forms.ts';
import { paymentMessages } from '#app/modules/payments/payments/messages.ts';
import { type PayDevice, payDeviceOf } from '#app/modules/payments/payments/upi-apps.ts';
import { payeeOf } from '#app/modules/store/settings/payee.ts';
import {
  drawUpiPayment,
  getPayment,
  giveReference,
  offeredMethods,
  type UpiPayment,
} from '#app/modules/payments/payments/payments.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { type ActionArgs, formOf } from '#app/routes/form-action.server.ts';
import { offersOnline, offersQr, paymentOptions } from '#app/routes/storefront/payment/methods.ts';

export type OrderToPay = {
  id: string;
  orderNumber: string;
  total: Paise;
  received: Paise;
  outstanding: Paise;
  /** The amount in paise that the customer can pay now. */
  payable: Paise;
  isInParts: boolean;
  isAdvance: boolean;
  isWhole: boolean;
  isCancelled: boolean;
  checked: string | null;
  rejected: string | null;
  hasFailed: boolean;
  upi?: UpiPayment;
  notOpen?: string;
  offersOnline: boolean;
  device: PayDevice;
};

export async function readOrderToPay(shop: Shop, orderId: string, userAgent: string | null): Promise<OrderToPay> {
  const payment = await getPayment(shop, orderId);
  const [order, balance, settings, closing] = await Promise.all([
    getOrder(shop, orderId),
    balanceOfOrder(shop, orderId),
    getSettings(shop),
    findClosingFor(shop),
  ]);
  const { payable, hasAdvance, state } = orderPayment(order, balance);
  const isInParts = order.advance !== null;
  const isChecked = state === 'awaiting-confirmation';
  const options = paymentOptions(offeredMethods(shop, settings), false);
  const isStopped = isPaymentBlocked(closing, order);
  const isStillHeld = isInParts || (isPayable(order, balance, shop.now) && !order.stockWaitsForPayment);
  const isToPay = payable > 0 && !isChecked && !isStopped && isStillHeld;
  const payee = payeeOf(settings.upi);
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    total: order.total,
    received: balance.received,
    outstanding: order.status === 'cancelled' ? payable : outstanding(balance),
    payable,
    isInParts,
    isAdvance: !hasAdvance,
    isWhole: order.advance === order.total,
    isCancelled: order.status === 'cancelled',
    checked: isChecked ? order.paymentReferenceId : null,
    rejected: order.verification === 'rejected' ? order.paymentReferenceId : null,
    hasFailed: payment.stage === 'failed',
    ...(isStopped && payable > 0 && { notOpen: NOT_OPEN_YET }),
    ...(isToPay &&
      payee &&
      offersQr(options) && {
        upi: drawUpiPayment(payee, { amount: payable, orderNumber: order.orderNumber }),
      }),
    offersOnline: isToPay && offersOnline(options),
    device: payDeviceOf(userAgent),
  };
}

/**
 * Declares the form for a payment reference. `open` returns the order, and the shop with the order's customer as its
 * actor.
 */
export const referenceForm = <Args extends ActionArgs>(
  open: (shop: Shop, args: Args) => Promise<{ shop: Shop; orderId: string }>,
) =>
  formOf<Args>()({
    schema: referenceSchema,
    run: async (shop, fields, args) => {
      const { shop: customersShop, orderId } = await open(shop, args);
      return giveReference(customersShop, { orderId, ...fields });
    },
    done: (_given, _fields, { url }) => ({
      to: `${url.pathname}${url.search}`,
      message: 'We received your reference.',
    }),
    refused: ({ reason }) => ({
      errors: { paymentReferenceId: paymentMessages[reason] },
      status: reason === 'reference-too-short' ? 422 : 409,
    }),
  });
