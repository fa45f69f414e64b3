import { href } from 'react-router';
import { formatSpan } from '#app/basics/duration.ts';
import { formatRupees } from '#app/basics/money.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { isPaidTooLate } from '#app/modules/orders/orders/order-life.ts';
import { CHECKING_REFERENCE } from '#app/modules/payments/payments/messages.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';

type Checked = {
  order: Order;
  reference: string;
  refundBusinessDays: Settings['promises']['refundBusinessDays'];
};

export function CheckedReference({ contact, ...checked }: Checked & { contact: Settings['contact'] }) {
  const { order, reference } = checked;
  return (
    <main id="main" className="wrap">
      <EmptyState
        level={1}
        title={titleOf(checked)}
        action={<ButtonLink to={href('/profile/orders')}>My Orders</ButtonLink>}
      >
        Order <b className="num whitespace-nowrap">{order.orderNumber}</b>
        {orderOutcomeText(order, reference)}. Your payment reference <b className="num wrap-anywhere">{reference}</b> is
        kept: we look for {formatRupees(order.total)} in our bank {nextStepText(checked)} You find the order in My
        Orders. Questions? Write to{' '}
        <a className="link wrap-anywhere" href={`mailto:${contact.email}`}>
          {contact.email}
        </a>
        .
      </EmptyState>
    </main>
  );
}

const titlesOf = (order: Order): string => order.items.map((item) => item.title).join(', ');

const isOwn = ({ order, reference }: Pick<Checked, 'order' | 'reference'>) => order.paymentReferenceId === reference;

function titleOf({ order, reference }: Checked): string {
  if (!isOwn({ order, reference }) || !isPaidTooLate(order)) return CHECKING_REFERENCE;
  if (order.cancellationReason) return 'Your QR code is no longer valid';
  return order.items.length === 1 ? `${titlesOf(order)} was sold while you paid` : 'A piece was sold while you paid';
}

function orderOutcomeText(order: Order, reference: string): string {
  if (!isOwn({ order, reference }))
    return order.status === 'cancelled' ? ' was cancelled before' : ' already has a payment';
  if (!isPaidTooLate(order)) return ' waits for this check';
  return `${order.items.length === 1 ? '' : ` (${titlesOf(order)})`} can’t be sent, so it is cancelled`;
}

function nextStepText({ order, reference, refundBusinessDays }: Checked): string {
  const refund = `return your money within ${formatSpan(refundBusinessDays, 'business day')} of finding it`;
  return isOwn({ order, reference }) && !isPaidTooLate(order)
    ? `within three business days. If we find it and the pieces are still available, your order goes ahead. If they are not, we ${refund}.`
    : `and ${refund}.`;
}
