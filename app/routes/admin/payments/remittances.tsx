import { useEffect, useRef, useState } from 'react';
import { Form, Link, useActionData, useNavigation, href } from 'react-router';
import { dayInIndia, daysApartInIndia, formatShortDay } from '#app/basics/india.ts';
import { formatRupees, type Paise, sum } from '#app/basics/money.ts';
import { readRupees } from '#app/basics/rupees.ts';
import type { UnsettledCash } from '#app/modules/payments/bank/remittances.server.ts';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { countOf } from '#app/routes/admin/shared/labels.ts';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/cash.ts';
import { PayoutState } from './payout-state.tsx';

export function RemittanceForm({
  waiting,
  formKey,
  today,
}: {
  waiting: UnsettledCash[];
  formKey: string;
  today: Date;
}) {
  const { chosen = [] } = (useActionData() as { chosen?: readonly string[] } | undefined) ?? {};
  // The page revalidates while the form is edited, so the first values are kept.
  const [known] = useState({ key: formKey, day: dayInIndia(today) });
  const { values, field, summary } = useShopForm({ known });
  const { formAction, formData } = useNavigation();
  const isSent = (intent: string) =>
    formAction === href('/admin/payments/cash') && (formData?.get('intent') ?? '') === intent;
  const form = useRef<HTMLFormElement>(null);
  const [entered, setEntered] = useState<{ ticked: Paise; count: number; amount?: Paise }>();
  const addUp = () => {
    if (!form.current) return;
    const typed = new FormData(form.current);
    const ticked = new Set(typed.getAll('payment'));
    const rows = waiting.filter(({ id }) => ticked.has(id));
    const amount = typed.get('amount');
    setEntered({
      ticked: sum(rows.map((row) => row.amount)),
      count: rows.length,
      amount: typeof amount === 'string' ? readRupees(amount) : undefined,
    });
  };
  useEffect(addUp, [waiting]);
  return (
    <Form ref={form} method="post" action={href('/admin/payments/cash')} noValidate preventScrollReset onInput={addUp}>
      <ul>
        {waiting.map((cash) => (
          <li key={cash.id} className="flex flex-wrap items-center gap-x-3 border-line border-t px-panel py-1">
            <label className="flex min-h-11 min-w-0 basis-full items-center gap-3 md:flex-1 md:basis-auto">
              <input
                type="checkbox"
                name="payment"
                value={cash.id}
                defaultChecked={chosen.includes(cash.id)}
                className="size-5 shrink-0"
              />
              <span className="min-w-0 flex-1 leading-snug wrap-anywhere">
                <span className="sr-only">{cash.customerName}, </span>
                {cash.city}
                <span className="meta num block">
                  {formatShortDay(cash.collectedAt)}, {age(cash.collectedAt, today)}
                </span>
              </span>
              <b className="num">{formatRupees(cash.amount)}</b>
            </label>
            <span className="ml-8 flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 md:ml-0">
              <CustomerLink name={cash.customerName} userId={cash.userId} />
              <Link
                className="link num inline-flex min-h-11 items-center"
                to={href('/admin/orders/:id', { id: cash.orderId })}
              >
                <OrderName order={{ id: cash.orderId, orderNumber: cash.orderNumber }} />
              </Link>
            </span>
          </li>
        ))}
      </ul>
      <hr className="border-line" />
      <div className="grid max-w-176 gap-4 px-panel py-panel">
        <input type="hidden" name="key" value={values.key} />
        <ErrorSummary {...summary} />
        <div className="grid gap-3 md:grid-cols-2">
          <Field label="Courier" {...field('courier')} hint="e.g. India Post" maxLength={60} required />
          <Field
            label="Reference"
            {...field('reference')}
            hint="From your bank or the courier"
            maxLength={60}
            autoComplete="off"
            required
          />
          <Field label="Received on" {...field('day')} type="date" required />
          <Field
            label="Amount received, in rupees"
            {...field('amount')}
            inputMode="decimal"
            autoComplete="off"
            required
          />
        </div>
        <FeeNote entered={entered} />
        <div className="flex flex-wrap gap-3">
          <Button busy={isSent('')}>Record remittance</Button>
          <Button look="secondary" name="intent" value="in-hand" busy={isSent('in-hand')}>
            Mark cash as received
          </Button>
        </div>
      </div>
    </Form>
  );
}

function FeeNote({ entered }: { entered: { ticked: Paise; count: number; amount?: Paise } | undefined }) {
  const fee = entered?.amount === undefined ? undefined : entered.ticked - entered.amount;
  return (
    <p className="field-hint num" role="status">
      {entered && entered.count > 0
        ? `${countOf(entered.count, 'order')} selected, ${formatRupees(entered.ticked)} collected.`
        : 'Select the orders that the courier paid for. We count the difference as the courier’s fee.'}
      {entered && entered.count > 0 && fee !== undefined && fee >= 0
        ? ` The courier’s fee is ${formatRupees(fee as Paise)}.`
        : null}
    </p>
  );
}

export function Remittances({
  remittances,
  bankLines,
}: Pick<Route.ComponentProps['loaderData'], 'remittances' | 'bankLines'>) {
  return (
    <section className="panel" aria-labelledby="remittances">
      <div className="panel-head">
        <h2 id="remittances">Remittances</h2>
      </div>
      <ul>
        {remittances.map((each) => (
          <li key={each.id} className="grid gap-1 border-line border-t px-panel py-3 md:grid-cols-2">
            <span className="leading-snug wrap-anywhere">
              <b className="font-semibold">{each.courier}</b>, <span className="num">{each.reference}</span>
              <span className="meta num block">
                {formatShortDay(`${each.day}T12:00:00+05:30`)}, {countOf(each.orders, 'order')}:{' '}
                {each.orderNumbers.join(', ')}
              </span>
            </span>
            <span className="grid gap-1">
              <dl className="details-list details-list-sums">
                <dt>Collected</dt>
                <dd className="num">{formatRupees((each.amount + each.fee) as Paise)}</dd>
                <dt>Courier’s fee</dt>
                <dd className="num">{`−${formatRupees(each.fee)}`}</dd>
                <dt>Received</dt>
                <dd className="num">{formatRupees(each.amount)}</dd>
              </dl>
              <PayoutState line={bankLines.get(each.id)} net={each.amount} />
              <ActionForm action={href('/admin/payments/cash')} intent="undo" className="justify-self-end">
                <input type="hidden" name="remittance" value={each.id} />
                <Button look="quiet" aria-label={`Undo remittance ${each.reference}`}>
                  Undo
                </Button>
              </ActionForm>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function age(since: Date, today: Date): string {
  const days = daysApartInIndia(since, today);
  return days === 0 ? 'today' : days === 1 ? '1 day ago' : `${days} days ago`;
}
