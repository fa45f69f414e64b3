import { href } from 'react-router';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import { type Balance, refundOwed } from '#app/modules/orders/ledger/ledger.ts';
import { orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import type { EwayBillReason } from '#app/modules/store/settings/interstate.ts';
import { PaymentStateLabel } from '#app/routes/admin/shared/payment-state.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { CarrierFields } from './carrier-fields.tsx';
import type { NextStep } from './next-step.ts';

export const SHIP_FORM = 'ship-order';

/** `claimed` is the amount that the customer claims to have paid. */
export function NextStepForm({
  step,
  order,
  balance,
  claimed,
  hasInvoice,
  ewayBill,
}: {
  step: NextStep | null;
  order: Order;
  balance: Balance;
  claimed: Paise;
  hasInvoice: boolean;
  ewayBill: EwayBillReason | undefined;
}) {
  const { state } = orderPayment(order, balance);
  const action = href('/admin/orders/:id', { id: order.id });
  return (
    <section className="grid gap-3">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        {state ? <PaymentStateLabel state={state} big /> : <span className="font-semibold text-lg">Nothing paid</span>}
        <b className="num text-lg">
          {state === 'part-paid'
            ? `${formatRupees(balance.received)} of ${formatRupees(balance.due)}`
            : formatRupees(
                state === 'refund-due'
                  ? refundOwed(balance)
                  : state === 'awaiting-confirmation'
                    ? claimed
                    : order.total,
              )}
        </b>
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink look="card" size="small" icon="print" to={`${action}/packing-slip?kind=both`}>
          Print slip and label
        </ButtonLink>
        {hasInvoice && order.giftNote === null ? (
          <ButtonLink look="card" size="small" to={`${action}/invoice`}>
            Invoice
          </ButtonLink>
        ) : null}
      </div>
      {step === 'confirm-payment' ? (
        <ActionForm action={action} intent="verification">
          <input type="hidden" name="from" value={order.verification} />
          <input type="hidden" name="reference" value={order.paymentReferenceId ?? ''} />
          <Button icon="check" full name="verification" value="matched">
            Confirm payment
          </Button>
        </ActionForm>
      ) : null}
      {step === 'ship' ? (
        <ActionForm id={SHIP_FORM} action={action} intent="status" className="grid gap-3">
          <input type="hidden" name="from" value={order.status} />
          <input type="hidden" name="status" value="shipped" />
          <CarrierFields ewayBill={ewayBill} />
          <p className="field-hint">The email and the tracking page show carrier and tracking number.</p>
          <Button icon="truck" full>
            Mark as shipped
          </Button>
        </ActionForm>
      ) : null}
      {step === 'deliver' ? (
        <ActionForm action={action} intent="status">
          <input type="hidden" name="from" value={order.status} />
          <Button icon="check" full name="status" value="delivered">
            Mark as delivered
          </Button>
        </ActionForm>
      ) : null}
    </section>
  );
}
