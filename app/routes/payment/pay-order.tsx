import { Form, useNavigation } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import { ReferenceField } from '#app/routes/storefront/checkout/reference-field.tsx';
import { UpiBox } from '#app/routes/storefront/checkout/upi-box.tsx';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import type { OrderToPay } from './pay-order.server.ts';

/** Pays orders with an advance, and orders from emailed links. `payOnline` opens the payment window. */
export function PayOrder({
  order,
  answer,
  action,
  payOnline,
}: {
  order: OrderToPay;
  answer?: FormAnswer;
  action?: string;
  payOnline?: string;
}) {
  const isSending = useNavigation().formMethod === 'POST';
  // A phone cannot scan its own screen, so the gateway is offered before the QR code.
  const isFolded = order.device.isPhone && order.upi !== undefined && order.offersOnline && payOnline !== undefined;
  const byUpi = order.upi ? (
    <>
      <UpiBox key={order.upi.link} upi={order.upi} device={order.device} showsQr={isFolded} />
      <Form method="post" action={action} className="grid gap-panel" noValidate preventScrollReset>
        <ReferenceField
          typed={answer?.typed?.paymentReferenceId}
          error={answer?.errors?.paymentReferenceId}
          answer={answer}
        />
        <Button size="big" full busy={isSending}>
          Send the reference of {formatRupees(order.payable)}
        </Button>
      </Form>
    </>
  ) : null;
  const online =
    order.offersOnline && payOnline ? (
      <ButtonLink look={isFolded ? 'primary' : 'secondary'} size="big" full to={payOnline} preventScrollReset>
        {isFolded ? `Pay ${formatRupees(order.payable)}` : 'Pay online'}
      </ButtonLink>
    ) : null;
  return (
    <div className="grid gap-panel" id="pay">
      <ErrorSummary errors={answer?.errors} formError={answer?.formError} signInAt={answer?.signInAt} />
      <dl className="details-list details-list-sums">
        <dt>Total</dt>
        <dd className="num" translate="no">
          {formatRupees(order.total)}
        </dd>
        <dt>Paid</dt>
        <dd className="num" translate="no">
          {formatRupees(order.received)}
        </dd>
        <dt>Still to pay</dt>
        <dd className="num" translate="no">
          {formatRupees(order.outstanding)}
        </dd>
      </dl>
      <p role="status">{payableText(order)}</p>
      {order.rejected ? (
        <Note tone="alert">
          We could not find your payment with the reference{' '}
          <b className="num wrap-anywhere" translate="no">
            {order.rejected}
          </b>
          . Please look for it in your UPI app and enter the right one, or write to us.
        </Note>
      ) : null}
      {order.hasFailed ? (
        <Note tone="alert">The last payment did not go through. If it was debited, your bank returns it.</Note>
      ) : null}
      {order.notOpen ? <Note tone="info">{order.notOpen}</Note> : null}
      {isFolded ? (
        <>
          {online}
          <Accordion title="Pay from another device" open={answer?.errors !== undefined}>
            {byUpi}
          </Accordion>
        </>
      ) : (
        byUpi
      )}
      {order.isCancelled || order.payable === 0 ? (
        <details className="next-form" open={answer?.errors !== undefined}>
          <summary className="link inline-flex min-h-11 items-center">Did you pay again? Send us the reference</summary>
          <Form method="post" action={action} className="grid gap-panel" noValidate preventScrollReset>
            <ReferenceField
              typed={answer?.typed?.paymentReferenceId}
              error={answer?.errors?.paymentReferenceId}
              answer={answer}
            />
            <Button look="secondary" busy={isSending}>
              Send the reference
            </Button>
          </Form>
        </details>
      ) : null}
      {isFolded ? null : online}
    </div>
  );
}

function payableText(order: OrderToPay): string {
  const amount = formatRupees(order.payable);
  if (order.isCancelled) return 'This order was cancelled. There is nothing to pay.';
  if (order.checked)
    return `We received your reference ${order.checked} and are looking for ${amount} in our bank. We’ll write to you when we find it.`;
  if (order.payable === 0) return 'Everything is paid. Thank you.';
  if (!order.isInParts) return `${amount} to pay.`;
  if (order.isWhole) return `${amount} to pay. We begin when your payment arrives.`;
  return order.isAdvance
    ? `Advance of ${amount} to pay. We begin when it arrives. You pay the balance before we ship.`
    : `Balance of ${amount} to pay before we ship.`;
}
