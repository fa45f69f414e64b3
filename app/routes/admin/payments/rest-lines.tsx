import { href, useSearchParams } from 'react-router';
import { ownValue } from '#app/basics/own-value.ts';
import { formatShortDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { rupeesText } from '#app/basics/rupees.ts';
import type { ordersToSettle } from '#app/modules/payments/payments.server.ts';
import type { Matching } from '#app/modules/statements/match.ts';
import { matchPayouts, type Payout, type PayoutMatch } from '#app/modules/statements/payout.ts';
import type { StatementLine } from '#app/modules/statements/statement.ts';
import { ReasonField } from '#app/routes/admin/shared/reason-field.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';

type ToSettle = Awaited<ReturnType<typeof ordersToSettle>>;

const ALLOCATION_REFUSALS = {
  gone: 'This line was matched meanwhile. The list is up to date now.',
  nothing: 'Choose an order and write an amount above 0.',
  'too-much': 'That is more than is left of this line.',
} as const;

/** The bank's lines that name no order: each is given to one by hand, or put aside. */
export function RestLines({
  rest,
  orders,
  checkouts,
  payouts,
  statementFor,
}: {
  rest: Matching['rest'];
  orders: ToSettle;
  /** The open checkouts that a line names, by its fingerprint. */
  checkouts: ReadonlyMap<string, readonly string[]>;
  /** What gateways and couriers paid out that no line is known for. */
  payouts: readonly Payout[];
  /** What was pasted, where the server doesn't have the line yet. */
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
            <span className="leading-snug wrap-anywhere">
              {line.payer ?? line.description}, <b className="num">{formatRupees(line.amount)}</b>
              <span className="meta num block">
                {line.reference ?? 'No reference'} · {formatShortDay(`${line.day}T12:00:00+05:30`)}
                {repeats ? ' · perhaps paid twice' : ''}
              </span>
            </span>
            <ActionForm action={href('/admin/payments/dismissal')} className="md:justify-self-end">
              <input type="hidden" name="statement" value={statementFor(line)} />
              <input type="hidden" name="fingerprint" value={line.fingerprint} />
              <Button look="quiet" className="min-h-11">
                Not an order
              </Button>
            </ActionForm>
            {checkouts.get(line.fingerprint)?.map((orderNumber) => (
              <ActionForm key={orderNumber} action={href('/admin/payments/allocations')} className="md:col-span-full">
                <input type="hidden" name="statement" value={statementFor(line)} />
                <input type="hidden" name="fingerprint" value={line.fingerprint} />
                <Button look="secondary" size="small" name="checkout" value={orderNumber}>
                  It names checkout {orderNumber}: make the order
                </Button>
              </ActionForm>
            ))}
            <PayoutForm match={payoutMatches.get(line.fingerprint)} line={line} statement={statementFor(line)} />
            {orders.length > 0 ? <GiveToOrders line={line} orders={orders} statement={statementFor(line)} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Says that a line is what a gateway or a courier paid out, and what was kept of it. */
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
    <ActionForm action={href('/admin/payments/allocations')} className="grid gap-1 md:col-span-full">
      <input type="hidden" name="statement" value={statement} />
      <input type="hidden" name="fingerprint" value={line.fingerprint} />
      <Button look="secondary" size="small" name="payout" value={id} className="justify-self-start">
        It is the {kind} of {from}, {formatShortDay(`${day}T12:00:00+05:30`)}
      </Button>
      <span className="meta num">
        {match.isExact
          ? 'Reference and amount agree'
          : line.amount === net
            ? 'Same amount, another reference'
            : `Reference agrees, but it was ${formatRupees(net)}`}
        {`; less ${charges}.`}
      </span>
    </ActionForm>
  );
}

/** How many orders one line can pay at once. */
const PARTS = 3;

/** Divides a line among orders: the first row takes all of it unless more rows are filled in. */
function GiveToOrders({ line, orders, statement }: { line: StatementLine; orders: ToSettle; statement: string }) {
  const [search] = useSearchParams();
  const refused = search.get('line') === line.fingerprint ? search.get('refused') : null;
  return (
    <details className="md:col-span-full" open={refused !== null}>
      <summary className="link inline-flex min-h-11 items-center font-semibold text-geru">It pays an order…</summary>
      <ActionForm action={href('/admin/payments/allocations')} className="grid max-w-104 gap-3 pt-1">
        {refused ? <Note tone="alert">{ownValue(ALLOCATION_REFUSALS, refused)}</Note> : null}
        <input type="hidden" name="statement" value={statement} />
        <input type="hidden" name="fingerprint" value={line.fingerprint} />
        {Array.from({ length: PARTS }, (_, at) => (
          <PartFields key={at} at={at} line={line} orders={orders} />
        ))}
        <ReasonField id={`reason-${line.fingerprint}`} hint="Only you and other admins read it." />
        <Button size="small" className="justify-self-start">
          Match
        </Button>
      </ActionForm>
    </details>
  );
}

function PartFields({ at, line, orders }: { at: number; line: StatementLine; orders: ToSettle }) {
  const isFirst = at === 0;
  return (
    <div className="grid grid-cols-rest-auto gap-3">
      <Select
        label={isFirst ? 'Order' : `Order ${at + 1}, if it pays more`}
        name="orderId"
        id={`order-${at}-${line.fingerprint}`}
      >
        {isFirst ? null : <option value="">None</option>}
        {orders.map((order) => (
          <option key={order.id} value={order.id}>
            {order.orderNumber}, {order.customerName}, {formatRupees(order.outstanding)}
          </option>
        ))}
      </Select>
      <Field
        label="Rupees"
        name="amount"
        id={`amount-${at}-${line.fingerprint}`}
        defaultValue={isFirst ? rupeesText(line.amount) : ''}
        inputMode="decimal"
        autoComplete="off"
        className="w-28"
      />
    </div>
  );
}
