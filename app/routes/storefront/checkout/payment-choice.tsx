import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { RadioCard } from '#app/ui/kit/field.tsx';
import { useChosenEarly } from '#app/ui/kit/use-hydrated.ts';
import { type Open, PAY_BY, type PayBy } from './open-checkout.ts';
import { useQuote } from './use-delivery-quote.ts';

const LABELS: Record<PayBy, string> = { upi: 'Pay by UPI', online: 'Pay online', cash: 'Cash on delivery' };

export function PaymentChoice({
  open,
  cash,
  form,
}: {
  open: Open;
  cash: NonNullable<Open['cash']>;
  form: RefObject<HTMLFormElement | null>;
}) {
  const quote = useQuote(form);
  const isAsking = useNavigation().state !== 'idle';
  const [picked, setPicked] = useState<PayBy>();
  useEffect(() => {
    if (!isAsking) setPicked(undefined);
  }, [open, isAsking]);
  const choose = (payBy: PayBy) => {
    setPicked(payBy);
    quote(payBy);
  };
  const choice = useRef<HTMLFieldSetElement>(null);
  useChosenEarly(choice, open.payBy, (early) => choose(early as PayBy));
  const more = cash.charge > 0 ? `${formatRupees(cash.charge)} more` : 'No extra charge';
  return (
    <fieldset className="mb-5 grid gap-2" ref={choice}>
      <legend className="sr-only">How you pay</legend>
      {open.methods.map((each) => (
        <RadioCard
          key={each}
          name={PAY_BY}
          value={each}
          label={LABELS[each]}
          detail={each === 'cash' ? `${more}, paid on delivery` : null}
          checked={(picked ?? open.payBy) === each}
          onChange={() => choose(each)}
        />
      ))}
      <noscript>
        <Button look="secondary" name="intent" value="choose-payment">
          Show the total for this way to pay
        </Button>
      </noscript>
    </fieldset>
  );
}

export const NoCash = ({ problem }: { problem: string }) => (
  <p role="status" className="field-hint">
    {problem}
  </p>
);

export function CompleteCashOrder({
  open,
  isCallRequired,
  busy,
  reason,
}: {
  open: Open;
  isCallRequired: boolean;
  busy: boolean;
  reason?: string;
}) {
  return (
    <>
      <p role="status">
        Pay{' '}
        <b className="num" translate="no">
          {formatRupees(open.totals.total)}
        </b>{' '}
        in cash on delivery.
        {isCallRequired ? ' We call you to confirm before we send it.' : null}
      </p>
      <Button size="big" full busy={busy} reason={busy ? undefined : reason}>
        Complete Order
      </Button>
    </>
  );
}
