import { useEffect, useRef, useState } from 'react';
import { data, Form, Link, redirect, useActionData, useNavigation, useSearchParams, href } from 'react-router';
import { dayInIndia, daysApartInIndia, formatMoment, formatShortDay } from '#app/basics/india.ts';
import { formatRupees, type Paise, sum } from '#app/basics/money.ts';
import { readRupees } from '#app/basics/rupees.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { remittanceSchema } from '#app/modules/payments/bank/remittance-forms.ts';
import { remittanceMessage } from '#app/modules/payments/bank/remittance-messages.ts';
import {
  listInHand,
  listRemittances,
  recordRemittance,
  type UnsettledCash,
  unsettledCash,
  unsettledCashTotal,
} from '#app/modules/payments/bank/remittances.server.ts';
import { linesOfPayouts } from '#app/modules/payments/bank/statements.server.ts';
import { readFields } from '#app/platform/forms.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { countOf } from '#app/routes/admin/shared/labels.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { stayHere } from '#app/routes/stay-here.ts';
import { UndoNote } from '#app/routes/admin/shared/undo-note.tsx';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/cash.ts';
import { PayoutState } from './payout-state.tsx';

const IN_HAND = href('/admin/payments/cash/in-hand');

export const meta = adminMeta('Cash on delivery');

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [waiting, total, remittances, inHand] = await Promise.all([
    unsettledCash(shop),
    unsettledCashTotal(shop),
    listRemittances(shop),
    listInHand(shop),
  ]);
  const bankLines = await linesOfPayouts(
    shop,
    remittances.map(({ id }) => id),
  );
  return { waiting, total, remittances, inHand, bankLines, formKey: crypto.randomUUID(), today: shop.now };
}

/** Records what a courier handed on for the ticked orders. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const paymentIds = form.getAll('payment').filter((id) => typeof id === 'string');
  form.delete('payment');
  const read = readFields(form, remittanceSchema);
  if (!read.ok) return data({ ...read, chosen: paymentIds }, 400);
  const recorded = await recordRemittance(context.get(shopContext), { ...read.value, paymentIds });
  if (recorded.ok) return redirect(`${href('/admin/payments/cash')}?remitted=${recorded.value.remittanceId}`, 303);
  const { message, field } = remittanceMessage(recorded);
  const said = field ? { errors: { [field]: message } } : { formError: message };
  return data({ ...said, typed: read.typed, chosen: paymentIds }, 400);
}

export const clientAction = stayHere();

/** Cash that couriers collected: what hasn't come yet, and what came for which orders. */
export default function Cash({ loaderData }: Route.ComponentProps) {
  const { waiting, total, remittances, inHand, formKey, today } = loaderData;
  const [search] = useSearchParams();
  return (
    <>
      <ListHead
        title="Cash on delivery"
        count={`${countOf(total.count, 'order')} collected and not handed on, ${formatRupees(total.amount)}`}
      >
        <ButtonLink look="secondary" size="small" to={href('/admin/payments')}>
          All payments
        </ButtonLink>
      </ListHead>
      <Outcome />
      <section className="panel" aria-labelledby="collected">
        <div className="panel-head">
          <h2 id="collected">Collected, not handed on yet</h2>
          {total.count > waiting.length ? (
            <span className="meta num">The oldest {waiting.length} are shown</span>
          ) : null}
        </div>
        {waiting.length === 0 ? (
          <EmptyState title="No cash waits.">
            An order that is paid on delivery stands here once it is delivered.
          </EmptyState>
        ) : (
          <RemittanceForm key={search.get('remitted') ?? ''} waiting={waiting} formKey={formKey} today={today} />
        )}
      </section>
      {remittances.length > 0 ? <Remittances {...loaderData} /> : null}
      {inHand.length > 0 ? <InHand inHand={inHand} /> : null}
    </>
  );
}

/** What came of the last button, and the way back from it. */
function Outcome() {
  const [search] = useSearchParams();
  const remitted = search.get('remitted');
  const inHand = Number(search.get('inHand'));
  if (remitted && isUuid(remitted))
    return (
      <UndoNote action={href('/admin/payments/cash/:remittance/undo', { remittance: remitted })}>
        Remittance recorded.
      </UndoNote>
    );
  if (inHand > 0)
    return (
      <UndoNote action={IN_HAND} undo={{ name: 'markedAt', value: search.get('markedAt') ?? '' }}>
        The cash of {countOf(inHand, 'order')} is in hand.
      </UndoNote>
    );
  const refused = search.get('refused');
  if (refused === 'none-chosen') return <Note tone="alert">Tick the orders whose cash you have.</Note>;
  if (refused === 'settled-meanwhile')
    return <Note tone="alert">{remittanceMessage({ ok: false, reason: refused, data: undefined }).message}</Note>;
  if (search.get('undone') === '0')
    return <Note tone="info">Nothing was left to take back: it was taken back before.</Note>;
  return search.has('undone') ? <Note tone="done">Undone. The cash is awaited again.</Note> : null;
}

function RemittanceForm({ waiting, formKey, today }: { waiting: UnsettledCash[]; formKey: string; today: Date }) {
  const answer = useActionData<typeof action>();
  const chosen: readonly string[] = answer && 'chosen' in answer ? answer.chosen : [];
  // The list may be read anew while somebody types: the form stays the same.
  const [known] = useState({ key: formKey, day: dayInIndia(today) });
  const { values, field, summary } = useShopForm({ known });
  const { state, formAction } = useNavigation();
  const isSent = (to: string) => state !== 'idle' && formAction === to;
  const form = useRef<HTMLFormElement>(null);
  const [said, setSaid] = useState<{ ticked: Paise; count: number; amount?: Paise }>();
  const addUp = () => {
    if (!form.current) return;
    const typed = new FormData(form.current);
    const ticked = new Set(typed.getAll('payment'));
    const rows = waiting.filter(({ id }) => ticked.has(id));
    const amount = typed.get('amount');
    setSaid({
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
              <span className="min-w-0 leading-snug wrap-anywhere">
                {cash.customerName}, {cash.city}
                <span className="meta num block">
                  {formatShortDay(cash.collectedAt)}, {age(cash.collectedAt, today)}
                </span>
              </span>
            </label>
            <Link
              className="link num ml-8 inline-flex min-h-11 flex-1 items-center md:ml-0 md:flex-none"
              to={href('/admin/orders/:id', { id: cash.orderId })}
            >
              <OrderName order={{ id: cash.orderId, orderNumber: cash.orderNumber }} />
            </Link>
            <b className="num">{formatRupees(cash.amount)}</b>
          </li>
        ))}
      </ul>
      <hr className="border-line" />
      <div className="grid max-w-176 gap-4 px-panel py-panel">
        <input type="hidden" name="key" value={values.key} />
        <ErrorSummary {...summary} />
        <div className="grid gap-3 md:grid-cols-2">
          <Field label="Courier" {...field('courier')} placeholder="India Post" maxLength={60} required />
          <Field
            label="Reference"
            {...field('reference')}
            hint="Of the transfer, as your bank or the courier calls it."
            maxLength={60}
            autoComplete="off"
            required
          />
          <Field label="Came on" {...field('day')} type="date" required />
          <Field
            label="Amount that came, in rupees"
            {...field('amount')}
            inputMode="decimal"
            autoComplete="off"
            required
          />
        </div>
        <FeeNote said={said} />
        <div className="flex flex-wrap gap-3">
          <Button busy={isSent(href('/admin/payments/cash'))}>Record remittance</Button>
          <Button look="secondary" formAction={IN_HAND} busy={isSent(IN_HAND)}>
            I have this cash in hand
          </Button>
        </div>
      </div>
    </Form>
  );
}

/** What the ticked orders come to, and what the courier keeps of it. */
function FeeNote({ said }: { said: { ticked: Paise; count: number; amount?: Paise } | undefined }) {
  const fee = said?.amount === undefined ? undefined : said.ticked - said.amount;
  return (
    <p className="field-hint num" role="status">
      {said && said.count > 0
        ? `${countOf(said.count, 'order')} ticked, ${formatRupees(said.ticked)} collected.`
        : 'Tick the orders it is for; what is missing of the amount is the courier’s fee.'}
      {said && said.count > 0 && fee !== undefined && fee >= 0
        ? ` The courier’s fee is ${formatRupees(fee as Paise)}.`
        : null}
    </p>
  );
}

function Remittances({
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
              <ActionForm
                action={href('/admin/payments/cash/:remittance/undo', { remittance: each.id })}
                className="justify-self-end"
              >
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

/** What was said to be in hand, each time with the way back. */
function InHand({ inHand }: Pick<Route.ComponentProps['loaderData'], 'inHand'>) {
  return (
    <section className="panel" aria-labelledby="in-hand">
      <div className="panel-head">
        <h2 id="in-hand">In hand</h2>
      </div>
      <ul>
        {inHand.map(({ markedAt, orders, amount, orderNumbers }) => (
          <li key={markedAt.getTime()} className="border-line border-t px-panel py-3">
            <ActionForm action={IN_HAND} className="grid grid-cols-rest-auto items-center gap-x-3">
              <span className="leading-snug wrap-anywhere">
                <b className="num font-semibold">{formatRupees(amount)}</b>, {countOf(orders, 'order')}
                <span className="meta num block">
                  {formatMoment(markedAt)}: {orderNumbers.join(', ')}
                </span>
              </span>
              <Button
                look="quiet"
                name="markedAt"
                value={markedAt.toISOString()}
                aria-label={`Undo: ${formatRupees(amount)} in hand, ${formatMoment(markedAt)}`}
              >
                Undo
              </Button>
            </ActionForm>
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
