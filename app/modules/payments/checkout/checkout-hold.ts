import type { ShippingAddress } from '#app/basics/address.ts';
import type { Paise } from '#app/basics/money.ts';
import type { Order, OrderItem } from '#app/modules/orders/orders/order.ts';
import type { Totals } from '#app/modules/orders/pricing/pricing.ts';

export type DrawnQuote = { items: OrderItem[]; totals: Totals; couponCode: string | null };

/**
 * Pieces that others are paying for, pieces that the visitor's checkout holds (`held`), and pieces in the visitor's
 * unpaid order (`ordered`).
 */
export type BeingBought = Record<Buyer, string[]> & {
  /** Seconds until the first hold ends; negative until the shop releases the pieces. */
  endsInSeconds?: number;
};
export const BUYERS = ['others', 'held', 'ordered'] as const;
export type Buyer = (typeof BUYERS)[number];

export const MAX_ASKED_ABOUT = 100;

export type TypedAddress = Partial<ShippingAddress> & {
  paymentReferenceId?: string;
  gift?: string;
  giftNote?: string;
  recipientName?: string;
};

/** Returns what fills in the checkout when an order is placed again. */
export const addressOfOrder = ({
  shippingAddress,
  customerName,
  giftNote,
}: Pick<Order, 'shippingAddress' | 'customerName' | 'giftNote'>): TypedAddress =>
  giftNote === null
    ? shippingAddress
    : { ...shippingAddress, name: customerName, gift: 'yes', giftNote, recipientName: shippingAddress.name };

/** `changed`: the cart, coupon or charge now differs from the QR code. */
export type HoldState = {
  stage: 'none' | 'held' | 'changed' | 'ended';
  /** ISO date, or null without held pieces. */
  heldUntil: string | null;
  /** The browser's clock may be wrong, so the server counts the seconds. */
  secondsLeft: number;
  mayHoldAgain: boolean;
  /** Amount of a QR code that the customer may already have paid. */
  drawn: Paise | null;
};

export const runningHold = (until: Date, now: Date): Omit<HoldState, 'stage' | 'drawn'> => ({
  heldUntil: until.toISOString(),
  secondsLeft: Math.floor((until.getTime() - now.getTime()) / 1000),
  mayHoldAgain: true,
});
