import { type Gateway, type PaymentMethod } from '#app/basics/payment-methods.ts';
import type { Paise } from '#app/basics/money.ts';
import type { GatewayWindow } from './provider.ts';

/**
 * Where the payment of an order stands, for the payment window: nothing is open (`choosing`), a gateway's payment is
 * open (`processing`) or ended without money (`failed`), the customer said that it is paid (`claimed`), it is `paid`, or its
 * reference is being looked for, or the order doesn't wait any more (`over`).
 */
export type PaymentStage = 'choosing' | 'processing' | 'failed' | 'claimed' | 'paid' | 'over';

/** What the payment window knows of an order. Moments are ISO texts: it goes to the browser as JSON. */
export type PaymentState = {
  orderId: string;
  orderNumber: string;
  /** What is to be paid now. */
  amount: Paise;
  /** What has come of it so far: an order with an advance is paid more than once. */
  received: Paise;
  method: PaymentMethod;
  heldUntil: string | null;
  stage: PaymentStage;
  /** Whether its reference is checked first: the order takes its pieces when the payment is found. */
  isChecked?: true;
  /** What is open at a gateway, while processing. */
  open?: { provider: Gateway; providerOrderId: string; window: GatewayWindow };
  /** What ended without money last. */
  failure?: {
    why: 'declined' | 'cancelled' | 'wrong-amount' | 'id-used';
    reason?: string;
    notDebited: boolean;
    at: string;
  };
};

/** What every address of the payment window answers: where the payment stands now, and what was refused. */
export type PaymentAnswer = { payment: PaymentState; message?: string };
