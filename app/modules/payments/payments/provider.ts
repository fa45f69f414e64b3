import { type Gateway } from '#app/basics/payment-methods.ts';
import type { Paise } from '#app/basics/money.ts';

/** `pending` also means that the gateway does not know the payment yet. */
export type GatewayAnswer =
  | { outcome: 'paid'; providerOrderId: string; paymentId: string; amount: Paise; currency: string }
  | {
      outcome: 'failed';
      providerOrderId: string;
      paymentId?: string;
      reason?: string;
      /** True only when the gateway confirms that no money left the customer's account. */
      notDebited?: boolean;
    }
  | { outcome: 'pending'; providerOrderId: string };

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

/** A refund that the gateway refused has no id. */
export type RefundAnswer = {
  refundId?: string;
  status: RefundStatus;
  reason?: string;
};

export type RefundedPayment = { providerOrderId: string; paymentId: string };

/** `key` is the shop's key. A refund made in the gateway's dashboard has no key. */
export type RefundEvent = RefundAnswer & { kind: 'refund'; providerOrderId: string; key?: string; amount?: Paise };

/** The shop asks the gateway about a `pending` event, and about an event whose signature does not cover its content. */
export type WebhookAnswer = GatewayAnswer | RefundEvent;

export type Webhook = { eventId: string; signature?: string; answer?: WebhookAnswer } | { problem: string };

export type GatewayCallback = { providerOrderId: string; paymentId: string; signature: string };

export type GatewayRedirect = { url: string; fields?: Record<string, string> };

export type GatewayWindow =
  | { kind: 'script'; key: string }
  | ({ kind: 'redirect' } & GatewayRedirect)
  | { kind: 'demo' };

export type AtTheGateway = 'pay' | 'decline';

export type ListedPayment = { providerOrderId: string | undefined; paymentId: string; amount: Paise; currency: string };

export type ListedRefund = RefundAnswer & { refundId: string; paymentId: string; key?: string; amount: Paise };

export type Settlement = {
  settlementId: string;
  reference?: string;
  settledAt: Date;
  lines: SettlementLine[];
};

/** `net` is `gross` less fee and tax. For a refund, net and gross are negative. */
export type SettlementLine = {
  kind: 'payment' | 'refund' | 'other';
  id: string;
  paymentId?: string;
  gross: Paise;
  fee: Paise;
  tax: Paise;
  net: Paise;
};

/** The adapter of a gateway. Undefined means that the gateway gave no readable answer, so asking again is safe. */
export type PaymentProvider = {
  /** Undefined when each payment has its own page. */
  window?: Exclude<GatewayWindow, { kind: 'redirect' }>;
  /** Undefined when the gateway itself ends the payment. */
  windowMinutes?: number;
  /** Opens a payment. `receipt` is the order number. May be called twice for an order. */
  createOrder(request: {
    amount: Paise;
    receipt: string;
    returnUrl: string;
  }): Promise<{ providerOrderId: string; redirect?: GatewayRedirect } | undefined>;
  /** Verifies in constant time, against the stored order id. */
  verifyCallback(storedProviderOrderId: string, callback: GatewayCallback): boolean;
  /** Returns undefined for a wrong signature. */
  readWebhook(rawBody: string, headers: Headers): Webhook | undefined;
  /** Asks the gateway about a payment, and captures an authorized payment. */
  lookUp(providerOrderId: string): Promise<GatewayAnswer | undefined>;
  /** Repeating the same key never makes a second refund. */
  refund(request: RefundedPayment & { amount: Paise; key: string; note: string }): Promise<RefundAnswer | undefined>;
  /** `unknown`: the gateway has no refund with this key. */
  lookUpRefund(
    refund: RefundedPayment & { key: string; refundId?: string },
  ): Promise<RefundAnswer | 'unknown' | undefined>;
  /** Lists the payments of a day in India. Undefined when the gateway has no such list. */
  listPayments?(day: string): Promise<ListedPayment[] | undefined>;
  listRefunds?(day: string): Promise<ListedRefund[] | undefined>;
  listSettlements?(day: string): Promise<Settlement[] | undefined>;
  simulate?(providerOrderId: string, shopper: AtTheGateway): Promise<GatewayCallback | undefined>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    payment: Partial<Record<Gateway, PaymentProvider>>;
  }
}
