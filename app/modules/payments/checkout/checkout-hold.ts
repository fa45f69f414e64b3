import type { ShippingAddress } from '#app/basics/address.ts';
import type { Paise } from '#app/basics/money.ts';
import type { OrderItem } from '#app/modules/orders/orders/order.ts';
import type { Totals } from '#app/modules/orders/pricing/pricing.ts';

/** Content of a checkout's QR code. */
export type DrawnQuote = { items: OrderItem[]; totals: Totals; couponCode: string | null };

/** Being paid for by others, at the visitor's checkout (`held`), or in their unpaid order (`ordered`). */
export type BeingBought = Record<Buyer, string[]> & {
  /** Until the first hold ends; negative until the shop frees the pieces. */
  endsInSeconds?: number;
};
export const BUYERS = ['others', 'held', 'ordered'] as const;
export type Buyer = (typeof BUYERS)[number];

/** The browser asks again for more. */
export const MAX_ASKED_ABOUT = 100;

export type TypedAddress = Partial<ShippingAddress> & { paymentReferenceId?: string };

/** `changed`: cart, coupon or charge differ from the QR code. */
export type HoldState = {
  stage: 'none' | 'held' | 'changed' | 'ended';
  /** An ISO date while pieces are held. */
  heldUntil: string | null;
  /** The browser's clock may be wrong. */
  secondsLeft: number;
  mayHoldAgain: boolean;
  /** It may have been paid. */
  drawn: Paise | null;
};

export const runningHold = (until: Date, now: Date): Omit<HoldState, 'stage' | 'drawn'> => ({
  heldUntil: until.toISOString(),
  secondsLeft: Math.floor((until.getTime() - now.getTime()) / 1000),
  mayHoldAgain: true,
});
