import type { PaymentState } from '#app/modules/payments/payments/payment-state.ts';

type Screen = 'choose' | 'manual' | 'reference' | 'processing' | 'failed' | 'lapsed' | 'success';

export function screenOf(at: {
  payment: PaymentState | undefined;
  isStarting: boolean;
  problem: string | undefined;
  asked: 'choose' | 'manual' | undefined;
}): Screen {
  const stage = at.payment?.stage;
  if (stage === 'paid') return 'success';
  if (stage === 'over') return 'lapsed';
  if (at.isStarting) return 'processing';
  if (at.problem) return 'failed';
  // The payment's script may fail to load, so choosing must stay possible.
  if (at.asked === 'choose') return 'choose';
  if (stage === 'processing') return 'processing';
  if (stage === 'claimed') return 'reference';
  if (at.asked === 'manual') return 'manual';
  return stage === 'failed' ? 'failed' : 'choose';
}
