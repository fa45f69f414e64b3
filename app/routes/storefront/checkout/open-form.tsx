import { useEffect, useLayoutEffect, useRef } from 'react';
import { Form, useNavigation, href } from 'react-router';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import type { PaymentOption } from '#app/routes/storefront/payment/methods.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { notApplied } from '#app/modules/coupons/messages.ts';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { Note } from '#app/ui/kit/note.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { TYPED_COUPON } from '#app/ui/shop/coupon-fields.tsx';
import { AlreadyPaid } from './already-paid.tsx';
import { AddressFields } from './address-fields.tsx';
import { CartNotes } from './cart-notes.tsx';
import { CheckoutStep } from './checkout-step.tsx';
import { CompleteOrder } from './complete-order.tsx';
import { NotApplied } from './not-applied.tsx';
import { OnlineMethods } from './online-methods.tsx';
import { CompleteCashOrder, NoCash, PaymentChoice } from './payment-choice.tsx';
import { type Answer, type CheckoutData, FORM, type Open } from './open-checkout.ts';
import { CheckoutTotals, OpenSummary } from './summary.tsx';
import { storeTyped, restoreTyped } from './restore-typed.ts';
import { UpiBox } from './upi-box.tsx';
import { useDeliveryQuote } from './use-delivery-quote.ts';

/** The checkout of what is in the cart: who, where to, and manual UPI as the default. */
export function OpenForm({
  checkout: { contact, known, addresses, maySaveAddress, savesAddress, lines, gone, lowered, options, waiting: before },
  open,
  answer,
}: {
  checkout: CheckoutData;
  open: Open;
  answer: Answer | undefined;
}) {
  // Another order, placed before, that waits for its payment.
  const waiting = before?.payment.stage === 'over' ? undefined : before?.order;
  const navigation = useNavigation();
  const sent =
    navigation.formMethod === 'POST' && navigation.formAction?.startsWith(href('/checkout'))
      ? navigation.formData
      : undefined;
  const { name, email, phone, street, city, state, zipCode } = known;
  const typed = { name, email, phone, street, city, state, zipCode, saveAddress: savesAddress ? 'yes' : undefined };
  const { values, errors, field, tick, summary } = useShopForm({ answer, known: typed });
  const form = useRef<HTMLFormElement>(null);
  const unapplied = answer?.unapplied;
  const isAnswered = answer !== undefined;
  // Before the other parts of the page look at their fields.
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
  const { cash, payBy } = open;
  const isOnline = payBy === 'online' || payBy === undefined;
  const isPlacing = Boolean(sent && !sent.has('intent'));
  const blocked = gone.length > 0 ? 'Remove what is not available any more from your cart first.' : undefined;
  return (
    <div className="checkout">
      {/* Enter in any field presses the first button of the form: this one, not Apply. */}
      <button
        type="submit"
        form={FORM}
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        {...(isOnline ? { name: 'intent', value: 'pay-online' } : undefined)}
      >
        {isOnline ? 'Pay online' : 'Complete Order'}
      </button>
      <OpenSummary
        lines={lines}
        open={open}
        error={errors.couponCode ?? (unapplied && notApplied(unapplied.code))}
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
          onInput={(event) => {
            if (form.current) storeTyped(form.current, open.key);
            if ((event.target as HTMLInputElement).name === 'zipCode') quoteDelivery();
          }}
        >
          <input type="hidden" name="key" value={open.key} />
          <input type="hidden" name="seenTotal" value={open.totals.total} />
          <input type="hidden" name="paymentMethod" value={open.method ?? ''} />
          {lines.map((line) => (
            <span key={line.id} hidden>
              <input type="hidden" name="artworkId" value={line.artworkId} />
              <input type="hidden" name="quantity" value={line.quantity} />
              <input type="hidden" name="price" value={line.artwork.price} />
            </span>
          ))}
          <div className="mb-6 empty:hidden">
            <ErrorSummary {...summary} />
            {unapplied ? <NotApplied {...unapplied} busyWith={sent?.get('intent')} /> : null}
          </div>
          {gone.length > 0 || summary.formError ? (
            <div className="mb-4 empty:hidden">
              <AlreadyPaid contact={contact} orderNumber={open.orderNumber} reference={values.paymentReferenceId} />
            </div>
          ) : null}
          <CartNotes waiting={waiting} lowered={lowered} gone={gone} />
          <AddressFields
            addresses={addresses}
            filledIn={known}
            field={field}
            save={maySaveAddress ? tick('saveAddress') : undefined}
          />

          {open.isZoned ? <DeliveryQuote zipCode={open.quotedFor ?? ''} cost={open.totals.shippingCost} /> : null}

          <CheckoutStep
            id="pay"
            title={cash ? undefined : open.method ? 'Pay by UPI' : options.length > 0 ? 'Pay online' : undefined}
          >
            {cash ? <PaymentChoice open={open} cash={cash} /> : null}
            {open.cashProblem ? <NoCash problem={open.cashProblem} asksAgain={!open.isZoned} /> : null}
            {open.method ? (
              // Hidden, not gone: a reference that was typed is kept while another way is looked at.
              <div className="contents" hidden={payBy !== 'upi'}>
                {lines.length > 0 ? <UpiBox upi={open.upi} /> : null}
                <CompleteOrder
                  totals={open.totals}
                  coupon={open.applied?.code}
                  typed={values.paymentReferenceId}
                  error={errors.paymentReferenceId}
                  busy={isPlacing}
                  reason={blocked}
                />
              </div>
            ) : (
              <input type="hidden" name="paymentReferenceId" value="" />
            )}
            {payBy === 'cash' && cash ? (
              <CompleteCashOrder open={open} callsFirst={cash.callsFirst} busy={isPlacing} reason={blocked} />
            ) : null}
            {isOnline ? (
              <div className="lg:hidden">
                <CheckoutTotals totals={open.totals} coupon={open.applied?.code} />
              </div>
            ) : null}
            {cash && !isOnline ? null : options.length > 0 ? (
              <PayOnline
                options={options}
                isOnlyWay={!open.method}
                busy={sent?.get('intent') === 'pay-online'}
                isBlocked={gone.length > 0}
              />
            ) : (
              <Note tone="alert">Paying online is not possible at the moment. Please write to us.</Note>
            )}
          </CheckoutStep>
        </Form>
      </main>
    </div>
  );
}

/** What delivery to a PIN code costs; without a script it is asked for by a button. */
function DeliveryQuote({ zipCode, cost }: { zipCode: string; cost: Paise }) {
  return (
    <div className="mb-6">
      <p role="status" className="field-hint">
        {zipCode === ''
          ? 'What delivery costs depends on the PIN code.'
          : `Delivery to ${zipCode}: ${cost === 0 ? 'free' : formatRupees(cost)}.`}
      </p>
      <noscript>
        <Button look="secondary" name="intent" value="quote-delivery">
          Show the charge for this PIN code
        </Button>
      </noscript>
    </div>
  );
}

/** The way to the payment window, which only a script can open. */
function PayOnline({
  options,
  isOnlyWay,
  busy,
  isBlocked,
}: {
  options: PaymentOption[];
  isOnlyWay: boolean;
  busy: boolean;
  isBlocked: boolean;
}) {
  const hydrated = useHydrated();
  return (
    <div className="pay-online">
      <OnlineMethods options={options} />
      <Button
        look={isOnlyWay ? 'primary' : 'secondary'}
        size="big"
        full
        name="intent"
        value="pay-online"
        busy={busy}
        disabled={!hydrated || isBlocked}
      >
        Pay online
      </Button>
      <noscript>
        <p className="field-hint">
          Paying online needs JavaScript.{' '}
          {isOnlyWay ? 'Without it please write to us.' : 'Paying by UPI above works without.'}
        </p>
      </noscript>
    </div>
  );
}
