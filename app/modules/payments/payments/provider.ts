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

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

/** What a gateway says of a refund; one that it refused to begin has no id. */
export type RefundAnswer = {
  refundId?: string;
  status: RefundStatus;
  /** Why it failed, in the gateway's own words. */
  reason?: string;
};

/** A payment of which money goes back: the gateway's ids of its order and of itself. */
export type RefundedPayment = { providerOrderId: string; paymentId: string };

/** A webhook about a refund: `key` is ours, and missing when it was made at the gateway's dashboard. */
export type RefundEvent = RefundAnswer & { kind: 'refund'; providerOrderId: string; key?: string; amount?: Paise };

/**
 * What a webhook is about. One that only says `pending` is a reason to ask the gateway, as is any whose signature doesn't
 * cover what it says.
 */
export type WebhookAnswer = GatewayAnswer | RefundEvent;

/** A webhook that is the gateway's: what it is about, if that is a payment or a refund, or a sentence on why it can't be read. */
export type Webhook = { eventId: string; signature?: string; answer?: WebhookAnswer } | { problem: string };

/** What the gateway's window hands to the browser when the shopper has paid. */
export type GatewayCallback = { providerOrderId: string; paymentId: string; signature: string };

/** The gateway's own page for one payment, from which it sends the browser back; `fields` are posted to it. */
export type GatewayRedirect = { url: string; fields?: Record<string, string> };

/** Where the shopper pays: in the gateway's own script, opened with our public key, on its own page, or in a demo that says so. */
export type GatewayWindow =
  | { kind: 'script'; key: string }
  | ({ kind: 'redirect' } & GatewayRedirect)
  | { kind: 'demo' };

/** What the shopper does in a demo's window. */
export type AtTheGateway = 'pay' | 'decline';

/** A payment that was captured, as the gateway lists it. */
export type ListedPayment = { providerOrderId: string | undefined; paymentId: string; amount: Paise; currency: string };

/** A refund as the gateway lists it; `key` is ours. */
export type ListedRefund = RefundAnswer & { refundId: string; paymentId: string; key?: string; amount: Paise };

/** What the gateway paid into the bank at once. `reference` is the bank's (UTR). */
export type Settlement = {
  settlementId: string;
  reference?: string;
  settledAt: Date;
  lines: SettlementLine[];
};

/** What came of a payment: `net` is `gross` less the fee and the tax on it. Of a refund, gross and net are below zero. */
export type SettlementLine = {
  kind: 'payment' | 'refund' | 'other';
  /** The gateway's id of the payment, the refund or whatever else it is. */
  id: string;
  /** The payment it belongs to. */
  paymentId?: string;
  gross: Paise;
  fee: Paise;
  tax: Paise;
  net: Paise;
};

/**
 * What the shop needs of a payment gateway. It never sees or makes an order of the shop: it is asked about money only.
 * Undefined always means: not reached, or it made no sense; asking again does no harm.
 */
export type PaymentProvider = {
  /** Where every payment is made; missing when each has a page of its own. */
  window?: Exclude<GatewayWindow, { kind: 'redirect' }>;
  /** How long a payment's page takes the shopper; missing where the gateway ends the payment with it, or the window never ends. */
  windowMinutes?: number;
  /** Opens a payment for an amount; `receipt` is our order number, `returnUrl` where its page sends the browser. May be called twice for one order. */
  createOrder(request: {
    amount: Paise;
    receipt: string;
    returnUrl: string;
  }): Promise<{ providerOrderId: string; redirect?: GatewayRedirect } | undefined>;
  /** Whether the callback is the gateway's, checked with the order id that we stored, in constant time. */
  verifyCallback(storedProviderOrderId: string, callback: GatewayCallback): boolean;
  /** Reads a webhook from its raw body; undefined when the signature isn't the gateway's. */
  readWebhook(rawBody: string, headers: Headers): Webhook | undefined;
  /** Asks what became of a payment; one that is only authorized is captured. */
  lookUp(providerOrderId: string): Promise<GatewayAnswer | undefined>;
  /** Gives back a part or all of a payment. The same key is the same refund, however often it is asked for. */
  refund(request: RefundedPayment & { amount: Paise; key: string; note: string }): Promise<RefundAnswer | undefined>;
  /** Asks what became of a refund. `unknown`: the gateway has none under this key. */
  lookUpRefund(
    refund: RefundedPayment & { key: string; refundId?: string },
  ): Promise<RefundAnswer | 'unknown' | undefined>;
  /** The payments that were captured on a day in India. Missing where the gateway has no such list: then each is asked about. */
  listPayments?(day: string): Promise<ListedPayment[] | undefined>;
  /** The refunds of a day in India, likewise. */
  listRefunds?(day: string): Promise<ListedRefund[] | undefined>;
  /** What was paid out on a day in India. Missing where the gateway doesn't tell. */
  listSettlements?(day: string): Promise<Settlement[] | undefined>;
  /** Only a demo's gateway has it: plays the shopper, and answers what a real window would hand to the page. */
  simulate?(providerOrderId: string, shopper: AtTheGateway): Promise<GatewayCallback | undefined>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** The gateways that have credentials; a method that is missing here isn't offered. */
    payment: Partial<Record<Gateway, PaymentProvider>>;
  }
}
