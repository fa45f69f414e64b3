import { href } from 'react-router';
import type { Gateway } from '#app/basics/payment-methods.ts';
import type { GatewayCallback } from '#app/modules/payments/payments/provider.ts';

/** Public key, payment id, and what to show and fill in. */
export type GatewayCheckout = {
  key: string;
  providerOrderId: string;
  amount: number;
  shopName: string;
  orderNumber: string;
  person: { name: string; email: string; phone: string };
};

/**
 * Opens the gateway's checkout and returns its result; undefined when closed. Throws when the script cannot be loaded.
 * `opened` is called once.
 */
export type OpenCheckout = (payment: GatewayCheckout, opened: () => void) => Promise<GatewayCallback | undefined>;

/** One file per gateway, loaded on use. */
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

/** Whether this document is the payment page, whose policy allows the gateway. Another document must be reloaded. */
export const isPaymentDocument = (): boolean => {
  const [loaded] = performance.getEntriesByType('navigation');
  return Boolean(loaded && new URL(loaded.name).pathname === href('/checkout'));
};
