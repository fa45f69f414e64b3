import type { PaymentState } from '#app/modules/payments/payments/payment-state.ts';

type Screen = 'choose' | 'manual' | 'reference' | 'processing' | 'failed' | 'lapsed' | 'success';

/** Which screen the window shows: what is settled first, then what is being done, then what was asked for. */
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
  // Above processing: a payment may be open whose script could not be had.
  if (at.asked === 'choose') return 'choose';
  if (stage === 'processing') return 'processing';
  if (stage === 'claimed') return 'reference';
  if (at.asked === 'manual') return 'manual';
  return stage === 'failed' ? 'failed' : 'choose';
}
