import { useEffect, useRef, useState } from 'react';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { Choose } from './choose.tsx';
import { Manual } from './manual.tsx';
import { optionCard, type PaymentOption } from './methods.ts';
import { DemoBank, Failed, Lapsed, Processing, Success } from './screens.tsx';
import { type PaymentWindowProps, usePaymentWindow } from './use-payment-window.ts';

const ON_A_PHONE = '(hover: none) and (pointer: coarse)';

/**
 * The 'UPI Payment' window. Before Pay there is no order: `place` makes one, and the window goes on when the page
 * has it as `waiting`. From then on the shop says where the payment stands. `placing` is false again when it was refused.
 */
export function PaymentWindow({
  payee,
  options: offered,
  orderNumber,
  amount,
  onClose,
  ...props
}: PaymentWindowProps & {
  payee: string;
  options: PaymentOption[];
  orderNumber: string;
  amount: Paise;
  onClose: () => void;
}) {
  const [options] = useState(() => offered.filter(({ id }) => id !== 'app' || window.matchMedia(ON_A_PHONE).matches));
  const { waiting } = props;
  const { screen, payment, busy, chosen, ...steps } = usePaymentWindow(options, props);

  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    box.current?.querySelector('h3')?.focus();
  }, [screen]);

  const by = optionCard(chosen.option.id);
  const facts: [string, string][] = [
    ['To', payee],
    ['Method', payment?.open ? optionCard(payment.open.provider).label : by.label],
    ...(by.asksUpiId && chosen.upiId ? [['UPI ID', chosen.upiId.trim()] as [string, string]] : []),
  ];
  return (
    <Dialog
      open={!steps.isAway}
      title="UPI Payment"
      className="pay-window"
      keepOpen={screen === 'processing' || screen === 'success'}
      onClose={onClose}
    >
      <p className="pay-amount">
        <span className="meta">
          Order <span className="num whitespace-nowrap">{orderNumber}</span>
        </span>
        <b className="num">{formatRupees(amount)}</b>
      </p>
      <div ref={box} className="grow content-stretch">
        {screen === 'choose' ? (
          <Choose
            {...{ options, chosen, amount }}
            heldUntil={payment?.heldUntil ?? null}
            onChange={steps.choose}
            onPay={steps.pay}
          />
        ) : null}
        {(screen === 'manual' || screen === 'reference') && waiting ? (
          <Manual
            upi={waiting.upi}
            isClaimed={screen === 'reference'}
            busy={busy === 'claiming'}
            problem={steps.referenceError}
            onClaim={() => void steps.claim()}
            onReference={(reference) => void steps.giveReference(reference)}
            onBack={() => steps.show('choose')}
          />
        ) : null}
        {screen === 'processing' ? (
          <Processing
            {...{ amount, facts }}
            isLost={steps.isLost}
            by={payment?.open ? optionCard(payment.open.provider).label : by.label}
            isOpen={payment?.stage === 'processing'}
            busy={busy === 'cancelling'}
            onCancel={() => void steps.cancel()}
          >
            {payment?.open?.window.kind === 'demo' ? (
              <DemoBank simulating={busy === 'playing'} onSimulate={(shopper) => void steps.simulateBank(shopper)} />
            ) : payment?.open ? (
              <Button type="button" look="secondary" full onClick={() => void steps.openScript(payment)}>
                Open the payment page again
              </Button>
            ) : undefined}
          </Processing>
        ) : null}
        {screen === 'failed' ? (
          <Failed
            problem={steps.problem}
            failure={payment?.failure}
            heldUntil={payment?.heldUntil ?? null}
            onAgain={() => steps.show('choose')}
          />
        ) : null}
        {screen === 'lapsed' && payment ? <Lapsed orderId={payment.orderId} /> : null}
        {screen === 'success' ? <Success /> : null}
      </div>
    </Dialog>
  );
}
