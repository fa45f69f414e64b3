import { Form, useLocation, useSearchParams } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import { ORDER_LIFE, shipsUnverified } from '#app/modules/orders/order-life.ts';
import { ORDER_STATUSES, type Order, type OrderStatus } from '#app/modules/orders/order.ts';
import { STATUS_REFUSALS, titleCase } from '#app/routes/admin/shared/labels.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Select, TextArea } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';

/** Saved as soon as it is chosen; without JavaScript by a button. What needs a reason asks for it below. */
export function StatusForm({
  order,
  isOwner,
  here,
  listSearch,
  lastChangeAt,
  previous,
}: {
  order: Order;
  /** A helper can't send out what nobody has found in the bank. */
  isOwner: boolean;
  here: string;
  listSearch: string;
  lastChangeAt?: Date;
  previous: OrderStatus | null;
}) {
  const location = useLocation();
  const [search] = useSearchParams();
  const action = `${here}/status${listSearch}`;
  const refusal = search.get('refused');
  const wanted = ORDER_STATUSES.find((status) => status === search.get('to'));
  const waitsForMatch = shipsUnverified(order, 'shipped');
  return (
    <section className="grid gap-3 border-line border-b pb-4">
      <Form
        method="post"
        action={action}
        preventScrollReset
        className="grid items-end gap-x-3 gap-y-1.5 md:grid-cols-rest-auto"
      >
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
      </Form>
      {search.has('saved') ? (
        <Note tone="done">
          <Form
            method="post"
            action={action}
            preventScrollReset
            className="-my-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3"
          >
            Saved: {titleCase(order.status)}.
            {previous ? (
              <>
                <input type="hidden" name="reason" value="Undone" />
                {ORDER_LIFE[previous].leftTheStudio ? <input type="hidden" name="shipUnverified" value="yes" /> : null}
                <Button look="quiet" name="status" value={previous}>
                  Undo
                </Button>
              </>
            ) : null}
          </Form>
        </Note>
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
              <ReasonForm
                action={action}
                status={wanted ?? 'shipped'}
                shipUnverified
                button={`Ship anyway: ${titleCase(wanted ?? 'shipped')}`}
              />
            </details>
          ) : (
            'The owner looks it up in the bank.'
          )}
        </Note>
      ) : null}
      {refusal === 'reason-needed' && wanted && !(waitsForMatch && ORDER_LIFE[wanted].leftTheStudio) ? (
        <Note tone="alert">
          {STATUS_REFUSALS['reason-needed']} {titleCase(order.status)} → {titleCase(wanted)} is a step back.
          <ReasonForm action={action} status={wanted} button={`Set to ${titleCase(wanted)}`} />
        </Note>
      ) : null}
      {refusal === 'out-of-stock' ? <Note tone="alert">{STATUS_REFUSALS['out-of-stock']}</Note> : null}
    </section>
  );
}

function ReasonForm({
  action,
  status,
  shipUnverified,
  button,
}: {
  action: string;
  status: OrderStatus;
  shipUnverified?: boolean;
  button: string;
}) {
  return (
    <Form method="post" action={action} preventScrollReset className="grid gap-3 pt-1">
      <input type="hidden" name="status" value={status} />
      {shipUnverified ? <input type="hidden" name="shipUnverified" value="yes" /> : null}
      <TextArea
        label="Reason"
        name="reason"
        id={`reason-${status}`}
        required
        maxLength={500}
        rows={2}
        className="field-low"
      />
      <Button size="small" className="justify-self-start">
        {button}
      </Button>
    </Form>
  );
}
