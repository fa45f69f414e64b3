import { Link, href } from 'react-router';
import { formatTime } from '#app/basics/india.ts';
import { formatRupees, NOTHING, sum } from '#app/basics/money.ts';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import type { Route } from './+types/sale.ts';

const METHODS = { cash: 'Cash', upi: 'UPI', bank: 'Bank transfer' } as const;

export function DaySales({ day: { sales, sums } }: { day: Route.ComponentProps['loaderData']['day'] }) {
  return (
    <section className="panel" aria-labelledby="today">
      <div className="panel-head">
        <h2 id="today">Sold today</h2>
      </div>
      {sums ? <DayTotals sums={sums} /> : null}
      {sales.length === 0 ? (
        <EmptyState title="Nothing sold yet today">Sales appear here.</EmptyState>
      ) : (
        <ul aria-label="Sales of today">
          {sales.map(({ id, orderNumber, userId, customerName, items, total, method, isUndone, createdAt }) => (
            <li key={id} className="grid grid-cols-rest-auto gap-3 border-line border-t px-panel py-2.5 leading-snug">
              <span className="wrap-anywhere">
                {items.map(({ title, quantity }) => (quantity > 1 ? `${title} × ${quantity}` : title)).join(', ')}
                <span className="meta num block">
                  {formatTime(createdAt)} · <CustomerLink name={customerName} userId={userId} /> ·{' '}
                  <Link className="link inline-flex min-h-7 items-center" to={href('/admin/orders/:id', { id })}>
                    {orderNumber}
                  </Link>
                </span>
              </span>
              <span className="num text-right">
                {isUndone ? <s>{formatRupees(total)}</s> : <b className="font-semibold">{formatRupees(total)}</b>}
                <span className="meta block">{isUndone ? 'Undone' : METHODS[method]}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function DayTotals({ sums }: { sums: NonNullable<Route.ComponentProps['loaderData']['day']['sums']> }) {
  const shown = (['cash', 'upi', 'bank'] as const).flatMap((method) => {
    const found = sums.find((each) => each.method === method);
    return found || method !== 'bank' ? [{ method, sum: found?.sum ?? NOTHING, count: found?.count ?? 0 }] : [];
  });
  return (
    <dl className="details-list details-list-sums px-panel pb-3">
      {shown.map((each) => (
        <div key={each.method} className="contents">
          <dt>{`${METHODS[each.method]}, ${each.count === 1 ? '1 sale' : `${each.count} sales`}`}</dt>
          <dd className="num text-right">{formatRupees(each.sum)}</dd>
        </div>
      ))}
      <dt className="font-semibold">Total</dt>
      <dd className="num text-right font-semibold">{formatRupees(sum(sums.map((each) => each.sum)))}</dd>
    </dl>
  );
}
