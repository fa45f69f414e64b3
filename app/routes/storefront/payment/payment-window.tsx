import { type MouseEvent, useEffect, useRef } from 'react';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { Choose } from './choose.tsx';
import { Manual } from './manual.tsx';
import { Failed, Lapsed, Processing, Success } from './screens.tsx';
import { type PaymentWindowProps, usePaymentWindow } from './use-payment-window.ts';

/**
 * The 'UPI Payment' window. Before Pay there is no order: `place` makes one, and the window goes on when the page
 * has it as `waiting`. From then on the shop says where the payment stands. `placing` is false again when it was refused.
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

  // The second press of a double click that meets the next screen belongs to the one before: here it would take the focus
  // from the heading, or cancel what was just begun.
  const pressedOn = useRef(screen);
  const isLatePress = ({ detail }: MouseEvent) => detail > 1 && pressedOn.current !== screen;

  return (
    <Dialog
      open={!steps.isAway}
      title="UPI Payment"
      className="pay-window"
      keepOpen={screen === 'processing' || screen === 'success'}
      // With an order it has an address of its own, which Back leaves even while a payment is open.
      ignoresBack={props.waiting !== undefined}
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
          if (isLatePress(event)) event.preventDefault();
          else pressedOn.current = screen;
        }}
        onClickCapture={(event) => {
          if (!isLatePress(event)) return;
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
