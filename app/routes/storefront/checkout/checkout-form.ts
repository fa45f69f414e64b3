import { z } from 'zod';
import type { TypedAddress } from '#app/modules/payments/checkout/checkout-hold.ts';
import { readCheckoutForm } from '#app/modules/payments/checkout/forms.ts';
import { codeSchema } from '#app/modules/orders/coupons/forms.ts';
import { typedIn } from '#app/platform/forms.ts';
import { TYPED_COUPON } from '#app/ui/shop/coupon-fields.tsx';
import { type Answer, PAY_BY } from './open-checkout.ts';

/** Enter in a field sends no intent and places the order. */
const intentSchema = z
  .enum([
    'apply-coupon',
    'remove-coupon',
    'quote-delivery',
    'choose-payment',
    'show-qr',
    'give-late-reference',
    'pay-online',
    'pay-without-coupon',
    'give-reference',
    'place-order',
    'order-without-coupon',
  ])
  .catch('place-order');

/** What was typed, and which button sent it. Takes out of the form what isn't of the order: the button, a code that isn't applied, and the choice of how to pay. */
export function takeButton(form: FormData) {
  const typed = typedIn(form);
  const intent = intentSchema.parse(form.get('intent'));
  const code = codeSchema.catch('').parse(form.get(TYPED_COUPON));
  form.delete('intent');
  form.delete(TYPED_COUPON);
  form.delete(PAY_BY);
  return { typed, intent, code };
}

export const isPayOnline = (intent: unknown): boolean => intent === 'pay-online' || intent === 'pay-without-coupon';

/** Whether all that the order needs is filled in, but for the payment. */
export function checkPayOnline(form: FormData, { typed, intent, code }: ReturnType<typeof takeButton>): Answer {
  if (intent === 'pay-online' && code) return { typed, unapplied: { code, payOnline: true } };
  form.set('online', 'yes');
  form.set('paymentMethod', 'manual');
  const read = readCheckoutForm(form);
  return read.ok ? { typed, paying: true } : { typed, ...shownErrors(read.errors) };
}

/** What is typed into the form itself; the coupon stands in the summary. */
export const TYPED_FIELDS = [
  'name',
  'email',
  'phone',
  'zipCode',
  'street',
  'city',
  'state',
  'firmName',
  'firmGstin',
  'paymentReferenceId',
];
const SHOWN_FIELDS = new Set([...TYPED_FIELDS, 'couponCode']);

/** What was typed so far of the address and the reference, each at most as long as a whole one may be. */
export const addressIn = (typed: Record<string, string>): TypedAddress =>
  Object.fromEntries(
    (['name', 'email', 'phone', 'zipCode', 'street', 'city', 'state', 'paymentReferenceId'] as const).map((name) => [
      name,
      (typed[name] ?? '').slice(0, 254),
    ]),
  );

/** Mistakes beside their fields; those of fields that nobody sees stand on top. */
export function shownErrors(errors: Record<string, string>, formError?: string) {
  const entries = Object.entries(errors);
  const unseen = entries.filter(([name]) => !SHOWN_FIELDS.has(name)).map(([, message]) => message);
  return {
    errors: Object.fromEntries(entries.filter(([name]) => SHOWN_FIELDS.has(name))),
    formError: [formError, ...unseen].filter(Boolean).join(' ') || undefined,
  };
}
