import type { ReactNode } from 'react';
import { Link, href } from 'react-router';
import { formatShortDay, formatShortMoment } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { unreadSentence } from '#app/routes/requests/labels.ts';
import { isLongFigure } from '#app/routes/admin/shared/labels.ts';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { PaymentReference } from '#app/routes/admin/shared/payment-reference.tsx';
import { cn } from '#app/ui/kit/class-names.ts';
import { Icon, type IconName } from '#app/ui/kit/icon.tsx';
import { OrderStatusBadge } from '#app/ui/shop/order-status-badge.tsx';
import type { Route } from './+types/overview.ts';

export function RecentOrders({ orders }: { orders: Order[] }) {
  return (
    <table className="block w-full border-collapse text-sm md:table">
      <caption className="sr-only">The five newest orders</caption>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr className="bg-sand text-left text-ink-2">
          {['Order', 'Customer', 'Payment reference', 'Total', 'Status', 'Date'].map((name) => (
            <th
              key={name}
              scope="col"
              className={`px-2 py-2 font-semibold first:pl-panel last:pr-panel ${name === 'Total' || name === 'Date' ? 'text-right' : ''}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {orders.map((order) => (
          <tr key={order.id} className="recent-order hover:bg-sand/45">
            <td className="num">
              <Link className="link after:absolute after:inset-0" to={href('/admin/orders/:id', { id: order.id })}>
                <OrderName order={order} />
              </Link>
            </td>
            <td className="order-3">
              <span className="inline-block min-w-16 wrap-anywhere">{order.customerName}</span>
            </td>
            <td className="num order-5 text-ink-2">
              <PaymentReference reference={order.paymentReferenceId} method={order.paymentMethod} narrow />
            </td>
            <td className="num order-2 text-right">{formatRupees(order.total)}</td>
            <td className="order-4 justify-self-end">
              <OrderStatusBadge status={order.status} greyCancelled />
            </td>
            <td className="num order-6 whitespace-nowrap text-right text-ink-3 md:text-ink">
              {formatShortDay(order.createdAt)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Thing = { count: number; icon: IconName; one: string; many: string; to: string };

export function Waiting({ things }: { things: Thing[] }) {
  const waiting = things.filter(({ count }) => count > 0);
  if (waiting.length === 0) return null;
  return (
    <ul className="grid gap-2" aria-label="To do">
      {waiting.map(({ count, icon, one, many, to }) => (
        <li key={to} className="callout">
          <Icon name={icon} />
          <span className="min-w-0 flex-1">
            <b className="num">{count.toLocaleString('en-IN')}</b> {count === 1 ? one : many}
          </span>
          <Link
            className="link inline-flex min-h-11 items-center"
            to={to}
            aria-label={`Review: ${count} ${count === 1 ? one : many}`}
          >
            Review
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function Stat({
  name,
  figure,
  to,
  children,
}: {
  name: string;
  figure: string;
  to?: string;
  children?: ReactNode;
}) {
  const inside = (
    <>
      <span className="stat-name">{name}</span>
      <span className={cn('stat-figure', isLongFigure(figure) && 'figure-long')}>{figure}</span>
      {children ? <span className="stat-change num">{children}</span> : null}
    </>
  );
  return to ? (
    <Link className="panel stat" to={to}>
      {inside}
    </Link>
  ) : (
    <div className="panel stat">{inside}</div>
  );
}

export function WaitingRequests({
  commissions,
  now,
}: {
  commissions: Route.ComponentProps['loaderData']['commissions'];
  now: Date;
}) {
  if (commissions.length === 0) return null;
  return (
    <section className="panel min-w-0">
      <div className="panel-head">
        <h2>Requests to answer</h2>
        <Link className="link text-geru text-sm font-semibold" to={href('/admin/requests')}>
          All requests
        </Link>
      </div>
      <ul>
        {commissions.map(({ requestId, number, name, what, until, unread }) => (
          <li
            key={requestId}
            className="relative flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-panel py-2.5 hover:bg-sand/45"
          >
            <span className="leading-snug">
              <Link
                className="link font-semibold after:absolute after:inset-0"
                to={href('/admin/requests/:id', { id: requestId })}
              >
                {name}
              </Link>
              <span className="meta num block">
                {number}
                {what === 'answer' ? ' · Unanswered' : what === 'change' ? ' · Change to the quote requested' : ''}
                {unread > 0 ? ` · ${unreadSentence(unread)}` : ''}
              </span>
            </span>
            {until ? (
              <span className={`num text-sm font-semibold ${until < now ? 'text-alert' : 'text-ink-2'}`}>
                {until < now ? 'Late since' : 'By'} {formatShortMoment(until)}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
