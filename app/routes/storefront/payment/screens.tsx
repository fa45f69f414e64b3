import { Form, href } from 'react-router';
import { formatShortDay, formatTime } from '#app/basics/india.ts';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import { ORDER_MESSAGES } from '#app/modules/orders/orders/messages.ts';
import type { PaymentState } from '#app/modules/payments/payments/payment-state.ts';
import { CHECKING_REFERENCE, PAYMENT_MESSAGES } from '#app/modules/payments/payments/messages.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { Motif } from '#app/ui/shop/ornaments.tsx';
import { optionCard } from './methods.ts';
import type { PaymentSteps } from './use-payment-window.ts';

export function Processing({
  payment,
  chosen,
  busy,
  isLost,
  cancel,
  openWindow,
  simulateBank,
  payee,
  amount,
}: PaymentSteps & { payee: string; amount: Paise }) {
  const by = optionCard(chosen.option.id);
  const { label } = payment?.open ? optionCard(payment.open.provider) : by;
  const isOpen = payment?.stage === 'processing';
  return (
    <div className="pay-screen">
      <div className="pay-middle" role="status">
        <StepCircles />
        <h3 tabIndex={-1}>{isOpen ? 'Waiting for your bank' : `Opening ${label}`}</h3>
        <p>
          {isLost ? (
            'No connection. Your payment continues. We’ll check it when you’re back online.'
          ) : (
            <>
              Approve {formatRupees(amount)} in {label}.
              <br />
              Do not close this page.
            </>
          )}
        </p>
      </div>
      {payment?.open?.window.kind === 'demo' ? (
        <DemoBank simulating={busy === 'playing'} onSimulate={simulateBank} />
      ) : payment?.open ? (
        <Button type="button" look="secondary" full onClick={() => void openWindow(payment)}>
          Open the payment page again
        </Button>
      ) : (
        <Facts
          facts={[
            ['To', payee],
            ['Method', label],
            ['UPI ID', by.asksUpiId && chosen.upiId.trim()],
          ]}
        />
      )}
      <div className="pay-foot">
        <Button
          type="button"
          look="secondary"
          size="big"
          full
          busy={busy === 'cancelling'}
          disabled={!isOpen}
          onClick={() => void cancel()}
        >
          Cancel payment
        </Button>
      </div>
    </div>
  );
}

function DemoBank({ simulating, onSimulate }: { simulating: boolean; onSimulate: PaymentSteps['simulateBank'] }) {
  return (
    <div className="simulated-bank">
      <p>
        <b>Demo.</b> No money moves. What does your bank say?
      </p>
      <div>
        <Button type="button" look="card" busy={simulating} onClick={() => void onSimulate('pay')}>
          Pay
        </Button>
        <Button type="button" look="card" disabled={simulating} onClick={() => void onSimulate('decline')}>
          Decline
        </Button>
      </div>
    </div>
  );
}

export function Failed({ problem, payment, chooseAgain }: Pick<PaymentSteps, 'problem' | 'payment' | 'chooseAgain'>) {
  const { failure, heldUntil } = payment ?? {};
  const { title, text } = describeFailure(problem, failure);
  return (
    <div className="pay-screen">
      <div className="pay-middle" role="alert">
        <FailedMark />
        <h3 tabIndex={-1}>{title}</h3>
        <p>{text}</p>
      </div>
      <Facts
        facts={[
          ['Attempt', !problem && failure && `${formatShortDay(failure.at)}, ${formatTime(failure.at)}`],
          ['Held until', heldUntil && formatTime(heldUntil)],
        ]}
      />
      <div className="pay-foot">
        <Button type="button" size="big" full onClick={chooseAgain}>
          Try Again
        </Button>
        <Button type="button" look="quiet" onClick={chooseAgain}>
          Back to payment methods
        </Button>
      </div>
    </div>
  );
}

export function Lapsed({ payment }: Pick<PaymentSteps, 'payment'>) {
  if (!payment) return null;
  return (
    <div className="pay-screen">
      <div className="pay-middle" role="alert">
        <FailedMark />
        <h3 tabIndex={-1}>This order is no longer waiting for payment</h3>
        <p>
          It was cancelled, or its 15 minutes ran out, and the pieces are back in the shop. If you have paid, send us
          the reference: we look for the payment and refund it.
        </p>
      </div>
      <Form
        method="post"
        action={href('/checkout/payment/:orderId', { orderId: payment.orderId })}
        className="pay-foot"
      >
        <input type="hidden" name="intent" value="cart" />
        <Button size="big" full>
          Return the pieces to my cart
        </Button>
        <ButtonLink look="quiet" full reloadDocument to={`${href('/checkout')}?payment=${payment.orderId}`}>
          Send the reference of my payment
        </ButtonLink>
      </Form>
    </div>
  );
}

export function Success({ isPart, isReceived, payment }: Pick<PaymentSteps, 'isPart' | 'isReceived' | 'payment'>) {
  const partTitle = isReceived ? 'Your payment has arrived' : 'We have your reference';
  return (
    <div className="pay-screen">
      <div className="pay-middle" role="status">
        <StepCircles isPaid={!payment?.isChecked} />
        <h3 tabIndex={-1}>{isPart ? partTitle : payment?.isChecked ? CHECKING_REFERENCE : ORDER_MESSAGES.placed}</h3>
        <p>{isPart || payment?.isChecked ? 'We take you back to your order.' : 'We take you to your orders.'}</p>
      </div>
    </div>
  );
}

const StepCircles = ({ isPaid }: { isPaid?: boolean }) => (
  <div className="pay-rings" data-paid={isPaid || undefined} aria-hidden="true">
    <Motif name="step-4" />
    <Motif name="step-1" />
    <Motif name="step-2" />
    <Motif name="step-3" />
    {isPaid ? <Motif name="step-4" /> : null}
  </div>
);

const FailedMark = () => (
  <div className="pay-rings" aria-hidden="true">
    <Motif name="step-4" />
    <span className="pay-disc">
      <Icon name="warning" />
    </span>
  </div>
);

const Facts = ({ facts }: { facts: [name: string, value: string | false | null | undefined][] }) => (
  <dl className="pay-facts">
    {facts.map(([name, value]) =>
      value ? (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ) : null,
    )}
  </dl>
);

const BACK_FROM_THE_BANK = 'If it was debited, your bank returns it.';

function describeFailure(
  problem: string | undefined,
  failure: PaymentState['failure'],
): { title: string; text: string } {
  if (problem) return { title: problem, text: PROBLEM_TEXTS[problem] ?? 'Nothing was charged.' };
  if (failure?.why === 'cancelled')
    return {
      title: PAYMENT_MESSAGES.cancelled,
      text: `Your order is still waiting for payment. ${BACK_FROM_THE_BANK}`,
    };
  if (failure?.why === 'wrong-amount')
    return {
      title: PAYMENT_MESSAGES.failed,
      text: 'The amount we received doesn’t match. We’re checking it.',
    };
  if (failure?.why === 'id-used')
    return {
      title: PAYMENT_MESSAGES.failed,
      text: 'Your bank’s reply doesn’t match this order. We’re checking it.',
    };
  const reason = failure?.reason ? `${failure.reason.replace(/\.?$/, '.')} ` : '';
  return {
    title: PAYMENT_MESSAGES.failed,
    text: `${reason}${failure?.notDebited ? 'No money has left your account.' : BACK_FROM_THE_BANK}`,
  };
}

const PROBLEM_TEXTS: Record<string, string> = {
  [PAYMENT_MESSAGES['gateway-unavailable']]:
    'Nothing was charged. Check your connection, or choose another way to pay.',
  [PAYMENT_MESSAGES['upi-app-not-opened']]:
    'No app on this phone opened the link. Scan the QR code or choose another way.',
  [PAYMENT_MESSAGES['invalid-method']]: 'It is not offered at the moment. Choose another way to pay.',
  [PAYMENT_MESSAGES.failed]: `We couldn’t confirm the payment. ${BACK_FROM_THE_BANK}`,
};
