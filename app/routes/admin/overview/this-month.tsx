import { formatMonth } from '#app/basics/india.ts';
import { formatRupees, type Paise, paise } from '#app/basics/money.ts';
import type { MonthOfRevenue } from '#app/modules/orders/reports/reports.server.ts';

const CHARTED = 6;

const heightOf = (amount: Paise, most: Paise): number =>
  amount <= 0 || most === 0 ? 0 : Math.max(1, Math.round((amount / most) * 100));

const nameOf = (month: string): string => formatMonth(month).split(' ')[0]!;

export function ThisMonth({ months }: { months: MonthOfRevenue[] }) {
  const [last, current] = months.slice(-2) as [MonthOfRevenue, MonthOfRevenue];
  const figures = [
    ['Received', formatRupees(current.received), formatRupees(last.received)],
    ['To come', formatRupees(current.toCome), formatRupees(last.toCome)],
    ['Orders', current.orders.toLocaleString('en-IN'), last.orders.toLocaleString('en-IN')],
  ] as const;
  return (
    <section className="panel min-w-0" aria-labelledby="this-month">
      <div className="panel-head">
        <h2 id="this-month">{nameOf(current.month)}</h2>
      </div>
      <div className="grid gap-5 px-panel pb-panel lg:grid-cols-2 lg:items-end">
        <dl className="grid grid-cols-3 gap-3">
          {figures.map(([name, figure, before]) => (
            <div key={name}>
              <dt className="text-ink-2 text-sm">{name}</dt>
              <dd className="num text-lg font-semibold">{figure}</dd>
              <dd className="meta num">
                {nameOf(last.month)} {before}
              </dd>
            </div>
          ))}
        </dl>
        <Chart months={months.slice(-CHARTED)} />
      </div>
      <details className="accordion mx-panel">
        <summary>Last 12 months</summary>
        <div className="accordion-body">
          <table className="w-full text-sm">
            <caption className="sr-only">Revenue of the last 12 months</caption>
            <thead>
              <tr className="text-left text-ink-3">
                <th scope="col">Month</th>
                <th scope="col" className="text-right">
                  Ordered
                </th>
                <th scope="col" className="text-right">
                  Received
                </th>
              </tr>
            </thead>
            <tbody>
              {months.toReversed().map(({ month, ordered, received }) => (
                <tr key={month} className="num border-t border-line">
                  <th scope="row" className="py-1.5 text-left font-normal">
                    {formatMonth(month)}
                  </th>
                  <td className="text-right">{formatRupees(ordered)}</td>
                  <td className="text-right">{formatRupees(received)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}

/** Bars show received amounts, and outlines ordered amounts. The table below has the same numbers. */
function Chart({ months }: { months: MonthOfRevenue[] }) {
  const most = paise(Math.max(...months.flatMap(({ ordered, received }) => [ordered, received])));
  return (
    <div aria-hidden="true">
      <p className="meta mb-2 flex flex-wrap gap-x-4">
        <span className="inline-flex items-center gap-1.5 text-ink">
          <span className="size-3 bg-geru" /> Received
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span className="size-3 border border-field border-dashed" /> Ordered
        </span>
      </p>
      <div className="grid grid-cols-6 gap-1 sm:gap-3">
        {months.map(({ month, ordered, received }) => {
          const total = heightOf(ordered, most);
          const paid = heightOf(received, most);
          return (
            <div key={month} className="grid min-w-0 gap-1 text-center">
              <span className="num font-semibold text-2xs leading-caption">
                {received === 0 ? '–' : formatRupees(received)}
              </span>
              <svg viewBox="0 0 10 100" preserveAspectRatio="none" className="h-24 w-full border-b border-line">
                <rect
                  x="0.5"
                  y={100 - total}
                  width="9"
                  height={total}
                  className="fill-none stroke-field"
                  strokeDasharray="3 3"
                  vectorEffect="non-scaling-stroke"
                />
                <rect x="2" y={100 - paid} width="6" height={paid} className="fill-geru" />
              </svg>
              <span className="meta text-2xs leading-caption">{nameOf(month).slice(0, 3)}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
