import { type MouseEvent, useEffect, useRef } from 'react';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { Choose } from './choose.tsx';
import { Manual } from './manual.tsx';
import { Failed, Lapsed, Processing, Success } from './screens.tsx';
import { type PaymentWindowProps, usePaymentWindow } from './use-payment-window.ts';

/**
 * `place` creates the order, which is then `waiting`, and the server decides the payment's state. `placing` ends after
 * a refusal.
 */
export function PaymentWindow({
  payee,
  orderNumber,
  amount,
  onClose,
  ...props
}: PaymentWindowProps & { payee: string; orderNumber: string; amount: Paise; onClose: () => void }) {
  const steps = usePaymentWindow(props);
  const { screen } = steps;

  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    box.current?.querySelector('h3')?.focus();
  }, [screen]);

  // The second click of a double click is meant for the previous screen.
  const pressedScreen = useRef(screen);
  const isRepeatedClick = ({ detail }: MouseEvent) => detail > 1 && pressedScreen.current !== screen;

  return (
    <Dialog
      open={!steps.isAway}
      title="UPI Payment"
      className="pay-window"
      keepOpen={screen === 'processing' || screen === 'success'}
      // With an order, the window has its own address, so Back leaves the page.
      shouldIgnoreBack={props.waiting !== undefined}
      onClose={onClose}
    >
      <p className="pay-amount">
        <span className="meta">
          Order{' '}
          <span className="num whitespace-nowrap" translate="no">
            {orderNumber}
          </span>
        </span>
        <b className="num" translate="no">
          {formatRupees(amount)}
        </b>
      </p>
      <div
        ref={box}
        className="grow content-stretch"
        onMouseDown={(event) => {
          if (isRepeatedClick(event)) event.preventDefault();
          else pressedScreen.current = screen;
        }}
        onClickCapture={(event) => {
          if (!isRepeatedClick(event)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        {screen === 'choose' ? <Choose {...steps} amount={amount} /> : null}
        {screen === 'manual' || screen === 'reference' ? <Manual {...steps} /> : null}
        {screen === 'processing' ? <Processing {...steps} payee={payee} amount={amount} /> : null}
        {screen === 'failed' ? <Failed {...steps} /> : null}
        {screen === 'lapsed' ? <Lapsed payment={steps.payment} /> : null}
        {screen === 'success' ? <Success {...steps} /> : null}
      </div>
    </Dialog>
  );
}
