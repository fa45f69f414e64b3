import { useEffect, useRef, useState } from 'react';
import { stateOfGstin } from '#app/basics/gstin.ts';
import { isOtherState } from '#app/modules/payments/checkout/firm.ts';
import { Field, FieldError, fieldId, type FieldValues, RadioCard } from '#app/ui/kit/field.tsx';
import type { FieldOf } from '#app/ui/kit/use-form.ts';

const RECEIVER = 'parcelFor';

/** `asksReceiver`: for a registered seller, the state in which the goods are taxed depends on the receiver. */
export function FirmFields({
  field,
  values,
  asksReceiver,
}: {
  field: FieldOf;
  values: FieldValues;
  asksReceiver: boolean;
}) {
  const [name, gstin] = [field('firmName'), field('firmGstin')];
  const part = useRef<HTMLDetailsElement>(null);
  const [typed, setTyped] = useState({ gstin: values.firmGstin ?? '', state: values.state ?? '' });
  useEffect(() => {
    const form = part.current?.closest('form');
    const read = () => {
      const fields = new FormData(form!);
      const [gstin, state] = [fields.get('firmGstin'), fields.get('state')];
      if (typeof gstin === 'string' && typeof state === 'string') setTyped({ gstin, state });
    };
    for (const event of ['input', 'change']) form?.addEventListener(event, read);
    return () => {
      for (const event of ['input', 'change']) form?.removeEventListener(event, read);
    };
  }, []);
  return (
    <details ref={part} className="mb-6" open={Boolean(name.defaultValue || gstin.defaultValue || gstin.error)}>
      <summary className="link inline-flex min-h-11 items-center">Need a GST invoice?</summary>
      <div className="form-row pt-2">
        <Field label="Company name" {...name} optional maxLength={100} autoComplete="organization" />
        <Field label="GSTIN" {...gstin} optional maxLength={20} autoComplete="off" className="num" />
      </div>
      <p className="field-hint mt-1.5">Shown on the invoice.</p>
      {asksReceiver ? <Receiver {...typed} chosen={values[RECEIVER]} error={field(RECEIVER).error} /> : null}
    </details>
  );
}

function Receiver({
  gstin,
  state,
  chosen,
  error,
}: {
  gstin: string;
  state: string;
  chosen: string | undefined;
  error: string | undefined;
}) {
  if (!isOtherState(gstin, state)) return <input type="hidden" name={RECEIVER} value="" />;
  const id = fieldId(RECEIVER);
  return (
    <fieldset id={id} tabIndex={-1} className="mt-4 grid gap-2" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-label mb-1.5">Who receives this parcel?</legend>
      <RadioCard
        name={RECEIVER}
        value="firm"
        label="The company itself"
        detail={`Taxed in ${state}`}
        defaultChecked={chosen !== 'other'}
      />
      <RadioCard
        name={RECEIVER}
        value="other"
        label="Somebody else, on the company’s order"
        detail={`Taxed in ${stateOfGstin(gstin)}`}
        defaultChecked={chosen === 'other'}
      />
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}
