import { Link, redirect, useSearchParams, href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { type Balance, outstanding } from '#app/modules/orders/ledger/ledger.ts';
import { findBalances } from '#app/modules/orders/ledger/ledger.server.ts';
import { ordersWithInvoice } from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { ORDER_MESSAGES } from '#app/modules/orders/orders/messages.ts';
import { ORDER_STATUSES, type Order, shortId } from '#app/modules/orders/orders/order.ts';
import { orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import { listOrders } from '#app/modules/orders/orders/orders.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { formAction } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { adminOnly, isOwner } from '#app/platform/shop.server.ts';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { titleCase } from '#app/routes/admin/shared/labels.ts';
import { ListPage } from '#app/routes/admin/shared/list-page.tsx';
import { listQuery, listSearchWith, oneOf, pickListSearch } from '#app/routes/admin/shared/list-search.ts';
import { ListSelect } from '#app/routes/admin/shared/list-select.tsx';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { PaymentReference } from '#app/routes/admin/shared/payment-reference.tsx';
import { PaymentStateLabel } from '#app/routes/admin/shared/payment-state.tsx';
import { type RecordColumn, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import { BulkBar } from '#app/routes/admin/shared/bulk-bar.tsx';
import { RowMenu } from '#app/routes/admin/shared/row-menu.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { OrderStatusBadge } from '#app/ui/shop/order-status-badge.tsx';
import type { Route } from './+types/orders.ts';
import { listForms } from './list-forms.server.ts';
import { nextStep } from './next-step.ts';
import { findChanged } from './changed-orders.server.ts';
import { SavedNote, ShippedNote, ReturnedNote } from './saved-notes.tsx';

export const meta = adminMeta('Orders');

const WAITS = { 'to-confirm': 'confirmation', 'to-pack': 'packing', 'to-call': 'call' } as const;
const TO_CONFIRM = 'to-confirm';
const TO_PACK = 'to-pack';
const TO_CALL = 'to-call';

/** Bookmarks may still contain the former name of this view. */
const redirectFormerView: Route.MiddlewareFunction = ({ request, context, url }) => {
  if (url.searchParams.get('status') !== 'to-match' || request.method !== 'GET') return;
  adminOnly(context.get(shopContext));
  throw redirect(`${url.pathname}${listSearchWith(url.searchParams, { status: TO_CONFIRM })}`, 301);
};

export const middleware = [redirectFormerView];

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const chosen = url.searchParams.get('status') ?? '';
  const page = await listOrders(shop, {
    ...listQuery(url),
    status: oneOf(ORDER_STATUSES, chosen),
    waitsFor:
      chosen === TO_PACK || chosen === TO_CALL || (chosen === TO_CONFIRM && isOwner(shop)) ? WAITS[chosen] : undefined,
  });
  const ids = page.orders.map(({ id }) => id);
  const [{ shopName }, changed, balances, invoiced] = await Promise.all([
    getSettings(shop),
    findChanged(shop, url),
    findBalances(shop, ids),
    ordersWithInvoice(shop, ids),
  ]);
  const orders = page.orders.map((order) => ({
    ...order,
    balance: balances.get(order.id)!,
    hasInvoice: invoiced.has(order.id),
  }));
  return { ...page, orders, changed, isOwner: isOwner(shop), shopName, shopUrl: shop.config.shopUrl };
}

export const action = formAction(listForms);

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { orders, counts, nextCursor, isOwner } = loaderData;
  const [search] = useSearchParams();
  const chosen = search.get('status') ?? '';
  const listSearch = pickListSearch(search);
  const deleted = search.get('deleted');
  const view = { [TO_CONFIRM]: counts.toConfirm, [TO_PACK]: counts.toPack, [TO_CALL]: counts.toCall }[chosen];
  const status = oneOf(ORDER_STATUSES, chosen);
  const isNothingToPack = chosen === TO_PACK && !search.get('q');
  const unpaid = counts.processing - counts.toPack;
  return (
    <ListPage
      path={href('/admin/orders')}
      title="Orders"
      count={
        <>
          {counts.all === 1 ? '1 order' : `${counts.all.toLocaleString('en-IN')} orders`}
          {isOwner ? ` · ${counts.toConfirm.toLocaleString('en-IN')} to confirm` : ''}
          {` · ${counts.toPack.toLocaleString('en-IN')} to pack`}
        </>
      }
      add={
        <ButtonLink look="secondary" size="small" icon="plus" to={href('/admin/orders/new')}>
          New order
        </ButtonLink>
      }
      outcome={
        <>
          {deleted ? <Note tone="done">Order {deleted} deleted.</Note> : null}
          {search.has('none') ? <Note tone="alert">Select at least one order.</Note> : null}
          <SavedNote {...loaderData} />
          <ShippedNote {...loaderData} />
          <ReturnedNote />
        </>
      }
      search={{ label: 'Search orders', placeholder: 'Order, name or phone' }}
      aside={
        view === undefined ? (
          <ListSelect
            path={href('/admin/orders')}
            name="status"
            label="Status"
            value={status ?? ''}
            options={[
              ['', `All (${counts.all.toLocaleString('en-IN')})`],
              ...ORDER_STATUSES.map(
                (each) => [each, `${titleCase(each)} (${counts[each].toLocaleString('en-IN')})`] as const,
              ),
            ]}
          />
        ) : undefined
      }
      total={view ?? (status ? counts[status] : counts.all)}
      found="Orders found"
      shown={orders.length}
      next={nextCursor}
      empty={{
        title: isNothingToPack ? 'Nothing to pack' : ORDER_MESSAGES.none,
        first: 'New orders appear here.',
        none:
          isNothingToPack && unpaid > 0 ? (
            <Link className="link inline-flex min-h-11 items-center" to={`${href('/admin/orders')}?status=processing`}>
              {unpaid === 1 ? '1 order waits' : `${unpaid.toLocaleString('en-IN')} orders wait`} for payment
            </Link>
          ) : view !== undefined && !search.get('q') ? (
            'Nothing to do here.'
          ) : (
            'Try a different search.'
          ),
        all: 'Show all orders',
      }}
    >
      <BulkBar form="orders-chosen" action={href('/admin/orders')} label="Selected orders" buttons={BULK}>
        <RecordList
          caption="Orders, newest first"
          rows={orders}
          title={{
            head: 'Order',
            of: (order) => <OrderName order={order} />,
            to: (order) => `${href('/admin/orders/:id', { id: order.id })}${listSearch}`,
          }}
          columns={chosen === TO_PACK ? toPackColumns(search) : COLUMNS}
          menu={(order) => <OrderMenu order={order} search={search} isOwner={isOwner} />}
          choose={{
            form: 'orders-chosen',
            label: (order) => `Select order ${shortId(order.id)}`,
            chosen: search.getAll('id'),
          }}
          low
          sorted="-date"
        />
      </BulkBar>
    </ListPage>
  );
}

type ListedOrder = Order & { balance: Balance };

const COLUMNS: RecordColumn<ListedOrder>[] = [
  {
    head: 'Customer',
    cell: ({ customerName, userId, giftNote }) => (
      <>
        <CustomerLink name={customerName} userId={userId} />
        {giftNote === null ? null : <span className="meta whitespace-nowrap"> · Gift</span>}
      </>
    ),
    card: 'line',
    sort: 'customer',
  },
  {
    head: 'Payment reference',
    cell: (order) => {
      const { state } = orderPayment(order, order.balance);
      return (
        <>
          <PaymentReference reference={order.paymentReferenceId} method={order.paymentMethod} />{' '}
          {state ? <PaymentStateLabel state={state} short /> : null}
        </>
      );
    },
    card: 'foot',
  },
  {
    head: 'Total',
    cell: (order) => (
      <>
        {formatRupees(order.total)}
        {order.advance !== null && outstanding(order.balance) > 0 ? (
          <span className="meta num block">{formatRupees(outstanding(order.balance))} due</span>
        ) : null}
      </>
    ),
    right: true,
    card: 'side',
    sort: 'total',
  },
  {
    head: 'Status',
    cell: (order) => <OrderStatusBadge status={order.status} greyCancelled />,
    card: 'badge',
    sort: 'status',
  },
  {
    head: 'Date',
    cell: (order) => <span className="whitespace-nowrap">{formatShortDay(order.createdAt)}</span>,
    card: 'foot',
    sort: 'date',
  },
];

/** All orders to pack have the same status, so a button replaces the status column. */
const toPackColumns = (search: URLSearchParams): RecordColumn<ListedOrder>[] =>
  COLUMNS.map((column) =>
    column.head === 'Status'
      ? {
          head: 'Ship',
          cell: ({ id, orderNumber }) => (
            <ButtonLink
              look="card"
              size="small"
              className="relative z-10"
              to={shipAddress(search, id)}
              preventScrollReset
              aria-label={`Ship ${orderNumber}`}
            >
              Ship
            </ButtonLink>
          ),
          card: 'badge',
        }
      : column,
  );

const shipAddress = (search: URLSearchParams, id: string): string =>
  `${href('/admin/orders/ship')}${listSearchWith(search, { id })}`;

const BULK = [
  { value: 'slip', label: 'Packing slips' },
  { value: 'label', label: 'Labels' },
  { value: 'ship', label: 'Mark as shipped…' },
  { value: 'return', label: 'Returned to the sender…' },
];

function OrderMenu({
  order,
  search,
  isOwner,
}: {
  order: ListedOrder & { hasInvoice: boolean };
  search: URLSearchParams;
  isOwner: boolean;
}) {
  const listSearch = pickListSearch(search);
  const step = nextStep(order, order.balance, isOwner);
  return (
    <RowMenu label={`Actions for order ${shortId(order.id)}`}>
      <Link to={`${href('/admin/orders/:id', { id: order.id })}${listSearch}`} preventScrollReset>
        View
      </Link>
      {step === 'confirm-payment' ? (
        <Link to={`${href('/admin/payments')}#order-${order.id}`}>Confirm payment</Link>
      ) : null}
      {step === 'ship' ? (
        <Link to={shipAddress(search, order.id)} preventScrollReset>
          Mark as shipped
        </Link>
      ) : null}
      {order.hasInvoice && order.giftNote === null ? (
        <Link to={href('/admin/orders/:id/invoice', { id: order.id })}>Print invoice</Link>
      ) : null}
      {isOwner ? (
        <Link
          to={`${href('/admin/orders/:id/archive', { id: order.id })}${listSearch}`}
          preventScrollReset
          className="text-alert"
        >
          Delete
        </Link>
      ) : null}
    </RowMenu>
  );
}
