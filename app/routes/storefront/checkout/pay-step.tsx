import type { RefObject } from 'react';
import { offersOnline, type PaymentOption } from '#app/routes/storefront/payment/methods.ts';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { CheckoutStep } from './checkout-step.tsx';
import { CompleteOrder } from './complete-order.tsx';
import { HeldPayment } from './held-payment.tsx';
import { LateReference } from './late-reference.tsx';
import { NoOnlineMethods, OnlineMethods, payTitle } from './online-methods.tsx';
import type { Open, OpenCheckout } from './open-checkout.ts';
import { CompleteCashOrder, NoCash, PaymentChoice } from './payment-choice.tsx';
import { CheckoutTotals } from './summary.tsx';

/** A piece was sold after the QR code was shown, so the shopper can only report a payment. */
export const isReferenceOnly = (unavailableTitles: readonly string[], open: Open): boolean =>
  open.method !== undefined && unavailableTitles.length > 0 && open.hold.drawn !== null;

export const isPaidOnline = ({ payBy }: Open): boolean => payBy === 'online' || payBy === undefined;

export function PayStep({
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
  holdError,
}: Pick<OpenCheckout, 'lines' | 'unavailableTitles' | 'unanswered' | 'options' | 'device'> & {
  open: Open;
  form: RefObject<HTMLFormElement | null>;
  values: Record<string, string | undefined>;
  errors: Record<string, string>;
  answer: object | undefined;
  sent: FormData | undefined;
  isServed: boolean;
  holdError: string | undefined;
}) {
  const isLate = isReferenceOnly(unavailableTitles, open);
  // A shopper who may have paid by UPI cannot choose cash.
  const cash = isLate ? undefined : open.cash;
  const payBy = isLate ? 'upi' : open.payBy;
  const isOnline = !isLate && isPaidOnline(open);
  const intent = sent?.get('intent');
  // If the order were sent before the coupon is applied, the discount would be missing.
  const isBusy = sent !== undefined && (intent === null || intent === 'apply-coupon' || intent === 'remove-coupon');
  // A shopper who saw a QR code may have paid, so answers are optional.
  const mustAnswer = unanswered.length > 0 && open.hold.drawn === null;
  const blocked =
    unavailableTitles.length > 0
      ? 'Remove the unavailable pieces from your cart first.'
      : mustAnswer
        ? 'Enter the missing details of your pieces first.'
        : undefined;
  const isForUpi = lines.length > 0 && unavailableTitles.length === 0 && unanswered.length === 0 && isServed;
  // A phone cannot scan its own screen, so the gateway is offered before the QR code.
  const isFolded = device.isPhone && isOnline && !cash && open.method !== undefined && offersOnline(options);
  const isByUpi = payBy === 'upi' || isFolded;
  const byUpi = (
    <>
      {isByUpi && isForUpi ? <HeldPayment {...{ open, lines, form, device, isFolded }} error={holdError} /> : null}
      {isLate ? (
        <LateReference
          amount={open.hold.drawn!}
          unavailableTitles={unavailableTitles}
          typed={values.paymentReferenceId}
          error={errors.paymentReferenceId}
          answer={answer}
          busy={intent === 'give-late-reference'}
        />
      ) : open.method ? (
        // The hidden field keeps a typed reference.
        <div className="contents" hidden={!isByUpi}>
          <CompleteOrder
            typed={values.paymentReferenceId}
            error={errors.paymentReferenceId}
            answer={answer}
            busy={isBusy}
            reason={blocked}
          />
        </div>
      ) : (
        <input type="hidden" name="paymentReferenceId" value="" />
      )}
    </>
  );
  const online = offersOnline(options) ? (
    <PayOnline
      options={options}
      amount={open.totals.total}
      isFirst={!open.method || isFolded}
      hasUpi={open.method !== undefined}
      busy={isBusy || intent === 'pay-online'}
      isBlocked={unavailableTitles.length > 0 || unanswered.length > 0}
    />
  ) : open.method ? null : (
    <NoOnlineMethods />
  );
  return (
    <CheckoutStep id="pay" title={cash || isFolded ? undefined : payTitle(options)}>
      {cash ? <PaymentChoice open={open} cash={cash} form={form} /> : null}
      {open.cashProblem ? <NoCash problem={open.cashProblem} /> : null}
      {isLate ? null : (
        <div className="lg:hidden">
          <CheckoutTotals totals={open.totals} includedGst={open.includedGst} coupon={open.applied?.code} />
        </div>
      )}
      {isFolded ? (
        <>
          {online}
          <Accordion
            title="Pay from another device"
            open={
              open.hold.stage !== 'none' ||
              Boolean(values.paymentReferenceId) ||
              errors.paymentReferenceId !== undefined
            }
          >
            {byUpi}
          </Accordion>
        </>
      ) : (
        <>
          {byUpi}
          {payBy === 'cash' && cash ? (
            <CompleteCashOrder open={open} isCallRequired={cash.isCallRequired} busy={isBusy} reason={blocked} />
          ) : null}
          {cash && !isOnline ? null : online}
        </>
      )}
    </CheckoutStep>
  );
}

function PayOnline({
  options,
  amount,
  isFirst,
  hasUpi,
  busy,
  isBlocked,
}: {
  options: PaymentOption[];
  amount: Paise;
  isFirst: boolean;
  hasUpi: boolean;
  busy: boolean;
  isBlocked: boolean;
}) {
  const hydrated = useHydrated();
  return (
    <div className="pay-online">
      <Button
        look={isFirst ? 'primary' : 'secondary'}
        size="big"
        full
        name="intent"
        value="pay-online"
        busy={busy}
        disabled={!hydrated || isBlocked}
      >
        {isFirst ? `Pay ${formatRupees(amount)}` : 'Pay online'}
      </Button>
      <OnlineMethods options={options} />
      <noscript>
        <p className="field-hint">
          Paying online needs JavaScript.{' '}
          {hasUpi ? 'You can pay by UPI without it.' : 'If you do not have it, please write to us.'}
        </p>
      </noscript>
    </div>
  );
}
