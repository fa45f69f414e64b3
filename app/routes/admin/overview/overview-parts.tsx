import type { ReactNode } from 'react';
import { Link, href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { isLongFigure } from '#app/routes/admin/shared/labels.ts';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { PaymentReference } from '#app/routes/admin/shared/payment-reference.tsx';
import { cn } from '#app/ui/kit/class-names.ts';
import { OrderStatusBadge } from '#app/ui/shop/order-status-badge.tsx';

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
                <OrderName order={order} wraps />
              </Link>
            </td>
            <td className="order-3 md:py-3">
              <span className="inline-block min-w-20">
                <CustomerLink name={order.customerName} userId={order.userId} />
              </span>
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
