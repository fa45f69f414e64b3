import { useEffect, useRef } from 'react';
import { useSearchParams, href } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import type { ClaimToConfirm as Waiting } from '#app/modules/payments/payments/payments.server.ts';
import { findDismissed, type Matching, type MatchResult, matchResultLabel } from '#app/modules/payments/bank/match.ts';
import type { StatementLine } from '#app/modules/payments/bank/bank-line.ts';
import { STATUS_REFUSALS, VERIFICATION_REFUSALS } from '#app/routes/admin/shared/labels.ts';
import { pickListSearch } from '#app/routes/admin/shared/list-search.ts';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { ReasonField } from '#app/routes/admin/shared/reason-field.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { ToConfirmRow } from './unmatched-row.tsx';

const RANK: Record<MatchResult['kind'], number> = {
  agree: 0,
  differs: 1,
  'names-other': 2,
  contested: 2,
  maybe: 3,
  none: 4,
};
const NONE: MatchResult = { kind: 'none' };

export function ToConfirm({
  orders,
  matching,
  dismissed,
  formKey,
  text,
  hasRead,
  isStored,
}: {
  orders: Waiting[];
  matching: Matching;
  dismissed: readonly StatementLine[];
  formKey: string;
  text: string;
  /** Says whether any bank line is known. */
  hasRead: boolean;
  isStored: (line: StatementLine) => boolean;
}) {
  const [search] = useSearchParams();
  const listSearch = pickListSearch(search);
  const next = useRef<string>(undefined);
  const rows = orders
    .map((order) => ({ order, matchResult: matching.matchResults.get(order.id) ?? NONE }))
    .toSorted((a, b) => RANK[a.matchResult.kind] - RANK[b.matchResult.kind]);
  const dismissedByOrder = findDismissed(orders, dismissed);
  const agreeing = rows.filter(({ matchResult }) => matchResult.kind === 'agree');
  // The pasted text is sent only if the server does not have it.
  const statementToSend = (lines: StatementLine[]) => (lines.every(isStored) ? '' : text);
  useEffect(() => {
    if (next.current === undefined) return;
    document.getElementById(`match-${next.current}`)?.focus();
    next.current = undefined;
  }, [orders]);
  const rowNamed = (name: string) =>
    rows.find(({ order }) => [order.id, order.orderId].includes(search.get(name) ?? ''));
  return (
    <>
      {agreeing.length > 0 ? (
        <ActionForm action={href('/admin/payments')} intent="match" className="px-panel pb-3.5">
          <input type="hidden" name="key" value={formKey} />
          <input
            type="hidden"
            name="statement"
            value={statementToSend(
              agreeing.flatMap(({ matchResult }) => (matchResult.kind === 'none' ? [] : [matchResult.line])),
            )}
          />
          <Button size="small">
            {agreeing.length === 1 ? 'Match 1 exact match' : `Match ${agreeing.length} exact matches`}
          </Button>
        </ActionForm>
      ) : null}
      {rows.length === 0 ? (
        <EmptyState title="Nothing to confirm">New payment references appear here.</EmptyState>
      ) : (
        <>
          <div
            aria-hidden="true"
            className="hidden grid-cols-[minmax(0,1.2fr)_9.5rem_minmax(0,1fr)_16.5rem] gap-panel border-line border-t bg-sand px-panel py-2.5 font-semibold text-ink-2 text-sm wide:grid"
          >
            <span>Order</span>
            <span>Check</span>
            <span>Bank line</span>
          </div>
          <ul>
            {rows.map(({ order, matchResult }, at) => (
              <ToConfirmRow
                key={order.id}
                order={order}
                matchResult={matchResult}
                hasRead={hasRead}
                dismissed={matchResult.kind === 'agree' ? undefined : dismissedByOrder.get(order.id)}
                statement={matchResult.kind === 'none' ? '' : statementToSend([matchResult.line])}
                search={search}
                onMatch={() => (next.current = rows[at + 1]?.order.id ?? rows[at - 1]?.order.id)}
              />
            ))}
          </ul>
        </>
      )}
      <ReasonDialog
        what="anyway"
        row={rowNamed('anyway')}
        listSearch={listSearch}
        refused={search.get('refused')}
        statementToSend={statementToSend}
      />
      <ReasonDialog
        what="reject"
        row={rowNamed('reject')}
        listSearch={listSearch}
        refused={search.get('refused')}
        statementToSend={statementToSend}
      />
    </>
  );
}

/** A page, so that it works without JavaScript. */
function ReasonDialog({
  what,
  row,
  listSearch,
  refused,
  statementToSend,
}: {
  what: 'anyway' | 'reject';
  row: { order: Waiting; matchResult: MatchResult } | undefined;
  listSearch: string;
  refused: string | null;
  statementToSend: (lines: StatementLine[]) => string;
}) {
  const line = row && row.matchResult.kind !== 'none' ? row.matchResult.line : undefined;
  if (!row || (what === 'anyway' && !line)) return null;
  const { order, matchResult } = row;
  const list = `${href('/admin/payments')}${listSearch}`;
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
        <OrderName order={{ id: order.orderId, orderNumber: order.orderNumber }} /> {order.customerName},{' '}
        {formatRupees(order.amount)}
        {what === 'anyway' ? `: ${matchResultLabel(order, matchResult, formatRupees)}` : ''}
      </p>
      {refused === 'refunded' ? <Note tone="alert">{VERIFICATION_REFUSALS.refunded}</Note> : null}
      <ActionForm
        id={form}
        action={what === 'anyway' ? href('/admin/payments') : href('/admin/orders/:id', { id: order.orderId })}
        intent={what === 'anyway' ? 'match' : 'verification'}
      >
        {what === 'anyway' ? (
          <>
            <input type="hidden" name="statement" value={statementToSend([line!])} />
            <input type="hidden" name="orderId" value={order.orderId} />
            <input type="hidden" name="paymentId" value={order.id} />
            <input type="hidden" name="fingerprint" value={line!.fingerprint} />
          </>
        ) : (
          <>
            <input type="hidden" name="page" value="payments" />
            <input type="hidden" name="from" value="unverified" />
            <input type="hidden" name="reference" value={order.paymentReferenceId} />
          </>
        )}
        <ReasonField
          hint="Only you and other admins read it."
          error={refused === 'reason-needed' ? STATUS_REFUSALS['reason-needed'] : undefined}
          id={`${form}-text`}
          className={undefined}
        />
      </ActionForm>
    </Dialog>
  );
}
