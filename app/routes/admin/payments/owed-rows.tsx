import { Link, href, useActionData } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { formatRupees, paise, type Paise } from '#app/basics/money.ts';
import { rupeesText } from '#app/basics/rupees.ts';
import type { LedgerType } from '#app/modules/ledger/ledger.ts';
import type { OrderStatus } from '#app/modules/orders/order.ts';
import type { refundsOwed, shortOrders } from '#app/modules/refunds/refunds.server.ts';
import type { RefundDestination } from '#app/modules/refunds/refund-destination.ts';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { PhoneLinks } from '#app/routes/admin/shared/phone-links.tsx';
import { SheetForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { type FormAnswer, useShopForm } from '#app/ui/kit/use-form.ts';

type Owed = Awaited<ReturnType<typeof refundsOwed>>[number] & { key: string };
type Short = Awaited<ReturnType<typeof shortOrders>>[number];

/** Why money must go back, by the entry of the ledger that made it so. */
function reasonOf(because: LedgerType, status: OrderStatus): string {
  if (because === 'voided') return 'Cancelled after payment';
  if (because === 'credited') return 'Pieces came back';
  if (because === 'refund-failed') return 'The refund did not arrive';
  return status === 'cancelled' ? 'Paid after it was cancelled' : 'More was paid than is due';
}

const SOURCES = { reference: 'by UPI', gateway: 'by gateway', cash: 'in cash' } as const;

/** An order of which money must go back, and the form that notes it went. */
export function OwedRow({ order, today }: { order: Owed; today: Date }) {
  const days = Math.floor((today.getTime() - order.since.getTime()) / 86_400_000);
  const why = reasonOf(order.because, order.status);
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
      <Destination destination={order.destination} />
      <PhoneLinks
        phone={order.customerPhone}
        text={`Namaste ${order.customerName}, this is about the ${formatRupees(order.amount)} we return to you for order ${order.orderNumber}.`}
      />
      <RefundForm order={order} why={why} />
    </li>
  );
}

function OrderHead({ order, amount }: { order: Pick<Owed, 'id' | 'orderNumber' | 'customerName'>; amount: Paise }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span>
        <Link
          className="link num inline-flex min-h-11 items-center gap-x-1 font-semibold"
          to={href('/admin/orders/:id', { id: order.id })}
        >
          <OrderName order={order} />
        </Link>{' '}
        {order.customerName}
      </span>
      <b className="num ml-auto text-lg">{formatRupees(amount)}</b>
    </p>
  );
}

function Destination({ destination }: { destination: (RefundDestination & { givenAt: Date }) | undefined }) {
  if (!destination) return <p className="meta">The customer was asked where to send it, and has not said yet.</p>;
  return (
    <p className="num text-sm wrap-anywhere">
      {'upiId' in destination
        ? `To ${destination.upiId}`
        : `To ${destination.accountHolder}, account ${destination.accountNumber}, ${destination.ifsc}`}
      <span className="meta"> · given {formatDay(destination.givenAt)}</span>
    </p>
  );
}

function RefundForm({ order, why }: { order: Owed; why: string }) {
  const [first] = order.payments;
  const amount = first && paise(Math.min(order.amount, first.left));
  const { isAgain, values, field } = useRowForm('refund', order.id, {
    key: order.key,
    amount: amount && rupeesText(amount),
    reason: why,
    paymentId: first?.id,
  });
  if (!first) return null;
  return (
    <details open={isAgain}>
      <summary className="link inline-flex min-h-11 items-center font-semibold text-geru">Refund…</summary>
      <SheetForm intent="refund" className="grid max-w-104 gap-3 pt-1">
        <input type="hidden" name="orderId" value={order.id} />
        <input type="hidden" name="key" value={values.key ?? order.key} />
        {order.payments.length === 1 ? (
          <input type="hidden" name="paymentId" value={first.id} />
        ) : (
          <Select label="Payment" {...field('paymentId')}>
            {order.payments.map((payment) => (
              <option key={payment.id} value={payment.id}>
                {payment.referenceId}, {formatRupees(payment.left)} left
              </option>
            ))}
          </Select>
        )}
        <Field label="Amount in rupees" {...field('amount')} inputMode="decimal" autoComplete="off" required />
        <Field
          label="Reference of the refund"
          {...field('reference')}
          hint="As your UPI app or bank calls it. The customer sees it."
          maxLength={64}
          autoComplete="off"
        />
        <Field label="Reason" {...field('reason')} maxLength={300} required />
        <div className="flex flex-wrap gap-2">
          {order.payments.some(({ source }) => source === 'gateway') ? (
            <Button size="small" name="way" value="gateway">
              Refund through the gateway
            </Button>
          ) : null}
          <Button
            size="small"
            look={order.payments.some(({ source }) => source === 'gateway') ? 'card' : 'primary'}
            name="way"
            value="hand"
          >
            Record refund
          </Button>
        </div>
      </SheetForm>
    </details>
  );
}

/** An order that was paid in part: how much is missing, and the way to forgive it. */
export function ShortRow({ order }: { order: Short }) {
  const { isAgain, field } = useRowForm('write-off', order.id, {});
  return (
    <li className="grid gap-1 border-t border-line px-panel py-3.5">
      <OrderHead order={order} amount={paise(order.due - order.received)} />
      <p className="meta num">
        {formatRupees(order.received)} of {formatRupees(order.due)} came
      </p>
      <PhoneLinks
        phone={order.customerPhone}
        text={`Namaste ${order.customerName}, ${formatRupees(paise(order.due - order.received))} of order ${order.orderNumber} are still to come.`}
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

/** The form of one row of several: it shows only its own mistakes. */
function useRowForm(intent: string, orderId: string, known: Record<string, string | undefined>) {
  const answer = useActionData() as FormAnswer | undefined;
  const isOwn = answer?.typed?.orderId === orderId;
  const ids = ['paymentId', 'amount', 'reference', 'reason'].map((name) => [name, `${intent}-${name}-${orderId}`]);
  return useShopForm({
    intent,
    known,
    ids: Object.fromEntries(ids),
    answer: isOwn ? answer : { typed: { intent: '' } },
  });
}
