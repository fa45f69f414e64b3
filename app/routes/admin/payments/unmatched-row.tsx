import { Link, href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { spacedReference } from '#app/modules/payments/invoice-documents/paper-sheet.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import type { ClaimToConfirm as Waiting } from '#app/modules/payments/payments/payments.server.ts';
import { type MatchResult, matchResultLabel } from '#app/modules/payments/bank/match.ts';
import type { StatementLine } from '#app/modules/payments/bank/bank-line.ts';
import { listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { PaymentReference } from '#app/routes/admin/shared/payment-reference.tsx';
import { RowMenu } from '#app/routes/admin/shared/row-menu.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { cn } from '#app/ui/kit/class-names.ts';
import { Note } from '#app/ui/kit/note.tsx';
import { MatchResultSign } from './match-result-sign.tsx';
import { TakeBack } from './dismissed-lines.tsx';
import type { WaitingRow } from './waiting-rows.ts';

export const ROW_COLUMNS = 'wide:grid-cols-[minmax(0,1.2fr)_9.5rem_minmax(0,1fr)_18.5rem]';
export const ROW_GRID = `payment-row grid gap-2 border-line border-t px-panel py-3.5 form:grid-cols-2 form:gap-x-10 ${ROW_COLUMNS} wide:items-center wide:gap-panel`;

const BUTTONS = { agree: 'Match', maybe: 'Use this line' } as const;

export function ToConfirmRow({
  row: { order, matchResult, anchor },
  isCovered,
  dismissed,
  statement,
  search,
  onMatch,
}: {
  row: WaitingRow;
  /** Whether the imported bank lines cover the payment's day. */
  isCovered: boolean;
  dismissed: StatementLine | undefined;
  statement: string;
  search: URLSearchParams;
  onMatch: () => void;
}) {
  const line = matchResult.kind === 'none' ? undefined : matchResult.line;
  const isCancelled = order.orderStatus === 'cancelled';
  const rejecting = `${href('/admin/payments')}${listSearchWith(search, { reject: order.id })}`;
  return (
    <li id={anchor} className={ROW_GRID}>
      <ClaimSide order={order} matchResult={matchResult} />
      <p className="flex items-center gap-2.5 text-sm leading-snug form:order-3 wide:order-none">
        <MatchResultSign kind={matchResult.kind} />
        <span>
          {isCancelled ? <b className="block text-alert">Order cancelled</b> : null}
          {matchResultLabel(order, matchResult, formatRupees)}
        </span>
      </p>
      {line ? (
        <Side
          label="Bank line"
          name={line.payer ?? line.description}
          amount={formatRupees(line.amount)}
          reference={line.reference ? spacedReference(line.reference) : 'No reference'}
          day={formatShortDay(`${line.day}T12:00:00+05:30`)}
          hotAmount={matchResult.kind === 'differs'}
          hotReference={matchResult.kind === 'maybe'}
        />
      ) : (
        <p className="text-ink-2 text-sm">
          {dismissed
            ? 'Its bank line was dismissed.'
            : order.notFoundOn
              ? `Not in the bank on ${formatShortDay(`${order.notFoundOn}T12:00:00+05:30`)}.`
              : isCovered
                ? 'Not in the bank messages of this day.'
                : isCancelled
                  ? 'If the money arrived, refund it.'
                  : null}
        </p>
      )}
      <div className="payment-row-buttons flex items-center gap-2 form:order-4 form:justify-end wide:order-none">
        {matchResult.kind === 'agree' || matchResult.kind === 'maybe' ? (
          <ActionForm action={href('/admin/payments')} intent="match" onSubmit={onMatch} className="max-form:flex-1">
            <input type="hidden" name="statement" value={statement} />
            <input type="hidden" name="orderId" value={order.orderId} />
            <input type="hidden" name="paymentId" value={order.id} />
            <input type="hidden" name="fingerprint" value={matchResult.line.fingerprint} />
            <Button
              id={`match-${order.id}`}
              look={matchResult.kind === 'agree' ? 'secondary' : 'card'}
              size="small"
              full
              aria-label={`${BUTTONS[matchResult.kind]}: order ${shortId(order.orderId)}`}
            >
              {BUTTONS[matchResult.kind]}
            </Button>
          </ActionForm>
        ) : matchResult.kind === 'differs' || matchResult.kind === 'names-other' || matchResult.kind === 'contested' ? (
          <ButtonLink
            id={`match-${order.id}`}
            look="card"
            size="small"
            className="max-form:flex-1"
            to={`${href('/admin/payments')}${listSearchWith(search, { anyway: order.id })}`}
            preventScrollReset
            aria-label={`Match anyway: order ${shortId(order.orderId)}`}
          >
            Match anyway
          </ButtonLink>
        ) : (
          <>
            <ActionForm
              action={href('/admin/orders/:id', { id: order.orderId })}
              intent="verification"
              onSubmit={onMatch}
              className="max-form:flex-1"
            >
              <input type="hidden" name="page" value="payments" />
              <input type="hidden" name="paymentId" value={order.id} />
              <input type="hidden" name="from" value="unverified" />
              <input type="hidden" name="reference" value={order.paymentReferenceId} />
              <Button
                id={`match-${order.id}`}
                look={isCancelled ? 'card' : 'primary'}
                size="small"
                full
                name="verification"
                value="matched"
                className="whitespace-nowrap"
                aria-label={`${isCancelled ? 'Mark refund due' : 'Received'}: order ${shortId(order.orderId)}`}
              >
                {isCancelled ? 'Mark refund due' : 'Received'}
              </Button>
            </ActionForm>
            <ActionForm action={href('/admin/payments')} intent="not-found" className="max-form:flex-1">
              <input type="hidden" name="paymentId" value={order.id} />
              <Button
                look="card"
                size="small"
                full
                className="whitespace-nowrap"
                aria-label={`Not found: order ${shortId(order.orderId)}`}
              >
                Not found
              </Button>
            </ActionForm>
          </>
        )}
        <RowMenu label={`More for order ${shortId(order.orderId)}`}>
          <Link to={href('/admin/orders/:id', { id: order.orderId })}>Open order</Link>
          {order.customerEmail ? <a href={`mailto:${order.customerEmail}`}>Write to customer</a> : null}
          <Link to={rejecting} preventScrollReset className="text-alert">
            Reject
          </Link>
        </RowMenu>
      </div>
      {dismissed ? (
        <Note tone="info" className="col-span-full form:order-5 wide:order-none">
          Dismissed line with this reference:
          <TakeBack line={dismissed} />
        </Note>
      ) : null}
    </li>
  );
}

export function ClaimSide({ order, matchResult }: { order: Waiting; matchResult?: MatchResult }) {
  return (
    <Side
      label="Order"
      name={
        <>
          <Link
            className="link num inline-flex min-h-7 items-center gap-x-1 font-semibold"
            to={href('/admin/orders/:id', { id: order.orderId })}
          >
            <OrderName order={{ id: order.orderId, orderNumber: order.orderNumber }} />
          </Link>
          <span className="block">
            <CustomerLink name={order.customerName} userId={order.userId} />
          </span>
        </>
      }
      amount={formatRupees(order.amount)}
      reference={<PaymentReference reference={order.paymentReferenceId} />}
      day={formatShortDay(order.createdAt)}
      hotAmount={matchResult?.kind === 'differs'}
      hotReference={matchResult?.kind === 'maybe'}
    />
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
  const highlighted = 'bg-haldi-wash px-1 -mx-1 font-semibold text-haldi-ink';
  return (
    <div className="grid min-w-0 grid-cols-rest-auto items-baseline gap-x-3.5 leading-snug">
      <span className="col-span-full text-ink-3 text-xs wide:sr-only">{label}</span>
      <span className="wrap-anywhere">{name}</span>
      <span className={cn('num font-semibold', hotAmount && highlighted)}>{amount}</span>
      <span className="meta num col-span-full">
        <span className={cn(hotReference && highlighted)}>{reference}</span> · {day}
      </span>
    </div>
  );
}
