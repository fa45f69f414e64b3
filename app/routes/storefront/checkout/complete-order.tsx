import { useEffect, useState } from 'react';
import { Button } from '#app/ui/kit/button.tsx';
import { fieldId } from '#app/ui/kit/field.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { ReferenceField } from './reference-field.tsx';

export function CompleteOrder({
  typed,
  error,
  answer,
  busy,
  reason,
}: {
  typed?: string;
  error?: string;
  answer?: object;
  busy: boolean;
  reason?: string;
}) {
  const hydrated = useHydrated();
  const [reference, setReference] = useState(typed ?? '');
  // The browser may have filled the field before hydration.
  useEffect(() => {
    const field = document.getElementById(fieldId('paymentReferenceId'));
    if (field instanceof HTMLInputElement) setReference(field.value);
  }, []);
  const missing = hydrated && reference.trim() === '' ? 'Enter the reference ID to finish.' : undefined;
  return (
    <>
      <ReferenceField typed={typed} error={error} answer={answer} onType={setReference} />
      <Button size="big" full busy={busy} reason={busy ? undefined : (reason ?? missing)}>
        Complete Order
      </Button>
    </>
  );
}
