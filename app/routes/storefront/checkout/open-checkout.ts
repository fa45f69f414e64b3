import type { HoldState } from '#app/modules/payments/checkout/checkout-hold.ts';
import type { UpiPayment } from '#app/modules/payments/payments/payments.server.ts';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/checkout.ts';

/** The id of the checkout's form: what belongs to it stands in other parts of the page, too. */
export const FORM = 'checkout';

/** In the checkout's address: the PIN code that delivery is quoted for, when it isn't the known one. */
export const PIN = 'pin';

/** In the address of an order's checkout: its newest further reference is shown. */
export const FURTHER = 'further';

/** In the checkout's address and form: how somebody means to pay, where there is a choice. */
export const PAY_BY = 'payBy';
export type PayBy = 'upi' | 'online' | 'cash';

/**
 * What the action answers when the form must be shown again. `paying`: all is right so far, the payment window may open.
 * `unapplied`: a code was typed and not applied, so nothing was done yet.
 */
export type Answer = FormAnswer & {
  typed: Record<string, string>;
  paying?: true;
  /** The QR that was asked for. */
  qr?: { hold: HoldState; upi: UpiPayment };
  /** Why no QR is shown. */
  holdError?: string;
  unapplied?: { code: string; payOnline: boolean };
};

export type CheckoutData = Route.ComponentProps['loaderData'];
/** The case in which the cart is to be ordered. */
export type OpenCheckout = Extract<CheckoutData, { kind: 'open' }>;
/** A checkout that waits to be completed. */
export type Open = OpenCheckout['open'];
