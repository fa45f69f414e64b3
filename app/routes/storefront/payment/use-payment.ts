import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PaymentAnswer, PaymentState } from '#app/modules/payments/payments/payment-state.ts';
import { askPayment, type Step } from './ask.ts';

const ASKED_EVERY_MS = { processing: 2_000, otherwise: 15_000 } as const;

export function usePayment(first: PaymentState | undefined, follow: boolean) {
  const [payment, setPayment] = useState(first);
  const [isLost, setLost] = useState(false);
  const asked = useRef(0);
  const received = useRef(0);
  if (first && first.orderId !== payment?.orderId) setPayment(first);
  const orderId = first?.orderId;

  const ask = async (step?: Step, fields?: Record<string, string>): Promise<PaymentAnswer | undefined> => {
    if (!orderId) return undefined;
    const turn = (asked.current += 1);
    const answer = await askPayment(orderId, step, fields);
    setLost(!answer);
    if (answer && turn > received.current) {
      received.current = turn;
      setPayment(answer.payment);
    }
    return answer;
  };

  const stage = payment?.stage;
  const isSettled = !stage || stage === 'paid' || stage === 'over';
  const every = stage === 'processing' ? ASKED_EVERY_MS.processing : ASKED_EVERY_MS.otherwise;
  const look = useEffectEvent(() => ask());
  useEffect(() => {
    if (!follow || isSettled || !orderId) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void now(), every);
    };
    const now = async () => {
      if (document.visibilityState === 'visible') await look();
      if (!stopped) again();
    };
    const atOnce = () => {
      if (document.visibilityState === 'visible') void now();
    };
    again();
    window.addEventListener('online', atOnce);
    document.addEventListener('visibilitychange', atOnce);
    return () => {
      stopped = true;
      clearTimeout(timer);
      window.removeEventListener('online', atOnce);
      document.removeEventListener('visibilitychange', atOnce);
    };
  }, [follow, isSettled, orderId, every]);

  return { payment, isLost, ask };
}
