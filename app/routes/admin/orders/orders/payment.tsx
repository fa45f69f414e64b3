import { paymentMethodAdminLabel } from '#app/basics/payment-methods.ts';
import { useSearchParams, href } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import { ownValue } from '#app/basics/own-value.ts';
import { type Balance, outstanding, refundOwed } from '#app/modules/orders/ledger/ledger.ts';
import { isPaidTooLate, takesReference } from '#app/modules/orders/orders/order-life.ts';
import { orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import type { paymentsAndRefunds } from '#app/modules/payments/payments/refunds.server.ts';
import { STATUS_REFUSALS, titleCase, VERIFICATION_REFUSALS } from '#app/routes/admin/shared/labels.ts';
import { PaymentReference } from '#app/routes/admin/shared/payment-reference.tsx';
import { PaymentStateLabel, VERIFIED_AS } from '#app/routes/admin/shared/payment-state.tsx';
import { RefundForm } from '#app/routes/admin/shared/refund-form.tsx';
import { ReasonField } from '#app/routes/admin/shared/reason-field.tsx';
import { ActionForm, SheetForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { TakeBackRefund } from './take-back-refund.tsx';

type Money = Awaited<ReturnType<typeof paymentsAndRefunds>>;

export function claimedSum(order: Order, money: Money | null): Paise {
  const newest = money?.payments.find(({ referenceId }) => referenceId === order.paymentReferenceId);
  return (order.advance !== null && newest?.amount) || order.total;
}

export function OrderPayment({
  order,
  balance,
  money,
  formKey,
}: {
  order: Order;
  balance: Balance;
  money: Money | null;
  formKey: string;
}) {
  const reference = useShopForm({ intent: 'reference' });
  const isRejected = order.verification === 'rejected';
  const { cash, missing } = orderPayment(order, balance);
  const owed = refundOwed(balance);
  return (
    <>
      <dl className="details-list details-list-sums">
        <dt>Method</dt>
        <dd>{paymentMethodAdminLabel(order.paymentMethod)}</dd>
        {order.advance === null ? null : (
          <>
            <dt>Advance</dt>
            <dd className="num">{formatRupees(order.advance)}</dd>
            <dt>Received</dt>
            <dd className="num">{formatRupees(balance.received)}</dd>
            <dt>Outstanding</dt>
            <dd className="num">{formatRupees(outstanding(balance))}</dd>
            {order.cancellationFee > 0 ? (
              <>
                <dt>Kept</dt>
                <dd className="num">{formatRupees(order.cancellationFee)}</dd>
              </>
            ) : null}
          </>
        )}
        {cash > 0 ? (
          <>
            <dt>Cash to collect</dt>
            <dd className="num">{formatRupees(cash)}</dd>
          </>
        ) : null}
        {missing > 0 ? (
          <>
            <dt>Missing</dt>
            <dd className="num text-geru">
              {formatRupees(missing)} of {formatRupees(balance.due)}
            </dd>
          </>
        ) : null}
        {money && owed > 0 ? (
          <>
            <dt>Refund due</dt>
            <dd className="num">{formatRupees(owed)}</dd>
          </>
        ) : null}
        <dt>Reference</dt>
        <dd className="num">
          <PaymentReference reference={order.paymentReferenceId} method={order.paymentMethod} />
        </dd>
      </dl>
      {isPaidTooLate(order) ? (
        <Note icon="clock">
          This order was cancelled because a piece sold out. Confirm the payment when it arrives, then refund it.
        </Note>
      ) : null}
      {order.stockWaitsForPayment ? (
        <Note icon="clock">
          No stock is held until you confirm this payment: the customer has too many unpaid pieces, or another order
          uses the same reference.
        </Note>
      ) : null}
      {takesReference(order, balance) && (money || !isRejected) ? (
        <SheetForm intent="reference" className="grid gap-3">
          <Field
            label={isRejected ? 'The right payment reference ID' : 'Payment reference ID'}
            {...reference.field('reference')}
            hint="From the customer’s UPI app or bank"
            autoComplete="off"
            required
          />
          <Button look="card" size="small" className="justify-self-start">
            Save reference
          </Button>
        </SheetForm>
      ) : null}
      {money ? <VerificationRefused /> : null}
      {money && order.paymentReferenceId && order.verification !== 'matched' ? (
        <VerificationForms order={order} />
      ) : null}
      <details>
        <summary className="link inline-flex min-h-11 items-center font-semibold text-geru">Payment details</summary>
        <dl className="details-list details-list-sums">
          <dt>Payment status</dt>
          <dd>{titleCase(order.paymentStatus)}</dd>
        </dl>
        {money && money.payments.length > 1 ? (
          <ul className="grid gap-1" aria-label="Payments">
            {money.payments.map((payment) => (
              <li key={payment.id} className="num">
                {formatRupees(payment.amount)}, {payment.referenceId}{' '}
                <PaymentStateLabel state={VERIFIED_AS[payment.verification]} />
              </li>
            ))}
          </ul>
        ) : null}
        {money && order.paymentReferenceId && order.verification === 'matched' ? (
          <VerificationForms order={order} />
        ) : null}
      </details>
      {money ? <Refunds orderId={order.id} owed={owed} money={money} formKey={formKey} /> : null}
    </>
  );
}

function stateOfRefund({ amount, status, failureReason }: Money['refunds'][number]): string {
  const sum = formatRupees(amount);
  if (status === 'succeeded') return `Refunded ${sum}`;
  if (status === 'pending') return `On its way: ${sum}`;
  return `${sum} · Not refunded${failureReason ? `: ${failureReason}` : ''}`;
}

function Refunds({ orderId, owed, money, formKey }: { orderId: string; owed: Paise; money: Money; formKey: string }) {
  const [first, ...others] = money.payments.filter((payment) => payment.left > 0);
  return (
    <>
      {money.refunds.length > 0 ? (
        <ul className="grid gap-2" aria-label="Refunds">
          {money.refunds.map((refund) => (
            <li key={refund.id} className="leading-snug">
              <span className="num font-semibold">{stateOfRefund(refund)}</span>
              <span className="meta num block">
                {formatMoment(refund.createdAt)}, {refund.recordedBy ?? 'the shop'}
                {refund.referenceId ? `, ${refund.referenceId}` : ''}
              </span>
              <span className="meta block">{refund.reason}</span>
              {refund.status === 'succeeded' && refund.provider === null ? (
                <TakeBackRefund refundId={refund.id} />
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {first ? <RefundForm orderId={orderId} payments={[first, ...others]} formKey={formKey} owed={owed} /> : null}
    </>
  );
}

function VerificationRefused() {
  const [search] = useSearchParams();
  const message = ownValue(VERIFICATION_REFUSED, search.get('refused'));
  return message ? <Note tone="alert">{message}</Note> : null;
}

const VERIFICATION_REFUSED = {
  'already-judged': VERIFICATION_REFUSALS.stale,
  refunded: VERIFICATION_REFUSALS.refunded,
};

function VerificationForms({ order }: { order: Order }) {
  const [search] = useSearchParams();
  const refused = search.get('refused');
  const reasonMissing = refused === 'reject-reason';
  const action = href('/admin/orders/:id', { id: order.id });
  const seen = (
    <>
      <input type="hidden" name="from" value={order.verification} />
      <input type="hidden" name="reference" value={order.paymentReferenceId ?? ''} />
    </>
  );
  if (order.verification !== 'unverified') {
    return (
      <ActionForm action={action} intent="verification">
        {seen}
        <Button look="quiet" name="verification" value="unverified">
          {order.verification === 'matched' ? 'Undo confirmation' : 'Review again'}
        </Button>
      </ActionForm>
    );
  }
  return (
    <details open={reasonMissing}>
      <summary className="link inline-flex min-h-11 items-center font-semibold text-alert">Reject…</summary>
      <ActionForm action={action} intent="verification" className="grid gap-3 pt-1">
        {seen}
        <ReasonField
          hint="Only you and other admins read it."
          error={reasonMissing ? STATUS_REFUSALS['reason-needed'] : undefined}
          id="reason-rejected"
        />
        <Button look="destructive" size="small" className="justify-self-start" name="verification" value="rejected">
          Reject reference
        </Button>
      </ActionForm>
    </details>
  );
}
