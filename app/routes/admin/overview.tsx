import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDay, formatShortDay } from '#app/basics/india.ts';
import { formatExactRupees, formatRupees } from '#app/basics/money.ts';
import { MEDIUM_LABELS } from '#app/modules/catalogue/artwork.ts';
import { featuredArtworks } from '#app/modules/catalogue/catalogue.server.ts';
import { type Order, shortId } from '#app/modules/orders/order.ts';
import { overview } from '#app/modules/orders/orders.server.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { OrderStatusBadge } from '#app/ui/shop/order-status-badge.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import type { Route } from './+types/overview.ts';
import { PaymentReference } from './payment-reference.tsx';

const MOST_FEATURED = 5;

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [figures, featured] = await Promise.all([overview(shop), featuredArtworks(shop)]);
  return { figures, featured: featured.slice(0, MOST_FEATURED), today: shop.now };
}

/** The four figures, what waits, the five newest orders and the first five featured pieces (S2 §2). */
export default function Overview({ loaderData: { figures, featured, today } }: Route.ComponentProps) {
  return (
    <>
      <div className="admin-head">
        <div>
          <h1>Admin Dashboard</h1>
          <p className="meta">{formatDay(today)}</p>
        </div>
      </div>
      {figures.toMatch > 0 ? (
        <p className="callout">
          <Icon name="clock" />
          <span className="min-w-0 flex-1">
            <b>{figures.toMatch === 1 ? '1 payment' : `${figures.toMatch.toLocaleString('en-IN')} payments`}</b>{' '}
            {figures.toMatch === 1 ? 'waits' : 'wait'} to be matched with the bank.
          </span>
          <Link className="link" to="/admin/orders?status=to-match">
            Review
          </Link>
        </p>
      ) : null}
      <div className="stats max-lg:grid-cols-[2fr_3fr]! max-sm:[&_.stat-figure]:text-[6.2vw]">
        <Stat name="Total Users" figure={figures.users.toLocaleString('en-IN')} />
        <Stat name="Total Artworks" figure={figures.artworks.toLocaleString('en-IN')} to="/admin/artworks" />
        <Stat name="Total Orders" figure={figures.orders.toLocaleString('en-IN')} to="/admin/orders" />
        <Stat name="Total Revenue" figure={formatExactRupees(figures.revenue)}>
          {formatExactRupees(figures.received)} received
        </Stat>
      </div>
      <div className="panel-columns">
        <section className="panel min-w-0">
          <div className="panel-head">
            <h2>Recent Orders</h2>
            <Link className="link font-semibold text-geru text-sm" to="/admin/orders">
              All orders
            </Link>
          </div>
          {figures.recentOrders.length === 0 ? (
            <EmptyState title="No orders found.">The first one will stand here.</EmptyState>
          ) : (
            <RecentOrders orders={figures.recentOrders} />
          )}
        </section>
        <section className="panel min-w-0">
          <div className="panel-head">
            <h2>Featured Artworks</h2>
          </div>
          {featured.length === 0 ? <EmptyState title="No Featured Artworks" /> : null}
          <ul>
            {featured.map((artwork) => (
              <li
                key={artwork.id}
                className="relative grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-4 border-t border-line px-[1.1rem] py-2.5 hover:bg-sand/45"
              >
                <Picture picture={artwork.picture} alt="" sizes="48px" className="h-15 w-12" />
                <span className="leading-snug">
                  <Link className="font-semibold after:absolute after:inset-0" to={`/artwork/${artwork.id}`}>
                    {artwork.title}
                  </Link>
                  <span className="meta block">{MEDIUM_LABELS[artwork.medium]}</span>
                </span>
                <span className="num font-semibold">{formatRupees(artwork.price)}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}

/** A table on a desk; on a phone two lines each. */
function RecentOrders({ orders }: { orders: Order[] }) {
  return (
    <table className="block w-full border-collapse text-sm md:table">
      <caption className="sr-only">The five newest orders</caption>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr className="bg-sand text-left text-ink-2">
          {['Order', 'Customer', 'Payment reference', 'Total', 'Status', 'Date'].map((name) => (
            <th
              key={name}
              scope="col"
              className={`px-2 py-2 font-semibold first:pl-[1.1rem] last:pr-[1.1rem] ${name === 'Total' || name === 'Date' ? 'text-right' : ''}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {orders.map((order) => (
          <tr
            key={order.id}
            className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line px-[1.1rem] py-3 hover:bg-sand/45 md:table-row md:[&>td]:h-13 md:[&>td]:px-2 md:[&>td:first-child]:pl-[1.1rem] md:[&>td:last-child]:pr-[1.1rem]"
          >
            <td className="num">
              <Link className="link after:absolute after:inset-0" to={`/admin/orders/${order.id}`}>
                #{shortId(order.id)}
              </Link>
            </td>
            <td className="order-3 [overflow-wrap:anywhere]">{order.customerName}</td>
            <td className="num order-5 text-ink-2">
              <PaymentReference reference={order.paymentReferenceId} />
            </td>
            <td className="num order-2 text-right">{formatRupees(order.total)}</td>
            <td className="order-4 justify-self-end">
              <OrderStatusBadge status={order.status} />
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

/** One figure; a link where there is a tab to go to. */
function Stat({ name, figure, to, children }: { name: string; figure: string; to?: string; children?: ReactNode }) {
  const inside = (
    <>
      <span className="stat-name">{name}</span>
      <span className="stat-figure">{figure}</span>
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
