import { formatRupees } from '#app/basics/money.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { useState } from 'react';
import { QrCode } from '#app/ui/kit/qr-code.tsx';
import type { PaymentSteps } from './use-payment-window.ts';

export function Manual({
  upi,
  screen,
  busy,
  referenceError,
  claim,
  giveReference,
  chooseAgain,
}: Pick<PaymentSteps, 'upi' | 'screen' | 'busy' | 'referenceError' | 'claim' | 'giveReference' | 'chooseAgain'>) {
  const [reference, setReference] = useState('');
  const isClaimed = screen === 'reference';
  const isBusy = busy === 'claiming';
  return (
    <form
      className="pay-screen"
      onSubmit={(event) => {
        event.preventDefault();
        void (isClaimed ? giveReference(reference) : claim());
      }}
    >
      <div className="pay-middle">
        <h3 tabIndex={-1}>{isClaimed ? 'Which reference did your app show?' : 'Scan and pay'}</h3>
        {isClaimed ? (
          <p>It is on the receipt of the payment in your UPI app. We’ll look for it in our bank account.</p>
        ) : upi ? (
          <>
            <QrCode qr={upi.qr} label={`UPI QR code for ${formatRupees(upi.amount)}`} />
            <p>
              Scan it with any UPI app, or pay to <b className="break-all text-ink">{upi.payeeAddress}</b>
            </p>
          </>
        ) : null}
      </div>
      {isClaimed ? (
        <Field
          label="Payment reference ID"
          name="paymentReferenceId"
          id="window-reference"
          hint="The UTR or transaction number, at least 6 characters"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={64}
          className="num"
          error={referenceError}
          value={reference}
          onChange={(event) => setReference(event.target.value)}
        />
      ) : null}
      <div className="pay-foot">
        {isClaimed ? (
          <Button
            size="big"
            full
            busy={isBusy}
            reason={!isBusy && reference.trim() === '' ? 'Enter the reference ID to finish.' : undefined}
          >
            Complete Order
          </Button>
        ) : (
          <Button size="big" full busy={isBusy}>
            I have completed the payment
          </Button>
        )}
        <Button type="button" look="quiet" onClick={chooseAgain}>
          Back to payment methods
        </Button>
      </div>
    </form>
  );
}
