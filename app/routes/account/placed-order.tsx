import { useEffect, useState } from 'react';
import { href } from 'react-router';
import { dayAndMonth } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { ORDER_MESSAGES } from '#app/modules/orders/orders/messages.ts';
import { orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import type { OrderWithStatus } from '#app/modules/orders/orders/orders.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { AskOnWhatsApp } from '#app/routes/storefront/ask-on-whatsapp.tsx';
import { dayRange } from '#app/ui/shop/delivery-terms.tsx';
import { GrowingChowki } from '#app/ui/shop/ornaments.tsx';
import type { Route } from './+types/orders.ts';

type Placed = NonNullable<Route.ComponentProps['loaderData']['placed']>;

export function PlacedOrder({ order, days }: { order: OrderWithStatus; days: Placed['days'] }) {
  // A live region announces only changed text.
  const [announced, setAnnounced] = useState('');
  useEffect(() => setAnnounced(`Order ${order.orderNumber} is placed.`), [order.orderNumber]);
  return (
    <section className="placed" aria-labelledby="placed">
      <GrowingChowki stage={4} isComplete />
      <h2 id="placed">{ORDER_MESSAGES.placed}</h2>
      <span className="sr-only" role="status">
        {announced}
      </span>
      <p className="wrap-anywhere">
        Thank you, {order.customerName}. We’ll email updates about{' '}
        <b className="num" translate="no">
          {order.orderNumber}
        </b>{' '}
        to {order.customerEmail}.
      </p>
      <ol className="placed-steps">
        <li>
          <b>Payment</b>
          <span>{paymentText(order, days)}</span>
        </li>
        <li>
          <b>Shipping</b>
          <span>Ships by {dayAndMonth(days.shipsBy)}</span>
        </li>
        <li>
          <b>Delivery</b>
          <span>Arrives {dayRange(days.arrives)}</span>
        </li>
      </ol>
      <div className="flex flex-wrap justify-center gap-2">
        <ButtonLink to={`${href('/track-order')}?order=${order.orderNumber}`}>Track order</ButtonLink>
        <AskOnWhatsApp about={`Order ${order.orderNumber}`} />
      </div>
    </section>
  );
}

function paymentText(order: OrderWithStatus, days: Placed['days']): string {
  const payment = orderPayment(order, order.balance);
  if (payment.cash > 0) return `${formatRupees(payment.cash)} in cash on delivery`;
  if (payment.state === 'awaiting-confirmation')
    return `We’re confirming ${formatRupees(order.total)}, by ${dayAndMonth(days.confirmedBy)}`;
  return payment.state === 'paid' ? `${formatRupees(order.balance.received)} received` : 'Waiting for your payment';
}
