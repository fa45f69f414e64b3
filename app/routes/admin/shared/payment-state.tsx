import type { Paise } from '#app/basics/money.ts';
import type { Verification } from '#app/modules/orders/orders/order.ts';
import type { OrderPaymentState } from '#app/modules/orders/orders/order-payment.ts';
import { cn } from '#app/ui/kit/class-names.ts';
import { Icon, type IconName } from '#app/ui/kit/icon.tsx';

/** `rejected`: a reference that an owner rejected. */
export type PaymentState = OrderPaymentState | 'rejected';

export const PAYMENT_STATES: Record<PaymentState, { label: string; icon: IconName; colour: string }> = {
  'awaiting-payment': { label: 'Awaiting payment', icon: 'clock', colour: 'text-haldi-ink' },
  'awaiting-confirmation': { label: 'Awaiting confirmation', icon: 'clock', colour: 'text-haldi-ink' },
  'part-paid': { label: 'Part paid', icon: 'clock', colour: 'text-haldi-ink' },
  paid: { label: 'Paid', icon: 'check', colour: 'text-pine' },
  'refund-due': { label: 'Refund due', icon: 'return', colour: 'text-alert' },
  refunded: { label: 'Refunded', icon: 'check', colour: 'text-ink-2' },
  rejected: { label: 'Rejected', icon: 'close', colour: 'text-alert' },
};

export const VERIFIED_AS = {
  unverified: 'awaiting-confirmation',
  matched: 'paid',
  rejected: 'rejected',
} as const satisfies Record<Verification, PaymentState>;

export const stateOfPayment = ({
  verification,
  amount,
  refunded,
}: {
  verification: Verification;
  amount: Paise;
  refunded: Paise;
}): PaymentState => (refunded > 0 && refunded >= amount ? 'refunded' : VERIFIED_AS[verification]);

export function PaymentStateLabel({ state, short, big }: { state: PaymentState; short?: boolean; big?: boolean }) {
  const { label, icon, colour } = PAYMENT_STATES[state];
  return (
    <span
      className={cn('inline-flex items-center gap-1 align-middle font-semibold', big ? 'text-lg' : 'text-xs', colour)}
    >
      <Icon name={icon} small className={big ? 'size-5' : 'size-4'} />
      <span className={short ? 'max-md:sr-only' : undefined}>{label}</span>
    </span>
  );
}
