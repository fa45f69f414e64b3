import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ORDER_MESSAGES } from '#app/modules/orders/messages.ts';
import { PAYMENT_MESSAGES, paymentMessages } from '#app/modules/payments/messages.ts';
import type { PaymentState } from '#app/modules/payments/payment-state.ts';
import type { UpiPayment } from '#app/modules/payments/payments.server.ts';
import { showToast } from '#app/ui/kit/toast.tsx';
import { simulate } from './ask.ts';
import type { Chosen } from './choose.tsx';
import type { PaymentOption } from './methods.ts';
import { openApp } from './open-app.ts';
import { isPaymentDocument, openGatewayCheckout } from './gateway-checkout.ts';
import { screenOf } from './screen.ts';
import { usePayment } from './use-payment.ts';

/** Success calls back after 2 seconds, the manual method after 1. */
const CALLS_BACK_AFTER_MS = { gateway: 2_000, manual: 1_000 } as const;

/** An order that waits for its payment, as the page knows it. */
export type Waiting = {
  payment: PaymentState;
  upi: UpiPayment;
  person: { name: string; email: string; phone: string };
};

export type PaymentWindowProps = {
  shopName: string;
  waiting: Waiting | undefined;
  placing: boolean;
  /** The page was loaded anew in order to open the gateway's script. */
  opensGateway: boolean;
  place: (option: PaymentOption) => void;
};

/** The steps of a payment: what the window shows, and what each of its buttons does. `ways` are those this device can take. */
export function usePaymentWindow(
  options: PaymentOption[],
  { shopName, waiting, placing, opensGateway, place }: PaymentWindowProps,
) {
  const navigate = useNavigate();
  const [away, setAway] = useState(false);
  const { payment, isLost, ask } = usePayment(waiting?.payment, !away);
  const [chosen, setChosen] = useState<Chosen>(() => ({
    option: options.find((each) => each.method === waiting?.payment.method) ?? options[0]!,
    upiId: '',
  }));
  /** What was chosen to be shown, above what the stage would show. */
  const [asked, setAsked] = useState<'choose' | 'manual'>();
  const [busy, setBusy] = useState<'starting' | 'cancelling' | 'claiming' | 'playing'>();
  const [problem, setProblem] = useState<string>();
  const [referenceError, setReferenceError] = useState<string>();
  const starts = useRef<Chosen>(undefined);

  const screen = screenOf({ payment, isStarting: placing || busy === 'starting', problem, asked });

  const openScript = async (now: PaymentState) => {
    const { open } = now;
    if (open?.window.kind !== 'script' || !waiting) return;
    if (!isPaymentDocument()) {
      window.location.assign(`/checkout?payment=${now.orderId}&open=gateway`);
      return;
    }
    try {
      const callback = await openGatewayCheckout(
        open.provider,
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
      if (answer?.message) setProblem(answer.message);
    } catch {
      setAway(false);
      setProblem(paymentMessages['gateway-unavailable']);
    }
  };

  const begin = async (wanted: Chosen) => {
    setProblem(undefined);
    setAsked(undefined);
    const { id, method } = wanted.option;
    if (id === 'qr') {
      setAsked('manual');
      return;
    }
    setBusy('starting');
    if (id === 'app') {
      const opened = waiting && (await openApp(waiting.upi.link));
      setBusy(undefined);
      if (opened) setAsked('manual');
      else setProblem(PAYMENT_MESSAGES['upi-app-not-opened']);
      return;
    }
    const answer = await ask('attempts', { method, upiId: wanted.upiId.trim() });
    setBusy(undefined);
    if (!answer) setProblem(paymentMessages['gateway-unavailable']);
    else if (answer.message) setProblem(answer.message);
    else await openScript(answer.payment);
  };

  const pay = (wanted: Chosen) => {
    if (waiting) {
      void begin(wanted);
      return;
    }
    starts.current = wanted;
    place(wanted.option);
  };

  const cancel = async () => {
    setBusy('cancelling');
    const answer = await ask('cancellation');
    setBusy(undefined);
    if (answer?.message) showToast({ text: answer.message });
  };

  const simulateBank = async (shopper: 'pay' | 'decline') => {
    if (!payment) return;
    setBusy('playing');
    const simulated = await simulate(payment.orderId, shopper);
    await (simulated?.callback ? ask('callback', simulated.callback) : ask());
    setBusy(undefined);
  };

  const claim = async () => {
    setBusy('claiming');
    const answer = await ask('claim');
    setBusy(undefined);
    if (answer?.message) setProblem(answer.message);
    else if (answer) setAsked(undefined);
  };

  const giveReference = async (paymentReferenceId: string) => {
    setReferenceError(undefined);
    setBusy('claiming');
    const answer = await ask('reference', { paymentReferenceId });
    setBusy(undefined);
    setReferenceError(answer ? answer.message : ORDER_MESSAGES.failed);
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

  return {
    screen,
    payment,
    isLost,
    isAway: away,
    busy,
    chosen,
    choose: setChosen,
    problem,
    referenceError,
    openScript,
    pay,
    cancel,
    simulateBank,
    claim,
    giveReference,
    show: (wanted: 'choose') => {
      setProblem(undefined);
      setAsked(wanted);
    },
  };
}
