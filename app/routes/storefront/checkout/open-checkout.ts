import type { HoldState } from '#app/modules/payments/checkout/checkout-hold.ts';
import type { UpiPayment } from '#app/modules/payments/payments/payments.server.ts';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/checkout.ts';

export const FORM = 'checkout';

export const PIN = 'pin';

export const FURTHER = 'further';

export const PAY_BY = 'payBy';
export type PayBy = 'upi' | 'online' | 'cash';

export type Answer = FormAnswer & {
  typed: Record<string, string>;
  paying?: true;
  qr?: { hold: HoldState; upi: UpiPayment };
  holdError?: string;
  unapplied?: { code: string; payOnline: boolean };
};

export type CheckoutData = Route.ComponentProps['loaderData'];
export type OpenCheckout = Extract<CheckoutData, { kind: 'open' }>;
export type Open = OpenCheckout['open'];
