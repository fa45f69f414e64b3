import { href } from 'react-router';
import type { Gateway } from '#app/basics/payment-methods.ts';
import type { GatewayCallback } from '#app/modules/payments/payments/provider.ts';

export type GatewayCheckout = {
  key: string;
  providerOrderId: string;
  amount: number;
  shopName: string;
  orderNumber: string;
  person: { name: string; email: string; phone: string };
};

/**
 * Returns the result of the gateway's checkout, or undefined if the shopper closed it. Throws when its script cannot be
 * loaded.
 */
export type OpenCheckout = (payment: GatewayCheckout, opened: () => void) => Promise<GatewayCallback | undefined>;

const checkouts = import.meta.glob<{ openCheckout: OpenCheckout }>('./gateways/*.ts');

export async function openGatewayCheckout(
  gateway: Gateway,
  payment: GatewayCheckout,
  opened: () => void,
): Promise<GatewayCallback | undefined> {
  const load = checkouts[`./gateways/${gateway}.ts`];
  if (!load) throw new Error(`${gateway} has no checkout of its own`);
  return (await load()).openCheckout(payment, opened);
}

/** Only the payment page's policy allows the gateway's script, so other documents must be reloaded. */
export const isPaymentDocument = (): boolean => {
  const [loaded] = performance.getEntriesByType('navigation');
  return Boolean(loaded && new URL(loaded.name).pathname === href('/checkout'));
};
