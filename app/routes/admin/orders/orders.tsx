import { Link, Outlet, useLocation, useOutletContext, useSearchParams, href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { ORDER_MESSAGES } from '#app/modules/orders/messages.ts';
import { ORDER_STATUSES, type Order, type OrderStatus, shortId } from '#app/modules/orders/order.ts';
import { listOrders } from '#app/modules/orders/orders.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { isOwner } from '#app/platform/shop.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { titleCase } from '#app/routes/admin/shared/labels.ts';
import { ListChips, ListHead, ListSearch, Paging } from '#app/routes/admin/shared/list-parts.tsx';
import { pickListSearch } from '#app/routes/admin/shared/list-search.ts';
import type { LiveOutlet } from '#app/routes/admin/shared/live-outlet.ts';
import { MatchState, PaymentReference } from '#app/routes/admin/shared/payment-reference.tsx';
import { BulkBar, type RecordColumn, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import { RowMenu } from '#app/routes/admin/shared/row-menu.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { OrderStatusBadge } from '#app/ui/shop/order-status-badge.tsx';
import type { Route } from './+types/orders.ts';

export const meta = () => adminMeta('Orders');

const TO_MATCH = 'to-match';
const isStatus = (text: string): text is OrderStatus => (ORDER_STATUSES as readonly string[]).includes(text);

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const chosen = url.searchParams.get('status') ?? '';
  const page = await listOrders(shop, {
    search: url.searchParams.get('q') ?? undefined,
    status: isStatus(chosen) ? chosen : undefined,
    toMatch: chosen === TO_MATCH && isOwner(shop),
    sort: url.searchParams.get('sort') ?? undefined,
    cursor: url.searchParams.get('cursor') ?? undefined,
  });
  return { ...page, isOwner: isOwner(shop) };
}

/** Every order on the desk, searched, filtered and paged by the address. */
export default function Orders({ loaderData: { orders, counts, nextCursor, isOwner } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const live = useOutletContext<LiveOutlet>();
  const { pathname } = useLocation();
  const chosen = search.get('status') ?? '';
  const listSearch = pickListSearch(search);
  const deleted = search.get('deleted');
  const shown = chosen === TO_MATCH ? counts.toMatch : isStatus(chosen) ? counts[chosen] : counts.all;
  const chips = [
    { value: '', label: 'All', count: counts.all },
    ...(isOwner ? [{ value: TO_MATCH, label: 'To match', count: counts.toMatch }] : []),
    ...ORDER_STATUSES.map((status) => ({ value: status, label: titleCase(status), count: counts[status] })),
  ];
  return (
    <>
      <ListHead
        title="Orders"
        count={
          <>
            {counts.all === 1 ? '1 order' : `${counts.all.toLocaleString('en-IN')} orders`}
            {isOwner ? `, ${counts.toMatch.toLocaleString('en-IN')} waiting for a payment match` : ''}
          </>
        }
      >
        <ButtonLink look="secondary" size="small" icon="plus" to={href('/admin/orders/new')}>
          New order
        </ButtonLink>
      </ListHead>
      {pathname === href('/admin/orders') ? (
        <>
          {deleted ? <Note tone="done">Order #{deleted} deleted.</Note> : null}
          {search.has('none') ? <Note tone="alert">Choose at least one order first.</Note> : null}
          <ShippedNote search={search} />
        </>
      ) : null}
      <ListSearch path={href('/admin/orders')} label="Search orders" placeholder="Order, name or reference" />
      <ListChips path={href('/admin/orders')} label="Status" name="status" chips={chips} />
      <section className="panel" aria-label="Orders found">
        {orders.length === 0 ? (
          <EmptyState
            title={ORDER_MESSAGES.none}
            action={
              listSearch ? (
                <ButtonLink look="secondary" to={href('/admin/orders')}>
                  Show all orders
                </ButtonLink>
              ) : undefined
            }
          >
            {listSearch ? 'Nothing on the desk fits this search.' : 'The first one will stand here.'}
          </EmptyState>
        ) : (
          <BulkBar
            form="orders-chosen"
            action={`${href('/admin/orders/bulk')}${listSearch}`}
            label="Chosen orders"
            buttons={BULK}
          >
            <RecordList
              caption="Orders, newest first"
              rows={orders}
              title={{
                head: 'Order',
                of: (order) => `#${shortId(order.id)}`,
                to: (order) => `${href('/admin/orders/:id', { id: order.id })}${listSearch}`,
              }}
              columns={COLUMNS}
              menu={(order) => <OrderMenu order={order} listSearch={listSearch} />}
              choose={{ form: 'orders-chosen', label: (order) => `Choose order ${shortId(order.id)}` }}
              sorted="-date"
            />
          </BulkBar>
        )}
        <Paging path={href('/admin/orders')} shown={orders.length} of={shown} next={nextCursor} />
      </section>
      <Outlet context={live} />
    </>
  );
}

const COLUMNS: RecordColumn<Order>[] = [
  { head: 'Customer', cell: (order) => order.customerName, card: 'line', sort: 'customer' },
  {
    head: 'Payment reference',
    cell: (order) => (
      <>
        <PaymentReference reference={order.paymentReferenceId} /> <br className="hidden md:inline" />
        <MatchState verification={order.verification} />
      </>
    ),
    card: 'line',
  },
  { head: 'Total', cell: (order) => formatRupees(order.total), right: true, card: 'side', sort: 'total' },
  { head: 'Status', cell: (order) => <OrderStatusBadge status={order.status} />, card: 'badge', sort: 'status' },
  { head: 'Date', cell: (order) => formatShortDay(order.createdAt), card: 'line', sort: 'date' },
];

const BULK = [
  { value: 'slip', label: 'Packing slips' },
  { value: 'label', label: 'Labels' },
  { value: 'ship', label: 'Mark as shipped…' },
];

/** What came of shipping several at once. */
function ShippedNote({ search }: { search: URLSearchParams }) {
  const shipped = Number(search.get('shipped') ?? 0);
  const left = (search.get('left') ?? '').split(' ').filter(Boolean);
  if (!search.has('shipped')) return null;
  return (
    <Note tone={left.length > 0 ? 'alert' : 'done'}>
      {shipped === 1 ? '1 order marked as shipped.' : `${shipped} orders marked as shipped.`}
      {left.length > 0
        ? ` ${left.map((id) => `#${id}`).join(', ')} stayed: the payment is not matched yet, or the order is further already.`
        : ''}
    </Note>
  );
}

function OrderMenu({ order, listSearch }: { order: Order; listSearch: string }) {
  return (
    <RowMenu label={`Actions for order ${shortId(order.id)}`}>
      <Link to={`${href('/admin/orders/:id', { id: order.id })}${listSearch}`} preventScrollReset>
        View
      </Link>
      <Link to={href('/admin/orders/:id/invoice', { id: order.id })}>Print invoice</Link>
      <Link
        to={`${href('/admin/orders/:id/archive', { id: order.id })}${listSearch}`}
        preventScrollReset
        className="text-alert"
      >
        Delete
      </Link>
    </RowMenu>
  );
}
