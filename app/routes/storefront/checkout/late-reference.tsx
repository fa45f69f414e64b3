import { formatRupees, type Paise } from '#app/basics/money.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { ReferenceField } from './reference-field.tsx';

/** For shoppers who saw a QR code before a piece was sold. Their reference is stored. */
export function LateReference({
  amount,
  unavailableTitles,
  typed,
  error,
  answer,
  busy,
}: {
  amount: Paise;
  unavailableTitles: readonly string[];
  typed: string | undefined;
  error: string | undefined;
  answer: object | undefined;
  busy: boolean;
}) {
  return (
    <>
      <Note tone="info">
        <b>Have you paid {formatRupees(amount)} already?</b> {unavailableTitles.join(', ')} can no longer be bought, but
        your money is not lost. Enter the reference, and we’ll find your payment and refund it.
      </Note>
      <ReferenceField typed={typed} error={error} answer={answer} />
      <Button look="secondary" size="big" full name="intent" value="give-late-reference" busy={busy}>
        Send the reference
      </Button>
    </>
  );
}
