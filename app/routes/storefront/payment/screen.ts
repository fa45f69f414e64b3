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
  // Choosing another method must stay possible if the payment's script cannot load, so this is checked first.
  if (at.asked === 'choose') return 'choose';
  if (stage === 'processing') return 'processing';
  if (stage === 'claimed') return 'reference';
  if (at.asked === 'manual') return 'manual';
  return stage === 'failed' ? 'failed' : 'choose';
}
