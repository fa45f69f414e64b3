import { Link, href } from 'react-router';
import { shortId } from '#app/modules/orders/orders/order.ts';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { ClaimSide, ROW_GRID } from './unmatched-row.tsx';
import type { ConfirmedRow } from './waiting-rows.ts';

/** Has the height of the row that it replaces. It has no button where *Received* was. */
export function ConfirmedRowItem({ row: { order, anchor, height, undo } }: { row: ConfirmedRow }) {
  const isCancelled = order.orderStatus === 'cancelled';
  return (
    <li id={anchor} className={ROW_GRID} style={{ minHeight: height }}>
      <ClaimSide order={order} />
      <p className="flex items-center gap-2 font-semibold text-pine text-sm form:order-3 wide:order-none">
        <Icon name="check" small />
        {isCancelled ? (
          <Link className="link inline-flex min-h-11 items-center" to={href('/admin/payments/refunds')}>
            Received, refund due
          </Link>
        ) : (
          'Payment confirmed'
        )}
      </p>
      <span className="hidden wide:block" />
      <div className="flex items-end justify-end form:order-4 wide:order-none wide:items-center">
        {undo ? (
          <ActionForm action={undo.action} intent={undo.intent}>
            {undo.isOfBatch ? null : <OneUndone />}
            <Button look="card" size="small" {...undo.button} aria-label={`Undo: order ${shortId(order.orderId)}`}>
              Undo
            </Button>
          </ActionForm>
        ) : null}
      </div>
    </li>
  );
}

export function OneUndone() {
  return (
    <>
      <input type="hidden" name="page" value="payments" />
      <input type="hidden" name="from" value="matched" />
    </>
  );
}
