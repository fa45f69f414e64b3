import { Form, Link, Outlet, useLocation, useSearchParams } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { ORDER_MESSAGES } from '#app/modules/orders/messages.ts';
import { ORDER_STATUSES, type Order, type OrderStatus, shortId } from '#app/modules/orders/order.ts';
import { listOrders } from '#app/modules/orders/orders.server.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { Chip } from '#app/ui/kit/chip.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { OrderStatusBadge } from '#app/ui/shop/order-status-badge.tsx';
import { Paging } from './paging.tsx';
import type { Route } from './+types/orders.ts';
import { changedSearch, keptSearch } from './kept-search.ts';
import { MatchState, PaymentReference } from './payment-reference.tsx';
import { RowMenu } from './row-menu.tsx';
import { SearchField } from './search-field.tsx';
import { titleCase } from './words.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Orders, admin' }, { name: 'robots', content: 'noindex' }];

const TO_MATCH = 'to-match';
const isStatus = (text: string): text is OrderStatus => (ORDER_STATUSES as readonly string[]).includes(text);

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const chosen = url.searchParams.get('status') ?? '';
  return listOrders(shop, {
    search: url.searchParams.get('q') ?? undefined,
    status: isStatus(chosen) ? chosen : undefined,
    toMatch: chosen === TO_MATCH,
    cursor: url.searchParams.get('cursor') ?? undefined,
  });
}

/** Every order on the desk, searched, filtered and paged by the address (S2 §2). */
export default function Orders({ loaderData: { orders, counts, nextCursor } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const chosen = search.get('status') ?? '';
  const cursor = search.get('cursor');
  const kept = keptSearch(search);
  const deleted = search.get('deleted');
  const shown = chosen === TO_MATCH ? counts.toMatch : isStatus(chosen) ? counts[chosen] : counts.all;
  const listAt = (changes: Record<string, string | undefined>) => `/admin/orders${changedSearch(search, changes)}`;
  const chips = [
    { value: '', label: 'All', count: counts.all },
    { value: TO_MATCH, label: 'To match', count: counts.toMatch },
    ...ORDER_STATUSES.map((status) => ({ value: status, label: titleCase(status), count: counts[status] })),
  ];
  return (
    <>
      <div className="admin-head">
        <div>
          <h1>Orders</h1>
          <p className="meta num">
            {counts.all === 1 ? '1 order' : `${counts.all.toLocaleString('en-IN')} orders`},{' '}
            {counts.toMatch.toLocaleString('en-IN')} waiting for a payment match
          </p>
        </div>
      </div>
      {deleted && pathname === '/admin/orders' ? <Note tone="done">Order #{deleted} deleted.</Note> : null}
      <Form action="/admin/orders" role="search" className="max-w-[26rem]">
        {chosen ? <input type="hidden" name="status" value={chosen} /> : null}
        <SearchField label="Search orders" placeholder="Order, name or reference" value={search.get('q') ?? ''} />
      </Form>
      <nav className="chips chips-wide" aria-label="Status">
        {chips.map(({ value, label, count }) => (
          <Chip key={value} to={listAt({ status: value || undefined })} chosen={chosen === value}>
            {label} <span className="num opacity-75">{count.toLocaleString('en-IN')}</span>
          </Chip>
        ))}
      </nav>
      <section className="panel" aria-label="Orders found">
        {orders.length === 0 ? (
          <EmptyState
            title={ORDER_MESSAGES.none}
            action={
              kept ? (
                <ButtonLink look="secondary" to="/admin/orders">
                  Show all orders
                </ButtonLink>
              ) : undefined
            }
          >
            {kept ? 'Nothing on the desk fits this search.' : 'The first one will stand here.'}
          </EmptyState>
        ) : (
          <>
            <OrderTable orders={orders} kept={kept} />
            <OrderCards orders={orders} kept={kept} />
          </>
        )}
        <Paging
          shown={orders.length}
          of={shown}
          first={cursor ? listAt({}) : undefined}
          next={nextCursor ? listAt({ cursor: nextCursor }) : undefined}
        />
      </section>
      <Outlet />
    </>
  );
}

function OrderTable({ orders, kept }: { orders: Order[]; kept: string }) {
  return (
    <table className="hidden w-full border-collapse md:table">
      <caption className="sr-only">Orders, newest first</caption>
      <thead>
        <tr className="bg-sand text-left text-ink-2 text-sm">
          <th scope="col" className="px-[1.1rem] py-2.5 font-semibold">
            Order
          </th>
          <th scope="col" className="px-3 py-2.5 font-semibold">
            Customer
          </th>
          <th scope="col" className="px-3 py-2.5 font-semibold">
            Payment reference
          </th>
          <th scope="col" className="px-3 py-2.5 text-right font-semibold">
            Total
          </th>
          <th scope="col" className="px-3 py-2.5 font-semibold">
            Status
          </th>
          <th scope="col" className="px-3 py-2.5 font-semibold" aria-sort="descending">
            Date <span aria-hidden="true">↓</span>
          </th>
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id} className="relative h-[68px] border-t border-line hover:bg-sand/45">
            <td className="num px-[1.1rem]">
              <Link
                className="link after:absolute after:inset-0"
                to={`/admin/orders/${order.id}${kept}`}
                preventScrollReset
              >
                #{shortId(order.id)}
              </Link>
            </td>
            <td className="px-3 [overflow-wrap:anywhere]">{order.customerName}</td>
            <td className="num px-3 text-ink-2 leading-tight">
              <PaymentReference reference={order.paymentReferenceId} />
              <br />
              <MatchState verification={order.verification} />
            </td>
            <td className="num whitespace-nowrap px-3 text-right">{formatRupees(order.total)}</td>
            <td className="px-3">
              <OrderStatusBadge status={order.status} />
            </td>
            <td className="num whitespace-nowrap px-3">{formatShortDay(order.createdAt)}</td>
            <td className="pr-2 text-right">
              <OrderMenu order={order} kept={kept} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same on a phone: two lines and the match state, the whole card a link, the menu beside it. */
function OrderCards({ orders, kept }: { orders: Order[]; kept: string }) {
  return (
    <ul className="md:hidden">
      {orders.map((order) => (
        <li
          key={order.id}
          className="relative grid grid-cols-[minmax(0,1fr)_auto_48px] gap-x-3 border-line pt-3.5 pb-3 pl-[1.1rem] not-first:border-t"
        >
          <Link
            className="num font-semibold [overflow-wrap:anywhere] after:absolute after:inset-0"
            to={`/admin/orders/${order.id}${kept}`}
            preventScrollReset
          >
            #{shortId(order.id)} · {order.customerName}
          </Link>
          <b className="num text-right">{formatRupees(order.total)}</b>
          <span className="row-span-3 self-start justify-self-end -mt-2.5">
            <OrderMenu order={order} kept={kept} />
          </span>
          <span className="meta num [overflow-wrap:anywhere]">
            {formatShortDay(order.createdAt)} · <PaymentReference reference={order.paymentReferenceId} />
          </span>
          <span className="justify-self-end pt-0.5">
            <OrderStatusBadge status={order.status} />
          </span>
          <span>
            <MatchState verification={order.verification} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function OrderMenu({ order, kept }: { order: Order; kept: string }) {
  return (
    <RowMenu label={`Actions for order ${shortId(order.id)}`}>
      <Link to={`/admin/orders/${order.id}${kept}`} preventScrollReset>
        View
      </Link>
      <Link to={`/admin/orders/${order.id}/archive${kept}`} preventScrollReset className="text-alert">
        Delete
      </Link>
    </RowMenu>
  );
}
