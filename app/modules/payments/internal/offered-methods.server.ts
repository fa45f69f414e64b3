import { isGateway, isReferenceMethod, type PaymentMethod } from '#app/basics/payment-methods.ts';
import type { Settings } from '#app/modules/settings/settings.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** The ways to pay that a shopper can choose: those of the settings, gateways only with a supplier behind them. */
export const offeredMethods = (
  { suppliers }: Pick<Shop, 'suppliers'>,
  { paymentMethods }: Pick<Settings, 'paymentMethods'>,
): PaymentMethod[] =>
  paymentMethods.filter((method) =>
    isGateway(method) ? suppliers.payment[method] !== undefined : isReferenceMethod(method),
  );
