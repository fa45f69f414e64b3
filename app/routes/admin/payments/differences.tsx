import { Form, href, Link, useNavigation } from 'react-router';
import { dayInIndia, formatMoment, formatShortDay } from '#app/basics/india.ts';
import { formatRupees, type Paise, paise } from '#app/basics/money.ts';
import { paymentMethodName } from '#app/basics/payment-methods.ts';
import { checkSchema } from '#app/modules/payments/payments/forms.ts';
import { checkMessages } from '#app/modules/payments/payments/messages.ts';
import { checkGateway, readGatewayBooks } from '#app/modules/payments/payments/gateways.server.ts';
import { linesOfPayouts } from '#app/modules/payments/bank/statements.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { Done } from '#app/routes/admin/shared/done.tsx';
import { countOf } from '#app/routes/admin/shared/labels.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Badge } from '#app/ui/kit/badge.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/differences.ts';
import { PayoutState } from './payout-state.tsx';

export const meta = adminMeta('Gateway differences');

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const books = await readGatewayBooks(shop);
  const bankLines = await linesOfPayouts(
    shop,
    books.settlements.map(({ id }) => id),
  );
  return { ...books, bankLines, today: dayInIndia(shop.now) };
}

const form = formOf();

export const action = formAction(
  form({
    schema: checkSchema,
    run: checkGateway,
    done: ({ differences }, _fields, { url }) =>
      listAddress(href('/admin/payments/differences'), url, { done: differences > 0 ? 'found' : 'agrees' }),
    refused: {
      'day-ahead': { errors: { day: checkMessages['day-ahead'] } },
      'gateway-unavailable': checkMessages['gateway-unavailable'],
    },
  }),
);

type Books = Route.ComponentProps['loaderData'];

export default function Differences({ loaderData: books }: Route.ComponentProps) {
  const { gateways, differences, settlements, webhooks } = books;
  return (
    <>
      <ListHead title="Gateway differences" count="Gateway records compared with the shop’s books" />
      <Done messages={{ agrees: 'Checked. Everything matches.', found: 'Checked. See Differences below.' }} />
      {gateways.length > 0 ? (
        <CheckForm books={books} />
      ) : (
        <EmptyState title="No gateway is connected">
          Once a real gateway is connected, its payments are checked every night.
        </EmptyState>
      )}
      {gateways.length > 0 || differences.length > 0 ? <DifferenceList differences={differences} /> : null}
      {settlements.length > 0 ? <SettlementList {...books} /> : null}
      {webhooks.length > 0 ? <WebhookList webhooks={webhooks} /> : null}
    </>
  );
}

function CheckForm({ books: { gateways, checks, today } }: { books: Books }) {
  const isBusy = useNavigation().formAction !== undefined;
  const { field, summary } = useShopForm({ known: { provider: gateways[0], day: today } });
  return (
    <section className="panel" aria-labelledby="check">
      <div className="panel-head">
        <h2 id="check">Check a day</h2>
        <span className="meta hidden md:inline">Checked automatically every night.</span>
      </div>
      <Form method="post" preventScrollReset className="grid items-end gap-3 px-panel pb-panel md:grid-cols-3">
        {summary.formError ? (
          <Note tone="alert" className="col-span-full">
            {summary.formError}
          </Note>
        ) : null}
        <Select label="Gateway" {...field('provider')}>
          {gateways.map((gateway) => (
            <option key={gateway} value={gateway}>
              {paymentMethodName(gateway)}
            </option>
          ))}
        </Select>
        <Field label="Day" {...field('day')} type="date" max={today} />
        <Button busy={isBusy}>Check now</Button>
      </Form>
      {checks.length > 0 ? (
        <ul aria-label="Days checked">
          {checks.map(({ provider, day, payments, refunds, checkedAt }) => (
            <li
              key={`${provider} ${day}`}
              className="flex flex-wrap justify-between gap-x-4 border-line border-t px-panel py-2"
            >
              <span>
                {paymentMethodName(provider)}, <span className="num">{shortDay(day)}</span>
              </span>
              <span className="meta num">
                {countOf(payments, 'payment')}, {countOf(refunds, 'refund')} · {formatMoment(checkedAt)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

const KINDS = {
  'missing-here': 'Not in the shop’s books',
  'missing-there': 'Not at the gateway',
  'other-amount': 'Different amount',
} as const;

function DifferenceList({ differences }: Pick<Books, 'differences'>) {
  return (
    <section className="panel" aria-labelledby="differences">
      <div className="panel-head">
        <h2 id="differences">Differences</h2>
      </div>
      {differences.length === 0 ? (
        <EmptyState title="No differences">Gateways and shop match on all checked days.</EmptyState>
      ) : (
        <ul>
          {differences.map((difference) => (
            <li key={difference.id} className="grid gap-1 border-line border-t px-panel py-2.5 md:grid-cols-rest-auto">
              <span className="leading-snug wrap-anywhere">
                <b className="font-semibold">
                  {difference.kind === 'other-amount' && difference.ours === difference.theirs
                    ? 'Different currency'
                    : KINDS[difference.kind]}
                </b>
                {': '}
                {difference.about} {difference.providerId}
                <span className="meta num block">
                  {paymentMethodName(difference.provider)}, {shortDay(difference.day)}
                  {difference.theirs === null ? '' : ` · gateway ${formatRupees(difference.theirs)}`}
                  {difference.ours === null ? '' : ` · shop ${formatRupees(difference.ours)}`}
                </span>
              </span>
              <span className="flex flex-wrap items-center gap-3 md:justify-self-end">
                {difference.completed ? (
                  <Badge tone="pine">Added to the books</Badge>
                ) : (
                  <Badge tone="alert">To review</Badge>
                )}
                {difference.orderId && difference.orderNumber ? (
                  <Link
                    className="link inline-flex min-h-11 items-center gap-1"
                    to={href('/admin/orders/:id', { id: difference.orderId })}
                  >
                    <OrderName order={{ id: difference.orderId, orderNumber: difference.orderNumber }} />
                  </Link>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function SettlementList({ settlements, bankLines }: Pick<Books, 'settlements' | 'bankLines'>) {
  return (
    <section className="panel" aria-labelledby="settlements">
      <div className="panel-head">
        <h2 id="settlements">Paid out</h2>
      </div>
      <ul>
        {settlements.map((settlement) => (
          <li
            key={settlement.id}
            className="grid gap-x-8 gap-y-2 border-line border-t px-panel py-2.5 md:grid-cols-[minmax(0,1fr)_18rem]"
          >
            <span className="leading-snug wrap-anywhere">
              <b className="font-semibold">{paymentMethodName(settlement.provider)}</b>,{' '}
              <span className="num">{formatShortDay(settlement.settledAt)}</span>
              <span className="meta num block">
                {countOf(settlement.lines, 'line')} · UTR {settlement.reference ?? 'unknown'}
                {settlement.unknown > 0 ? ` · ${countOf(settlement.unknown, 'payment')} not in the books` : ''}
              </span>
            </span>
            <span className="grid gap-1">
              <dl className="grid grid-cols-2 gap-y-0.5">
                <Amount name="Payments less refunds" amount={settlement.gross} />
                <Amount name="Fees" amount={negative(settlement.fee)} />
                <Amount name="Tax on fees" amount={negative(settlement.tax)} />
                <Amount name="To the bank" amount={settlement.net} strong />
              </dl>
              <PayoutState line={bankLines.get(settlement.id)} net={settlement.net} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const negative = (amount: Paise): Paise => paise(0 - amount);

function Amount({ name, amount, strong }: { name: string; amount: Paise; strong?: boolean }) {
  return (
    <>
      <dt className="meta">{name}</dt>
      <dd className={strong ? 'num text-right font-semibold' : 'num text-right'}>{formatRupees(amount)}</dd>
    </>
  );
}

function WebhookList({ webhooks }: Pick<Books, 'webhooks'>) {
  return (
    <section className="panel" aria-labelledby="webhooks">
      <div className="panel-head">
        <h2 id="webhooks">Ignored webhooks</h2>
        <span className="meta hidden md:inline">Failed webhooks are retried.</span>
      </div>
      <ul>
        {webhooks.map(({ provider, eventId, receivedAt, handledAt, lastError }) => (
          <li key={`${provider} ${eventId}`} className="border-line border-t px-panel py-2 wrap-anywhere">
            {paymentMethodName(provider)}, <span className="num">{formatMoment(receivedAt)}</span>:{' '}
            {handledAt ? (WEBHOOK_PROBLEMS[lastError ?? ''] ?? lastError) : 'failed, will be retried'}
            <span className="meta block">{eventId}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const WEBHOOK_PROBLEMS: Record<string, string> = {
  'unknown-payment': 'payment not from this shop',
  'wrong-amount': 'different amount than requested',
  'id-used': 'id already used by another payment',
};

const shortDay = (day: string): string => formatShortDay(`${day}T12:00:00+05:30`);
