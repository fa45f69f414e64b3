import { useLocation, useSearchParams, href } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import { ORDER_LIFE, shipsUnverified } from '#app/modules/orders/order-life.ts';
import { ORDER_STATUSES, type Order, type OrderStatus } from '#app/modules/orders/order.ts';
import { STATUS_REFUSALS, titleCase } from '#app/routes/admin/shared/labels.ts';
import { ReasonField } from '#app/routes/admin/shared/reason-field.tsx';
import { SheetForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { UndoNote } from '#app/routes/admin/shared/undo-note.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Select } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';

/** Saved as soon as it is chosen; without JavaScript by a button. What needs a reason asks for it below. */
export function StatusForm({
  order,
  isOwner,
  lastChangeAt,
  previous,
}: {
  order: Order;
  /** A helper can't send out what nobody has found in the bank. */
  isOwner: boolean;
  lastChangeAt?: Date;
  previous: OrderStatus | null;
}) {
  const location = useLocation();
  const [search] = useSearchParams();
  const action = href('/admin/orders/:id/status', { id: order.id });
  const refusal = search.get('refused');
  const wanted = ORDER_STATUSES.find((status) => status === search.get('to'));
  const waitsForMatch = shipsUnverified(order, 'shipped');
  return (
    <section className="grid gap-3 border-line border-b pb-4">
      <SheetForm action={action} className="grid items-end gap-x-3 gap-y-1.5 md:grid-cols-rest-auto">
        {/* The chosen option again after a refusal: the order kept its status. */}
        <Select
          key={location.key}
          label="Status"
          name="status"
          defaultValue={order.status}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        >
          {ORDER_STATUSES.map((status) => (
            <option key={status} value={status}>
              {titleCase(status)}
            </option>
          ))}
        </Select>
        <p className="field-hint num pb-1">
          Saved at once.
          {lastChangeAt ? <span className="block">Last change {formatMoment(lastChangeAt)}.</span> : null}
        </p>
        <noscript>
          <Button look="card">Save status</Button>
        </noscript>
      </SheetForm>
      {search.has('saved') && !previous ? <Note tone="done">Saved: {titleCase(order.status)}.</Note> : null}
      {search.has('saved') && previous ? (
        <UndoNote action={action} undo={{ name: 'status', value: previous }}>
          Saved: {titleCase(order.status)}.
          <input type="hidden" name="reason" value="Undone" />
          {ORDER_LIFE[previous].leftTheStudio ? <input type="hidden" name="shipUnverified" value="yes" /> : null}
        </UndoNote>
      ) : null}
      {waitsForMatch ? (
        <Note icon="clock">
          <b>
            {order.verification === 'rejected'
              ? 'Payment reference rejected.'
              : order.paymentReferenceId
                ? 'Payment reference not matched yet.'
                : 'No payment reference yet.'}
          </b>{' '}
          “Shipped” waits for it.
          {isOwner ? (
            <details open={refusal === 'unverified'}>
              <summary className="link inline-flex min-h-11 items-center font-semibold text-geru">Ship anyway…</summary>
              <ReasonForm action={action} status={wanted ?? 'shipped'} isShippedAnyway />
            </details>
          ) : (
            'The owner looks it up in the bank.'
          )}
        </Note>
      ) : null}
      {refusal === 'reason-needed' && wanted && !(waitsForMatch && ORDER_LIFE[wanted].leftTheStudio) ? (
        <Note tone="alert">
          {STATUS_REFUSALS['reason-needed']} {titleCase(order.status)} → {titleCase(wanted)} is a step back.
          <ReasonForm action={action} status={wanted} />
        </Note>
      ) : null}
      {refusal === 'out-of-stock' ? <Note tone="alert">{STATUS_REFUSALS['out-of-stock']}</Note> : null}
    </section>
  );
}

function ReasonForm({
  action,
  status,
  isShippedAnyway,
}: {
  action: string;
  status: OrderStatus;
  isShippedAnyway?: boolean;
}) {
  return (
    <SheetForm action={action} className="grid gap-3 pt-1">
      <input type="hidden" name="status" value={status} />
      {isShippedAnyway ? <input type="hidden" name="shipUnverified" value="yes" /> : null}
      <ReasonField id={`reason-${status}`} />
      <Button size="small" className="justify-self-start">
        {isShippedAnyway ? 'Ship anyway:' : 'Set to'} {titleCase(status)}
      </Button>
    </SheetForm>
  );
}
