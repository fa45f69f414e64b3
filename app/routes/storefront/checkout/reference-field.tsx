import { PAYMENT_MESSAGES } from '#app/modules/payments/payments/messages.ts';
import { normaliseReference } from '#app/modules/payments/payments/payment.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Field, fieldId } from '#app/ui/kit/field.tsx';
import { showToast } from '#app/ui/kit/toast.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';

const NAME = 'paymentReferenceId';
const PASTE = 'paste-reference';

const checkReference = (typed: string) =>
  normaliseReference(typed) === undefined ? PAYMENT_MESSAGES['reference-too-short'] : undefined;

export const ReferenceField = ({
  typed,
  error,
  answer,
  onType,
}: {
  typed: string | undefined;
  error: string | undefined;
  answer: object | undefined;
  onType?: (typed: string) => void;
}) => (
  <div className="grid gap-2">
    <Field
      label="Payment reference ID"
      name={NAME}
      hint="The UTR or transaction number from your UPI app, at least 6 characters"
      autoComplete="off"
      autoCapitalize="characters"
      required
      maxLength={64}
      className="num"
      defaultValue={typed}
      error={error}
      answer={answer}
      check={checkReference}
      onChange={(event) => onType?.(event.target.value)}
    />
    <PasteReference />
    <details className="text-sm">
      <summary className="link inline-flex min-h-11 items-center">Where do I find it?</summary>
      <dl className="reference-places">
        <dt>Google Pay</dt>
        <dd>Open the payment: UPI transaction ID</dd>
        <dt>PhonePe</dt>
        <dd>History, open the payment: UTR</dd>
        <dt>Paytm</dt>
        <dd>Balance & History, open the payment: UPI Ref. No.</dd>
      </dl>
    </details>
  </div>
);

function PasteReference() {
  const hydrated = useHydrated();
  if (!hydrated || !('clipboard' in navigator) || !('readText' in navigator.clipboard)) return null;
  const paste = async () => {
    const copied = await navigator.clipboard.readText().catch(() => undefined);
    const reference = copied === undefined ? undefined : normaliseReference(copied);
    // Requires digits, because otherwise any copied sentence would be accepted.
    if (reference === undefined || !/\d{6}/.test(reference)) {
      const text =
        copied === undefined
          ? 'Pasting is not allowed here. Press and hold the field instead.'
          : 'There is no reference on the clipboard. Copy it in your UPI app first.';
      showToast({ text, tone: 'alert' });
      return;
    }
    const field = document.getElementById(fieldId(NAME));
    if (!(field instanceof HTMLInputElement)) return;
    field.setRangeText(reference, 0, field.value.length, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <Button
      type="button"
      id={PASTE}
      look="secondary"
      size="small"
      className="justify-self-start"
      onClick={() => void paste()}
    >
      Paste reference
    </Button>
  );
}

/** Scrolls to the field when the shopper returns from a UPI app. */
export function showReferenceField(): void {
  document.getElementById(fieldId(NAME))?.scrollIntoView({ block: 'center' });
  document.getElementById(PASTE)?.focus({ preventScroll: true });
}
