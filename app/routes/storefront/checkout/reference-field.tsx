import { PAYMENT_MESSAGES } from '#app/modules/payments/payments/messages.ts';
import { normaliseReference } from '#app/modules/payments/payments/payment.ts';
import { Field } from '#app/ui/kit/field.tsx';

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
    answer={answer}
    check={checkReference}
    onChange={(event) => onType?.(event.target.value)}
  />
);
