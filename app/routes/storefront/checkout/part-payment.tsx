import { href } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import type { CheckoutData } from './open-checkout.ts';

export function PartPayment({ waiting: { order, payment } }: { waiting: NonNullable<CheckoutData['waiting']> }) {
  return (
    <main id="main" className="wrap">
      <EmptyState
        level={1}
        title={`Order ${order.orderNumber} is waiting for payment`}
        action={<ButtonLink to={href('/profile/orders/:id/pay', { id: order.id })}>Back to the order</ButtonLink>}
      >
        Please pay {formatRupees(payment.amount)} now.
      </EmptyState>
    </main>
  );
}
