import type { PaymentMethod } from '#app/basics/payment-methods.ts';
import { spacedReference } from '#app/modules/payments/invoice-documents/paper-sheet.ts';
import { isMarkedReference } from '#app/modules/payments/payments/payment.ts';
import { Icon } from '#app/ui/kit/icon.tsx';
import { WrappedText } from '#app/ui/kit/wrapped-text.tsx';

/** Groups a UTR's digits and marks an invalid UTR. `narrow`: see `WrappedText`. */
export function PaymentReference({
  reference,
  method,
  narrow,
}: {
  reference: string | null;
  method?: PaymentMethod;
  narrow?: boolean;
}) {
  if (!reference) return <>No reference</>;
  if (!isMarkedReference(reference, method)) return <WrappedText text={spacedReference(reference)} narrow={narrow} />;
  return (
    <span className="inline-flex items-center gap-1" title={NO_UTR}>
      <WrappedText text={reference} narrow={narrow} />
      <Icon name="warning" small className="size-4 shrink-0 text-haldi-ink" />
      <span className="sr-only">, {NO_UTR}</span>
    </span>
  );
}

const NO_UTR = 'not a 12-digit UTR';
