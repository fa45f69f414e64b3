import type { ReactNode } from 'react';
import { useSearchParams, href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { formatRupees, NOTHING, type Paise } from '#app/basics/money.ts';
import { type Verification, VERIFICATIONS } from '#app/modules/orders/orders/order.ts';
import type { PaymentRow } from '#app/modules/payments/payments/payments.server.ts';
import { ListSearch, Paging } from '#app/routes/admin/shared/list-parts.tsx';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { oneOf } from '#app/routes/admin/shared/list-search.ts';
import { ListSelect } from '#app/routes/admin/shared/list-select.tsx';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { PaymentReference } from '#app/routes/admin/shared/payment-reference.tsx';
import { PaymentStateLabel, stateOfPayment } from '#app/routes/admin/shared/payment-state.tsx';
import { type RecordColumn, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import type { Route } from './+types/payments.ts';

/**
 * Returns the chosen filter. Without a choice, the list shows unconfirmed payments, and a search includes all payments.
 */
export function filterOf(search: URLSearchParams): Verification | 'all' {
  const chosen = oneOf([...VERIFICATIONS, 'all'] as const, search.get('verification'));
  return chosen ?? (search.get('q') ? 'all' : 'unverified');
}

const FILTERS = ['unverified', 'all', 'matched', 'rejected'] as const;
const FILTER_LABELS = { unverified: 'To confirm', all: 'All', matched: 'Paid', rejected: 'Rejected' } as const;
const HEADINGS = { unverified: 'To confirm', all: 'All payments', matched: 'Paid', rejected: 'Rejected' } as const;

export function PaymentTable({
  page: { payments, counts, nextCursor },
  waitingCount,
  waiting,
}: Pick<Route.ComponentProps['loaderData'], 'page'> & { waitingCount: number; waiting: ReactNode }) {
  const [search] = useSearchParams();
  const filter = filterOf(search);
  const showsWaiting = filter === 'unverified' && !search.get('q');
  const count = {
    unverified: showsWaiting ? waitingCount : counts.unverified,
    all: counts.all,
    matched: counts.matched,
    rejected: counts.rejected,
  };
  return (
    <section className="panel" aria-labelledby="payment-table">
      <h2 id="payment-table" className="sr-only">
        {HEADINGS[filter]}
      </h2>
      <div className="flex items-center gap-1 px-panel py-3">
        <ListSearch
          path={href('/admin/payments')}
          label="Search payments"
          placeholder="Search"
          className="min-w-0 max-w-104 flex-1"
        />
        <ListSelect
          path={href('/admin/payments')}
          label="Status"
          name="verification"
          value={filter}
          options={FILTERS.map((each) => [each, `${FILTER_LABELS[each]} (${count[each].toLocaleString('en-IN')})`])}
        />
      </div>
      {showsWaiting ? (
        waiting
      ) : payments.length === 0 ? (
        <EmptyState
          title="No payments found."
          action={
            <ButtonLink look="secondary" to={`${href('/admin/payments')}?verification=all`}>
              Show all payments
            </ButtonLink>
          }
        />
      ) : (
        <>
          <RecordList
            caption="Payments, newest first"
            rows={payments}
            title={{
              head: 'Reference',
              of: (payment) => <PaymentReference reference={payment.referenceId} method={payment.method} />,
              to: (payment) => href('/admin/orders/:id', { id: payment.orderId }),
              sort: 'reference',
            }}
            columns={COLUMNS}
            sorted="-date"
            low
          />
          <Paging path={href('/admin/payments')} shown={payments.length} of={counts[filter]} next={nextCursor} />
        </>
      )}
    </section>
  );
}

const afterRefunds = (payment: PaymentRow): Paise | undefined =>
  payment.refunded > NOTHING ? payment.refunded : undefined;

const COLUMNS: RecordColumn<PaymentRow & { settledOn: string | undefined }>[] = [
  { head: 'Order', cell: ({ orderId: id, orderNumber }) => <OrderName order={{ id, orderNumber }} />, card: 'foot' },
  {
    head: 'Customer',
    cell: ({ customerName, userId }) => <CustomerLink name={customerName} userId={userId} />,
    card: 'line',
    sort: 'customer',
  },
  {
    head: 'Amount',
    cell: (payment) => (
      <>
        {formatRupees(payment.amount)}
        {afterRefunds(payment) ? (
          <span className="meta font-normal"> {formatRupees(afterRefunds(payment)!)} refunded</span>
        ) : null}
      </>
    ),
    right: true,
    card: 'side',
    sort: 'amount',
  },
  {
    head: 'Status',
    cell: (payment) => (
      <>
        <PaymentStateLabel state={stateOfPayment(payment)} />
        {payment.settledOn ? (
          <span className="meta num block">Settled {formatShortDay(`${payment.settledOn}T12:00:00+05:30`)}</span>
        ) : null}
      </>
    ),
    card: 'badge',
  },
  {
    head: 'Date',
    cell: (payment) => <span className="whitespace-nowrap">{formatShortDay(payment.createdAt)}</span>,
    card: 'foot',
    sort: 'date',
  },
];
