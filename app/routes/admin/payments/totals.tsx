import { daysApartInIndia, formatShortDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import type { paymentTotals } from '#app/modules/payments/payments/payments.server.ts';

export function Totals({ totals, today }: { totals: Awaited<ReturnType<typeof paymentTotals>>; today: Date }) {
  const month = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', month: 'long' }).format(totals.month);
  const days = totals.oldest ? daysApartInIndia(totals.oldest, today) : 0;
  const references = (count: number) => (count === 1 ? '1 reference' : `${count.toLocaleString('en-IN')} references`);
  return (
    <dl className="payment-figures panel" aria-label="Totals">
      <Figure name={`Received, ${month}`} figure={formatRupees(totals.received)} detail="confirmed" />
      <Figure name="To confirm" figure={formatRupees(totals.toConfirm)} detail={references(totals.toConfirmCount)} />
      <Figure
        name="Oldest to confirm"
        figure={totals.oldest ? (days === 0 ? 'Today' : days === 1 ? '1 day' : `${days} days`) : 'None'}
        detail={totals.oldest ? `ordered ${formatShortDay(totals.oldest)}` : 'nothing waits'}
      />
      <Figure
        name={`Rejected, ${month}`}
        figure={formatRupees(totals.rejected)}
        detail={references(totals.rejectedCount)}
      />
    </dl>
  );
}

function Figure({ name, figure, detail }: { name: string; figure: string; detail: string }) {
  return (
    <div>
      <dt className="text-ink-2 text-sm">{name}</dt>
      <dd className="num font-semibold">{figure}</dd>
      <dd className="meta num">{detail}</dd>
    </div>
  );
}
