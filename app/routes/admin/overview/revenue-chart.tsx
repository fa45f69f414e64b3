import { formatMonth } from '#app/basics/india.ts';
import { formatRupees, type Paise, paise } from '#app/basics/money.ts';
import type { MonthOfRevenue } from '#app/modules/orders/reports/reports.server.ts';

/** Percent; never 0 for a month with revenue. */
const heightOf = (amount: Paise, most: Paise): number =>
  amount <= 0 || most === 0 ? 0 : Math.max(1, Math.round((amount / most) * 100));

export function RevenueChart({ months }: { months: MonthOfRevenue[] }) {
  const most = paise(Math.max(...months.map(({ revenue }) => revenue)));
  return (
    <figure className="panel" aria-labelledby="revenue">
      <div className="panel-head flex-wrap">
        <h2 id="revenue">Revenue</h2>
        <p className="meta flex flex-wrap gap-x-4" aria-hidden="true">
          <span className="inline-flex items-center gap-1.5">
            <span className="size-3 bg-geru/40" /> Order totals
          </span>
          <span className="inline-flex items-center gap-1.5">
            <span className="size-3 bg-geru" /> Received
          </span>
        </p>
      </div>
      <div className="grid grid-cols-12 gap-1 px-panel sm:gap-3" aria-hidden="true">
        {months.map(({ month, revenue, received }) => {
          const total = heightOf(revenue, most);
          const receivedHeight = Math.min(total, heightOf(received, most));
          return (
            <div key={month} className="grid min-w-0 gap-1.5 text-center">
              <svg viewBox="0 0 10 100" preserveAspectRatio="none" className="h-36 w-full border-b border-line lg:h-44">
                <rect x="0" y={100 - total} width="10" height={total} className="fill-geru/40" />
                <rect x="0" y={100 - receivedHeight} width="10" height={receivedHeight} className="fill-geru" />
              </svg>
              <span className="meta text-2xs leading-caption max-sm:hidden">{formatMonth(month).slice(0, 3)}</span>
              <span className="meta text-2xs leading-caption sm:hidden">{formatMonth(month).slice(0, 1)}</span>
            </div>
          );
        })}
      </div>
      <p className="meta num px-panel pt-2" aria-hidden="true">
        {most === 0 ? 'No sales in the last 12 months.' : `Highest month: ${formatRupees(most)}.`}
      </p>
      <details className="accordion mx-panel">
        <summary>The last 12 months in numbers</summary>
        <table className="accordion-body w-full text-sm">
          <caption className="sr-only">Revenue of the last 12 months</caption>
          <thead>
            <tr className="text-left text-ink-3">
              <th scope="col">Month</th>
              <th scope="col" className="text-right">
                Order totals
              </th>
              <th scope="col" className="text-right">
                Received
              </th>
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map(({ month, revenue, received }) => (
              <tr key={month} className="num border-t border-line">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {formatMonth(month)}
                </th>
                <td className="text-right">{formatRupees(revenue)}</td>
                <td className="text-right">{formatRupees(received)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
