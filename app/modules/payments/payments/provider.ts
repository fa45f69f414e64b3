import { type Gateway } from '#app/basics/payment-methods.ts';
import type { Paise } from '#app/basics/money.ts';

/** `pending` also means that the gateway does not know the payment yet. */
export type GatewayAnswer =
  | { outcome: 'paid'; providerOrderId: string; paymentId: string; amount: Paise; currency: string }
  | {
      outcome: 'failed';
      providerOrderId: string;
      paymentId?: string;
      /** The reason in the gateway's words. */
      reason?: string;
      /** True only when the gateway says that no money left the account. */
      notDebited?: boolean;
    }
  | { outcome: 'pending'; providerOrderId: string };

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

/** A refund that the gateway refused has no id. */
export type RefundAnswer = {
  refundId?: string;
  status: RefundStatus;
  /** The reason in the gateway's words. */
  reason?: string;
};

export type RefundedPayment = { providerOrderId: string; paymentId: string };

/** `key` is the shop's. A refund made in the gateway's dashboard has none. */
export type RefundEvent = RefundAnswer & { kind: 'refund'; providerOrderId: string; key?: string; amount?: Paise };

/** The shop asks the gateway about a `pending` event, and about one whose signature does not cover its content. */
export type WebhookAnswer = GatewayAnswer | RefundEvent;

/** Content of a genuine webhook, or why it cannot be read. */
export type Webhook = { eventId: string; signature?: string; answer?: WebhookAnswer } | { problem: string };

export type GatewayCallback = { providerOrderId: string; paymentId: string; signature: string };

/** The browser posts `fields` to the gateway's page. */
export type GatewayRedirect = { url: string; fields?: Record<string, string> };

export type GatewayWindow =
  | { kind: 'script'; key: string }
  | ({ kind: 'redirect' } & GatewayRedirect)
  | { kind: 'demo' };

export type AtTheGateway = 'pay' | 'decline';

export type ListedPayment = { providerOrderId: string | undefined; paymentId: string; amount: Paise; currency: string };

export type ListedRefund = RefundAnswer & { refundId: string; paymentId: string; key?: string; amount: Paise };

/** `reference` is the UTR. */
export type Settlement = {
  settlementId: string;
  reference?: string;
  settledAt: Date;
  lines: SettlementLine[];
};

/** `net` is `gross` less fee and tax. For a refund, net and gross are negative. */
export type SettlementLine = {
  kind: 'payment' | 'refund' | 'other';
  /** The gateway's id of the payment, refund or adjustment. */
  id: string;
  paymentId?: string;
  gross: Paise;
  fee: Paise;
  tax: Paise;
  net: Paise;
};

/** Adapts a gateway. Undefined means that it was not reached or not understood, so asking again is safe. */
export type PaymentProvider = {
  /** Missing when each payment has a page of its own. */
  window?: Exclude<GatewayWindow, { kind: 'redirect' }>;
  /** Missing when the gateway itself ends the payment. */
  windowMinutes?: number;
  /** Opens a payment. `receipt` is the order number. May be called twice for one order. */
  createOrder(request: {
    amount: Paise;
    receipt: string;
    returnUrl: string;
  }): Promise<{ providerOrderId: string; redirect?: GatewayRedirect } | undefined>;
  /** Verifies in constant time, with the stored order id. */
  verifyCallback(storedProviderOrderId: string, callback: GatewayCallback): boolean;
  /** Returns undefined when the signature is wrong. */
  readWebhook(rawBody: string, headers: Headers): Webhook | undefined;
  /** Asks about a payment, and captures an authorized one. */
  lookUp(providerOrderId: string): Promise<GatewayAnswer | undefined>;
  /** A repeated key makes no second refund. */
  refund(request: RefundedPayment & { amount: Paise; key: string; note: string }): Promise<RefundAnswer | undefined>;
  /** `unknown` means that the gateway has no refund under this key. */
  lookUpRefund(
    refund: RefundedPayment & { key: string; refundId?: string },
  ): Promise<RefundAnswer | 'unknown' | undefined>;
  /** Lists the payments of a day in India. Missing when the gateway has no such list. */
  listPayments?(day: string): Promise<ListedPayment[] | undefined>;
  listRefunds?(day: string): Promise<ListedRefund[] | undefined>;
  listSettlements?(day: string): Promise<Settlement[] | undefined>;
  /** Simulates the shopper, in a demo only. */
  simulate?(providerOrderId: string, shopper: AtTheGateway): Promise<GatewayCallback | undefined>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** Contains only gateways with credentials. */
    payment: Partial<Record<Gateway, PaymentProvider>>;
  }
}
