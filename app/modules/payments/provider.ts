import type { Paise } from '#app/basics/money.ts';
import type { Gateway } from './payment.ts';

/** What a gateway says of one payment. `pending` is also "never heard of it yet". */
export type GatewayAnswer =
  | { outcome: 'paid'; providerOrderId: string; paymentId: string; amount: Paise; currency: string }
  | { outcome: 'failed'; providerOrderId: string; paymentId?: string }
  | { outcome: 'pending'; providerOrderId: string };

/** What the gateway's window hands to the browser when the shopper has paid. */
export type GatewayCallback = { providerOrderId: string; paymentId: string; signature: string };

/** What the shop needs of a payment gateway. It never sees or makes an order of the shop: it is asked about money only. */
export type PaymentProvider = {
  /** Opens a payment for an amount; `receipt` is our order number. May be called twice for one order. */
  createOrder(request: { amount: Paise; receipt: string }): Promise<{ providerOrderId: string }>;
  /** Whether the callback is the gateway's, judged with the order id that we stored, in constant time. */
  verifyCallback(storedProviderOrderId: string, callback: GatewayCallback): boolean;
  /** Reads a webhook from its raw body; undefined when the signature isn't the gateway's. */
  readWebhook(rawBody: string, headers: Headers): { eventId: string; answer: GatewayAnswer } | undefined;
  /** Asks what became of a payment. */
  lookUp(providerOrderId: string): Promise<GatewayAnswer>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** The gateways that have credentials; a method that is missing here isn't offered. */
    payment: Partial<Record<Gateway, PaymentProvider>>;
  }
}
