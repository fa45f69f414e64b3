import { useState } from 'react';
import { Form, Link, href, useSearchParams } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { rupeesText } from '#app/basics/rupees.ts';
import type { listPaidInFull, ordersToSettle } from '#app/modules/payments/payments/payments.server.ts';
import type { Matching } from '#app/modules/payments/bank/match.ts';
import { matchPayouts, type Payout, type PayoutMatch } from '#app/modules/payments/bank/payout.ts';
import type { StatementLine } from '#app/modules/payments/bank/bank-line.ts';
import { listSearchWith, pickListSearch } from '#app/routes/admin/shared/list-search.ts';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { ReasonField } from '#app/routes/admin/shared/reason-field.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { BankLine } from './bank-line.tsx';
import { DIVIDE, PARTS } from './divide-line.ts';

type ToSettle = Awaited<ReturnType<typeof ordersToSettle>>;
type PaidInFull = Awaited<ReturnType<typeof listPaidInFull>>;

export function RestLines({
  rest,
  orders,
  paid,
  checkoutsOf,
  namesOf,
  payouts,
  formKey,
  statementFor,
}: {
  rest: Matching['rest'];
  orders: ToSettle;
  paid: PaidInFull;
  checkoutsOf: (line: StatementLine) => readonly string[];
  namesOf: (line: StatementLine) => readonly string[];
  payouts: readonly Payout[];
  formKey: string;
  statementFor: (line: StatementLine) => string;
}) {
  if (rest.length === 0) return null;
  const payoutMatches = matchPayouts(
    payouts,
    rest.map(({ line }) => line),
  );
  return (
    <section className="panel" aria-labelledby="without-order">
      <div className="panel-head">
        <h2 id="without-order">Bank lines without an order</h2>
      </div>
      <ul>
        {rest.map(({ line, repeats }) => (
          <li key={line.fingerprint} className="grid gap-1 border-line border-t px-panel py-2.5 md:grid-cols-rest-auto">
            <BankLine
              line={line}
              also={[repeats ? 'possibly paid twice' : '', ...namesOf(line).map((number) => `names ${number}`)]
                .filter(Boolean)
                .join(' · ')}
            />
            <ActionForm action={href('/admin/payments')} intent="dismiss" className="md:justify-self-end">
              <input type="hidden" name="statement" value={statementFor(line)} />
              <input type="hidden" name="fingerprint" value={line.fingerprint} />
              <Button look="quiet" className="min-h-11">
                Not an order
              </Button>
            </ActionForm>
            {checkoutsOf(line).map((orderNumber) => (
              <ActionForm
                key={orderNumber}
                action={href('/admin/payments')}
                intent="allocate"
                className="md:col-span-full"
              >
                <input type="hidden" name="statement" value={statementFor(line)} />
                <input type="hidden" name="fingerprint" value={line.fingerprint} />
                <Button look="secondary" size="small" name="checkout" value={orderNumber}>
                  It names checkout {orderNumber}: create the order
                </Button>
              </ActionForm>
            ))}
            <SameTotal line={line} paid={paid} />
            <PayoutForm match={payoutMatches.get(line.fingerprint)} line={line} statement={statementFor(line)} />
            {orders.length > 0 ? (
              <MatchToOrdersLink line={line} orders={orders} statement={statementFor(line)} formKey={formKey} />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The bank line may pay that order a second time, or another order of the same customer. */
function SameTotal({ line, paid }: { line: StatementLine; paid: PaidInFull }) {
  const order = paid.find(({ total }) => total === line.amount);
  if (!order) return null;
  return (
    <p className="num text-sm md:col-span-full">
      {formatRupees(line.amount)} is also the total of{' '}
      <Link className="link" to={href('/admin/orders/:id', { id: order.id })}>
        <OrderName order={order} />
      </Link>
      , paid on {formatShortDay(order.paidAt)}.
    </p>
  );
}

function PayoutForm({
  match,
  line,
  statement,
}: {
  match: PayoutMatch | undefined;
  line: StatementLine;
  statement: string;
}) {
  if (!match) return null;
  const { id, from, kind, day, net, fee, tax } = match.payout;
  const charges = [`${formatRupees(fee)} fees`, ...(tax > 0 ? [`${formatRupees(tax)} tax on them`] : [])].join(' and ');
  return (
    <ActionForm action={href('/admin/payments')} intent="allocate" className="grid gap-1 md:col-span-full">
      <input type="hidden" name="statement" value={statement} />
      <input type="hidden" name="fingerprint" value={line.fingerprint} />
      <Button look="secondary" size="small" name="payout" value={id} className="justify-self-start">
        It is the {kind} of {from}, {formatShortDay(`${day}T12:00:00+05:30`)}
      </Button>
      <span className="meta num">
        {match.isExact
          ? 'Reference and amount agree'
          : line.amount === net
            ? 'Same amount, different reference'
            : `Reference agrees, but it was ${formatRupees(net)}`}
        {`; less ${charges}.`}
      </span>
    </ActionForm>
  );
}

type LineOfOrders = { line: StatementLine; orders: ToSettle; statement: string; formKey: string };

/** This is a link, because only one line's form is open at a time. */
function MatchToOrdersLink(line: LineOfOrders) {
  const [search] = useSearchParams();
  const { fingerprint } = line.line;
  if (search.get('line') === fingerprint) return <DivideForm {...line} />;
  return (
    <Link
      to={`${href('/admin/payments')}${listSearchWith(search, { line: fingerprint })}`}
      preventScrollReset
      className="link inline-flex min-h-11 items-center justify-self-start font-semibold text-geru md:col-span-full"
    >
      Match to an order…
    </Link>
  );
}

function DivideForm({ line, orders, statement, formKey }: LineOfOrders) {
  const [search] = useSearchParams();
  // The page revalidates while the form is edited, so the first key is kept.
  const [key] = useState(formKey);
  const list = `${href('/admin/payments')}${pickListSearch(search)}`;
  const known = { [PARTS[0].amount]: rupeesText(line.amount), key };
  const { values, field, summary, isAgain } = useShopForm({ intent: DIVIDE, known });
  return (
    <Form
      method="post"
      action={`${href('/admin/payments')}${listSearchWith(search, { line: line.fingerprint })}`}
      preventScrollReset
      className="grid max-w-104 gap-3 pt-1 md:col-span-full"
    >
      <h3 className="font-semibold">Match to an order</h3>
      <ErrorSummary errors={summary.errors} />
      <input type="hidden" name="intent" value={DIVIDE} />
      <input type="hidden" name="key" value={values.key} />
      <input type="hidden" name="statement" value={statement} />
      <input type="hidden" name="fingerprint" value={line.fingerprint} />
      {PARTS.map((part, at) => (
        <div key={part.order} className="grid gap-3 form:grid-cols-rest-auto">
          <Select
            label={at === 0 ? 'Order' : `Order ${at + 1}, if it covers several`}
            {...field(part.order)}
            autoFocus={at === 0 && !isAgain}
            required={at === 0}
          >
            <option value="">{at === 0 ? 'Choose an order' : 'None'}</option>
            {orders.map((order) => (
              <option key={order.id} value={order.id}>
                {order.orderNumber}, {order.customerName}, {formatRupees(order.outstanding)}
              </option>
            ))}
          </Select>
          <Field label="Rupees" {...field(part.amount)} inputMode="decimal" autoComplete="off" className="w-28" />
        </div>
      ))}
      <ReasonField {...field('reason')} hint="Only you and other admins read it." />
      <div className="flex flex-wrap gap-3">
        <Button size="small">Match</Button>
        <ButtonLink look="secondary" size="small" to={list} preventScrollReset>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
