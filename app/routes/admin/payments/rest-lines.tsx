import { href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import type { ToMatch } from '#app/modules/payments/payments.server.ts';
import type { Matching } from '#app/modules/statements/match.ts';
import type { StatementLine } from '#app/modules/statements/statement.ts';
import { ReasonField } from '#app/routes/admin/shared/reason-field.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Select } from '#app/ui/kit/field.tsx';

/** The bank's lines that name no order: each is given to one by hand, or put aside. */
export function RestLines({
  rest,
  orders,
  statementFor,
}: {
  rest: Matching['rest'];
  orders: ToMatch[];
  /** What was pasted, where the server doesn't have the line yet. */
  statementFor: (line: StatementLine) => string;
}) {
  if (rest.length === 0) return null;
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
            {orders.length > 0 ? <GiveToOrder line={line} orders={orders} statement={statementFor(line)} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function GiveToOrder({ line, orders, statement }: { line: StatementLine; orders: ToMatch[]; statement: string }) {
  return (
    <details className="md:col-span-full">
      <summary className="link inline-flex min-h-11 items-center font-semibold text-geru">It pays an order…</summary>
      <ActionForm action={href('/admin/payments/matches')} className="grid max-w-104 gap-3 pt-1">
        <input type="hidden" name="statement" value={statement} />
        <input type="hidden" name="fingerprint" value={line.fingerprint} />
        <Select label="Order" name="orderId" id={`order-${line.fingerprint}`}>
          {orders.map((order) => (
            <option key={order.id} value={order.id}>
              {order.orderNumber}, {order.customerName}, {formatRupees(order.total)}
            </option>
          ))}
        </Select>
        <ReasonField id={`reason-${line.fingerprint}`} hint="Only you and other admins read it." />
        <Button size="small" className="justify-self-start">
          Match {formatRupees(line.amount)}
        </Button>
      </ActionForm>
    </details>
  );
}
