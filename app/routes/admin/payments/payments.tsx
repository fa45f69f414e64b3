import { type ReactNode, useMemo, useState } from 'react';
import { Link, useSearchParams, href } from 'react-router';
import { z } from 'zod';
import { daysApartInIndia, formatShortDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { ownValue } from '#app/basics/own-value.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { VERIFICATIONS } from '#app/modules/orders/orders/order.ts';
import {
  listPayments,
  claimsToConfirm,
  ordersToSettle,
  paymentTotals,
} from '#app/modules/payments/payments/payments.server.ts';
import { countRefundsOwed } from '#app/modules/payments/payments/refunds.server.ts';
import type { StatementLine } from '#app/modules/payments/bank/bank-line.ts';
import { matchStatement, orderNumbersIn } from '#app/modules/payments/bank/match.ts';
import {
  findTaker,
  type Imported,
  importStatement,
  openLines,
  openPayouts,
  settledDays,
} from '#app/modules/payments/bank/statements.server.ts';
import { findNames } from '#app/modules/payments/bank/named-orders.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { isLongFigure, VERIFICATION_REFUSALS } from '#app/routes/admin/shared/labels.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { listQuery, oneOf } from '#app/routes/admin/shared/list-search.ts';
import { UndoNote } from '#app/routes/admin/shared/undo-note.tsx';
import { cn } from '#app/ui/kit/class-names.ts';
import { Note } from '#app/ui/kit/note.tsx';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/payments.ts';
import { DIVIDE } from './divide-line.ts';
import { divideForm } from './divide-line.server.ts';
import { lineForms } from './line-forms.server.ts';
import { DismissedLines } from './dismissed-lines.tsx';
import { takeStatement } from './statement-form.server.ts';
import { RestLines } from './rest-lines.tsx';
import { StatementPanel } from './statement-panel.tsx';
import { ToConfirm } from './unmatched.tsx';
import { useStatement } from './use-statement.ts';
import { PaymentTable } from './all-payments.tsx';

export const meta = adminMeta('Payments');

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [totals, owed, waiting, toSettle, open, payouts, page] = await Promise.all([
    paymentTotals(shop),
    countRefundsOwed(shop),
    claimsToConfirm(shop),
    ordersToSettle(shop),
    openLines(shop),
    openPayouts(shop),
    listPayments(shop, {
      ...listQuery(url),
      verification: oneOf(VERIFICATIONS, url.searchParams.get('verification')),
    }),
  ]);
  const ids = page.payments.map(({ id }) => id);
  const taken = url.searchParams.get('taken');
  const [names, settled, taker] = await Promise.all([
    findNames(shop, open.lines),
    settledDays(shop, ids),
    taken && isUuid(taken) ? findTaker(shop, taken) : undefined,
  ]);
  const payments = page.payments.map((payment) => ({ ...payment, settledOn: settled.get(payment.id) }));
  const keys = { agree: crypto.randomUUID(), divide: crypto.randomUUID() };
  return {
    totals,
    owed,
    waiting,
    toSettle,
    open,
    payouts,
    names,
    taker,
    page: { ...page, payments },
    keys,
    today: shop.now,
  };
}

const form = formOf();

/** Saves a pasted statement, or divides one line among orders. */
export const action = formAction({
  '': form({
    prepare: takeStatement,
    schema: z.object({}),
    run: async (shop, _fields, _args, { text, noText }) => ({ ...(await importStatement(shop, text)), noText }),
    done: (imported) => ({ ok: true, imported }),
    refused: {},
  }),
  [DIVIDE]: divideForm,
  ...lineForms,
});

/** The text that another app shares with the shop. */
export type SharedAnswer = FormAnswer & { shared?: string };
type ImportAnswer = FormAnswer & { imported?: Imported & { noText: boolean } };

export default function Payments({ loaderData, actionData }: Route.ComponentProps) {
  const { totals, waiting, toSettle, open, payouts, names, taker, page, owed, keys, today } = loaderData;
  const [search] = useSearchParams();
  const [text, setText] = useState((actionData as SharedAnswer | undefined)?.shared ?? '');
  const read = useStatement(text);
  const stored = useMemo(() => new Set(open.lines.map((line) => line.fingerprint)), [open.lines]);
  const used = useMemo(() => new Set(open.used.map((line) => line.fingerprint)), [open.used]);
  const dismissed = useMemo(() => new Set(open.dismissed.map((line) => line.fingerprint)), [open.dismissed]);
  const known = [stored, used, dismissed];
  const pasted = read?.lines.filter((line) => !known.some((lines) => lines.has(line.fingerprint))) ?? [];
  const countPasted = (among: ReadonlySet<string>) =>
    read?.lines.filter((line) => among.has(line.fingerprint)).length ?? 0;
  // The server names the existing numbers only once a line is stored.
  const namesOf = (line: StatementLine) =>
    stored.has(line.fingerprint) ? (names.get(line.fingerprint)?.all ?? []) : orderNumbersIn(line);
  const matching = matchStatement(waiting, [...open.lines, ...pasted], { matchedBefore: open.used, namesOf });
  return (
    <>
      <ListHead
        title="Payments"
        count={
          owed === 0 ? (
            'Confirm what arrived, or paste bank messages.'
          ) : (
            <Link className="link inline-flex min-h-11 items-center" to={href('/admin/payments/refunds')}>
              {owed === 1 ? '1 refund due' : `${owed} refunds due`}
            </Link>
          )
        }
      />
      <Outcome search={search} taker={taker} isAsking={waiting.some(({ id }) => id === search.get('reject'))} />
      <Totals totals={totals} today={today} />
      <StatementPanel
        text={text}
        onText={setText}
        read={read}
        imported={(actionData as ImportAnswer | undefined)?.imported}
        matching={matching}
        usedBefore={countPasted(used)}
        dismissedBefore={countPasted(dismissed)}
        isStored={(line) => stored.has(line.fingerprint)}
      />
      <PaymentTable
        page={page}
        waitingCount={waiting.length}
        waiting={
          <ToConfirm
            orders={waiting}
            matching={matching}
            dismissed={open.dismissed}
            formKey={keys.agree}
            text={text}
            hasRead={open.lines.length + open.used.length + pasted.length > 0}
            isStored={(line) => stored.has(line.fingerprint)}
          />
        }
      />
      <RestLines
        rest={matching.rest}
        orders={toSettle}
        checkoutsOf={(line) => names.get(line.fingerprint)?.checkouts ?? []}
        namesOf={namesOf}
        payouts={payouts}
        formKey={keys.divide}
        statementFor={(line) => (stored.has(line.fingerprint) ? '' : text)}
      />
      <DismissedLines
        lines={open.dismissed}
        isPasted={({ fingerprint }) => read?.lines.some((line) => line.fingerprint === fingerprint) ?? false}
      />
    </>
  );
}

function Outcome({
  search,
  taker,
  isAsking,
}: {
  search: URLSearchParams;
  taker: Route.ComponentProps['loaderData']['taker'];
  isAsking: boolean;
}) {
  const matched = search.get('matched');
  if (matched === '0') return <Note tone="info">Nothing left to match: someone else confirmed it.</Note>;
  if (matched !== null)
    return (
      <NearThumb>
        <UndoNote
          action={href('/admin/payments')}
          intent="undo"
          undo={{ name: 'batch', value: search.get('batch') ?? '' }}
        >
          {matched} matched.
        </UndoNote>
      </NearThumb>
    );
  const of = search.get('of') ?? '';
  if (search.get('done') === 'matched' && isUuid(of))
    return (
      <NearThumb>
        {search.has('undo') ? (
          <UndoNote
            action={href('/admin/orders/:id', { id: of })}
            intent="verification"
            undo={{ name: 'verification', value: 'unverified' }}
          >
            Payment confirmed.
            <input type="hidden" name="page" value="payments" />
            <input type="hidden" name="from" value="matched" />
          </UndoNote>
        ) : (
          <Note tone="done">Payment confirmed.</Note>
        )}
      </NearThumb>
    );
  const unfound = search.get('unfound');
  if (unfound)
    return (
      <NearThumb>
        <UndoNote action={href('/admin/payments')} intent="not-found" undo={{ name: 'undo', value: 'yes' }}>
          Noted as not found today.
          <input type="hidden" name="paymentId" value={unfound} />
        </UndoNote>
      </NearThumb>
    );
  const dismissed = search.get('dismissed');
  if (dismissed)
    return (
      <UndoNote action={href('/admin/payments')} intent="dismiss" undo={{ name: 'undo', value: 'yes' }}>
        Dismissed as not an order payment.
        <input type="hidden" name="fingerprint" value={dismissed} />
      </UndoNote>
    );
  if (search.get('undone') === '0') return <Note tone="info">Nothing to undo: it was changed or refunded since.</Note>;
  if (search.has('undone')) return <Note tone="done">Undone. {search.get('undone')} to confirm again.</Note>;
  if (search.get('done') === 'unverified') return <Note tone="done">Undone. 1 to confirm again.</Note>;
  if (search.get('done') === 'rejected') return <Note tone="done">Reference rejected.</Note>;
  const refused = search.get('refused');
  // An open dialog shows it instead.
  const refusalMessage = isAsking ? undefined : ownValue(VERIFICATION_REFUSALS, refused);
  if (refusalMessage) return <Note tone="alert">{refusalMessage}</Note>;
  if (refused === 'gone')
    return (
      <Note tone="alert">
        {taker
          ? `Order ${taker.orderNumber} was already matched${taker.matchedBy ? ` by ${taker.matchedBy}` : ''}.`
          : 'This order or this line is already matched.'}{' '}
        The list is now up to date.
      </Note>
    );
  return null;
}

/** Within reach of the thumb, wherever the row was in the list. */
function NearThumb({ children }: { children: ReactNode }) {
  return (
    <div data-keep-clear className="above-bar mx-auto max-w-104 shadow-lg">
      {children}
    </div>
  );
}

function Totals({ totals, today }: { totals: Route.ComponentProps['loaderData']['totals']; today: Date }) {
  const month = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', month: 'long' }).format(totals.month);
  const days = totals.oldest ? daysApartInIndia(totals.oldest, today) : 0;
  const references = (count: number) => (count === 1 ? '1 reference' : `${count.toLocaleString('en-IN')} references`);
  return (
    <dl className="payment-figures panel">
      <Figure name={`Received, ${month}`} figure={formatRupees(totals.received)} detail="confirmed, not cancelled" />
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
      <dd className={cn('payment-figure num', isLongFigure(figure) && 'figure-long')}>{figure}</dd>
      <dd className="meta num">{detail}</dd>
    </div>
  );
}
