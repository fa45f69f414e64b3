import { formatRupees, type Paise, paise } from '#app/basics/money.ts';
import { rupeesText } from '#app/basics/rupees.ts';
import type { RefundDestination } from '#app/modules/payments/payments/refund-destination.ts';
import type { PaymentSource } from '#app/modules/orders/ledger/ledger.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { SheetForm } from './sheet-form.tsx';
import { useRowForm } from './use-row-form.ts';

type Refundable = { id: string; referenceId: string; left: Paise; source: PaymentSource };

export function RefundForm({
  orderId,
  payments,
  formKey,
  owed,
  why,
  sentTo,
}: {
  orderId: string;
  payments: readonly [Refundable, ...Refundable[]];
  formKey: string;
  owed: Paise;
  why?: string;
  sentTo?: RefundDestination;
}) {
  const [first] = payments;
  const { isAgain, values, field } = useRowForm('refund', orderId, {
    key: formKey,
    amount: rupeesText(owed > 0 ? paise(Math.min(owed, first.left)) : first.left),
    reason: why,
    paymentId: first.id,
    sentTo: sentTo && ('upiId' in sentTo ? sentTo.upiId : `${sentTo.accountNumber} ${sentTo.ifsc}`),
  });
  const isAtGateway = payments.some(({ source }) => source === 'gateway');
  return (
    <details open={isAgain}>
      <summary className="link inline-flex min-h-11 items-center font-semibold text-geru">Refund…</summary>
      <SheetForm intent="refund" className="grid max-w-104 gap-3 pt-1">
        <input type="hidden" name="orderId" value={orderId} />
        <input type="hidden" name="key" value={values.key ?? formKey} />
        <input type="hidden" name="asked" value={values.asked ?? ''} />
        {payments.length === 1 ? (
          <input type="hidden" name="paymentId" value={first.id} />
        ) : (
          <Select label="Payment" {...field('paymentId')}>
            {payments.map((payment) => (
              <option key={payment.id} value={payment.id}>
                {payment.referenceId}, {formatRupees(payment.left)} left
              </option>
            ))}
          </Select>
        )}
        <Field label="Amount in rupees" {...field('amount')} inputMode="decimal" autoComplete="off" required />
        <Field
          label="Reference of the refund"
          {...field('reference')}
          hint="From your UPI app or bank. Shown to the customer."
          maxLength={64}
          autoComplete="off"
        />
        <Field
          label="Sent to"
          {...field('sentTo')}
          hint="UPI ID, account number, or “cash”. Shown to the customer masked."
          maxLength={120}
          autoComplete="off"
        />
        <Field label="Reason" {...field('reason')} maxLength={300} required />
        <p className="meta">Recording a refund does not send money. Pay the customer first, then record it here.</p>
        <div className="flex flex-wrap gap-2">
          {isAtGateway ? (
            <Button size="small" name="way" value="gateway">
              Refund through the gateway
            </Button>
          ) : null}
          <Button size="small" look={isAtGateway ? 'card' : 'primary'} name="way" value="hand">
            Record refund
          </Button>
        </div>
      </SheetForm>
    </details>
  );
}
