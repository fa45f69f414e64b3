import { useEffect, useRef } from 'react';
import { Form, Link, useSearchParams } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { shortId } from '#app/modules/orders/order.ts';
import type { ToMatch as Waiting } from '#app/modules/orders/orders.server.ts';
import { type Matching, type Verdict, verdictWords } from '#app/modules/statements/match.ts';
import type { StatementLine } from '#app/modules/statements/statement.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { cn } from '#app/ui/kit/class-names.ts';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { TextArea } from '#app/ui/kit/field.tsx';
import { keptSearch, keptSearchWith } from './kept-search.ts';
import { PaymentReference } from './payment-reference.tsx';
import { RowMenu } from './row-menu.tsx';
import { VerdictSign } from './verdict-sign.tsx';
import { STATUS_REFUSALS } from './words.ts';

const RANK: Record<Verdict['kind'], number> = { agree: 0, differs: 1, maybe: 2, none: 3 };
const NONE: Verdict = { kind: 'none' };
const FORM = '/admin/payments/matches';

/** The references that wait, each beside the line of the bank that may be it. */
export function ToMatch({
  orders,
  matching,
  text,
  isStored,
}: {
  orders: Waiting[];
  matching: Matching;
  text: string;
  isStored: (line: StatementLine) => boolean;
}) {
  const [search] = useSearchParams();
  const kept = keptSearch(search);
  const next = useRef<string>(undefined);
  const rows = orders
    .map((order) => ({ order, verdict: matching.verdicts.get(order.id) ?? NONE }))
    .toSorted((a, b) => RANK[a.verdict.kind] - RANK[b.verdict.kind]);
  const agreeing = rows.filter(({ verdict }) => verdict.kind === 'agree');
  // What was pasted goes along only where the server doesn't have it yet.
  const along = (lines: StatementLine[]) => (lines.every(isStored) ? '' : text);
  useEffect(() => {
    if (next.current === undefined) return;
    document.getElementById(`match-${next.current}`)?.focus();
    next.current = undefined;
  }, [orders]);
  const asked = (name: string) => rows.find(({ order }) => order.id === search.get(name));
  return (
    <section className="panel" aria-labelledby="to-match">
      <div className="panel-head flex-wrap gap-x-4 gap-y-2.5">
        <h2 id="to-match">To match</h2>
        {agreeing.length > 0 ? (
          <Form method="post" action={`${FORM}${kept}`} preventScrollReset>
            <input
              type="hidden"
              name="statement"
              value={along(agreeing.flatMap(({ verdict }) => (verdict.kind === 'none' ? [] : [verdict.line])))}
            />
            <Button size="small">
              {agreeing.length === 1 ? 'Match the 1 that agrees' : `Match the ${agreeing.length} that agree`}
            </Button>
          </Form>
        ) : null}
      </div>
      {rows.length === 0 ? (
        <EmptyState title="Nothing waits to be matched">New references stand here until the bank says yes.</EmptyState>
      ) : (
        <>
          <div
            aria-hidden="true"
            className="hidden grid-cols-[minmax(0,1fr)_11rem_minmax(0,1fr)_12.5rem] gap-[1.1rem] border-line border-t bg-sand px-[1.1rem] py-2.5 font-semibold text-ink-2 text-sm min-[75rem]:grid"
          >
            <span>Order</span>
            <span>Check</span>
            <span>Bank line</span>
          </div>
          <ul>
            {rows.map(({ order, verdict }, at) => (
              <Row
                key={order.id}
                order={order}
                verdict={verdict}
                statement={verdict.kind === 'none' ? '' : along([verdict.line])}
                kept={kept}
                search={search}
                onMatch={() => (next.current = rows[at + 1]?.order.id ?? rows[at - 1]?.order.id)}
              />
            ))}
          </ul>
        </>
      )}
      <ReasonDialog
        what="anyway"
        row={asked('anyway')}
        kept={kept}
        reasonMissing={search.get('refused') === 'reason-needed'}
        along={along}
      />
      <ReasonDialog
        what="reject"
        row={asked('reject')}
        kept={kept}
        reasonMissing={search.get('refused') === 'reason-needed'}
        along={along}
      />
    </section>
  );
}

const BUTTONS = { agree: 'Match', maybe: 'Use this line' } as const;

function Row({
  order,
  verdict,
  statement,
  kept,
  search,
  onMatch,
}: {
  order: Waiting;
  verdict: Verdict;
  statement: string;
  kept: string;
  search: URLSearchParams;
  onMatch: () => void;
}) {
  const line = verdict.kind === 'none' ? undefined : verdict.line;
  const rejecting = `/admin/payments${keptSearchWith(search, { reject: order.id })}`;
  return (
    <li className="grid gap-2 border-line border-t px-[1.1rem] py-3.5 min-[40rem]:grid-cols-2 min-[40rem]:gap-x-10 min-[75rem]:grid-cols-[minmax(0,1fr)_11rem_minmax(0,1fr)_12.5rem] min-[75rem]:items-center min-[75rem]:gap-[1.1rem]">
      <Side
        label="Order"
        name={
          <>
            <Link className="link num inline-flex min-h-7 items-center font-semibold" to={`/admin/orders/${order.id}`}>
              #{shortId(order.id)}
            </Link>{' '}
            {order.customerName}
          </>
        }
        amount={formatRupees(order.total)}
        reference={<PaymentReference reference={order.paymentReferenceId} />}
        day={formatShortDay(order.createdAt)}
        hotAmount={verdict.kind === 'differs'}
        hotReference={verdict.kind === 'maybe'}
      />
      <p className="flex items-center gap-2.5 text-sm leading-snug min-[40rem]:order-3 min-[75rem]:order-none">
        <VerdictSign kind={verdict.kind} />
        <span>{verdictWords(order, verdict, formatRupees)}</span>
      </p>
      {line ? (
        <Side
          label="Bank line"
          name={line.payer ?? line.description}
          amount={formatRupees(line.amount)}
          reference={<PaymentReference reference={line.reference} />}
          day={formatShortDay(`${line.day}T12:00:00+05:30`)}
          hotAmount={verdict.kind === 'differs'}
          hotReference={verdict.kind === 'maybe'}
        />
      ) : (
        <p className="text-ink-2 text-sm">No line with this reference. Paste a longer period, or ask the customer.</p>
      )}
      <div className="flex items-center gap-2 min-[40rem]:order-4 min-[40rem]:justify-end min-[75rem]:order-none">
        {verdict.kind === 'agree' || verdict.kind === 'maybe' ? (
          <Form
            method="post"
            action={`${FORM}${kept}`}
            preventScrollReset
            onSubmit={onMatch}
            className="max-[40rem]:flex-1"
          >
            <input type="hidden" name="statement" value={statement} />
            <input type="hidden" name="orderId" value={order.id} />
            <input type="hidden" name="fingerprint" value={verdict.line.fingerprint} />
            <Button
              id={`match-${order.id}`}
              look={verdict.kind === 'agree' ? 'secondary' : 'card'}
              size="small"
              full
              aria-label={`${BUTTONS[verdict.kind]}: order ${shortId(order.id)}`}
            >
              {BUTTONS[verdict.kind]}
            </Button>
          </Form>
        ) : verdict.kind === 'differs' ? (
          <ButtonLink
            id={`match-${order.id}`}
            look="card"
            size="small"
            className="max-[40rem]:flex-1"
            to={`/admin/payments${keptSearchWith(search, { anyway: order.id })}`}
            preventScrollReset
            aria-label={`Match anyway: order ${shortId(order.id)}`}
          >
            Match anyway
          </ButtonLink>
        ) : (
          <ButtonLink
            id={`match-${order.id}`}
            look="card"
            size="small"
            className="max-[40rem]:flex-1"
            to={rejecting}
            preventScrollReset
            aria-label={`Reject: order ${shortId(order.id)}`}
          >
            Reject
          </ButtonLink>
        )}
        <RowMenu label={`More for order ${shortId(order.id)}`}>
          {verdict.kind === 'none' ? null : (
            <Link to={rejecting} preventScrollReset className="text-alert">
              Reject
            </Link>
          )}
          <Link to={`/admin/orders/${order.id}`}>Open order</Link>
          {order.customerEmail ? <a href={`mailto:${order.customerEmail}`}>Write to customer</a> : null}
        </RowMenu>
      </div>
    </li>
  );
}

function Side({
  label,
  name,
  amount,
  reference,
  day,
  hotAmount,
  hotReference,
}: {
  label: string;
  name: React.ReactNode;
  amount: string;
  reference: React.ReactNode;
  day: string;
  hotAmount: boolean;
  hotReference: boolean;
}) {
  const hot = 'bg-haldi-wash px-1 -mx-1 font-semibold text-haldi-ink';
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3.5 leading-snug">
      <span className="col-span-full text-ink-3 text-xs min-[75rem]:sr-only">{label}</span>
      <span className="[overflow-wrap:anywhere]">{name}</span>
      <span className={cn('num font-semibold', hotAmount && hot)}>{amount}</span>
      <span className="meta num col-span-full">
        <span className={cn(hotReference && hot)}>{reference}</span> · {day}
      </span>
    </div>
  );
}

/** Asks why, before amounts that differ are matched or a reference is rejected; an address, so that it opens without JavaScript. */
function ReasonDialog({
  what,
  row,
  kept,
  reasonMissing,
  along,
}: {
  what: 'anyway' | 'reject';
  row: { order: Waiting; verdict: Verdict } | undefined;
  kept: string;
  reasonMissing: boolean;
  along: (lines: StatementLine[]) => string;
}) {
  const line = row && row.verdict.kind !== 'none' ? row.verdict.line : undefined;
  if (!row || (what === 'anyway' && !line)) return null;
  const { order, verdict } = row;
  const list = `/admin/payments${kept}`;
  const form = `reason-${what}`;
  return (
    <Dialog
      open
      closeTo={list}
      title={what === 'anyway' ? 'Match anyway' : 'Reject reference'}
      foot={
        <>
          <ButtonLink look="secondary" to={list} preventScrollReset>
            Cancel
          </ButtonLink>
          {what === 'anyway' ? (
            <Button form={form}>Match {formatRupees(line!.amount)}</Button>
          ) : (
            <Button form={form} look="destructive" name="verification" value="rejected">
              Reject reference
            </Button>
          )}
        </>
      }
    >
      <p className="num">
        <b>#{shortId(order.id)}</b> {order.customerName}, {formatRupees(order.total)}
        {what === 'anyway' ? `: ${verdictWords(order, verdict, formatRupees)}` : ''}
      </p>
      <Form
        id={form}
        method="post"
        action={what === 'anyway' ? `${FORM}${kept}` : `/admin/orders/${order.id}/verification${kept}`}
        preventScrollReset
      >
        {what === 'anyway' ? (
          <>
            <input type="hidden" name="statement" value={along([line!])} />
            <input type="hidden" name="orderId" value={order.id} />
            <input type="hidden" name="fingerprint" value={line!.fingerprint} />
          </>
        ) : (
          <input type="hidden" name="from" value="payments" />
        )}
        <TextArea
          label="Reason"
          hint="Only you and other admins read it."
          error={reasonMissing ? STATUS_REFUSALS['reason-needed'] : undefined}
          name="reason"
          id={`${form}-text`}
          required
          maxLength={500}
          rows={2}
        />
      </Form>
    </Dialog>
  );
}
