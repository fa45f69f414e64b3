import { Link, href } from 'react-router';
import { z } from 'zod';
import { formatDay, formatMoment } from '#app/basics/india.ts';
import { formatRupees, NOTHING } from '#app/basics/money.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { lastLedgerCheck, recordLedgerCheck } from '#app/modules/operations/health/ledger-check.server.ts';
import { refundsOwed, shortOrders, writeOff } from '#app/modules/payments/payments/refunds.server.ts';
import { findPayers } from '#app/modules/payments/bank/payers.server.ts';
import { line } from '#app/platform/text-schemas.ts';
import { countOf, REFUND_DONE } from '#app/routes/admin/shared/labels.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { Done } from '#app/routes/admin/shared/done.tsx';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { refundSchema, takeRefund } from '#app/routes/admin/shared/take-refund.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { SheetForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/refunds.ts';
import { OwedRow, ShortRow } from './owed-rows.tsx';

export const meta = adminMeta('Refunds');

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [owed, short, check] = await Promise.all([refundsOwed(shop), shortOrders(shop), lastLedgerCheck(shop)]);
  const payers = await findPayers(
    shop,
    owed.map(({ id }) => id),
  );
  return {
    owed: owed.map((order) => ({ ...order, key: crypto.randomUUID(), payers: payers.get(order.id) ?? [] })),
    short,
    check,
    today: shop.now,
  };
}

const form = formOf();
const page = ({ url }: Pick<Route.ActionArgs, 'url'>, done: string) =>
  listAddress(href('/admin/payments/refunds'), url, { done });

export const action = formAction({
  refund: form({
    schema: refundSchema,
    run: takeRefund,
    done: (way, _fields, args) => page(args, way),
    refused: ({ data }) => data,
  }),
  'write-off': form({
    schema: z.strictObject({ orderId: uuidSchema, reason: line('Enter a reason.', 300) }),
    run: writeOff,
    done: (_amount, _fields, args) => page(args, 'write-off'),
    refused: { 'nothing-short': { errors: { reason: 'This order is no longer underpaid.' } } },
  }),
  check: form({
    run: recordLedgerCheck,
    done: (_check, _fields, args) => page(args, 'check'),
    refused: {},
  }),
});

export default function Refunds({ loaderData: { owed, short, check, today } }: Route.ComponentProps) {
  return (
    <>
      <ListHead title="Refunds" count="Money to send back" />
      <Done
        messages={{
          ...REFUND_DONE,
          'write-off': 'Written off.',
          check: 'The books were checked.',
        }}
      />
      <section className="panel" aria-labelledby="owed">
        <div className="panel-head">
          <h2 id="owed">Owed</h2>
        </div>
        {owed.length === 0 ? (
          <EmptyState title="No refunds due">Cancelled, returned or double payments appear here.</EmptyState>
        ) : (
          <ul>
            {owed.map((order) => (
              <OwedRow key={order.id} order={order} today={today} />
            ))}
          </ul>
        )}
      </section>
      {short.length > 0 ? (
        <section className="panel" aria-labelledby="short">
          <div className="panel-head">
            <h2 id="short">Underpaid</h2>
          </div>
          <ul>
            {short.map((order) => (
              <ShortRow key={order.id} order={order} />
            ))}
          </ul>
        </section>
      ) : null}
      <Books check={check} />
    </>
  );
}

const ABOUT = {
  entries: 'its balance and its entries',
  due: 'what is due',
  received: 'what was received',
  verification: 'a payment and its last entry',
  order: 'matched, but its newest payment is not',
} as const;

function Books({ check }: { check: Route.ComponentProps['loaderData']['check'] }) {
  return (
    <section className="panel" aria-labelledby="books">
      <div className="panel-head">
        <h2 id="books">The books</h2>
        <SheetForm intent="check">
          <Button look="card" size="small">
            Check now
          </Button>
        </SheetForm>
      </div>
      <div className="grid gap-3 px-panel pb-3.5">
        <p className="meta">Checked every night.</p>
        {check === undefined ? (
          <Note tone="info">Not checked yet.</Note>
        ) : check.differences.length === 0 ? (
          <Note tone="done">
            Everything matches. Checked {formatMoment(check.checkedAt)}
            {check.orders === null
              ? ''
              : `: ${countOf(check.orders, 'order')}, ${formatRupees(check.received ?? NOTHING)} received`}
            .
          </Note>
        ) : (
          <Note tone="alert">
            The books do not match ({formatDay(check.checkedAt)}):
            <ul className="mt-1">
              {check.differences.map((difference) => (
                <li key={`${difference.orderId}-${difference.about}`} className="num">
                  <Link className="link" to={href('/admin/orders/:id', { id: difference.orderId })}>
                    Order {difference.orderId.slice(-6).toUpperCase()}
                  </Link>
                  , {ABOUT[difference.about]}: {formatRupees(difference.ledger)} in the ledger,{' '}
                  {formatRupees(difference.rows)} in the records
                </li>
              ))}
            </ul>
          </Note>
        )}
      </div>
    </section>
  );
}
