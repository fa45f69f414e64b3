import { href } from 'react-router';
import { formatSpan } from '#app/basics/duration.ts';
import { formatRupees } from '#app/basics/money.ts';
import type { Order } from '#app/modules/orders/order.ts';
import type { Settings } from '#app/modules/settings/settings.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';

/** Where somebody lands whose piece was sold while they paid: what happened, what is kept, and what we do about the money. */
export function PaidTooLate({
  order,
  refundBusinessDays,
  contact,
}: {
  order: Order;
  refundBusinessDays: Settings['promises']['refundBusinessDays'];
  contact: Settings['contact'];
}) {
  const titles = order.items.map((item) => item.title).join(', ');
  return (
    <main id="main" className="wrap">
      <EmptyState
        level={1}
        title={order.items.length === 1 ? `${titles} was sold while you paid` : 'A piece was sold while you paid'}
        action={<ButtonLink to={href('/profile/orders')}>My Orders</ButtonLink>}
      >
        Order{' '}
        <b className="num whitespace-nowrap" translate="no">
          {order.orderNumber}
        </b>
        {order.items.length === 1 ? null : ` (${titles})`} can’t be sent, so it is cancelled. Your payment reference{' '}
        <b className="num wrap-anywhere" translate="no">
          {order.paymentReferenceId}
        </b>{' '}
        is kept: we look for {formatRupees(order.total)} in our bank and return your money within{' '}
        {formatSpan(refundBusinessDays, 'business day')} of finding it. You find the order in My Orders. Questions?
        Write to{' '}
        <a className="link wrap-anywhere" href={`mailto:${contact.email}`}>
          {contact.email}
        </a>
        .
      </EmptyState>
    </main>
  );
}
