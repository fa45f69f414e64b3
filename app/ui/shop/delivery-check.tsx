import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { href, useLocation } from 'react-router';
import type { DeliveryAnswer } from '#app/modules/store/shipping/delivery.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { FieldError } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { askDelivery } from './ask-delivery.ts';
import { DeliveryTerms } from './delivery-terms.tsx';

const ID = 'delivery';
const COOKIE = 'delivery_pin';
const NOT_REACHED = 'We couldn’t check delivery. Check your connection and try again.';

/** With `shouldFillIn`, a script fills in the remembered PIN code, because the page is cached for everyone. */
export function DeliveryCheck({
  artworkIds,
  ofCart,
  initialAnswer,
  shouldFillIn,
  isSignedIn,
  onAnswered,
}: {
  artworkIds: readonly string[];
  ofCart?: boolean;
  initialAnswer: DeliveryAnswer | undefined;
  shouldFillIn?: boolean;
  isSignedIn?: boolean;
  onAnswered?: () => void;
}) {
  const { pathname } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const [newAnswer, setNewAnswer] = useState<DeliveryAnswer>();
  const [isAsking, setAsking] = useState(false);
  // A newly loaded page has a quote for the current cart.
  useEffect(() => setNewAnswer(undefined), [initialAnswer]);
  const answer = newAnswer ?? initialAnswer;
  const artworkId = ofCart ? undefined : artworkIds[0];

  const isEmpty = initialAnswer === undefined;
  useEffect(() => {
    const isRemembered = isSignedIn || document.cookie.includes(`${COOKIE}=`);
    if (!shouldFillIn || !isEmpty || !isRemembered) return;
    const asking = new AbortController();
    void askDelivery({ artworkId }, asking.signal).then((remembered) => {
      if (!remembered || !field.current || field.current.value !== '') return;
      field.current.value = remembered.typed;
      setNewAnswer(remembered);
    });
    return () => asking.abort();
  }, [shouldFillIn, isEmpty, isSignedIn, artworkId]);

  const check = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const pin = field.current?.value ?? '';
    if (isAsking) return;
    setAsking(true);
    const asked = await askDelivery({ pin, artworkId });
    setAsking(false);
    setNewAnswer(asked ?? { typed: pin, error: NOT_REACHED });
    if (asked?.error) field.current?.focus();
    if (asked?.quote) onAnswered?.();
  };
  const { error, quote } = answer ?? {};
  return (
    <form
      id={ID}
      method="post"
      action={href('/api/delivery')}
      className="delivery-check"
      noValidate
      onSubmit={(event) => void check(event)}
    >
      {artworkId ? <input type="hidden" name="artworkId" value={artworkId} /> : null}
      <input type="hidden" name="page" value={`${pathname}#${ID}`} />
      <label className="field-label" htmlFor={`${ID}-pin`}>
        <Icon name="truck" small />
        <span>
          Deliver to<span className="sr-only"> PIN code</span>
        </span>
      </label>
      <input
        ref={field}
        id={`${ID}-pin`}
        name="pin"
        className="input num"
        inputMode="numeric"
        autoComplete="postal-code"
        placeholder="PIN code"
        maxLength={10}
        defaultValue={initialAnswer?.typed}
        aria-invalid={error && error !== NOT_REACHED ? true : undefined}
        aria-describedby={`${ID}-answer`}
      />
      <Button look="card" busy={isAsking}>
        Check<span className="sr-only"> delivery</span>
      </Button>
      <div id={`${ID}-answer`} className="delivery-answer" role="status" aria-busy={isAsking || undefined}>
        {error ? (
          <FieldError id={`${ID}-error`}>{error}</FieldError>
        ) : quote ? (
          <DeliveryTerms quote={quote} artworkIds={artworkIds} />
        ) : (
          'Enter your PIN code for delivery date and cost.'
        )}
      </div>
    </form>
  );
}
