import { isGateway, isReferenceMethod, type PaymentMethod } from '#app/basics/payment-methods.ts';
import { cashOnDelivery } from '#app/modules/payments/payments/cash-on-delivery.ts';
import { payeeOf } from '#app/modules/store/settings/payee.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** Returns the payment methods to choose from. With `checkout`, omits cash on delivery outside the owner's limits. */
export const offeredMethods = (
  { suppliers }: Pick<Shop, 'suppliers'>,
  settings: Pick<Settings, 'upi' | 'paymentMethods' | 'cashOnDelivery' | 'shippingZones'>,
  checkout?: Parameters<typeof cashOnDelivery>[1],
): PaymentMethod[] =>
  settings.paymentMethods.filter((method) => {
    if (isGateway(method)) return suppliers.payment[method] !== undefined;
    if (isReferenceMethod(method)) return payeeOf(settings.upi) !== undefined;
    return checkout === undefined || cashOnDelivery(settings, checkout).ok;
  });
