import { useEffect, useRef } from 'react';
import { useSearchParams, href } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import { findDismissed, matchResultLabel } from '#app/modules/payments/bank/match.ts';
import type { StatementLine } from '#app/modules/payments/bank/bank-line.ts';
import { STATUS_REFUSALS, VERIFICATION_REFUSALS } from '#app/routes/admin/shared/labels.ts';
import { pickListSearch } from '#app/routes/admin/shared/list-search.ts';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { ReasonField } from '#app/routes/admin/shared/reason-field.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { cn } from '#app/ui/kit/class-names.ts';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { ConfirmedRowItem } from './confirmed-row.tsx';
import { ROW_COLUMNS, ToConfirmRow } from './unmatched-row.tsx';
import type { ConfirmedRow, WaitingRow } from './waiting-rows.ts';

export function ToConfirm({
  rows,
  shown,
  onSent,
  dismissed,
  statementToSend,
  coversDay,
}: {
  rows: readonly WaitingRow[];
  shown: readonly (WaitingRow | ConfirmedRow)[];
  onSent: (paymentIds: readonly string[]) => void;
  dismissed: readonly StatementLine[];
  statementToSend: (lines: StatementLine[]) => string;
  coversDay: (at: Date) => boolean;
}) {
  const [search] = useSearchParams();
  const listSearch = pickListSearch(search);
  const next = useRef<string>(undefined);
  const dismissedByOrder = findDismissed(
    rows.map(({ order }) => order),
    dismissed,
  );
  useEffect(() => {
    const button = next.current === undefined ? null : document.getElementById(`match-${next.current}`);
    next.current = undefined;
    button?.focus({ preventScroll: true });
    // Scrolls only for keyboards, because a finger would miss a button on a page that moves.
    if (button?.matches(':focus-visible')) button.scrollIntoView({ block: 'nearest' });
  }, [rows.length]);
  const rowNamed = (name: string) =>
    rows.find(({ order }) => [order.id, order.orderId].includes(search.get(name) ?? ''));
  return (
    <>
      {shown.length === 0 ? (
        <EmptyState title="Nothing to confirm">New payment references appear here.</EmptyState>
      ) : (
        <>
          <div
            aria-hidden="true"
            className={cn(
              'hidden gap-panel border-line border-t bg-sand px-panel py-2.5 font-semibold text-ink-2 text-sm wide:grid',
              ROW_COLUMNS,
            )}
          >
            <span>Order</span>
            <span>Check</span>
            <span>Bank line</span>
          </div>
          <ul>
            {shown.map((row) => {
              if ('position' in row) return <ConfirmedRowItem key={row.order.id} row={row} />;
              const { order, matchResult } = row;
              const at = rows.indexOf(row);
              return (
                <ToConfirmRow
                  key={order.id}
                  row={row}
                  isCovered={coversDay(order.createdAt)}
                  dismissed={matchResult.kind === 'agree' ? undefined : dismissedByOrder.get(order.id)}
                  statement={matchResult.kind === 'none' ? '' : statementToSend([matchResult.line])}
                  search={search}
                  onMatch={() => {
                    next.current = rows[at + 1]?.order.id ?? rows[at - 1]?.order.id;
                    onSent([order.id]);
                  }}
                />
              );
            })}
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

/** This is a page, so that it works without JavaScript. */
function ReasonDialog({
  what,
  row,
  listSearch,
  refused,
  statementToSend,
}: {
  what: 'anyway' | 'reject';
  row: WaitingRow | undefined;
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
