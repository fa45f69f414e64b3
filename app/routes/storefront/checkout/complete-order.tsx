import { useEffect, useState } from 'react';
import { PAYMENT_MESSAGES } from '#app/modules/payments/messages.ts';
import { normaliseReference } from '#app/modules/payments/payment.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Field, fieldId } from '#app/ui/kit/field.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { CheckoutTotals } from './summary.tsx';

/** Why a reference can't be one; the server says the same. */
const checkReference = (typed: string) =>
  normaliseReference(typed) === undefined ? PAYMENT_MESSAGES['reference-too-short'] : undefined;

/** The reference of a payment that was made, and the button that places the order. */
export function CompleteOrder({
  totals,
  coupon,
  typed,
  error,
  busy,
  reason,
}: Parameters<typeof CheckoutTotals>[0] & { typed?: string; error?: string; busy: boolean; reason?: string }) {
  const hydrated = useHydrated();
  const [reference, setReference] = useState(typed ?? '');
  // The browser may have filled the field in before the page's script ran.
  useEffect(() => {
    const field = document.getElementById(fieldId('paymentReferenceId'));
    if (field instanceof HTMLInputElement) setReference(field.value);
  }, []);
  const missing = hydrated && reference.trim() === '' ? 'Enter the reference ID to finish.' : undefined;
  return (
    <>
      <Field
        label="Payment reference ID"
        name="paymentReferenceId"
        hint="The UTR or transaction number from your UPI app, at least 6 characters"
        autoComplete="off"
        autoCapitalize="characters"
        required
        maxLength={64}
        className="num"
        defaultValue={typed}
        error={error}
        check={checkReference}
        onChange={(event) => setReference(event.target.value)}
      />
      <div className="lg:hidden">
        <CheckoutTotals totals={totals} coupon={coupon} />
      </div>
      <Button size="big" full busy={busy} reason={busy ? undefined : (reason ?? missing)}>
        Complete Order
      </Button>
    </>
  );
}
