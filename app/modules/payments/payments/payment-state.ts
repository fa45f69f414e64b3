import { type Gateway, type PaymentMethod } from '#app/basics/payment-methods.ts';
import type { Paise } from '#app/basics/money.ts';
import type { GatewayWindow } from './provider.ts';

/**
 * `choosing`: no payment is open. `claimed`: the customer reported a payment. `over`: the order needs no payment any
 * more.
 */
export type PaymentStage = 'choosing' | 'processing' | 'failed' | 'claimed' | 'paid' | 'over';

/** The browser gets this as JSON, so dates are ISO texts. */
export type PaymentState = {
  orderId: string;
  orderNumber: string;
  amount: Paise;
  received: Paise;
  method: PaymentMethod;
  heldUntil: string | null;
  stage: PaymentStage;
  /** The studio checks the reference before the order takes stock. */
  isChecked?: true;
  open?: { provider: Gateway; providerOrderId: string; window: GatewayWindow };
  failure?: {
    why: 'declined' | 'cancelled' | 'wrong-amount' | 'id-used';
    reason?: string;
    notDebited: boolean;
    at: string;
  };
};

export type PaymentAnswer = { payment: PaymentState; message?: string };
