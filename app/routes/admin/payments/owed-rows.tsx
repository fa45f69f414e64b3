import { Link, href } from 'react-router';
import { daysApartInIndia, formatDay, formatMoment } from '#app/basics/india.ts';
import { formatRupees, paise, type Paise } from '#app/basics/money.ts';
import type { LedgerType } from '#app/modules/orders/ledger/ledger.ts';
import type { OrderStatus } from '#app/modules/orders/orders/order.ts';
import type { refundsOwed, shortOrders } from '#app/modules/payments/payments/refunds.server.ts';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { PhoneLinks } from '#app/routes/admin/shared/phone-links.tsx';
import { RefundForm } from '#app/routes/admin/shared/refund-form.tsx';
import { SheetForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { useRowForm } from '#app/routes/admin/shared/use-row-form.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';

type Owed = Awaited<ReturnType<typeof refundsOwed>>[number] & { key: string; payers: readonly string[] };
type Short = Awaited<ReturnType<typeof shortOrders>>[number];

function reasonOf(because: LedgerType, status: OrderStatus): string {
  if (because === 'voided') return status === 'cancelled' ? 'Cancelled after payment' : 'Order changed';
  if (because === 'credited') return 'Pieces returned';
  if (because === 'refund-failed') return 'Refund did not arrive';
  return status === 'cancelled' ? 'Paid after cancellation' : 'Overpaid';
}

const SOURCES = { reference: 'by UPI', gateway: 'by gateway', cash: 'in cash' } as const;

export function OwedRow({ order, today }: { order: Owed; today: Date }) {
  const days = daysApartInIndia(order.since, today);
  const why = reasonOf(order.because, order.status);
  const [first, ...others] = order.payments;
  return (
    <li className="grid gap-2 border-t border-line px-panel py-3.5">
      <OrderHead order={order} amount={order.amount} />
      <p className="text-sm leading-snug">
        {why} ·{' '}
        <span className="meta num">{days === 0 ? 'today' : days === 1 ? 'since yesterday' : `${days} days`}</span>
        <span className="meta num block">
          {order.payments
            .map((payment) => `${formatRupees(payment.left)} ${SOURCES[payment.source]}, ${payment.referenceId}`)
            .join(' · ')}
        </span>
      </p>
      <Destination order={order} />
      <PhoneLinks
        phone={order.customerPhone}
        text={`Namaste ${order.customerName}, this is about the ${formatRupees(order.amount)} refund for order ${order.orderNumber}.`}
      />
      {first ? (
        <RefundForm
          orderId={order.id}
          payments={[first, ...others]}
          formKey={order.key}
          owed={order.amount}
          why={why}
          sentTo={order.destination}
        />
      ) : null}
    </li>
  );
}

function OrderHead({
  order,
  amount,
}: {
  order: Pick<Owed, 'id' | 'orderNumber' | 'customerName' | 'userId'>;
  amount: Paise;
}) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span>
        <Link
          className="link num inline-flex min-h-11 items-center gap-x-1 font-semibold"
          to={href('/admin/orders/:id', { id: order.id })}
        >
          <OrderName order={order} />
        </Link>{' '}
        <CustomerLink name={order.customerName} userId={order.userId} />
      </span>
      <b className="num ml-auto text-lg">{formatRupees(amount)}</b>
    </p>
  );
}

function isDifferentPayee(payer: string, destination: NonNullable<Owed['destination']>): boolean {
  const to = 'upiId' in destination ? destination.upiId : destination.accountHolder;
  const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{M}\d@]/gu, '');
  return payer.includes('@') === to.includes('@') && bare(payer) !== bare(to);
}

function Destination({ order: { destination, asksDestination, payers } }: { order: Owed }) {
  if (!destination)
    return (
      <p className="meta">
        {asksDestination ? 'We asked the customer where to send it. No reply yet.' : 'Refunded through the gateway.'}
      </p>
    );
  return (
    <p className="num text-sm wrap-anywhere">
      {'upiId' in destination
        ? `To ${destination.upiId}`
        : `To ${destination.accountHolder}, account ${destination.accountNumber}, ${destination.ifsc}`}
      <span className="meta">
        {destination.changedAt
          ? ` · changed on ${formatMoment(destination.changedAt)}, before: ${destination.previous}`
          : ` · given ${formatDay(destination.givenAt)}`}
      </span>
      {payers.length > 0 ? (
        <span className="block">
          Paid by {payers.join(', ')}.{' '}
          {payers.every((payer) => isDifferentPayee(payer, destination)) ? (
            <b className="text-geru">The refund goes to someone else.</b>
          ) : null}
        </span>
      ) : null}
    </p>
  );
}

export function ShortRow({ order }: { order: Short }) {
  const { isAgain, field } = useRowForm('write-off', order.id, {});
  return (
    <li className="grid gap-1 border-t border-line px-panel py-3.5">
      <OrderHead order={order} amount={paise(order.due - order.received)} />
      <p className="meta num">
        {formatRupees(order.received)} of {formatRupees(order.due)} received
      </p>
      <PhoneLinks
        phone={order.customerPhone}
        text={`Namaste ${order.customerName}, ${formatRupees(paise(order.due - order.received))} of order ${order.orderNumber} is still unpaid.`}
      />
      <details open={isAgain}>
        <summary className="link inline-flex min-h-11 items-center font-semibold text-geru">Write it off…</summary>
        <SheetForm intent="write-off" className="grid max-w-104 gap-3 pt-1">
          <input type="hidden" name="orderId" value={order.id} />
          <Field label="Reason" {...field('reason')} maxLength={300} required />
          <Button look="card" size="small" className="justify-self-start">
            Write off {formatRupees(paise(order.due - order.received))}
          </Button>
        </SheetForm>
      </details>
    </li>
  );
}
