import { readCheckoutForm } from '#app/modules/checkout/forms.ts';
import { typedIn } from '#app/platform/forms.ts';
import type { Answer } from './open-checkout.ts';

/** Whether all that the order needs is filled in, but for the payment. */
export function checkPayOnline(form: FormData): Answer {
  const typed = typedIn(form);
  form.delete('intent');
  form.set('online', 'yes');
  form.set('paymentMethod', 'manual');
  const read = readCheckoutForm(form);
  return read.ok ? { typed, paying: true } : { typed, ...shownErrors(read.errors) };
}

/** What is typed into the form itself; the coupon stands in the summary. */
export const TYPED_FIELDS = ['name', 'email', 'phone', 'zipCode', 'street', 'city', 'state', 'paymentReferenceId'];
const SHOWN_FIELDS = new Set([...TYPED_FIELDS, 'couponCode']);

/** Mistakes beside their fields; those of fields that nobody sees stand on top. */
export function shownErrors(errors: Record<string, string>, formError?: string) {
  const entries = Object.entries(errors);
  const unseen = entries.filter(([name]) => !SHOWN_FIELDS.has(name)).map(([, message]) => message);
  return {
    errors: Object.fromEntries(entries.filter(([name]) => SHOWN_FIELDS.has(name))),
    formError: [formError, ...unseen].filter(Boolean).join(' ') || undefined,
  };
}
