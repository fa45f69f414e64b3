import { href } from 'react-router';
import { CHECKING_REFERENCE } from '#app/modules/payments/payments/messages.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';

export function PlacedBefore({ id, orderNumber, isChecked }: { id: string; orderNumber: string; isChecked: boolean }) {
  return (
    <EmptyState
      level={1}
      title={isChecked ? CHECKING_REFERENCE : `Order ${orderNumber} is placed`}
      action={<ButtonLink to={`${href('/profile/orders')}#order-${id}`}>View the order</ButtonLink>}
    >
      {isChecked ? `It belongs to order ${orderNumber}. ` : null}You don’t need to pay again. Your cart is empty.
    </EmptyState>
  );
}
