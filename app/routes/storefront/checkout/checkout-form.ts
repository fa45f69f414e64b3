import type { TypedAddress } from '#app/modules/payments/checkout/checkout-hold.ts';
import { readCheckoutForm } from '#app/modules/payments/checkout/forms.ts';
import { MAX_GIFT_NOTE } from '#app/modules/payments/checkout/gift.ts';
import { codeSchema } from '#app/modules/orders/coupons/forms.ts';
import { TYPED_COUPON } from '#app/ui/shop/coupon-fields.tsx';
import { PAY_BY } from './open-checkout.ts';

export const isPayOnline = (intent: unknown): boolean => intent === 'pay-online' || intent === 'pay-without-coupon';

/** Returns a typed coupon code that is not applied. Returns '' if it is missing or invalid. */
export const readTypedCode = (typed: unknown): string => codeSchema.catch('').parse(typed);

export function setLaterPayment(form: FormData): void {
  form.set('online', 'yes');
  form.set('paymentMethod', 'manual');
}

/** Returns whether the form is complete except for the payment. Changes the form. */
export function mayOpenPayment(form: FormData): boolean {
  const intent = form.get('intent');
  if (!isPayOnline(intent) || (intent === 'pay-online' && readTypedCode(form.get(TYPED_COUPON)))) return false;
  for (const name of ['intent', TYPED_COUPON, PAY_BY]) form.delete(name);
  setLaterPayment(form);
  return readCheckoutForm(form).ok;
}

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
  'gift',
  'giftNote',
  'recipientName',
];
const SHOWN_FIELDS = new Set([...TYPED_FIELDS, 'couponCode', 'parcelFor']);

const ADDRESS_FIELDS = TYPED_FIELDS.filter((name) => !name.startsWith('firm')) as (keyof TypedAddress)[];

export const addressIn = (typed: { [Name in keyof TypedAddress]: string | undefined }): TypedAddress =>
  Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, (typed[name] ?? '').slice(0, MAX_GIFT_NOTE)]));

export function shownErrors(errors: Record<string, string>, formError?: string) {
  const entries = Object.entries(errors);
  const unseen = entries.filter(([name]) => !SHOWN_FIELDS.has(name)).map(([, message]) => message);
  return {
    errors: Object.fromEntries(entries.filter(([name]) => SHOWN_FIELDS.has(name))),
    formError: [formError, ...unseen].filter(Boolean).join(' ') || undefined,
  };
}
