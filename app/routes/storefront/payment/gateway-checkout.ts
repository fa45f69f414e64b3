import { href } from 'react-router';
import type { Gateway } from '#app/basics/payment-methods.ts';
import type { GatewayCallback } from '#app/modules/payments/payments/provider.ts';

/** What a gateway's own checkout is opened with: its public key, its id of the payment, and what it shows and fills in. */
export type GatewayCheckout = {
  key: string;
  providerOrderId: string;
  amount: number;
  shopName: string;
  orderNumber: string;
  person: { name: string; email: string; phone: string };
};

/**
 * Opens the gateway's checkout over the page and answers what it hands back, or undefined when the shopper closed it. Throws
 * when its script can't be had. `opened` is called once it stands there.
 */
export type OpenCheckout = (payment: GatewayCheckout, opened: () => void) => Promise<GatewayCallback | undefined>;

/** One file a gateway that has a checkout of its own, named for it; fetched when it is needed. */
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

/**
 * Whether this document came from the payment page's own address: only its policy lets the gateway in. One that was
 * opened elsewhere and led here by the router must be loaded anew.
 */
export const isPaymentDocument = (): boolean => {
  const [loaded] = performance.getEntriesByType('navigation');
  return Boolean(loaded && new URL(loaded.name).pathname === href('/checkout'));
};
