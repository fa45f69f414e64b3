import { useState } from 'react';
import { useLocation, useSearchParams, href } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import { isStepBack, ORDER_LIFE, shipsUnverified } from '#app/modules/orders/orders/order-life.ts';
import { orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import { formatRupees } from '#app/basics/money.ts';
import { type Balance, outstanding } from '#app/modules/orders/ledger/ledger.ts';
import { ORDER_STATUSES, type Order, type OrderStatus } from '#app/modules/orders/orders/order.ts';
import { STATUS_REFUSALS, titleCase } from '#app/routes/admin/shared/labels.ts';
import { ReasonField } from '#app/routes/admin/shared/reason-field.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Select } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { CarrierFields } from './carrier-fields.tsx';
import { SHIP_FORM } from './next-step-form.tsx';

/** Saves immediately; without JavaScript, has a button. Asks for a courier or reason first. */
export function StatusForm({
  order,
  balance,
  isOwner,
  hasShipForm,
  lastChangeAt,
}: {
  order: Order;
  balance: Balance;
  isOwner: boolean;
  hasShipForm: boolean;
  lastChangeAt?: Date;
}) {
  const location = useLocation();
  const [search] = useSearchParams();
  const [asksFor, setAsksFor] = useState<'carrier' | 'reason'>();
  const [failures, setFailures] = useState(0);
  const action = href('/admin/orders/:id', { id: order.id });
  const refusal = search.get('refused');
  const wanted = ORDER_STATUSES.find((status) => status === search.get('to'));
  const waitsForPayment = shipsUnverified(order, 'shipped', balance);
  const missing = orderPayment(order, balance).missing;
  const waitsForBalance = order.advance !== null && order.status !== 'cancelled' && outstanding(balance) > 0;
  const unpaidBecause =
    missing > 0
      ? `Underpaid: ${formatRupees(missing)} of ${formatRupees(balance.due)} is missing.`
      : order.verification === 'rejected'
        ? 'Payment reference rejected.'
        : order.paymentReferenceId === null && 'No payment reference yet.';
  const choose = ({ form, value }: HTMLSelectElement) => {
    const status = ORDER_STATUSES.find((each) => each === value)!;
    const asksCarrier =
      status === 'shipped' && !waitsForPayment && !waitsForBalance && !isStepBack(order.status, status);
    const isChanged = value !== order.status;
    const asks = asksCarrier
      ? 'carrier'
      : status === 'cancelled' && order.status !== 'cancelled' && !isStepBack(order.status, status)
        ? 'reason'
        : undefined;
    setAsksFor(isChanged ? asks : undefined);
    if (isChanged && asks === 'carrier' && hasShipForm)
      document.querySelector<HTMLInputElement>(`#${SHIP_FORM} input[name=carrier]`)?.focus();
    if (isChanged && !asks) form?.requestSubmit();
  };
  return (
    <section className="grid gap-3 border-line border-b pb-4">
      <ActionForm
        action={action}
        intent="status"
        onFailed={() => setFailures(failures + 1)}
        className="grid items-end gap-x-3 gap-y-1.5 md:grid-cols-rest-auto"
      >
        <input type="hidden" name="from" value={order.status} />
        {/* A new key resets the form after a refusal. */}
        <Select
          key={`${location.key} ${failures}`}
          label="Status"
          name="status"
          defaultValue={order.status}
          onChange={(event) => choose(event.currentTarget)}
        >
          {ORDER_STATUSES.map((status) => (
            <option key={status} value={status}>
              {titleCase(status)}
            </option>
          ))}
        </Select>
        <p className="field-hint num pb-1">
          {asksFor ? 'Saved with the button.' : 'Saved at once.'}
          {lastChangeAt ? <span className="block">Last change {formatMoment(lastChangeAt)}.</span> : null}
        </p>
        {asksFor === 'carrier' && !hasShipForm ? (
          <div className="col-span-full grid gap-3">
            <CarrierFields />
            <p className="field-hint">Shown in the shipping email and on the tracking page.</p>
            <Button icon="truck" size="small" className="justify-self-start">
              Mark as shipped
            </Button>
          </div>
        ) : null}
        {asksFor === 'reason' ? (
          <div className="col-span-full grid gap-3">
            <ReasonField
              id="reason-cancelled"
              hint="Shown to the customer in the email and in My Orders."
              required={false}
              optional
            />
            <Button size="small" look="destructive" className="justify-self-start">
              Cancel order
            </Button>
          </div>
        ) : null}
        <noscript>
          <Button look="card">Save status</Button>
        </noscript>
      </ActionForm>
      {waitsForPayment ? (
        <Note icon="clock">
          {unpaidBecause ? <b>{unpaidBecause} </b> : null}
          Confirm the payment before you ship.
          {isOwner ? (
            <details open={refusal === 'unverified'}>
              <summary className="link inline-flex min-h-11 items-center font-semibold text-geru">Ship anyway…</summary>
              <ReasonForm action={action} from={order.status} status={wanted ?? 'shipped'} isShippedAnyway />
            </details>
          ) : (
            'The owner confirms payments.'
          )}
        </Note>
      ) : null}
      {refusal === 'reason-needed' && wanted && !(waitsForPayment && ORDER_LIFE[wanted].leftTheStudio) ? (
        <Note tone="alert">
          {STATUS_REFUSALS['reason-needed']} {titleCase(order.status)} → {titleCase(wanted)} is a step back.
          <ReasonForm action={action} from={order.status} status={wanted} />
        </Note>
      ) : null}
      {waitsForBalance ? (
        <Note icon="clock" tone={refusal === 'balance-due' ? 'alert' : undefined}>
          <b>{formatRupees(outstanding(balance))} still to be paid.</b> You can ship once it is paid.
        </Note>
      ) : null}
      {refusal === 'stale' ? <Note tone="alert">{STATUS_REFUSALS.stale}</Note> : null}
      {refusal === 'out-of-stock' ? <Note tone="alert">{STATUS_REFUSALS['out-of-stock']}</Note> : null}
    </section>
  );
}

function ReasonForm({
  action,
  from,
  status,
  isShippedAnyway,
}: {
  action: string;
  from: OrderStatus;
  status: OrderStatus;
  isShippedAnyway?: boolean;
}) {
  return (
    <ActionForm action={action} intent="status" className="grid gap-3 pt-1">
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="status" value={status} />
      {isShippedAnyway ? <input type="hidden" name="shipUnverified" value="yes" /> : null}
      {isShippedAnyway && status === 'shipped' ? <CarrierFields /> : null}
      <ReasonField id={`reason-${status}`} />
      <Button size="small" className="justify-self-start">
        {isShippedAnyway ? 'Ship anyway:' : 'Set to'} {titleCase(status)}
      </Button>
    </ActionForm>
  );
}
