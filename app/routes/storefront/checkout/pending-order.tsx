import { Form, useNavigation, href } from 'react-router';
import { formatTime } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { ORDER_MESSAGES } from '#app/modules/orders/orders/messages.ts';
import { isGateway } from '#app/basics/payment-methods.ts';
import { noQrCode } from '#app/modules/payments/payments/messages.ts';
import { offersOnline, offersQr } from '#app/routes/storefront/payment/methods.ts';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { BoughtItem } from '#app/ui/shop/line-item.tsx';
import { CheckoutStep } from './checkout-step.tsx';
import { CompleteOrder } from './complete-order.tsx';
import { NoOnlineMethods, OnlineMethods, payTitle } from './online-methods.tsx';
import type { Answer, CheckoutData } from './open-checkout.ts';
import { ReferenceField } from './reference-field.tsx';
import { CheckoutTotals, Summary } from './summary.tsx';
import { UpiBox } from './upi-box.tsx';

export function PendingOrder({
  waiting: { order, payment, upi, pictures },
  answer,
  options,
  device,
}: Pick<CheckoutData, 'options' | 'device'> & {
  waiting: NonNullable<CheckoutData['waiting']>;
  answer: Answer | undefined;
}) {
  const navigation = useNavigation();
  const busyWith = navigation.state === 'idle' ? undefined : navigation.formAction;
  const toCart = href('/checkout/payment/:orderId', { orderId: order.id });
  const { shippingAddress: to } = order;
  const errors = answer?.errors ?? {};
  const hasQr = offersQr(options);
  if (payment.stage === 'over') return <EndedOrder {...{ order, toCart, busyWith, answer }} />;
  // A phone cannot scan its own screen, so the gateway is offered before the QR code.
  const isFolded = device.isPhone && hasQr && offersOnline(options);
  const byUpi = hasQr ? (
    <>
      {upi ? (
        <UpiBox upi={upi} device={device} showsQr={isFolded} />
      ) : (
        <Note tone="info">
          {noQrCode(options.some(({ method }) => isGateway(method)))} If you have paid already, enter the reference: we
          still accept it.
        </Note>
      )}
      <Form method="post" action={href('/checkout')} className="grid gap-panel" noValidate>
        <input type="hidden" name="intent" value="give-reference" />
        <input type="hidden" name="orderId" value={order.id} />
        <CompleteOrder
          typed={answer?.typed['paymentReferenceId']}
          error={errors['paymentReferenceId']}
          answer={answer}
          busy={busyWith === href('/checkout')}
        />
      </Form>
    </>
  ) : null;
  const online = offersOnline(options) ? (
    <div className="pay-online">
      <ButtonLink
        look={hasQr && !isFolded ? 'secondary' : 'primary'}
        size="big"
        full
        to={`${href('/checkout')}?payment=${order.id}`}
        preventScrollReset
      >
        {isFolded ? `Pay ${formatRupees(payment.amount)}` : 'Pay online'}
      </ButtonLink>
      <OnlineMethods options={options} />
    </div>
  ) : hasQr ? null : (
    <NoOnlineMethods />
  );
  return (
    <div className="checkout">
      <Summary title="Order summary" total={order.total}>
        <ul className="mb-4">
          {order.items.map((item) => (
            <BoughtItem key={item.variant_id ?? item.artwork_id} picture={pictures[item.image]} item={item} />
          ))}
        </ul>
        <CheckoutTotals totals={order} coupon={order.couponCode} />
      </Summary>
      <main id="main" className="checkout-main">
        <h1>Checkout</h1>
        <div className="mb-6 empty:hidden">
          <ErrorSummary errors={errors} formError={answer?.formError} signInAt={answer?.signInAt} />
        </div>
        <Note tone="info" className="mb-6">
          Order{' '}
          <b className="num whitespace-nowrap" translate="no">
            {order.orderNumber}
          </b>{' '}
          is waiting for payment.
          {order.heldUntil ? ` We hold the pieces until ${formatTime(order.heldUntil)}.` : null}
          {payment.stage === 'processing' ? ' A payment has been started.' : null}
        </Note>
        <CheckoutStep id="delivery">
          <p>
            {to.name}
            <br />
            {to.street}
            <br />
            {to.city}, {to.state}{' '}
            <span className="num" translate="no">
              {to.zipCode}
            </span>
            <br />
            <span className="num" translate="no">
              {to.phone}
            </span>
            , {to.email}
          </p>
          <Form method="post" action={toCart}>
            <input type="hidden" name="intent" value="cart" />
            <Button look="card" busy={busyWith === toCart}>
              Change address or pieces
            </Button>
          </Form>
        </CheckoutStep>
        <CheckoutStep id="pay" title={isFolded ? undefined : payTitle(options)}>
          <div className="lg:hidden">
            <CheckoutTotals totals={order} coupon={order.couponCode} />
          </div>
          {isFolded ? (
            <>
              {online}
              <Accordion title="Pay from another device" open={errors['paymentReferenceId'] !== undefined}>
                {byUpi}
              </Accordion>
            </>
          ) : (
            <>
              {byUpi}
              {online}
            </>
          )}
        </CheckoutStep>
      </main>
    </div>
  );
}

function EndedOrder({
  order,
  toCart,
  busyWith,
  answer,
}: {
  order: NonNullable<CheckoutData['waiting']>['order'];
  toCart: string;
  busyWith: string | undefined;
  answer: Answer | undefined;
}) {
  return (
    <main id="main" className="wrap">
      <EmptyState
        level={1}
        title={ORDER_MESSAGES['cart-empty']}
        action={
          order.paymentStatus === 'pending' ? (
            <Form method="post" action={toCart}>
              <input type="hidden" name="intent" value="cart" />
              <Button busy={busyWith === toCart}>Return the pieces to my cart</Button>
            </Form>
          ) : (
            <ButtonLink to={href('/profile/orders')}>My Orders</ButtonLink>
          )
        }
      >
        Order {order.orderNumber} was cancelled, or not paid in time, so its pieces went back into the shop.
      </EmptyState>
      {order.paymentMethod === 'cod' ? null : (
        <Form method="post" action={href('/checkout')} className="mx-auto grid max-w-md gap-panel pb-12" noValidate>
          <h2>Have you already paid?</h2>
          <p>Send us the reference. We look for the payment and return your money when we find it.</p>
          <input type="hidden" name="intent" value="give-reference" />
          <input type="hidden" name="orderId" value={order.id} />
          <ReferenceField
            typed={answer?.typed['paymentReferenceId']}
            error={answer?.errors?.['paymentReferenceId']}
            answer={answer}
          />
          <Button look="secondary" full busy={busyWith === href('/checkout')}>
            Send the reference
          </Button>
        </Form>
      )}
    </main>
  );
}
