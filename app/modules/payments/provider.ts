import { type Gateway } from '#app/basics/payment-methods.ts';
import type { Paise } from '#app/basics/money.ts';

/** What a gateway says of one payment. `pending` is also "never heard of it yet". */
export type GatewayAnswer =
  | { outcome: 'paid'; providerOrderId: string; paymentId: string; amount: Paise; currency: string }
  | {
      outcome: 'failed';
      providerOrderId: string;
      paymentId?: string;
      /** In the gateway's own words. */
      reason?: string;
      /** Only true when the gateway says that no money has left the account. */
      notDebited?: boolean;
    }
  | { outcome: 'pending'; providerOrderId: string };

/** What the gateway's window hands to the browser when the shopper has paid. */
export type GatewayCallback = { providerOrderId: string; paymentId: string; signature: string };

/** Where the shopper pays: in the gateway's own script, opened with our public key, or in a demo that says so. */
export type GatewayWindow = { kind: 'script'; key: string } | { kind: 'demo' };

/** What the shopper does in a demo's window. */
export type AtTheGateway = 'pay' | 'decline';

/** What the shop needs of a payment gateway. It never sees or makes an order of the shop: it is asked about money only. */
export type PaymentProvider = {
  window: GatewayWindow;
  /** Opens a payment for an amount; `receipt` is our order number. May be called twice for one order. Undefined: not reached. */
  createOrder(request: { amount: Paise; receipt: string }): Promise<{ providerOrderId: string } | undefined>;
  /** Whether the callback is the gateway's, judged with the order id that we stored, in constant time. */
  verifyCallback(storedProviderOrderId: string, callback: GatewayCallback): boolean;
  /** Reads a webhook from its raw body; undefined when the signature isn't the gateway's, without an answer when it is about something else. */
  readWebhook(rawBody: string, headers: Headers): { eventId: string; answer?: GatewayAnswer } | undefined;
  /** Asks what became of a payment. Undefined: not reached. */
  lookUp(providerOrderId: string): Promise<GatewayAnswer | undefined>;
  /** Only a demo's gateway has it: plays the shopper, and answers what a real window would hand to the page. */
  simulate?(providerOrderId: string, shopper: AtTheGateway): Promise<GatewayCallback | undefined>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** The gateways that have credentials; a method that is missing here isn't offered. */
    payment: Partial<Record<Gateway, PaymentProvider>>;
  }
}
