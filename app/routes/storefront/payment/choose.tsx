import { useState } from 'react';
import { formatTime } from '#app/basics/india.ts';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import { isUpiId } from '#app/modules/payments/payments/payment.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { optionCard } from './methods.ts';
import type { PaymentSteps } from './use-payment-window.ts';

export function Choose({
  options,
  chosen,
  choose,
  pay,
  payment,
  amount,
}: Pick<PaymentSteps, 'options' | 'chosen' | 'choose' | 'pay' | 'payment'> & { amount: Paise }) {
  const [touched, setTouched] = useState(false);
  const { upiId } = chosen;
  const hasUpiId = isUpiId(upiId);
  const wanted = optionCard(chosen.option.id);
  const reason =
    wanted.asksUpiId && !hasUpiId
      ? upiId.trim() === ''
        ? `Enter your UPI ID to pay with ${wanted.label}.`
        : 'A UPI ID looks like name@bank.'
      : undefined;
  return (
    <form
      className="pay-screen"
      onSubmit={(event) => {
        event.preventDefault();
        if (!reason) pay(chosen);
      }}
    >
      <h3 className="sr-only" tabIndex={-1}>
        Choose a payment method
      </h3>
      <div className="pay-methods" role="radiogroup" aria-label="Payment method">
        {options.map((each) => {
          const { label, hint, icon, asksUpiId } = optionCard(each.id);
          return (
            <div key={each.id} className="radio-card">
              <input
                type="radio"
                className="radio-dot"
                name="way"
                id={`way-${each.id}`}
                value={each.id}
                checked={chosen.option.id === each.id}
                onChange={() => choose({ ...chosen, option: each })}
              />
              <label htmlFor={`way-${each.id}`} className="pay-method">
                <b>{label}</b>
                {hint ? <span className="meta">{hint}</span> : null}
              </label>
              <Icon name={icon} />
              {asksUpiId ? (
                <div className="radio-card-more">
                  <label className="field-label" htmlFor="upi-id">
                    Your UPI ID
                  </label>
                  <input
                    id="upi-id"
                    className="input"
                    name="upiId"
                    value={upiId}
                    autoComplete="off"
                    autoCapitalize="none"
                    spellCheck={false}
                    inputMode="email"
                    maxLength={320}
                    required={chosen.option.id === each.id}
                    aria-invalid={(touched && upiId !== '' && !hasUpiId) || undefined}
                    onBlur={() => setTouched(true)}
                    onChange={(event) => choose({ ...chosen, upiId: event.target.value })}
                  />
                </div>
              ) : null}
            </div>
          );
        })}
      </div>
      <div className="pay-foot">
        <Button size="big" full reason={reason}>
          {`Pay ${formatRupees(amount)}`}
        </Button>
        {reason ? null : (
          <p className="field-hint">
            {payment?.heldUntil
              ? `The pieces are held for you until ${formatTime(payment.heldUntil)}.`
              : payment
                ? null
                : 'The pieces are held for you for 15 minutes.'}
          </p>
        )}
      </div>
    </form>
  );
}
