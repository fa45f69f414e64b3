import type { ShippingAddress } from '#app/basics/address.ts';
import type { Paise } from '#app/basics/money.ts';
import type { OrderItem } from '#app/modules/orders/orders/order.ts';
import type { Totals } from '#app/modules/orders/pricing/pricing.ts';

/** What the QR of a checkout was drawn for. */
export type DrawnQuote = { items: OrderItem[]; totals: Totals; couponCode: string | null };

/**
 * Which pieces nobody else can have just now because somebody pays for the last of them: somebody else (`others`), or the visitor, at the
 * checkout (`held`) or with an order that waits (`ordered`).
 */
export type BeingBought = Record<Buyer, string[]> & {
  /** In how many seconds the first of these holds ends; negative until the shop has freed the pieces. */
  endsInSeconds?: number;
};
export const BUYERS = ['others', 'held', 'ordered'] as const;
export type Buyer = (typeof BUYERS)[number];

/** About so many pieces a browser asks at once; about more it asks again. */
export const MAX_ASKED_ABOUT = 100;

/** As much as was typed so far of an address, and of the payment's reference. */
export type TypedAddress = Partial<ShippingAddress> & { paymentReferenceId?: string };

/**
 * How a checkout that has no order yet stands to its pieces: nothing is held (`none`), they are `held` and the QR is of this
 * total, they are held but cart, coupon or charge have `changed` since it was drawn, or the hold has `ended`.
 */
export type HoldState = {
  stage: 'none' | 'held' | 'changed' | 'ended';
  /** An ISO text, while pieces are held. */
  heldUntil: string | null;
  /** The same by the shop's own clock: the browser's may be wrong. */
  secondsLeft: number;
  /** Whether they can be held once more; where they ended. */
  mayHoldAgain: boolean;
  /** What the newest QR came to, if one was ever drawn: money may be on its way. */
  drawn: Paise | null;
};

/** A hold that runs until a moment, for the browser. */
export const runningHold = (until: Date, now: Date): Omit<HoldState, 'stage' | 'drawn'> => ({
  heldUntil: until.toISOString(),
  secondsLeft: Math.floor((until.getTime() - now.getTime()) / 1000),
  mayHoldAgain: true,
});
