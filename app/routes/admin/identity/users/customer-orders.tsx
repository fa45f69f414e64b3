import type { ReactNode } from 'react';
import { href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { countOf } from '#app/routes/admin/shared/labels.ts';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { type RecordColumn, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import { OrderStatusBadge } from '#app/ui/shop/order-status-badge.tsx';
import type { Route } from './+types/user.ts';
import { Section } from './customer-section.tsx';

export function CustomerOrders({ bought }: Pick<Route.ComponentProps['loaderData'], 'bought'>) {
  return (
    <>
      <dl className="panel grid grid-cols-2 gap-3 p-panel sm:grid-cols-4">
        <Figure name="Orders">{bought.count.toLocaleString('en-IN')}</Figure>
        <Figure name="Ordered">{formatRupees(bought.ordered)}</Figure>
        <Figure name="Received">{formatRupees(bought.received)}</Figure>
        <Figure name="To come">{formatRupees(bought.toCome)}</Figure>
      </dl>
      <Section title="Orders" aside={moreThan(bought.count, bought.orders.length)} nothing="No orders yet.">
        {bought.orders.length > 0 ? (
          <RecordList
            low
            caption="Orders, newest first"
            rows={bought.orders}
            title={{
              head: 'Order',
              of: (order) => <OrderName order={order} />,
              to: (order) => href('/admin/orders/:id', { id: order.id }),
            }}
            columns={ORDER_COLUMNS}
          />
        ) : null}
      </Section>
    </>
  );
}

const moreThan = (count: number, shown: number) =>
  count > shown ? (
    <span className="meta num">
      Newest {shown} of {countOf(count, 'order')}
    </span>
  ) : null;

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="meta">{name}</dt>
      <dd className="num font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

const ORDER_COLUMNS: RecordColumn<Order>[] = [
  { head: 'Artworks', cell: (order) => order.items.map(({ title }) => title).join(', '), card: 'line' },
  { head: 'Total', cell: (order) => formatRupees(order.total), right: true, card: 'side' },
  { head: 'Status', cell: (order) => <OrderStatusBadge status={order.status} greyCancelled />, card: 'badge' },
  { head: 'Date', cell: (order) => formatShortDay(order.createdAt), card: 'line' },
];
