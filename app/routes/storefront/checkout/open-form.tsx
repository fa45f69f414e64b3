import { useEffect, useLayoutEffect, useRef } from 'react';
import { Form, useNavigation, href } from 'react-router';
import { notApplied } from '#app/modules/orders/coupons/messages.ts';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { FirmFields } from '#app/ui/shop/firm-fields.tsx';
import { TYPED_COUPON } from '#app/ui/shop/coupon-fields.tsx';
import { AlreadyPaid } from './already-paid.tsx';
import { AddressFields } from './address-fields.tsx';
import { CartNotes } from './cart-notes.tsx';
import { DeliveryLine } from './delivery-line.tsx';
import { isReferenceOnly, isPaidOnline, PayStep } from './pay-step.tsx';
import { NotApplied } from './not-applied.tsx';
import { type Answer, FORM, type OpenCheckout } from './open-checkout.ts';
import { OpenSummary } from './summary.tsx';
import { addressIn, mayOpenPayment } from './checkout-form.ts';
import { storeTyped, restoreTyped } from './restore-typed.ts';
import { useDeliveryQuote } from './use-delivery-quote.ts';

export function OpenForm({
  checkout: {
    contact,
    prefilledAddress,
    addresses,
    maySaveAddress,
    savesAddress,
    lines,
    unavailableTitles,
    unavailableNotes,
    unanswered,
    lowered,
    options,
    device,
    waiting: before,
    open,
  },
  answer,
  onPayOnline,
}: {
  checkout: OpenCheckout;
  answer: Answer | undefined;
  onPayOnline: () => void;
}) {
  const waiting = before?.payment.stage === 'over' ? undefined : before?.order;
  const navigation = useNavigation();
  const sent =
    navigation.formMethod === 'POST' && navigation.formAction?.startsWith(href('/checkout'))
      ? navigation.formData
      : undefined;
  const typed = {
    ...addressIn(prefilledAddress),
    saveAddress: savesAddress ? 'yes' : undefined,
  };
  const { values, errors, field, tick, summary } = useShopForm({ answer, known: typed });
  const form = useRef<HTMLFormElement>(null);
  const unapplied = answer?.unapplied;
  const isLate = isReferenceOnly(unavailableTitles, open);
  const isAnswered = answer !== undefined;
  // The shop accepts no payment for an address without delivery.
  const isServed = !open.delivery || open.delivery.terms !== undefined;
  // Must run before other parts of the page read the fields.
  useLayoutEffect(() => {
    if (form.current && !isAnswered) restoreTyped(form.current, open.key);
  }, [isAnswered, open.key]);
  useEffect(() => {
    const keep = () => form.current && storeTyped(form.current, open.key);
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
    };
  }, [open.key]);
  const quoteDelivery = useDeliveryQuote(form, open, answer);
  const isOnline = isPaidOnline(open);
  return (
    <div className="checkout">
      {/* Enter uses a form's first button, so this button is before Apply. */}
      <button
        type="submit"
        form={FORM}
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        {...(isLate
          ? { name: 'intent', value: 'give-late-reference' }
          : isOnline
            ? { name: 'intent', value: 'pay-online' }
            : undefined)}
      >
        {isLate ? 'Send the reference' : isOnline ? 'Pay online' : 'Complete Order'}
      </button>
      <OpenSummary
        lines={lines}
        open={open}
        error={errors.couponCode ?? (unapplied && notApplied(unapplied.code))}
        answer={answer}
        typed={values[TYPED_COUPON]}
        busyWith={sent?.get('intent')}
      />
      <main id="main" className="checkout-main">
        <h1>Checkout</h1>
        <Form
          method="post"
          id={FORM}
          noValidate
          ref={form}
          onSubmit={(event) => {
            const fields = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
            if (!mayOpenPayment(fields)) return;
            event.preventDefault();
            onPayOnline();
          }}
          onInput={(event) => {
            if (form.current) storeTyped(form.current, open.key);
            if ((event.target as HTMLInputElement).name === 'zipCode') quoteDelivery();
          }}
        >
          <input type="hidden" name="key" value={open.key} />
          <input type="hidden" name="seenTotal" value={open.totals.total} />
          <input type="hidden" name="paymentMethod" value={open.method ?? ''} />
          <SeenLines lines={lines} />
          <div className="mb-6 empty:hidden">
            <ErrorSummary {...summary} />
            {unapplied ? <NotApplied {...unapplied} busyWith={sent?.get('intent')} /> : null}
          </div>
          {unavailableTitles.length > 0 || summary.formError ? (
            <div className="mb-4 empty:hidden">
              <AlreadyPaid contact={contact} orderNumber={open.orderNumber} reference={values.paymentReferenceId} />
            </div>
          ) : null}
          <CartNotes waiting={waiting} lowered={lowered} unavailableNotes={unavailableNotes} unanswered={unanswered} />
          <AddressFields
            addresses={addresses}
            filledIn={prefilledAddress}
            field={field}
            tick={tick}
            save={maySaveAddress ? tick('saveAddress') : undefined}
          />

          <DeliveryLine initialQuote={open.delivery} artworkIds={lines.map((line) => line.artworkId)} />
          <FirmFields field={field} values={values} asksReceiver={open.chargesGst} />

          <PayStep
            {...{
              open,
              lines,
              unavailableTitles,
              unanswered,
              options,
              device,
              form,
              values,
              errors,
              answer,
              sent,
              isServed,
            }}
            holdError={answer?.holdError}
          />
        </Form>
      </main>
    </div>
  );
}

const SeenLines = ({ lines }: Pick<OpenCheckout, 'lines'>) =>
  lines.map((line) => (
    <span key={line.id} hidden>
      <input type="hidden" name="artworkId" value={line.artworkId} />
      <input type="hidden" name="variantId" value={line.variantId ?? ''} />
      <input type="hidden" name="quantity" value={line.quantity} />
      <input type="hidden" name="price" value={line.artwork.price} />
      <input type="hidden" name="seenAnswers" value={line.seenAnswers} />
    </span>
  ));
