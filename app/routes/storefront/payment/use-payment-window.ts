import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, href } from 'react-router';
import { isGateway } from '#app/basics/payment-methods.ts';
import { ORDER_MESSAGES } from '#app/modules/orders/orders/messages.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { noQrCode, PAYMENT_MESSAGES, paymentMessages } from '#app/modules/payments/payments/messages.ts';
import type { PaymentState } from '#app/modules/payments/payments/payment-state.ts';
import type { UpiPayment } from '#app/modules/payments/payments/payments.server.ts';
import { FURTHER } from '#app/routes/storefront/checkout/open-checkout.ts';
import { showToast } from '#app/ui/kit/toast.tsx';
import { simulate } from './ask.ts';
import type { PaymentOption } from './methods.ts';
import { leaveForGateway } from './leave-for-gateway.ts';
import { openApp } from './open-app.ts';
import { isPaymentDocument, openGatewayCheckout } from './gateway-checkout.ts';
import { screenOf } from './screen.ts';
import { usePayment } from './use-payment.ts';

const CALLS_BACK_AFTER_MS = { gateway: 2_000, manual: 1_000 } as const;

export type PaymentWindowProps = {
  shopName: string;
  options: PaymentOption[];
  waiting:
    | {
        payment: PaymentState;
        upi: UpiPayment | undefined;
        order: Pick<Order, 'shippingAddress' | 'advance'>;
        opensGateway: boolean;
      }
    | undefined;
  placing: boolean;
  place: (option: PaymentOption) => void;
};

type Chosen = { option: PaymentOption; upiId: string };

export type PaymentSteps = ReturnType<typeof usePaymentWindow>;

export function usePaymentWindow({ shopName, options, waiting, placing, place }: PaymentWindowProps) {
  const navigate = useNavigate();
  const [away, setAway] = useState(false);
  const { payment, isLost, ask } = usePayment(waiting?.payment, !away);
  const [chosen, setChosen] = useState<Chosen>(() => ({
    option: options.find((each) => each.method === waiting?.payment.method) ?? options[0]!,
    upiId: '',
  }));
  const [asked, setAsked] = useState<'choose' | 'manual'>();
  const [busy, setBusy] = useState<'starting' | 'cancelling' | 'claiming' | 'playing'>();
  const [problem, setProblem] = useState<string>();
  const [referenceError, setReferenceError] = useState<string>();
  const [starts, setStarts] = useState<Chosen>();

  const [receivedBefore] = useState(waiting?.payment.received);
  const isReceived =
    payment !== undefined && receivedBefore !== undefined && payment.received > receivedBefore && waiting !== undefined;
  const isPart = waiting !== undefined && waiting.order.advance !== null;
  const screen = screenOf({
    payment: isPart && isReceived ? { ...payment, stage: 'paid' } : payment,
    isStarting: placing || busy === 'starting' || (starts !== undefined && waiting !== undefined),
    problem,
    asked,
  });

  const during = async <Answer>(what: typeof busy, work: Promise<Answer>): Promise<Answer> => {
    setBusy(what);
    const answer = await work;
    setBusy(undefined);
    return answer;
  };

  const openWindow = async (now: PaymentState) => {
    const { open } = now;
    if (!open || open.window.kind === 'demo' || !waiting) return;
    if (!isPaymentDocument()) {
      window.location.assign(`${href('/checkout')}?payment=${now.orderId}&open=gateway`);
      return;
    }
    if (open.window.kind === 'redirect') {
      leaveForGateway(open.window, now.orderId);
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
          person: waiting.order.shippingAddress,
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
    if (id === 'qr' || id === 'app') {
      if (!waiting?.upi) setProblem(noQrCode(options.some(({ method }) => isGateway(method))));
      else if (id === 'qr' || (await during('starting', openApp(waiting.upi.link)))) setAsked('manual');
      else setProblem(PAYMENT_MESSAGES['upi-app-not-opened']);
      return;
    }
    const answer = await during('starting', ask('attempts', { method, upiId: wanted.upiId.trim() }));
    if (!answer) setProblem(paymentMessages['gateway-unavailable']);
    else if (answer.message) setProblem(answer.message);
    else await openWindow(answer.payment);
  };

  const pay = (wanted: Chosen) => {
    if (waiting) {
      void begin(wanted);
      return;
    }
    setStarts(wanted);
    place(wanted.option);
  };

  const cancel = async () => {
    const answer = await during('cancelling', ask('cancellation'));
    if (answer?.message) showToast({ text: answer.message });
  };

  const simulateBank = async (shopper: 'pay' | 'decline') => {
    if (!payment) return;
    const simulated = simulate(payment.orderId, shopper);
    await during(
      'playing',
      simulated.then((done) => (done?.callback ? ask('callback', done.callback) : ask())),
    );
  };

  const claim = async () => {
    const answer = await during('claiming', ask('claim'));
    if (answer?.message) setProblem(answer.message);
    else if (answer) setAsked(undefined);
  };

  const giveReference = async (paymentReferenceId: string) => {
    setReferenceError(undefined);
    const answer = await during('claiming', ask('reference', { paymentReferenceId }));
    setReferenceError(answer ? answer.message : ORDER_MESSAGES.failed);
    // The order is cancelled, so the reference is stored as a further one.
    if (answer && !answer.message && answer.payment.stage === 'over')
      void navigate(`${href('/checkout')}?payment=${answer.payment.orderId}&${FURTHER}=yes`, { replace: true });
  };

  const start = useEffectEvent(() => {
    setStarts(undefined);
    if (starts) void begin(starts);
    else if (waiting?.opensGateway && payment?.stage === 'processing') void openWindow(payment);
  });
  const waitingId = waiting?.payment.orderId;
  useEffect(() => {
    if (waitingId) start();
  }, [waitingId]);

  // The checkout redirects a paid order to its page.
  const callBack = useEffectEvent(() => void navigate(`${href('/checkout')}?payment=${waitingId}`, { replace: true }));
  const isPaid = screen === 'success';
  const isManual = payment?.method === 'manual' || payment?.method === 'upi';
  useEffect(() => {
    if (!isPaid) return;
    const timer = setTimeout(() => callBack(), CALLS_BACK_AFTER_MS[isManual ? 'manual' : 'gateway']);
    return () => clearTimeout(timer);
  }, [isPaid, isManual]);

  return {
    options,
    screen,
    payment,
    upi: waiting?.upi,
    isPart,
    isReceived,
    isLost,
    isAway: away,
    busy,
    chosen,
    choose: setChosen,
    problem,
    referenceError,
    openWindow,
    pay,
    cancel,
    simulateBank,
    claim,
    giveReference,
    chooseAgain: () => {
      setProblem(undefined);
      setAsked('choose');
    },
  };
}
