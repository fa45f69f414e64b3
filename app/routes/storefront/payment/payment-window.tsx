import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import { ORDER_MESSAGES } from '#app/modules/orders/messages.ts';
import { paymentMessages, PAYMENT_MESSAGES } from '#app/modules/payments/messages.ts';
import type { PaymentState } from '#app/modules/payments/payment-state.ts';
import type { UpiPayment } from '#app/modules/payments/payments.server.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { showToast } from '#app/ui/kit/toast.tsx';
import { simulate } from './ask.ts';
import { Choose, type Chosen } from './choose.tsx';
import { Manual } from './manual.tsx';
import { WAYS, type WayToPay } from './methods.ts';
import { openApp } from './open-app.ts';
import { isPaymentDocument, payWithRazorpay } from './razorpay-checkout.ts';
import { screenOf } from './screen.ts';
import { DemoBank, Failed, Lapsed, Processing, Success } from './screens.tsx';
import { usePayment } from './use-payment.ts';

/** Success calls back after 2 seconds, the manual method after 1. */
const CALLS_BACK_AFTER_MS = { gateway: 2_000, manual: 1_000 } as const;
const ON_A_PHONE = '(hover: none) and (pointer: coarse)';

/** An order that waits for its payment, as the page knows it. */
export type Waiting = {
  payment: PaymentState;
  upi: UpiPayment;
  person: { name: string; email: string; phone: string };
};

/**
 * The 'UPI Payment' window. Before Pay there is no order: `place` makes one, and the window goes on when the page
 * has it as `waiting`. From then on the shop says where the payment stands. `placing` is false again when it was refused.
 */
export function PaymentWindow({
  shopName,
  payee,
  ways: offered,
  orderNumber,
  amount,
  waiting,
  placing,
  opensGateway,
  place,
  onClose,
}: {
  shopName: string;
  payee: string;
  ways: WayToPay[];
  orderNumber: string;
  amount: Paise;
  waiting: Waiting | undefined;
  placing: boolean;
  /** The page was loaded anew in order to open the gateway's script. */
  opensGateway: boolean;
  place: (way: WayToPay) => void;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [ways] = useState(() => offered.filter(({ way }) => way !== 'app' || window.matchMedia(ON_A_PHONE).matches));
  const [away, setAway] = useState(false);
  const { payment, isLost, ask } = usePayment(waiting?.payment, !away);
  const [chosen, setChosen] = useState<Chosen>(() => ({
    way: ways.find((each) => each.method === waiting?.payment.method) ?? ways[0]!,
    upiId: '',
  }));
  /** What was chosen to be shown, above what the stage would show. */
  const [asked, setAsked] = useState<'choose' | 'manual'>();
  const [busy, setBusy] = useState<'starting' | 'cancelling' | 'claiming' | 'playing'>();
  const [trouble, setTrouble] = useState<string>();
  const [referenceTrouble, setReferenceTrouble] = useState<string>();
  const starts = useRef<Chosen>(undefined);

  const screen = screenOf({ payment, isStarting: placing || busy === 'starting', trouble, asked });

  const openScript = async (now: PaymentState) => {
    const { open } = now;
    if (open?.window.kind !== 'script' || !waiting) return;
    if (!isPaymentDocument()) {
      window.location.assign(`/checkout?payment=${now.orderId}&open=gateway`);
      return;
    }
    try {
      const callback = await payWithRazorpay(
        {
          key: open.window.key,
          providerOrderId: open.providerOrderId,
          amount: now.amount,
          shopName,
          orderNumber: now.orderNumber,
          person: waiting.person,
        },
        () => setAway(true),
      );
      setAway(false);
      const answer = await (callback ? ask('callback', callback) : ask('cancellation'));
      if (answer?.message) setTrouble(answer.message);
    } catch {
      setAway(false);
      setTrouble(paymentMessages['gateway-unavailable']);
    }
  };

  const begin = async (wanted: Chosen) => {
    setTrouble(undefined);
    setAsked(undefined);
    const { way, method } = wanted.way;
    if (way === 'qr') {
      setAsked('manual');
      return;
    }
    setBusy('starting');
    if (way === 'app') {
      const opened = waiting && (await openApp(waiting.upi.link));
      setBusy(undefined);
      if (opened) setAsked('manual');
      else setTrouble(PAYMENT_MESSAGES['upi-app-not-opened']);
      return;
    }
    const answer = await ask('attempts', { method, upiId: wanted.upiId.trim() });
    setBusy(undefined);
    if (!answer) setTrouble(paymentMessages['gateway-unavailable']);
    else if (answer.message) setTrouble(answer.message);
    else await openScript(answer.payment);
  };

  const pay = (wanted: Chosen) => {
    if (waiting) {
      void begin(wanted);
      return;
    }
    starts.current = wanted;
    place(wanted.way);
  };

  const cancel = async () => {
    setBusy('cancelling');
    const answer = await ask('cancellation');
    setBusy(undefined);
    if (answer?.message) showToast({ text: answer.message });
  };

  const play = async (shopper: 'pay' | 'decline') => {
    if (!payment) return;
    setBusy('playing');
    const played = await simulate(payment.orderId, shopper);
    await (played?.callback ? ask('callback', played.callback) : ask());
    setBusy(undefined);
  };

  const claim = async () => {
    setBusy('claiming');
    const answer = await ask('claim');
    setBusy(undefined);
    if (answer?.message) setTrouble(answer.message);
    else if (answer) setAsked(undefined);
  };

  const giveReference = async (paymentReferenceId: string) => {
    setReferenceTrouble(undefined);
    setBusy('claiming');
    const answer = await ask('reference', { paymentReferenceId });
    setBusy(undefined);
    setReferenceTrouble(answer ? answer.message : ORDER_MESSAGES.failed);
  };

  const goOn = useEffectEvent(() => {
    const wanted = starts.current;
    starts.current = undefined;
    if (wanted) void begin(wanted);
    else if (opensGateway && payment?.stage === 'processing') void openScript(payment);
  });
  const waitingId = waiting?.payment.orderId;
  useEffect(() => {
    if (waitingId) goOn();
  }, [waitingId]);

  const callBack = useEffectEvent(async () => {
    await navigate(`/profile/orders?placed=${waitingId}#order-${waitingId}`, { replace: true });
    showToast({ text: ORDER_MESSAGES.placed });
  });
  const isPaid = screen === 'success';
  const isManual = payment?.method === 'manual' || payment?.method === 'upi';
  useEffect(() => {
    if (!isPaid) return;
    const timer = setTimeout(() => void callBack(), CALLS_BACK_AFTER_MS[isManual ? 'manual' : 'gateway']);
    return () => clearTimeout(timer);
  }, [isPaid, isManual]);

  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    box.current?.querySelector('h3')?.focus();
  }, [screen]);

  const by = WAYS[chosen.way.way];
  const facts: [string, string][] = [
    ['To', payee],
    ['Method', payment?.open ? WAYS[payment.open.provider].label : by.label],
    ...(chosen.way.way === 'phonepe' && chosen.upiId ? [['UPI ID', chosen.upiId.trim()] as [string, string]] : []),
  ];
  return (
    <Dialog
      open={!away}
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
            {...{ ways, chosen, amount }}
            heldUntil={payment?.heldUntil ?? null}
            onChange={setChosen}
            onPay={pay}
          />
        ) : null}
        {(screen === 'manual' || screen === 'reference') && waiting ? (
          <Manual
            upi={waiting.upi}
            isClaimed={screen === 'reference'}
            busy={busy === 'claiming'}
            trouble={referenceTrouble}
            onClaim={() => void claim()}
            onReference={(reference) => void giveReference(reference)}
            onBack={() => setAsked('choose')}
          />
        ) : null}
        {screen === 'processing' ? (
          <Processing
            {...{ amount, facts, isLost }}
            by={payment?.open ? WAYS[payment.open.provider].label : by.label}
            isOpen={payment?.stage === 'processing'}
            busy={busy === 'cancelling'}
            onCancel={() => void cancel()}
          >
            {payment?.open?.window.kind === 'demo' ? (
              <DemoBank playing={busy === 'playing'} onPlay={(shopper) => void play(shopper)} />
            ) : payment?.open ? (
              <Button type="button" look="secondary" full onClick={() => void openScript(payment)}>
                Open the payment page again
              </Button>
            ) : undefined}
          </Processing>
        ) : null}
        {screen === 'failed' ? (
          <Failed
            trouble={trouble}
            failure={payment?.failure}
            heldUntil={payment?.heldUntil ?? null}
            onAgain={() => {
              setTrouble(undefined);
              setAsked('choose');
            }}
          />
        ) : null}
        {screen === 'lapsed' && payment ? <Lapsed orderId={payment.orderId} /> : null}
        {screen === 'success' ? <Success /> : null}
      </div>
    </Dialog>
  );
}
